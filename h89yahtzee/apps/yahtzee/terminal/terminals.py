"""The terminals that the game has a description of, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from h89yahtzee.game.near_words import not_among
from h89yahtzee.h19.keyboard import keys_by_code
from h89yahtzee.screen.key_reader import termcap_keys
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.termcap import Termcap, parse_termcap
from h89yahtzee.table.screen.layout import Display, Keyboard

if TYPE_CHECKING:
    from h89yahtzee.screen.painter.painter import Painter
    from h89yahtzee.transport.pacing import Work

H19 = "h19"
"""The terminal that the game is played on where nothing else is said."""

_H19 = re.compile("(h19|heath|z19|h89)")
_H19_ANSI = re.compile("(h19|heath|heathkit|z19|h89)-?a(nsi)?")


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
    names = sorted(alias for caps in _terminals(name) for alias in caps.names[:-1])
    raise ValueError(f"expected {not_among(name, names)}")


def display_of(caps: Termcap) -> Display:
    return Display(caps.rows, caps.has_reverse, Keyboard.H19 if caps.has_h19_keyboard else Keyboard.LETTERS)


def key_codes(caps: Termcap) -> dict[bytes, KeyPress]:
    """The key for each code that the terminal's keyboard sends."""
    return keys_by_code(caps["Hk"] == b"ansi") if caps.has_h19_keyboard else termcap_keys(caps)


def execution(caps: Termcap) -> Work:
    """Return the time that the terminal's processor takes; all but the H19 are assumed to keep up."""
    from h89yahtzee.h19.timing.execution import ExecutionTimes
    from h89yahtzee.transport.pacing import no_work

    return ExecutionTimes().feed if caps.is_h19 else no_work


def painter_for(caps: Termcap, byte_time: float | None = None) -> Painter:
    """A painter for the fewest bytes, or for the least time on a line that takes `byte_time` milliseconds a byte.

    Only the H19's processor is known; others are taken to be faster than any line.
    """
    from h89yahtzee.h19.timing.execution import CodeTimes
    from h89yahtzee.screen.painter.cost import CostModel
    from h89yahtzee.screen.painter.painter import Painter

    return Painter(caps, CostModel(CodeTimes(caps) if caps.is_h19 else None, byte_time))


def _terminals(first: str) -> Iterator[Termcap]:
    """All of them, that whose file is called so before the others: mostly no other has to be read."""
    descriptions = (file for file in files("termcaps").iterdir() if file.name.endswith(".tc"))
    for file in sorted(descriptions, key=lambda file: file.name != f"{first}.tc"):
        yield parse_termcap(file.read_text("ascii"))
