"""The terminals of which there is a description, by the names that TERM may have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from h89yahtzee.game.near_words import not_among
from h89yahtzee.screen.termcap import Termcap, parse_termcap

H19 = "h19"
"""The terminal that the game is played on where nothing else is said."""

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


def termcap_folder() -> Path:
    """The folder of the descriptions: inside the package where it is installed, beside it in a clone."""
    package = Path(__file__).parents[1]
    installed = package / "termcaps"
    return installed if installed.is_dir() else package.with_name("termcaps")


@lru_cache(64)
def described_terminal(name: str) -> Termcap | None:
    """The terminal of that name, any variant of the H19 being one; None for what has no description, as today's."""
    for caps in _terminals(name):
        if name in caps.names[:-1]:
            return caps
    if _H19.match(name):
        return find_terminal("h19-ansi" if _H19_ANSI.fullmatch(name) else H19)
    return None


def find_terminal(name: str) -> Termcap:
    """The terminal of that name; ValueError naming all that there are."""
    caps = described_terminal(name)
    if caps is not None:
        return caps
    raise ValueError(f"expected {not_among(name, terminal_names())}")


def terminal_names() -> list[str]:
    return sorted(alias for caps in _terminals(H19) for alias in caps.names[:-1])


def _terminals(first: str) -> Iterator[Termcap]:
    """All of them, that whose file is called so before the others: mostly no other has to be read.

    Each is read once: callers may name any number of terminals that there aren't.
    """
    for file in sorted(termcap_folder().glob("*.tc"), key=lambda file: file.name != f"{first}.tc"):
        yield _terminal(file)


@cache
def _terminal(file: Path) -> Termcap:
    return parse_termcap(file.read_text("ascii"))
