"""Updates of a row: random ones are carried out on a list of cells, others are worked out by hand."""

import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from h89yahtzee.screen.painter.pen import CostModel, EncodedCell, EncodedRow
from h89yahtzee.screen.painter.row_update import RowUpdate, RowUpdates
from tests.naming import each
from tests.screen.painter.painting import CAPS, COLUMNS

BLANK = EncodedCell(0x20, None, False)
BOTTOM, STATUS = 23, 24
CELLS = (
    BLANK,
    EncodedCell(0x41, None, False),
    EncodedCell(0x61, False, False),
    EncodedCell(0x61, True, False),
    EncodedCell(0x41, None, True),
)
ERASE, DELETE, INSERT, INSERT_OFF = b"\x1bK", b"\x1bN", b"\x1b@", b"\x1bO"
JUMP = 4
LACKING: list[tuple[str, ...]] = [(), ("ce",), ("dc",), ("im",), ("ce", "dc", "im")]
"""Groups of capabilities that a terminal may lack."""


def updates_without(without: Sequence[str] = ()) -> RowUpdates:
    strings = {name: code for name, code in CAPS.strings.items() if name not in without}
    return RowUpdates(replace(CAPS, strings=strings), CostModel(None), BLANK)


@cache
def cell(char: str) -> EncodedCell:
    """Return a character's cell: capitals and digits are plain, small letters are capitals in reverse video."""
    return BLANK if char == " " else EncodedCell(ord(char.upper()), None, char.islower())


def row(text: str) -> EncodedRow:
    return tuple(map(cell, text.ljust(COLUMNS)))


def carried_out(updates: Sequence[RowUpdate], cells: EncodedRow) -> EncodedRow:
    """Return the row after the updates, by the meanings of the codes on an H19."""
    for update in updates:
        column, written = update.column, update.cells
        if update.opening == INSERT:
            assert update.closing == INSERT_OFF
            cells = (cells[:column] + written + cells[column:])[:COLUMNS]
            continue
        assert update.closing == b""
        if update.opening == ERASE:
            cells = cells[:column] + (BLANK,) * (COLUMNS - column)
        elif update.opening:
            count = len(update.opening) // len(DELETE)
            assert update.opening == DELETE * count
            cells = cells[:column] + cells[column + count :] + (BLANK,) * count
        cells = cells[:column] + written + cells[column + len(written) :]
    return cells


@st.composite
def rows(draw: st.DrawFn) -> EncodedRow:
    """A row that consists of runs of equal cells."""
    cells: list[EncodedCell] = []
    while len(cells) < COLUMNS:
        cells += [draw(st.sampled_from(CELLS))] * draw(st.sampled_from([1, 1, 2, 3, 7, 40]))
    return tuple(cells[:COLUMNS])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[EncodedRow, EncodedRow]:
    """Two rows; often the second is the first with the cells from some column on moved or replaced."""
    old = draw(rows())
    column, count, new = draw(st.integers(0, COLUMNS - 1)), draw(st.integers(1, 7)), draw(rows())
    deleted = old[:column] + old[column + count :] + new[:count]
    inserted = (old[:column] + new[:count] + old[column:])[:COLUMNS]
    return old, draw(st.sampled_from([new, old[:column] + new[column:], deleted[:COLUMNS], inserted]))


@given(pairs(), st.sampled_from([0, BOTTOM, STATUS]), st.sampled_from(LACKING))
def test_updates_make_the_one_row_of_the_other(
    pair: tuple[EncodedRow, EncodedRow], number: int, without: Sequence[str]
) -> None:
    """Except for the last cell of the page, which can't be written on a terminal that wraps."""
    old, new = pair
    painting = updates_without(without)
    updates = painting.updates(number, old, new)
    shown = carried_out(updates, old)
    if number == BOTTOM:
        assert all(update.column + len(update.cells) < COLUMNS for update in updates)
        assert shown[:-1] == new[:-1]
        assert shown[-1] in (old[-1], new[-1])
    else:
        assert shown == new


