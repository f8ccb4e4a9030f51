"""The completion of a program for zsh: specifications for its `_arguments`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.completion.offers import Kind, Offer, Operand, filled_in, needed_functions

_FRAME = """\
#compdef @NAME@
@FUNCTIONS@_@NAME@() {
@COMMAND@    _arguments -S \\
@SPECS@
}
# Called by zsh that found this file, or read by eval in .zshrc.
if [[ $funcstack[1] = _@NAME@ ]]; then
    _@NAME@ "$@"
else
    compdef _@NAME@ @NAME@
fi
"""
_DEVICE = """\
_@NAME@_device() {
    local -a devices=(@DEVICES@)
    compadd -S '' -- @SCHEMES@
    compadd -a devices || _files
}
"""
_LINE = """\
_@NAME@_line() {
    if compset -P '*,*,'; then
        compadd -- @TERMS@
    elif compset -P '*,'; then
        compadd -- @SPEEDS@
    else
        _@NAME@_device
    fi
}
"""
_COMMAND = """\
    local at=${words[(i)--]}
    if ((at < CURRENT)); then
        shift $at words
        ((CURRENT -= at))
        _normal
        return
    fi
"""
_OPERANDS = {
    Operand.PLAYERS: """\
_@NAME@_players() {
    compset -P '*:' && compadd -- @STRATEGIES@ @LEVELS@
}
""",
    Operand.BOTS: """\
_@NAME@_bots() {
    compset -P '*='
    compadd -- check new ratings @STRATEGIES@
    _files
}
""",
}
_VALUES = {
    Kind.FILE: "_files",
    Kind.FOLDER: "_files -/",
    Kind.BOT: "{compadd -- @STRATEGIES@; _files}",
    Kind.DEVICE: "_@NAME@_device",
    Kind.LINE: "_@NAME@_line",
    Kind.OTHER: "( )",
}


def zsh_script(name: str, offered: Sequence[Offer], operand: Operand) -> str:
    specs = [f"        {spec}" for offer in offered for spec in _specs(offer)]
    specs += [f"        '*:{operand.value}:_@NAME@_{operand.value}'"] * (operand in _OPERANDS)
    functions = needed_functions(offered, _DEVICE, _LINE)
    marks = {
        "@FUNCTIONS@": functions + _OPERANDS.get(operand, ""),
        "@COMMAND@": _COMMAND * (operand == Operand.COMMAND),
        "@SPECS@": " \\\n".join(specs),
        "@NAME@": name,
    }
    return filled_in(_FRAME, marks)


def _specs(offer: Offer) -> Iterator[str]:
    """A specification for each of its names, as `'(--csv --svg)--json[print all figures as JSON]'`."""
    without = " ".join(dict.fromkeys([*offer.names * (not offer.repeats), *offer.rivals]))
    first = "*" if offer.repeats else f"({without})"
    for spelled in offer.names:
        about = re.sub(r"([\\\[\]])", r"\\\1", offer.says(spelled)).replace("'", r"'\''")
        attached = "" if offer.kind == Kind.NONE else "=" if spelled.startswith("--") else "+"
        yield f"'{first}{spelled}{attached}[{about}]{_value(offer)}'"


def _value(offer: Offer) -> str:
    if offer.kind == Kind.NONE:
        return ""
    title = re.sub(r"[^a-z0-9|]+", " ", offer.value_name).strip()
    action = f"({offer.words})" if offer.words else _VALUES[offer.kind]
    return f"{'::' if offer.is_optional else ':'}{title}:{action}"
