"""The completion of a program for fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.apps.completion.offers import (
    DEVICES,
    SCHEMES,
    SPEEDS,
    STRATEGY_NAMES,
    Kind,
    Offer,
    Operand,
    filled_in,
)

_LINE = f"""\
function __@NAME@_line
    set -l typed (commandline -ct | string replace -r '^--line=' '')
    set -l begun (string match -r '.*,' -- $typed)
    set -l devices {DEVICES}
    switch "$begun"
        case '*,*,'
            printf '%s\\n' $begun{{@TERMS@}}
        case '*,'
            printf '%s\\n' $begun{{{SPEEDS.replace(" ", ",")}}}
        case '*'
            printf '%s\\n' {SCHEMES} $devices
            __fish_complete_path $typed
    end
end
"""
_OPERANDS = {
    Operand.NONE: "complete -c @NAME@ -f\n",
    Operand.PLAYERS: f"""\
function __@NAME@_players
    set -l begun (string match -r '^=.*:' -- (commandline -ct))
    and printf '%s\\n' $begun{{{STRATEGY_NAMES.replace(" ", ",")}}}
end
complete -c @NAME@ -f -a '(__@NAME@_players)'
""",
    Operand.BOTS: f"""\
function __@NAME@_bots
    set -l begun (string match -r '^[^=]*=' -- (commandline -ct))
    or set begun ''
    printf '%s\\n' $begun{{check,new,ratings,{STRATEGY_NAMES.replace(" ", ",")}}}
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
    Kind.LINE: " -x -a '(__@NAME@_line)'",
    Kind.OTHER: " -x",
}


def fish_script(name: str, offered: Sequence[Offer], operand: Operand, terms: str) -> str:
    has_line = any(offer.kind == Kind.LINE for offer in offered)
    lines = "".join(f"{line}\n" for offer in offered for line in _lines(offer))
    marks = {"@NAME@": name, "@TERMS@": terms.replace(" ", ",")}
    return filled_in(_LINE * has_line + _OPERANDS[operand] + lines, marks)


def _lines(offer: Offer) -> Iterator[str]:
    about = offer.about.replace("\\", "\\\\").replace("'", "\\'")
    value = f" -x -a '{offer.words}'" if offer.words else _VALUES[offer.kind]
    for spelled in offer.names:
        style = "-l" if spelled.startswith("--") else "-s" if len(spelled) == 2 else "-o"
        yield f"complete -c @NAME@ {style} {spelled.lstrip('-')}{value} -d '{about}'"
