"""The completion of a program for bash 4.2 or newer, with or without the package bash-completion."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.apps.completion.offers import Kind, Offer, Operand, filled_in

_FRAME = """\
@FUNCTION@() {
    local words=() option="" current prefix="" typed="" offered="" part rest=${COMP_LINE:0:COMP_POINT}
    # Bash parts words at = and : as well; these are parted at spaces alone, and have no quotes before them.
    for part in "${COMP_WORDS[@]:0:COMP_CWORD}" ""; do
        if [[ $rest == [[:blank:]]* ]]; then
            words+=("$typed") typed="" rest=${rest#"${rest%%[![:blank:]]*}"}
        fi
        part=${part:-$rest} typed+=${part#[\\"\\']} rest=${rest#"$part"}
    done
    current=$typed
    if [[ $typed == --*=* ]]; then
        option=${typed%%=*} prefix=${typed%%=*}= current=${typed#*=}
    elif [[ $typed != [-=]* ]]; then
        option=${words[-1]}
    fi
    [[ " ${words[*]} " == *" -- "* ]] && option=--
    case $option in
@CASES@
    *)
        [[ $option == -- ]] || offered="@OPTIONS@"
@OPERAND@
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$offered" -- "$current")
    [[ ${COMPREPLY[0]-} == *[=:/] ]] && compopt -o nospace
    # Bash replaces the last part, which it passes as $2, and nothing before it.
    COMPREPLY=("${COMPREPLY[@]#"${typed%"$2"}"}")
}
complete -F @FUNCTION@ @NAME@
"""
_DEVICE = """\
        offered="@SCHEMES@ $(shopt -s nullglob && echo @DEVICES@)"
        compopt -o default"""
_PARTS = """
        case $current in
        *,*,*) offered="@TERMS@" ;;
        *,*) offered="@SPEEDS@" ;;
        esac
        [[ $current == *,* ]] && prefix+=${current%,*}, current=${current##*,}"""
_VALUES = {
    Kind.FILE: "        compopt -o default\n        return",
    Kind.FOLDER: "        compopt -o dirnames\n        return",
    Kind.BOT: '        offered="@STRATEGIES@"\n        compopt -o default',
    Kind.DEVICE: _DEVICE,
    Kind.LINE: _DEVICE + _PARTS,
    Kind.OTHER: "        return",
}
_COMMAND = """\
    --)
        local at
        for ((at = 1; at < COMP_CWORD; at++)); do
            [[ ${COMP_WORDS[at]} == -- ]] && break
        done
        if declare -F _command_offset >/dev/null; then
            _command_offset $((at + 1))
        elif ((COMP_CWORD == at + 1)); then
            mapfile -t COMPREPLY < <(compgen -c -- "$2")
        else
            compopt -o default
        fi
        return
        ;;"""
_OPERANDS = {
    Operand.PLAYERS: """\
        if [[ $current == =*:* ]]; then
            offered="@STRATEGIES@ @LEVELS@" prefix=${current%:*}: current=${current##*:}
        fi
""",
    Operand.BOTS: """\
        if [[ $current != -* ]]; then
            [[ $current == *=* ]] && prefix=${current%%=*}= current=${current#*=}
            offered="check new ratings @STRATEGIES@"
            compopt -o default
        fi
""",
}


def bash_script(name: str, offered: Sequence[Offer], operand: Operand) -> str:
    by_body: dict[str, list[str]] = {}
    for offer in offered:
        if offer.kind != Kind.NONE:
            body = _VALUES.get(offer.kind) or f'        offered="{offer.words}"'
            by_body.setdefault(body, []).extend(offer.names)
    values = [f"    {' | '.join(names)})\n{body}\n        ;;" for body, names in by_body.items()]
    names = " ".join(spelled for offer in offered for spelled in offer.names)
    marks = {
        "@CASES@": "\n".join([*values, *[_COMMAND] * (operand == Operand.COMMAND)]),
        "@OPTIONS@": names,
        "@OPERAND@\n": _OPERANDS.get(operand, ""),
        "@FUNCTION@": f"_{name.replace('-', '_')}",
        "@NAME@": name,
    }
    return filled_in(_FRAME, marks)
