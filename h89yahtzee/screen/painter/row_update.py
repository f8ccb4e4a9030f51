"""Updates, the steps that change a row: writing stretches of cells, erasures, and shifts of the rest of the row.

Updates depend on the row's cells before and after the change, not on the cursor's place nor on other rows. A
stretch is a number of adjacent cells to write. A shift inserts or deletes cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from math import inf
from operator import is_not
from typing import NamedTuple

from h89yahtzee.screen.painter.pen import CostModel, EncodedCell, EncodedRow, Place
from h89yahtzee.screen.termcap import Termcap

_COLUMNS_ALIKE = 16
_FURTHEST_SHIFT = 6
_FEWEST_SHIFTED = 6
"""The fewest changed cells of a row for which inserting or deleting cells (a shift) is tried."""
_MOST_ERASED = 6
"""The most columns at which it is tried, for one row, to erase the rest of the row and then write it."""
_MOST_SHIFTED = 2
"""The most columns of a row at which inserting or deleting cells is tried, those of the longest changes first."""

_STRETCH = re.compile(b"\1+")
"""A pattern for a stretch: adjacent bytes 1, each of which marks a cell."""

_MOST_KEPT = 1000
"""The most rows whose changes are kept: painting a screen asks for them several times, and many rows come again."""


class RowUpdate(NamedTuple):
    """One step in changing a row. Before the step the cursor must be at (row, column).

    `opening`, a code that doesn't move the cursor, is sent first, then `cells` and `closing`. `end` is the cursor's
    place afterwards, None if unknown. An update with `comes_first` must be painted before all others of its row
    that begin in its column or to its right.
    """

    row: int
    column: int
    cells: EncodedRow
    end: Place | None
    opening: bytes = b""
    closing: bytes = b""
    comes_first: bool = False


class RowUpdates:
    """Finds cheap steps that change the rows of one terminal's screen, and keeps them: the same changes recur."""

    def __init__(self, caps: Termcap, cost_model: CostModel, blank: EncodedCell) -> None:
        self._caps = caps
        self._cost_model = cost_model
        self._blank = blank
        self._columns = caps.columns
        self._last_row = caps.numbers["li"] - 1
        self._jump = cost_model.cost(caps.cursor_motion(12, 40))
        self._switch = cost_model.cost(caps["so"]) if caps.get("so") else 0.0
        self._chosen: dict[tuple[int, EncodedRow, EncodedRow], tuple[float, list[RowUpdate]]] = {}

    def updates(self, row: int, old: EncodedRow, new: EncodedRow) -> list[RowUpdate]:
        """Return the steps that turn `old` into `new`, from the left; [] if both are equal."""
        return [] if old == new else self._choose(row, old, new)[1]

    def estimate(self, row: int, old: EncodedRow, new: EncodedRow) -> float:
        """Return the approximate cost of turning `old` into `new`, a cursor motion to the row included."""
        return 0.0 if old == new else self._choose(row, old, new)[0]

    def _choose(self, row: int, old: EncodedRow, new: EncodedRow) -> tuple[float, list[RowUpdate]]:
        key = (row, old, new)
        chosen = self._chosen.get(key)
        if chosen is None:
            if len(self._chosen) >= _MOST_KEPT:
                self._chosen.clear()
            ways = [way for way in self._ways(row, old, new) if not self._may_scroll(row, way)]
            if not ways:
                # Each list of updates would scroll the page. So leave out the page's last cell, which the painter
                # writes one column early and then pushes into its place by insert mode.
                ways = [self._written(row, _changed(old[:-1], new[:-1]), new)]
            costs = [self._cost(way) for way in ways]
            best = costs.index(min(costs))
            chosen = self._chosen[key] = costs[best], ways[best]
        return chosen

    def _may_scroll(self, row: int, updates: Sequence[RowUpdate]) -> bool:
        """Whether one of `updates` writes the last cell of the page, where a terminal that wraps would scroll."""
        if row != self._last_row or self._caps.writes_corner:
            return False
        return any(update.column + len(update.cells) == self._columns for update in updates)

    def _ways(self, row: int, old: EncodedRow, new: EncodedRow) -> Iterator[list[RowUpdate]]:
        changed = _changed(old, new)
        written = self._written(row, changed, new)
        yield written
        limit = inf if self._may_scroll(row, written) else self._cost(written)
        if self._caps.get("ce"):
            yield from self._erasing(row, changed, new, limit)
        if self._caps.get("cb"):
            yield from self._erasing_start(row, changed, new)
        if changed.count(1) >= _FEWEST_SHIFTED:
            longest = sorted(written, key=lambda update: -len(update.cells))
            for update in longest[:_MOST_SHIFTED]:
                rest = [other for other in written if other.column >= update.column]
                limit = self._cost(rest) - self._jump
                yield from self._shifting(row, update.column, old, new, limit)

    def _written(self, row: int, marked: bytes, new: EncodedRow) -> list[RowUpdate]:
        """Return steps that write the cells of `new` whose byte in `marked` is 1, one step for each stretch."""
        updates = []
        for stretch in _STRETCH.finditer(marked):
            column, end = stretch.span()
            place = (row, end) if end < self._columns else self._caps.after_writing(row, end - 1)
            updates.append(RowUpdate(row, column, new[column:end], place))
        return updates

    def _erasing(self, row: int, changed: bytes, new: EncodedRow, limit: float) -> Iterator[list[RowUpdate]]:
        """Yield lists of steps that erase the row's end. In some lists the erasure comes last, where the end is
        blank; in others it comes first, and the steps after it write the end anew.

        `changed` has a byte 1 for each cell that changes. A list that erases before it writes is left out if it is
        sure to cost `limit` or more.
        """
        text = _changed(repeat(self._blank), new)
        text_end = text.rfind(1) + 1
        erase = self._caps["ce"]
        if changed.rfind(1) >= text_end:
            # Erase from the first changed cell after the end of the text, or from the end itself, where the cursor
            # often is already.
            for column in dict.fromkeys((changed.find(1, text_end), text_end)):
                erasure = RowUpdate(row, column, (), (row, column), erase)
                yield [*self._written(row, changed[:text_end], new), erasure]
        for stretch in islice(_STRETCH.finditer(changed), _MOST_ERASED):
            column = stretch.start()
            if changed.count(1, 0, column) + len(erase) + text.count(1, column) < limit:
                erasure = RowUpdate(row, column, (), (row, column), erase, comes_first=True)
                later = self._written(row, bytes(column) + text[column:], new)
                yield [*self._written(row, changed[:column], new), erasure, *later]

    def _erasing_start(self, row: int, changed: bytes, new: EncodedRow) -> Iterator[list[RowUpdate]]:
        """Yield lists of steps that erase the row's start and write the other changed cells.

        The row's start is the blank cells at the start of `new`. The erasure reaches to the last of them, or only
        to the last of them that changes.
        """
        text = next((column for column in range(self._columns) if new[column] is not self._blank), self._columns)
        kept = self._written(row, bytes(text) + changed[text:], new)
        if 1 in changed[:text]:
            for column in {text - 1, changed.rfind(1, 0, text)}:
                yield [RowUpdate(row, column, (), (row, column), self._caps["cb"]), *kept]

    def _shifting(
        self, row: int, column: int, old: EncodedRow, new: EncodedRow, limit: float
    ) -> Iterator[list[RowUpdate]]:
        """Yield lists of steps that shift the row's rest by inserting or deleting cells at `column`, and then write
        the cells in which the shifted row still differs from `new`.

        Lists that are sure to cost `limit` or more are left out.
        """
        if old[column:] == (self._blank,) * (self._columns - column):
            return
        delete, insert = self._caps.get("dc"), self._caps.get("im")
        for count in range(1, min(_FURTHEST_SHIFT, self._columns - column) + 1):
            end = column + count
            if delete and len(delete) * count + _least(old[end:], new[column:]) < limit:
                moved = old[:column] + old[end:] + (self._blank,) * count
                yield self._around(
                    RowUpdate(row, column, (), (row, column), delete * count, comes_first=True), moved, new
                )
            if insert and end < self._columns and len(insert) + count + _least(old[column:], new[end:]) < limit:
                inserted = new[column:end]
                moved = old[:column] + inserted + old[column : self._columns - count]
                shift = RowUpdate(row, column, inserted, (row, end), insert, self._caps["ei"], comes_first=True)
                yield self._around(shift, moved, new)

    def _around(self, shift: RowUpdate, moved: EncodedRow, new: EncodedRow) -> list[RowUpdate]:
        written = self._written(shift.row, _changed(moved, new), new)
        before = [update for update in written if update.column < shift.column]
        return [*before, shift, *written[len(before) :]]

    def _cost(self, updates: Sequence[RowUpdate]) -> float:
        """Return the approximate cost of `updates` when carried out in this order."""
        cost, graphics, reverse = 0.0, None, False
        end: Place | None = None
        for update in updates:
            cost += self._jump if end is None or end[0] != update.row else min(update.column - end[1], self._jump)
            if update.opening:
                # The terminal's processor takes the same time in any row, and nearly the same in columns close to
                # one another.
                cost += self._cost_model.cost(update.opening, 0, update.column // _COLUMNS_ALIKE * _COLUMNS_ALIKE)
            cost += len(update.cells) + len(update.closing)
            for cell in update.cells:
                if cell.reverse != reverse:
                    cost, reverse = cost + self._switch, cell.reverse
                if cell.graphics is not None and cell.graphics != graphics:
                    cost, graphics = cost + self._switch, cell.graphics
            end = update.end
        return cost


def _changed(old: Iterable[EncodedCell], new: EncodedRow) -> bytes:
    """Return bytes with a 1 for each cell in which `new` differs from `old`, and a 0 for each other cell."""
    return bytes(map(is_not, old, new))


def _least(before: EncodedRow, after: EncodedRow) -> int:
    """Return a lower bound of the bytes for turning `before` into `after`: one byte for each cell that differs, and
    one byte for passing each stretch of equal cells before it."""
    changed = _changed(before, after)
    return changed.count(1) + changed.count(b"\0\1")
