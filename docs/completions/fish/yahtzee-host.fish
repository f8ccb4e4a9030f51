function __yahtzee-host_device
    set -l devices /dev/ttyACM* /dev/ttyAMA* /dev/ttyS* /dev/ttyUSB* /dev/cu.* /dev/cua*
    printf '%s\n' socket:// rfc2217:// $devices
    __fish_complete_path (commandline -ct | string replace -r '^--line=' '')
end
function __yahtzee-host_line
    set -l begun (commandline -ct | string replace -r '^--line=' '' | string match -r '.*,')
    switch "$begun"
        case '*,*,'
            printf '%s\n' $begun(string split ' ' 'adm3a ansi h19 h19-a h19-ansi h19-b h19a h89 heath heath-19 heath-ansi heathkit heathkit-a vt100 vt100-am vt100-nam vt102 vt220 vt52 wy50 wyse50 z19 z29 z29b zenith zenith29')
        case '*,'
            printf '%s\n' $begun(string split ' ' '110 150 300 600 1200 1800 2000 2400 3600 4800 7200 9600 19200')
        case '*'
            __yahtzee-host_device
    end
end
complete -c yahtzee-host -f
complete -c yahtzee-host -l line -x -a '(__yahtzee-host_line)' -d 'a terminal on a line; may be given again'
complete -c yahtzee-host -l telnet -x -d 'a port for callers (on 127.0.0.1 without HOST); may be given again'
complete -c yahtzee-host -l socket -r -F -d 'a socket for the logins of this user'
complete -c yahtzee-host -l callers -x -d 'how many may be there at once (100)'
complete -c yahtzee-host -l per-address -x -d 'how many from one address (10)'
complete -c yahtzee-host -l idle-time -x -d 'how long a caller may do nothing (30)'
complete -c yahtzee-host -l tables -r -F -d 'tables that are always there'
complete -c yahtzee-host -l lobby -d 'lead callers to the lobby, not to the first table'
complete -c yahtzee-host -l no-lobby -d 'switch --lobby off'
complete -c yahtzee-host -l data -x -a '(__fish_complete_directories)' -d 'where games, people and tables are kept'
complete -c yahtzee-host -l log -r -F -d 'append who came to FILE, not to standard error'
complete -c yahtzee-host -l settings -r -F -d 'read the settings from FILE'
complete -c yahtzee-host -s h -d 'show this and exit'
complete -c yahtzee-host -l help -d 'show this and exit'
complete -c yahtzee-host -l man -d 'show the manual and exit'
complete -c yahtzee-host -l version -d 'show it and exit'
complete -c yahtzee-host -l print-completion -x -a 'bash zsh fish' -d 'print how bash, zsh or fish completes the options'
