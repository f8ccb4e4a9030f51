"""Cursor motions, compared with the shortest ones on the emulated terminal, and costs worked out by hand."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.screen.painter.pen import CostModel, CursorMotion, Place
from h89yahtzee.screen.termcap import parse_termcap
from tests.naming import each
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
    """Return the places that take fewer bytes than direct addressing, with these numbers of bytes.

    All sequences of relative motions, home and restoring are tried. Nothing may scroll, so no line feed is sent in
    row 23.
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


@given(st.tuples(ROWS, COLUMNS), st.tuples(ROWS, COLUMNS))
def test_no_shorter_way_exists(start: Place, place: Place) -> None:
    expected = reached(start).get(place, ADDRESSING)
    assert MOTION.to(start, SAVED, place).cost == pytest.approx(expected)


@pytest.mark.parametrize(("column", "code"), [(0, b"\r"), (1, b"\r\x1b[C"), (2, b"\x1b[6;3H")])
def test_a_carriage_return_leads_back_on_a_terminal_that_has_one(column: int, code: bytes) -> None:
    """Worked out by hand for a VT100: addressing takes 6 bytes, and a motion by a column to the right 3."""
    vt100 = parse_termcap((TERMCAPS / "vt100.tc").read_text("ascii"))
    assert CursorMotion(vt100, CostModel(None)).to((5, 40), None, (5, column)).code == code


ADDRESS, INSERT_LINE, CLEAR, HOME = b"\x1bY !", b"\x1bL", b"\x1bE", b"\x1bH"
BYTE_AT_9600, BYTE_AT_19200 = 10_000 / 9600, 10_000 / 19200


def measured(code: bytes, row: int, column: int) -> float:
    """Return the recorded milliseconds of some codes."""
    assert column == 0
    if code == INSERT_LINE:
        return {0: 25.747, 11: 14.682, 22: 3.618}[row]
    return {ADDRESS: 3.586, CLEAR: 15.499, HOME: 1.763}[code]


def test_bytes_decide() -> None:
    """The shorter code is cheaper even where it takes the processor 22 ms longer."""
    cost_model = CostModel(measured)
    assert cost_model.cost(INSERT_LINE, 0, 0) < cost_model.cost(ADDRESS)
    assert cost_model.cost(ADDRESS) == pytest.approx(4, abs=0.01)


def test_of_equal_codes_the_sooner_one_is_cheaper() -> None:
    cost_model = CostModel(measured)
    rows = [cost_model.cost(INSERT_LINE, row, 0) for row in (22, 11, 0)]
    assert rows == sorted(rows)
    assert cost_model.cost(HOME) < rows[0]
    assert len(set(rows)) == 3


def test_times_are_less_than_a_byte_over_a_whole_screen() -> None:
    """24 rows are addressed, and reverse video is switched at each of their 80 cells: 4 + 2 * 80 bytes a row."""
    reverse = 2.615
    cost_model = CostModel(lambda code, *_: 3.586 if len(code) == 4 else reverse)
    total = 24 * (cost_model.cost(ADDRESS) + 80 * cost_model.cost(b"\x1bp"))
    assert 24 * (4 + 160) < total < 24 * (4 + 160) + 1


@each(
    ("code", "row", "byte_time", "expected"),
    [
        (ADDRESS, 0, BYTE_AT_9600, 4),
        (ADDRESS, 0, BYTE_AT_19200, 3.586 / 0.5208),
        (INSERT_LINE, 0, BYTE_AT_9600, 24.72),
        (INSERT_LINE, 22, BYTE_AT_9600, 3.473),
        (CLEAR, 0, 10_000 / 1200, 2),
        (CLEAR, 0, BYTE_AT_9600, 14.88),
    ],
)
def test_time_is_that_of_the_slower_of_line_and_processor(
    code: bytes, row: int, byte_time: float, expected: float
) -> None:
    """Times are counted in the time that a byte takes on the serial line."""
    assert CostModel(measured, byte_time).cost(code, row, 0) == pytest.approx(expected, abs=0.01)


def test_fewer_bytes_are_cheaper_where_the_time_is_the_same() -> None:
    cost_model = CostModel(lambda *_: 20.0, BYTE_AT_9600)
    assert cost_model.cost(b"12") < cost_model.cost(b"123")


@pytest.mark.parametrize("byte_time", [None, BYTE_AT_9600])
def test_processor_that_is_not_known_is_faster_than_any_line(byte_time: float | None) -> None:
    assert CostModel(None, byte_time).cost(INSERT_LINE, 0, 0) == pytest.approx(2, abs=0.001)
