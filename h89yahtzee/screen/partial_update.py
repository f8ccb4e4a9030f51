"""Partial updates: the part of a new screen that is shown first where a line is too slow for all of it.

It counts cells; only the painter knows how many bytes they take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from h89yahtzee.screen.grid import BLANK, Cell, Grid

_WAY = 4
"""The most cells that the way to a cell counts as: what lies between is rewritten, or an address is sent."""


class Region(NamedTuple):
    """A stretch of `width` cells of a row, from a column on."""

    row: int
    column: int
    width: int


def next_stage(before: Grid, after: Grid, urgent: Sequence[Region], most: float) -> Grid:
    """`before` with some of the cells in which `after` differs; `after` itself if those are all.

    Those in `urgent` come first, in that order, then the rows from the top, until they and the way to each count
    more than `most`, which must suffice for one. Blanks after the last character of a row don't count: they are
    erased all at once.
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
            gap = column - at[1] if row == at[0] and column >= at[1] else _WAY
            most -= 1 + min(gap, _WAY)
            at = (row, column + 1)
        if most < 0:
            return Grid(tuple(map(tuple, cells)), after.cursor)
        cells[row][column] = cell
    return after


def _places(before: Grid, after: Grid, urgent: Sequence[Region]) -> Iterator[tuple[int, int]]:
    """The places of all cells that may have changed, the urgent ones first."""
    rows = [Region(row, 0, after.columns) for row in range(after.rows) if before.cells[row] != after.cells[row]]
    for row, start, width in (*urgent, *rows):
        for column in range(start, min(start + width, after.columns)):
            yield row, column


def _text_end(row: tuple[Cell, ...]) -> int:
    return max((column + 1 for column, cell in enumerate(row) if cell != BLANK), default=0)
