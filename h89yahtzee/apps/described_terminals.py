"""The terminals described by the package's termcap files, found by the values of TERM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from h89yahtzee.game.near_words import not_among
from h89yahtzee.screen.termcap import Termcap, parse_termcap

H19 = "h19"
"""The name of the game's default terminal."""
H19_WINDOW = "h19-pc"
"""The name that `yahtzee --join` tells a host for an H19 in a window: one with a PC's keyboard, and with as many
rows as telnet tells."""

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


def termcap_folder() -> Path:
    """Return the folder of the termcap files: inside the package if installed, beside the package in a clone."""
    package = Path(__file__).parents[1]
    installed = package / "termcaps"
    return installed if installed.is_dir() else package.with_name("termcaps")


@lru_cache(64)
def described_terminal(name: str) -> Termcap | None:
    """Return the description of the terminal `name`, an H19's for all H19 variants; None if there is none."""
    for caps in _terminals(name):
        if name in caps.names[:-1]:
            return caps
    if _H19.match(name):
        return find_terminal("h19-ansi" if _H19_ANSI.fullmatch(name) else H19)
    return None


def find_terminal(name: str) -> Termcap:
    """Return the description of the terminal `name`; ValueError naming the described terminals if there is none."""
    caps = described_terminal(name)
    if caps is not None:
        return caps
    raise ValueError(f"expected {not_among(name, terminal_names())}")


def terminal_names() -> list[str]:
    return sorted(alias for caps in _terminals(H19) for alias in caps.names[:-1])


def _terminals(first: str) -> Iterator[Termcap]:
    """Yield all described terminals, first that of the file named `first`, so that mostly no other file is read.

    Each file is parsed only once, since callers may ask for any number of unknown names.
    """
    for file in sorted(termcap_folder().glob("*.tc"), key=lambda file: file.name != f"{first}.tc"):
        yield _terminal(file)


@cache
def _terminal(file: Path) -> Termcap:
    return parse_termcap(file.read_text("ascii"))
