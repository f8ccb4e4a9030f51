"""The completion of a program for fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.apps.completion.offers import Kind, Offer, Operand, filled_in, needed_functions

_DEVICE = """\
function __@NAME@_device
    set -l devices @DEVICES@
    printf '%s\\n' @SCHEMES@ $devices
    __fish_complete_path (commandline -ct | string replace -r '^--line=' '')
end
"""
_LINE = """\
function __@NAME@_line
    set -l begun (commandline -ct | string replace -r '^--line=' '' | string match -r '.*,')
    switch "$begun"
        case '*,*,'
            printf '%s\\n' $begun(string split ' ' '@TERMS@')
        case '*,'
            printf '%s\\n' $begun(string split ' ' '@SPEEDS@')
        case '*'
            __@NAME@_device
    end
end
"""
_OPERANDS = {
    Operand.NONE: "complete -c @NAME@ -f\n",
    Operand.PLAYERS: """\
function __@NAME@_players
    set -l begun (string match -r '^=.*:' -- (commandline -ct))
    and printf '%s\\n' $begun(string split ' ' '@STRATEGIES@ @LEVELS@')
end
complete -c @NAME@ -f -a '(__@NAME@_players)'
""",
    Operand.BOTS: """\
function __@NAME@_bots
    set -l begun (string match -r '^[^=]*=' -- (commandline -ct))
    or set begun ''
    printf '%s\\n' $begun(string split ' ' 'check new ratings @STRATEGIES@')
end
complete -c @NAME@ -a '(__@NAME@_bots)'
""",
    Operand.COMMAND: """\
complete -c @NAME@ -f
complete -c @NAME@ -n 'contains -- -- (commandline -opc)' \\
    -a "(complete -C (commandline -cp | string replace -r '^.*? -- ' ''))"
""",
}
_VALUES = {
    Kind.NONE: "",
    Kind.FILE: " -r -F",
    Kind.FOLDER: " -x -a '(__fish_complete_directories)'",
    Kind.BOT: " -r -F -a '@STRATEGIES@'",
    Kind.DEVICE: " -x -a '(__@NAME@_device)'",
    Kind.LINE: " -x -a '(__@NAME@_line)'",
    Kind.OTHER: " -x",
}


def fish_script(name: str, offered: Sequence[Offer], operand: Operand) -> str:
    functions = needed_functions(offered, _DEVICE, _LINE)
    lines = "".join(f"{line}\n" for offer in offered for line in _lines(offer))
    return filled_in(functions + _OPERANDS[operand] + lines, {"@NAME@": name})


def _lines(offer: Offer) -> Iterator[str]:
    value = f" -x -a '{offer.words}'" if offer.words else _VALUES[offer.kind]
    for spelled in offer.names:
        style = "-l" if spelled.startswith("--") else "-s" if len(spelled) == 2 else "-o"
        about = offer.says(spelled).replace("\\", "\\\\").replace("'", "\\'")
        yield f"complete -c @NAME@ {style} {spelled.lstrip('-')}{value} -d '{about}'"
