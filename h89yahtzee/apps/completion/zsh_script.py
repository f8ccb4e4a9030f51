"""The completion of a program for zsh: specifications for its `_arguments`."""

from __future__ import annotations

import re
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
_LINE = f"""\
_@NAME@_line() {{
    if compset -P '*,*,'; then
        compadd -- @TERMS@
    elif compset -P '*,'; then
        compadd -- {SPEEDS}
    else
        local -a devices=({DEVICES.replace(" ", "(N) ")}(N))
        compadd -S '' -- {SCHEMES}
        compadd -a devices || _files
    fi
}}
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
    Operand.PLAYERS: f"""\
_@NAME@_players() {{
    compset -P '*:' && compadd -- {STRATEGY_NAMES}
}}
""",
    Operand.BOTS: f"""\
_@NAME@_bots() {{
    compset -P '*='
    compadd -- check new ratings {STRATEGY_NAMES}
    _files
}}
""",
}
_VALUES = {Kind.FILE: "_files", Kind.FOLDER: "_files -/", Kind.LINE: "_@NAME@_line", Kind.OTHER: " "}


def zsh_script(name: str, offered: Sequence[Offer], operand: Operand, terms: str) -> str:
    specs = [f"        {spec}" for offer in offered for spec in _specs(offer)]
    specs += [f"        '*:{operand.value}:_@NAME@_{operand.value}'"] * (operand in _OPERANDS)
    has_line = any(offer.kind == Kind.LINE for offer in offered)
    marks = {
        "@FUNCTIONS@": _LINE * has_line + _OPERANDS.get(operand, ""),
        "@COMMAND@": _COMMAND * (operand == Operand.COMMAND),
        "@SPECS@": " \\\n".join(specs),
        "@NAME@": name,
        "@TERMS@": terms,
    }
    return filled_in(_FRAME, marks)


def _specs(offer: Offer) -> Iterator[str]:
    """A specification for each of its names, as `'(--csv --svg)--json[print all figures as JSON]'`."""
    about = re.sub(r"([\\\[\]])", r"\\\1", offer.about).replace("'", r"'\''")
    without = " ".join(dict.fromkeys([*offer.names * (not offer.repeats), *offer.rivals]))
    first = "*" if offer.repeats else f"({without})"
    for spelled in offer.names:
        attached = "" if offer.kind == Kind.NONE else "=" if spelled.startswith("--") else "+"
        yield f"'{first}{spelled}{attached}[{about}]{_value(offer)}'"


def _value(offer: Offer) -> str:
    if offer.kind == Kind.NONE:
        return ""
    title = re.sub(r"[^a-z0-9|]+", " ", offer.value_name).strip()
    action = f"({offer.words})" if offer.words else _VALUES[offer.kind]
    return f"{'::' if offer.is_optional else ':'}{title}:{action}"
