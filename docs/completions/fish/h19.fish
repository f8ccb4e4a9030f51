function __h19_device
    set -l devices /dev/ttyACM* /dev/ttyAMA* /dev/ttyS* /dev/ttyUSB* /dev/cu.* /dev/cua*
    printf '%s\n' socket:// rfc2217:// $devices
    __fish_complete_path (commandline -ct | string replace -r '^--line=' '')
end
complete -c h19 -f
complete -c h19 -n 'contains -- -- (commandline -opc)' \
    -a "(complete -C (commandline -cp | string replace -r '^.*? -- ' ''))"
complete -c h19 -l line -x -a '(__h19_device)' -d 'a device, socket://host:port or rfc2217://host:port'
complete -c h19 -l listen -x -d 'wait for a caller (on 127.0.0.1 without HOST)'
complete -c h19 -l baud -x -a '110 150 300 600 1200 1800 2000 2400 3600 4800 7200 9600 19200' -d 'speed of the line (9600)'
complete -c h19 -l real-time -d 'be as slow as the machine, and say XOFF as it does'
complete -c h19 -l transmit -x -a 'on off' -d 'send the page or 25th line when asked (off around a command)'
complete -c h19 -l switches -x -d 'both switches in hexadecimal, section n as bit n (8C and 00)'
complete -c h19 -l block-cursor -d 'S402 section 0'
complete -c h19 -l no-click -d 'switch --no-click off'
complete -c h19 -l wrap -d 'S402 section 2: wrap at the end of a line'
complete -c h19 -l auto-lf -d 'S402 section 3: line feed with carriage return'
complete -c h19 -l auto-cr -d 'S402 section 4: carriage return with line feed'
complete -c h19 -l ansi -d 'S402 section 5: ANSI mode'
complete -c h19 -l shifted-keypad -d 'S402 section 6'
complete -c h19 -l 50hz -d 'S402 section 7'
complete -c h19 -l half-duplex -d 'S401 section 7 open'
complete -c h19 -l phosphor -x -a 'green amber white' -d 'colour of the tube'
complete -c h19 -l ascii -d 'graphics as similar ASCII characters'
complete -c h19 -l escape -x -d 'opens the menu (^])'
complete -c h19 -l hold -x -a 'auto always never' -d 'when the screen of an ended command waits for a key'
complete -c h19 -l record -r -F -d 'write what is shown as an asciicast'
complete -c h19 -l log -r -F -d 'write what goes over the line in words, both ways'
complete -c h19 -l snapshot -r -F -d 'write the screen as .txt or .svg, by key and at the end'
complete -c h19 -l dump -d 'execute standard input, print the state as JSON'
complete -c h19 -l jsonl -d 'with --dump: a case a line, in and out'
complete -c h19 -l keys -d 'answer keys, a JSON object a line, by what they send'
complete -c h19 -s h -d 'show this and exit'
complete -c h19 -l help -d 'show this and exit'
complete -c h19 -l man -d 'show the manual and exit'
complete -c h19 -l version -d 'show it and exit'
complete -c h19 -l print-completion -x -a 'bash zsh fish' -d 'print how bash, zsh or fish completes the options'
