"""Screens as values: cells, immutable grids, areas to draw grids in, and stages between two screens on a slow
line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from h89yahtzee.screen.charset import GLYPHS


class Cell(NamedTuple):
    """A character and whether the cell is in reverse video, the only attribute that an H19 knows.

    Graphics are Unicode characters (a disc is "●"); `Termcap.glyph` returns the byte that shows a graphic.
    """

    char: str = " "
    reverse: bool = False


BLANK = Cell()


@dataclass(frozen=True, slots=True)
class Grid:
    """A screen: `cells[row][column]`, all rows of one length, and the `cursor` as (row, column), None if hidden."""

    cells: tuple[tuple[Cell, ...], ...]
    cursor: tuple[int, int] | None = None

    @classmethod
    def blank(cls, rows: int, columns: int) -> Grid:
        return cls(((BLANK,) * columns,) * rows)

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    def with_rows(self, rows: int) -> Grid:
        """Return the grid with blank rows added at the bottom, so that it has `rows` rows."""
        if rows == self.rows:
            return self
        return Grid(self.cells + Grid.blank(rows - self.rows, self.columns).cells, self.cursor)

    def text(self) -> str:
        """Return the characters without attributes, one text line for each row, with trailing blanks."""
        return "\n".join("".join(cell.char for cell in row) for row in self.cells)

    def attributes(self) -> str:
        """Return the attributes in the shape of `text()`: `#` for a cell in reverse video, `.` for a plain one."""
        return "\n".join("".join("#" if cell.reverse else "." for cell in row) for row in self.cells)

    def agrees(self, other: Grid, regions: Iterable[Region]) -> bool:
        """Return whether this grid and `other` have the same cells in `regions`."""
        places = [(row, slice(start, start + width)) for row, start, width in regions]
        return all(self.cells[row][columns] == other.cells[row][columns] for row, columns in places)


@lru_cache(maxsize=1024)
def _cells_of(text: str, reverse: bool) -> tuple[Cell, ...]:
    """Return the cells of `text`, with "?" for characters that an H19 lacks; cached, as texts are drawn often."""
    return tuple(Cell(char if char in GLYPHS else "?", reverse) for char in text)


class Window:
    """A drawing area of `rows` x `columns` cells, blank at first; text that goes beyond its edges is clipped.

    If `has_reverse` is false, the terminal has no reverse video, and text in reverse video is drawn plain.
    """

    def __init__(self, rows: int, columns: int, has_reverse: bool = True) -> None:
        self._has_reverse = has_reverse
        self._columns = columns
        self._cells = [[BLANK] * columns for _ in range(rows)]

    def addstr(self, row: int, column: int, text: str, reverse: bool = False) -> None:
        if 0 <= row < len(self._cells):
            cells = _cells_of(text, reverse and self._has_reverse)
            seen = cells[max(0, -column) : max(0, self._columns - column)]
            start = max(0, column)
            self._cells[row][start : start + len(seen)] = seen

    def refresh(self) -> Grid:
        """Return the cells drawn so far as a grid without a cursor."""
        return Grid(tuple(map(tuple, self._cells)))


_WAY = 4
"""The most bytes that a cursor motion costs in `next_stage`, as many as addressing the cursor takes on an H19."""


class Region(NamedTuple):
    """A stretch of `width` cells in `row`, the first at `column`."""

    row: int
    column: int
    width: int


def next_stage(before: Grid, after: Grid, urgent: Sequence[Region], most: float) -> Grid:
    """Return the grid to show next on the way from `before` to `after`, if at most `most` bytes may be sent for it.

    The result is `before` with as many cells of `after` as `most` allows: first the cells of the `urgent` regions,
    in their order, then the other cells, row by row from the top. Each changed cell costs 1 byte and the bytes of
    the cursor motion to it; `most` must suffice for one cell. Blanks to the right of a row's last character cost
    nothing, since one code erases all of them.
    """
    assert most >= 1 + _WAY
    cells = [list(row) for row in before.cells]
    text_ends = [_text_end(row) for row in after.cells]
    at = (-1, 0)
    for row, column in _places(before, after, urgent):
        cell = after.cells[row][column]
        if cells[row][column] == cell:
            continue
        if column < text_ends[row]:
            # To move right, the cells between are written again; if that takes more bytes, the cursor is addressed.
            gap = column - at[1] if row == at[0] and column >= at[1] else _WAY
            most -= 1 + min(gap, _WAY)
            at = (row, column + 1)
        if most < 0:
            return Grid(tuple(map(tuple, cells)), after.cursor)
        cells[row][column] = cell
    return after


def _places(before: Grid, after: Grid, urgent: Sequence[Region]) -> Iterator[tuple[int, int]]:
    """Yield (row, column) of each cell to compare: first the cells of the urgent regions, then all cells of those
    rows that differ between `before` and `after`."""
    rows = [Region(row, 0, after.columns) for row in range(after.rows) if before.cells[row] != after.cells[row]]
    for row, start, width in (*urgent, *rows):
        for column in range(start, min(start + width, after.columns)):
            yield row, column


def _text_end(row: tuple[Cell, ...]) -> int:
    return max((column + 1 for column, cell in enumerate(row) if cell != BLANK), default=0)
