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
"""The terminal type that `yahtzee --join` sends to a host if it emulates an H19 in a window: an H19 with a PC's
keyboard. How many rows it has is sent separately, by telnet."""
H19_KEYBOARD = "H19_KEYBOARD"
"""The environment variable that the program `h19` sets to `PC` for the command that it runs, since the H19 that it
emulates has a PC's keyboard."""
CELL_WIDTH, CELL_HEIGHT = 8, 10
"""The width and height of a character on an H19, in pixels. A command run by the program `h19` learns the number of
rows on the screen from the height of its pty in pixels."""
TUBE_ROWS = range(24, 26)
PC = "pc"

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


def termcap_folder() -> Path:
    return shipped_folder("termcaps", "termcaps")


@lru_cache(64)
def described_terminal(name: str) -> Termcap | None:
    """Return the description of the terminal `name`; None if there is none.

    A name that begins like a name of the H19, such as h19-u, stands for the H19.
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
    """Yield all described terminals, beginning with the file named `first`: mostly the caller finds its terminal
    there, and then no other file is read.

    Each file is parsed only once, because any number of unknown names may be looked up.
    """
    for file in sorted(termcap_folder().glob("*.tc"), key=lambda file: file.name != f"{first}.tc"):
        yield _terminal(file)


@cache
def _terminal(file: Path) -> Termcap:
    return parse_termcap(file.read_text("ascii"))
