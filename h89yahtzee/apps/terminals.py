"""The terminals that the game has a description of, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from h89yahtzee.h19.termcap import Termcap, parse_termcap

H19 = "h19"
"""The terminal that the game is played on where nothing else is said."""

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


def is_h19(name: str) -> bool:
    """Whether `name`, as TERM may have it, is one of those in use for the H19 and its variants."""
    return _H19.match(name) is not None


def find_terminal(name: str) -> Termcap:
    """The terminal of that name, any variant of the H19 being one; ValueError naming all that there are."""
    terminals = list(_terminals())
    for caps in terminals:
        if name in caps.names[:-1]:
            return caps
    if is_h19(name):
        return find_terminal("h19-ansi" if _H19_ANSI.fullmatch(name) else H19)
    names = " ".join(sorted(alias for caps in terminals for alias in caps.names[:-1]))
    raise ValueError(f"expected one of {names}, not {name!r}")


def _terminals() -> Iterator[Termcap]:
    for file in files("termcaps").iterdir():
        if file.name.endswith(".tc"):
            yield parse_termcap(file.read_text("ascii"))
