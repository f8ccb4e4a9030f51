"""How a row is changed: strokes carried out on a row of their own, and cases by hand."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.painter.row_update import RowPainting, Stroke
from tests.screen.painter.painting import CAPS, COLUMNS

BLANK = Ink(0x20, None, False)
BOTTOM, STATUS = 23, 24
INKS = (BLANK, Ink(0x41, None, False), Ink(0x61, False, False), Ink(0x61, True, False), Ink(0x41, None, True))
ERASE, DELETE, INSERT, INSERT_OFF = b"\x1bK", b"\x1bN", b"\x1b@", b"\x1bO"
JUMP = 4
LACKING: list[tuple[str, ...]] = [(), ("ce",), ("dc",), ("im",), ("ce", "dc", "im")]
"""Capabilities that a terminal may do without."""


def row_painting(without: Sequence[str] = ()) -> RowPainting:
    strings = {name: code for name, code in CAPS.strings.items() if name not in without}
    return RowPainting(replace(CAPS, strings=strings), Tariff(None), BLANK)


@cache
def ink(char: str) -> Ink:
    """Capitals and digits are plain, small letters are the capitals in reverse video."""
    return BLANK if char == " " else Ink(ord(char.upper()), None, char.islower())


def row(text: str) -> InkRow:
    return tuple(map(ink, text.ljust(COLUMNS)))


def carried_out(strokes: Sequence[Stroke], cells: InkRow) -> InkRow:
    """By what the codes mean on an H19."""
    for stroke in strokes:
        column, written = stroke.column, stroke.inks
        if stroke.opening == INSERT:
            assert stroke.closing == INSERT_OFF
            cells = (cells[:column] + written + cells[column:])[:COLUMNS]
            continue
        assert stroke.closing == b""
        if stroke.opening == ERASE:
            cells = cells[:column] + (BLANK,) * (COLUMNS - column)
        elif stroke.opening:
            count = len(stroke.opening) // len(DELETE)
            assert stroke.opening == DELETE * count
            cells = cells[:column] + cells[column + count :] + (BLANK,) * count
        cells = cells[:column] + written + cells[column + len(written) :]
    return cells


@st.composite
def rows(draw: st.DrawFn) -> InkRow:
    """Stretches of one ink, some of them ending in the last column."""
    cells: list[Ink] = []
    while len(cells) < COLUMNS:
        cells += [draw(st.sampled_from(INKS))] * draw(st.sampled_from([1, 1, 2, 3, 7, 40]))
    return tuple(cells[:COLUMNS])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[InkRow, InkRow]:
    """Two rows, often the same one moved from a column on."""
    old = draw(rows())
    column, count, new = draw(st.integers(0, COLUMNS - 1)), draw(st.integers(1, 7)), draw(rows())
    deleted = old[:column] + old[column + count :] + new[:count]
    inserted = (old[:column] + new[:count] + old[column:])[:COLUMNS]
    return old, draw(st.sampled_from([new, old[:column] + new[column:], deleted[:COLUMNS], inserted]))


@settings(deadline=None)
@given(
    pairs(),
    st.sampled_from([0, BOTTOM, STATUS]),
    st.sampled_from([(), ("ce",), ("dc",), ("im",), ("ce", "dc", "im")]),
)
def test_strokes_make_the_one_row_of_the_other(
    pair: tuple[InkRow, InkRow], number: int, without: Sequence[str]
) -> None:
    """But for the last cell of the page, which can't be written where the terminal may wrap."""
    old, new = pair
    painting = row_painting(without)
    strokes = painting.strokes(number, old, new)
    shown = carried_out(strokes, old)
    if number == BOTTOM:
        assert all(stroke.end is not None for stroke in strokes)
        assert shown[:-1] == new[:-1]
        assert shown[-1] in (old[-1], new[-1])
    else:
        assert shown == new


@settings(deadline=None)
@given(pairs())
def test_each_stroke_says_where_the_cursor_is(pair: tuple[InkRow, InkRow]) -> None:
    """Behind what it wrote; nowhere for sure once that is the last column."""
    for stroke in row_painting().strokes(5, *pair):
        end = stroke.column + len(stroke.inks)
        assert (stroke.row, stroke.end) == (5, end if end < COLUMNS else None)


@settings(deadline=None)
@given(pairs())
def test_what_comes_first_is_alone_and_changes_nothing_to_its_left(pair: tuple[InkRow, InkRow]) -> None:
    """So what stands left of it may be painted whenever it suits, the rest after it."""
    strokes = row_painting().strokes(5, *pair)
    first = [stroke for stroke in strokes if stroke.comes_first]
    assert len(first) <= 1
    for stroke in first:
        others = [other for other in strokes if other is not stroke]
        left = [other for other in others if other.column < stroke.column]
        right = [other for other in others if other.column >= stroke.column]
        assert all(other.column + len(other.inks) <= stroke.column for other in left)
        assert carried_out([stroke, *right, *left], pair[0]) == pair[1]


@settings(deadline=None)
@given(pairs())
@example((row("A" * COLUMNS), row("B" * COLUMNS)))
def test_estimate_is_no_more_than_addressing_and_writing_each_cell(pair: tuple[InkRow, InkRow]) -> None:
    """Both switches on the way to each."""
    old, new = pair
    changed = sum(before != after for before, after in zip(old, new, strict=True))
    estimate = row_painting().estimate(5, old, new)
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
    "one deleted and a digit behind it": (
        ALPHABET,
        ALPHABET[:4] + ALPHABET[5:20] + "1" + ALPHABET[21:],
        [(4, "", DELETE), (19, "1", b"")],
        JUMP + 2 + JUMP + 1,
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_cheapest_way_is_taken(name: str) -> None:
    """By hand: addressing 4, a code 2, a cell 1."""
    old, new, expected, price = WRITTEN[name]
    painting = row_painting()
    strokes = painting.strokes(5, row(old), row(new))
    found = [(stroke.column, stroke.inks, stroke.opening) for stroke in strokes]
    assert found == [(column, row(text)[: len(text)], opening) for column, text, opening in expected]
    assert painting.estimate(5, row(old), row(new)) == pytest.approx(price, abs=0.01)
