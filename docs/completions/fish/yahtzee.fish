function __yahtzee_device
    set -l devices /dev/ttyACM* /dev/ttyAMA* /dev/ttyS* /dev/ttyUSB* /dev/cu.* /dev/cua*
    printf '%s\n' socket:// rfc2217:// $devices
    __fish_complete_path (commandline -ct | string replace -r '^--line=' '')
end
function __yahtzee_line
    set -l begun (commandline -ct | string replace -r '^--line=' '' | string match -r '.*,')
    switch "$begun"
        case '*,*,'
            printf '%s\n' $begun(string split ' ' 'adm3a ansi h19 h19-a h19-ansi h19-b h19a h89 heath heath-19 heath-ansi heathkit heathkit-a vt100 vt100-am vt100-nam vt102 vt220 vt52 wy50 wyse50 z19 z29 z29b zenith zenith29')
        case '*,'
            printf '%s\n' $begun(string split ' ' '110 150 300 600 1200 1800 2000 2400 3600 4800 7200 9600 19200')
        case '*'
            __yahtzee_device
    end
end
function __yahtzee_players
    set -l begun (string match -r '^=.*:' -- (commandline -ct))
    and printf '%s\n' $begun(string split ' ' 'classic hasty greedy random optimal winner easy medium hard perfect')
end
complete -c yahtzee -f -a '(__yahtzee_players)'
complete -c yahtzee -l rules -x -a 'h89 official free-choice quiz triple quintzee yacht yatzy' -d 'the rules'
complete -c yahtzee -l columns -x -d 'quintzee: how many columns are played at once, 1 to 6'
complete -c yahtzee -l bonus -x -a 'joker normal extra-turn' -d 'quintzee: what an extra Yahtzee is'
complete -c yahtzee -l mode -x -a 'solitaire opponent synchronized' -d 'alone, against the computer, or against it with the same dice'
complete -c yahtzee -l level -x -a 'easy medium hard perfect' -d 'how well the computer plays where no strategy is named'
complete -c yahtzee -s d -x -d 'the computer\'s delay at each step in 1/10000 s (default: 10000)'
complete -c yahtzee -o ha -x -d 'classic: how reluctant it is to collect a face'
complete -c yahtzee -o hb -x -d 'classic: how reluctant it is to take Chance'
complete -c yahtzee -o hf -x -d 'classic: how reluctant it is to take Chance'
complete -c yahtzee -s r -x -d 'the seed of the dice'
complete -c yahtzee -l duplicate -d 'all players meet the same dice'
complete -c yahtzee -l no-duplicate -d 'switch --duplicate off'
complete -c yahtzee -l oldstyle -d 'keys and dice as in version 1.1'
complete -c yahtzee -l no-oldstyle -d 'switch --oldstyle off'
complete -c yahtzee -l potential -x -a 'all selected' -d 'where the score of the dice is shown'
complete -c yahtzee -l mark -x -a 'reroll keep' -d 'what becomes of the dice that are marked'
complete -c yahtzee -l confirm-zero -x -a 'on off' -d 'whether to ask before a zero is scored'
complete -c yahtzee -l messages -x -a 'on off' -d 'whether to show what others at the table say'
complete -c yahtzee -l chances -x -a 'on off' -d 'whether to show how likely each player is to win'
complete -c yahtzee -l auto-roll -x -a 'on off' -d 'whether the first roll of a turn is made for you'
complete -c yahtzee -l throw-time -x -d 'how long a throw of the dice takes'
complete -c yahtzee -l think-time -x -d '-d in milliseconds'
complete -c yahtzee -l coach -x -a 'off ask warn always' -d 'when the coach speaks unasked (--coach alone: ask)'
complete -c yahtzee -l warns-of -x -a 'points chances' -d 'whether --coach warn counts points or chances to win'
complete -c yahtzee -l analysis-time -x -d 'how long optimal may search in a turn with several columns (default: 10 for quintzee, else 0)'
complete -c yahtzee -l line -x -a '(__yahtzee_line)' -d 'play on a terminal at a device, socket://host:port or rfc2217://host:port'
complete -c yahtzee -l baud -x -a '110 150 300 600 1200 1800 2000 2400 3600 4800 7200 9600 19200' -d 'speed of the line: 9600 with --line, else the terminal\'s'
complete -c yahtzee -l term -x -a 'adm3a ansi h19 h19-a h19-ansi h19-b h19a h89 heath heath-19 heath-ansi heathkit heathkit-a vt100 vt100-am vt100-nam vt102 vt220 vt52 wy50 wyse50 z19 z29 z29b zenith zenith29' -d 'the terminal is a NAME, as h19 or vt100, whatever TERM says'
complete -c yahtzee -l report -r -F -d 'with --line: append a report of the session to FILE'
complete -c yahtzee -l plain -d 'no screen: a prompt a line'
complete -c yahtzee -l no-plain -d 'switch --plain off'
complete -c yahtzee -l upper -d '--plain in upper case, as for a Teletype'
complete -c yahtzee -l no-upper -d 'switch --upper off'
complete -c yahtzee -l phosphor -x -a 'green amber white' -d 'colour of the emulated tube'
complete -c yahtzee -l mouse -d 'take clicks on the emulated tube (default: on)'
complete -c yahtzee -l no-mouse -d 'switch --mouse off'
complete -c yahtzee -l join -r -F -d 'play at the host at [HOST:]PORT or at the path of its socket'
complete -c yahtzee -l door -r -F -d 'play with the caller of a bulletin board, by its drop file'
complete -c yahtzee -l save -x -a 'ask always never' -d 'whether a game that is left is kept for later'
complete -c yahtzee -l resume -x -a 'ask always never' -d 'whether the last game of the same players is resumed if unfinished'
complete -c yahtzee -l continue -x -d 'resume the last unfinished game, or game N'
complete -c yahtzee -l new-grid -d 'quintzee: begin a new grid'
complete -c yahtzee -l games -x -d 'list all games, or the cards of game N'
complete -c yahtzee -l scores -d 'show the statistics of finished games'
complete -c yahtzee -l review -x -d 'review the last finished game, or game N'
complete -c yahtzee -l json -d 'with --scores: as JSON'
complete -c yahtzee -l record -r -F -d 'append each game played to FILE'
complete -c yahtzee -l replay -r -F -d 'show the games of FILE, or the saved game N, again'
complete -c yahtzee -l referee -d 'say what the records on standard input come to, in JSON'
complete -c yahtzee -s h -d 'show this and exit'
complete -c yahtzee -l help -d 'show this and exit'
complete -c yahtzee -l man -d 'show the manual and exit'
complete -c yahtzee -l version -d 'show it and exit'
complete -c yahtzee -l print-completion -x -a 'bash zsh fish' -d 'print how bash, zsh or fish completes the options'
