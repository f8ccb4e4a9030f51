"""What follows from the description of a terminal: its display, keys, speed, painter."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from h89yahtzee.h19.keyboard import keys_by_code
from h89yahtzee.screen.key_reader import termcap_keys
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.screen.layout import Display, Keyboard

if TYPE_CHECKING:
    from h89yahtzee.screen.painter.painter import Painter
    from h89yahtzee.transport.pacing import Work


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


@cache
def painter_for(caps: Termcap, byte_time: float | None = None, hurry: bool = False) -> Painter:
    """A painter for the fewest bytes, or for the least time on a line that takes `byte_time` milliseconds a byte.

    Only the H19's processor is known; others are taken to be faster than any line. All terminals of a kind have the
    same painter, which paints once what many of them show.
    """
    from h89yahtzee.h19.timing.execution import CodeTimes
    from h89yahtzee.screen.painter.cost import CostModel
    from h89yahtzee.screen.painter.painter import Painter

    return Painter(caps, CostModel(CodeTimes(caps) if caps.is_h19 else None, byte_time), hurry)
