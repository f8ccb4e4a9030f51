#compdef @NAME@
_@NAME@() {
    local line="$words[1,CURRENT-1] $QIPREFIX$PREFIX"
    local -a found=("${(@f)$(command @NAME@ --complete zsh $line 2>/dev/null)}") space
    local how=$found[1]
    shift found
    [[ $how != nospace ]] || space=(-S '')
    _describe @NAME@ found "${space[@]}"
    case $how in
        default) compset -P 1 '*='; _files ;;
        dirnames) compset -P 1 '*='; _files -/ ;;
        commands) shift ${words[(i)--]} words; CURRENT=$#words; _normal ;;
    esac
}
if [[ $funcstack[1] = _@NAME@ ]]; then _@NAME@ "$@"; else compdef _@NAME@ @NAME@; fi
