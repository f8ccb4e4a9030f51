function _yahtzee-mcp
    set -l found (command yahtzee-mcp --complete fish (commandline -cp | string collect) 2>/dev/null)
    set -l typed (string match -r '^((?:[^=]*=)?)(.*)' -- (commandline -ct))
    switch "$found[1]"
        case default
            printf '%s\n' "$typed[2]"(__fish_complete_path "$typed[3]")
        case dirnames
            printf '%s\n' "$typed[2]"(__fish_complete_directories "$typed[3]")
        case commands
            complete -C (commandline -cp | string replace -r '^.*? -- ' '')
    end
    printf '%s\n' $found[2..]
end
complete -c yahtzee-mcp -f -a '(_yahtzee-mcp)'
