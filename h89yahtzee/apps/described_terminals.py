"""The terminals described by the package's termcap files, found by the values of TERM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from h89yahtzee.apps.paths import shipped_folder
from h89yahtzee.game.near_words import not_among
from h89yahtzee.screen.termcap import Termcap, parse_termcap

H19 = "h19"
"""The name of the game's default terminal."""
H19_WINDOW = "h19-pc"
"""The name of the terminal that `yahtzee --join` tells a host if it emulates an H19 in a window: the keyboard is a
PC's, and telnet tells the number of rows."""
H19_KEYBOARD = "H19_KEYBOARD"
"""The environment variable by which `h19` tells a command that the emulated H19 has a PC's keyboard (`PC`)."""
CELL_WIDTH, CELL_HEIGHT = 8, 10
"""The pixels of a character on an H19. A command learns from the height of its pty how many rows `h19` shows."""
TUBE_ROWS = range(24, 26)
PC = "pc"

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


def termcap_folder() -> Path:
    return shipped_folder("termcaps", "termcaps")


@lru_cache(64)
def described_terminal(name: str) -> Termcap | None:
    """Return the description of the terminal `name`; None if there is none.

    A name that only begins like one of the H19's, such as h19-u, stands for the H19.
    """
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
    """Yield all described terminals, beginning with the file named `first`: mostly no other file is read then.

    Each file is parsed only once, because any number of unknown names may be looked up.
    """
    for file in sorted(termcap_folder().glob("*.tc"), key=lambda file: file.name != f"{first}.tc"):
        yield _terminal(file)


@cache
def _terminal(file: Path) -> Termcap:
    return parse_termcap(file.read_text("ascii"))
