@FUNCTION@() {
    local how line=${COMP_LINE:0:COMP_POINT}
    { read -r how; mapfile -t COMPREPLY; } < <(command @NAME@ --complete bash "$line" "$2" 2>/dev/null)
    case $how in
    commands) mapfile -t COMPREPLY < <(compgen -c -- "$2") ;;
    ?*) compopt -o "$how" ;;
    esac
}
complete -F @FUNCTION@ @NAME@