@given(pairs())
def test_each_update_says_where_the_cursor_is(pair: tuple[EncodedRow, EncodedRow]) -> None:
    """It is behind the cells written, and in the next row if they end in the last column: an H19 is set to wrap."""
    for update in updates_without().updates(5, *pair):
        end = update.column + len(update.cells)
        assert (update.row, update.end) == (5, (5, end) if end < COLUMNS else (6, 0))


@given(pairs())
def test_what_comes_first_is_alone_and_changes_nothing_to_its_left(pair: tuple[EncodedRow, EncodedRow]) -> None:
    """Cells to the left of that update may be painted at any time, and the other cells after it."""
    updates = updates_without().updates(5, *pair)
    first = [update for update in updates if update.comes_first]
    assert len(first) <= 1
    for update in first:
        others = [other for other in updates if other is not update]
        left = [other for other in others if other.column < update.column]
        right = [other for other in others if other.column >= update.column]
        assert all(other.column + len(other.cells) <= update.column for other in left)
        assert carried_out([update, *right, *left], pair[0]) == pair[1]


@given(pairs())
@example((row("A" * COLUMNS), row("B" * COLUMNS)))
def test_estimate_is_no_more_than_addressing_and_writing_each_cell(pair: tuple[EncodedRow, EncodedRow]) -> None:
    """Both modes may have to be switched on the way to each cell."""
    old, new = pair
    changed = sum(before != after for before, after in zip(old, new, strict=True))
    estimate = updates_without().estimate(5, old, new)
    assert estimate <= (JUMP + 2 * 2 + 1) * changed
    assert (estimate == 0) == (changed == 0)


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WRITTEN: dict[str, tuple[str, str, list[tuple[int, str, bytes]], float]] = {
    "nothing": ("AB", "AB", [], 0),
    "a cell": ("ABC", "AXC", [(1, "X", b"")], JUMP + 1),
    "near ones, what is between them is passed": ("ABCDE", "XBCDY", [(0, "X", b""), (4, "Y", b"")], JUMP + 5),
    "in reverse video": ("AB", "Ax", [(1, "x", b"")], JUMP + 2 + 1),
    "the end": (ALPHABET, "ABX", [(2, "X", b""), (3, "", ERASE)], JUMP + 1 + 2),
    "the end, which is short": ("ABCDE", "ABCD", [(4, " ", b"")], JUMP + 1),
    "one deleted": (ALPHABET, ALPHABET[:4] + ALPHABET[5:], [(4, "", DELETE)], JUMP + 2),
    "three deleted": (ALPHABET, ALPHABET[:4] + ALPHABET[7:], [(4, "", DELETE * 3)], JUMP + 6),
    "two inserted": (ALPHABET, ALPHABET[:4] + "12" + ALPHABET[4:], [(4, "12", INSERT)], JUMP + 2 + 2 + 2),
    "one deleted and a digit after it": (
        ALPHABET,
        ALPHABET[:4] + ALPHABET[5:20] + "1" + ALPHABET[21:],
        [(4, "", DELETE), (19, "1", b"")],
        JUMP + 2 + JUMP + 1,
    ),
}


@each("name", WRITTEN)
def test_the_cheapest_way_is_taken(name: str) -> None:
    """Worked out by hand: addressing costs 4 bytes, a code 2 and a cell 1."""
    old, new, expected, cost = WRITTEN[name]
    painting = updates_without()
    updates = painting.updates(5, row(old), row(new))
    found = [(update.column, update.cells, update.opening) for update in updates]
    assert found == [(column, row(text)[: len(text)], opening) for column, text, opening in expected]
    assert painting.estimate(5, row(old), row(new)) == pytest.approx(cost, abs=0.01)


def test_what_is_remembered_is_bounded() -> None:
    """All of 1500 rows differ: memory during the last third of them is no larger than before."""
    row_updates, blank = updates_without(), row("")
    memory = []
    tracemalloc.start()
    for number in range(1500):
        row_updates.updates(5, blank, row(f"{number:04}"))
        memory.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert max(memory[1000:]) < 1.1 * max(memory[:1000])
