"""The fewest bytes for a change of a few cells, found by trying everything on the whole screen.

For each set of cells that are right already the search knows how many bytes it takes to be at each place in each
mode: all codes are tried at all places at once, until nothing gets cheaper. It uses every motion that does not
scroll, restoring a saved position, saving the position at the start, reverse video and graphics on and off, writing
a right cell again, writing a wrong cell right or, in passing, wrong again, and erasing the ends of rows and of the
page. It doesn't insert, delete or scroll characters and lines, nor make cells wrong to write them again later.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.screen.charset import encode, is_graphic
from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.painter.pen import Pen, Place

ROWS, COLUMNS, STATUS = 25, 80, 24
_NEVER = 200
"""A number of bytes that is larger than any of these changes takes; stands for impossible."""

Costs = NDArray[np.uint8]
"""Numbers of bytes by reverse video (0 or 1), graphics mode (0 or 1), row and column."""


def fewest(before: Grid, pen: Pen, after: Grid) -> int:
    """Return the fewest bytes that turn `before`, with this pen, into the cells and the cursor of `after`.

    Modes may be on or off at the end.
    """
    assert pen.position is not None
    as_saved = _Search(before, after, pen.saved).from_pen(pen)
    return min(as_saved, 2 + _Search(before, after, pen.position).from_pen(pen))


class _Search:
    def __init__(self, before: Grid, after: Grid, saved: Place | None) -> None:
        self._after = after
        self._saved = saved
        self._wrong = [
            (row, column)
            for row in range(ROWS)
            for column in range(COLUMNS)
            if before.cells[row][column] != after.cells[row][column]
        ]
        self._writable = np.zeros((2, 2, ROWS, COLUMNS), bool)
        for row, cells in enumerate(after.cells):
            for column, cell in enumerate(cells):
                for graphics in (False, True):
                    self._writable[int(cell.reverse), int(graphics), row, column] = _shows(cell, graphics)
        self._writable[:, :, STATUS - 1, COLUMNS - 1] = False  # it would scroll
        self._erasures = list(self._erasing())

    def from_pen(self, pen: Pen) -> int:
        every = (1 << len(self._wrong)) - 1
        known: dict[int, Costs] = defaultdict(lambda: np.full((2, 2, ROWS, COLUMNS), _NEVER, np.uint8))
        assert pen.position is not None
        known[0][int(pen.reverse), int(pen.graphics), *pen.position] = 0
        for right in range(every):
            if right in known:
                costs = known.pop(right)
                self._settle(costs, right)
                self._put_right(costs, right, known)
        self._settle(known[every], every)
        end = self._after.cursor
        return int(known[every].min() if end is None else known[every][:, :, *end].min())

    def _settle(self, costs: Costs, right: int) -> None:
        """Move, switch and write cells again until nothing gets cheaper."""
        passable = self._writable.copy()
        for number, place in enumerate(self._wrong):
            if not right >> number & 1 and place != (STATUS - 1, COLUMNS - 1):
                passable[:, :, *place] = True
        total = -1
        while total != (total := int(costs.sum())):
            self._move(costs)
            _switch(costs)
            _write(costs, passable)

    def _move(self, costs: Costs) -> None:
        _lower(costs[..., :-1], costs[..., 1:], 1)  # BS
        for first in range(0, 72, 8):
            _lower(costs[..., first + 8], costs[..., first : first + 8].min(axis=-1), 1)  # HT
        _lower(costs[..., 73:], costs[..., 72:-1], 1)
        _lower(costs[..., 1:], costs[..., :-1], 2)  # ESC C
        page, above = costs[..., 1:STATUS, :], costs[..., : STATUS - 1, :]
        _lower(page, above, 1)  # LF
        _lower(page[..., 0], above.min(axis=-1), 1)  # CR
        _lower(above, page, 2)  # ESC A
        _lower(costs[..., STATUS, 0], costs[..., STATUS, :].min(axis=-1), 1)
        anywhere = costs.min(axis=(2, 3))
        _lower(costs[..., 0, 0], anywhere, 2)  # ESC H
        if self._saved is not None:
            _lower(costs[:, :, *self._saved], anywhere, 2)  # ESC k
        _lower(costs, anywhere[:, :, None, None], 4)  # ESC Y

    def _put_right(self, costs: Costs, right: int, known: dict[int, Costs]) -> None:
        for number, (row, column) in enumerate(self._wrong):
            if not right >> number & 1:
                target = known[right | 1 << number][:, :, *_next(row, column)]
                writing = np.where(self._writable[:, :, row, column], costs[:, :, row, column], _NEVER)
                _lower(target, writing, 1)
        for places, erased in self._erasures:
            if erased & ~right:
                target = known[right | erased]
                for place in places:
                    _lower(target[:, :, *place], costs[:, :, *place], 2)

    def _erasing(self) -> Iterator[tuple[Sequence[Place], int]]:
        """Yield places from which all cells to the end of the row, or of the page, are to be blank.

        With the places come the wrong cells that erasing puts right, as bits in the order of `_wrong`.
        """
        page_blank = True
        for row in (STATUS, *range(STATUS - 1, -1, -1)):
            cells = self._after.cells[row]
            start = next((c + 1 for c in range(COLUMNS - 1, -1, -1) if cells[c] != BLANK), 0)
            here = {place for place in self._wrong if place[0] == row}
            below = {place for place in self._wrong if row < place[0] < STATUS}
            for column in range(start, COLUMNS):
                of_row = {place for place in here if place[1] >= column}
                yield [(row, column)], self._bits(of_row)
                if page_blank and row < STATUS:
                    yield [(row, column)], self._bits(of_row | below)
            if row < STATUS:
                page_blank = page_blank and start == 0

    def _bits(self, places: set[Place]) -> int:
        return sum(1 << number for number, place in enumerate(self._wrong) if place in places)


def _shows(cell: Cell, graphics: bool) -> bool:
    return is_graphic(cell.char) == graphics or (not is_graphic(cell.char) and encode(cell.char) < 0x5E)


def _next(row: int, column: int) -> Place:
    """Return where the cursor is after a cell is written: text wraps, in the 25th line to the line's own start."""
    if column < COLUMNS - 1:
        return row, column + 1
    return (row if row == STATUS else row + 1), 0


def _lower(target: Costs, source: Costs, spent: int) -> None:
    np.minimum(target, source + np.uint8(spent), out=target)


def _switch(costs: Costs) -> None:
    for one, other in ((0, 1), (1, 0)):
        _lower(costs[one], costs[other], 2)
        _lower(costs[:, one], costs[:, other], 2)


def _write(costs: Costs, passable: NDArray[np.bool_]) -> None:
    passing = np.where(passable, costs, np.uint8(_NEVER))
    _lower(costs[..., 1:], passing[..., :-1], 1)
    _lower(costs[..., 1:STATUS, 0], passing[..., : STATUS - 1, -1], 1)
    _lower(costs[..., STATUS, 0], passing[..., STATUS, -1], 1)
