"""What sending costs, by hand: the line's 10 bits a byte, and times measured on the H19's firmware at 2.048 MHz."""

import pytest

from h89yahtzee.screen.painter.cost import CostModel
from tests.naming import each

ADDRESS, INSERT_LINE, CLEAR, HOME = b"\x1bY !", b"\x1bL", b"\x1bE", b"\x1bH"
BYTE_AT_9600, BYTE_AT_19200 = 10_000 / 9600, 10_000 / 19200


def measured(code: bytes, row: int, column: int) -> float:
    """Milliseconds, some of those recorded."""
    assert column == 0
    if code == INSERT_LINE:
        return {0: 25.747, 11: 14.682, 22: 3.618}[row]
    return {ADDRESS: 3.586, CLEAR: 15.499, HOME: 1.763}[code]


def test_bytes_decide() -> None:
    """Even where the shorter code takes the processor 22 ms longer."""
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
    """All 24 rows of 80 cells addressed, in reverse video by turns: 4 + 2 * 40 bytes a row besides the cells."""
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
    """Counted in bytes of the line."""
    assert CostModel(measured, byte_time).cost(code, row, 0) == pytest.approx(expected, abs=0.01)


def test_fewer_bytes_are_cheaper_where_the_time_is_the_same() -> None:
    cost_model = CostModel(lambda *_: 20.0, BYTE_AT_9600)
    assert cost_model.cost(b"12") < cost_model.cost(b"123")


@pytest.mark.parametrize("byte_time", [None, BYTE_AT_9600])
def test_processor_that_is_not_known_is_faster_than_any_line(byte_time: float | None) -> None:
    assert CostModel(None, byte_time).cost(INSERT_LINE, 0, 0) == pytest.approx(2, abs=0.001)
