"""Cursor motions against all that the emulated terminal can do in as few bytes."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.pen import Place
from h89yahtzee.screen.termcap import parse_termcap
from tests.screen.painter.painting import CAPS

TERMCAPS = Path(__file__).parents[3] / "termcaps"
MOTION = CursorMotion(CAPS, CostModel(None))
STATUS = 24
SAVED = (11, 37)
CODES = {
    "line_feed": 1,
    "carriage_return": 1,
    "cursor_backward": 1,
    "horizontal_tab": 1,
    "cursor_up": 2,
    "cursor_forward": 2,
    "cursor_home": 2,
    "restore_cursor_position": 2,
}
ADDRESSING = 4

ROWS = st.sampled_from([0, 1, 2, 11, 12, 21, 22, 23, STATUS])
COLUMNS = st.sampled_from([0, 1, 2, 3, 7, 8, 9, 37, 38, 71, 72, 73, 78, 79])


def at(place: Place) -> ScreenState:
    screen = ScreenState(0)
    screen.set_mode(1)
    screen.set_mode(8)
    screen.direct_cursor_addressing(*SAVED)
    screen.save_cursor_position()
    screen.direct_cursor_addressing(*place)
    return screen


@cache
def reached(start: Place) -> dict[Place, int]:
    """All places that relative motions, home and restoring lead to in less bytes than addressing, by their bytes.

    Nothing may scroll, so no line feed is sent in row 23. By trying everything.
    """
    costs = {start: 0}
    for cost in range(ADDRESSING):
        for place in [place for place, paid in costs.items() if paid == cost]:
            for name, length in CODES.items():
                if place[0] == 23 and name in ("line_feed", "carriage_return"):
                    continue
                screen = at(place)
                getattr(screen, name)()
                other = screen.cursor
                if cost + length < min(costs.get(other, ADDRESSING), ADDRESSING):
                    costs[other] = cost + length
    return costs


@settings(max_examples=300)
@given(st.tuples(ROWS, COLUMNS), st.tuples(ROWS, COLUMNS))
def test_no_shorter_way_exists(start: Place, place: Place) -> None:
    expected = reached(start).get(place, ADDRESSING)
    assert MOTION.to(start, SAVED, place).cost == pytest.approx(expected)


@pytest.mark.parametrize(("column", "code"), [(0, b"\r"), (1, b"\r\x1b[C"), (2, b"\x1b[6;3H")])
def test_a_carriage_return_leads_back_on_a_terminal_that_has_one(column: int, code: bytes) -> None:
    """By hand, on a VT100: addressing takes 6 bytes, a column to the right 3."""
    vt100 = parse_termcap((TERMCAPS / "vt100.tc").read_text("ascii"))
    assert CursorMotion(vt100, CostModel(None)).to((5, 40), None, (5, column)).code == code
