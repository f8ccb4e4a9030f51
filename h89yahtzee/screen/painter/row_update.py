"""How a row is changed: stretches that are written, and erasures and shifts of the rest of the row.

It knows one row before and after, not where the cursor is nor how the rest of the screen is painted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from math import inf
from operator import is_not
from typing import NamedTuple

from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.pen import Place
from h89yahtzee.screen.termcap import Termcap

_COLUMNS_ALIKE = 16
_FURTHEST_SHIFT = 6
_FEWEST_SHIFTED = 6
"""Fewer cells that differ are not worth looking for a shift."""
_MOST_ERASED = 6
"""The most places in a row from which erasing the rest before writing it is tried."""
_MOST_SHIFTED = 2
"""The most places in a row where a shift is tried: those where the longest stretches differ."""

_STRETCH = re.compile(b"\1+")
"""Marked cells side by side."""

_MOST_KEPT = 1000
"""Rows whose updates are remembered: they are asked for several times a screen, and many come again."""


class RowUpdate(NamedTuple):
    """One step in changing a row, from (row, column) on.

    `opening` is sent first and moves nothing, then `cells` are written, then `closing` is sent. The cursor is then
    at `end`, None where that is unknown. An update that `comes_first` is done before all others of its row.
    """

    row: int
    column: int
    cells: EncodedRow
    end: Place | None
    opening: bytes = b""
    closing: bytes = b""
    comes_first: bool = False


class RowUpdates:
    """Finds the updates for a row on one terminal."""

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
        """The updates that turn `old` into `new`, from the left; none when they are equal."""
        return [] if old == new else self._choose(row, old, new)[1]

    def estimate(self, row: int, old: EncodedRow, new: EncodedRow) -> float:
        """The approximate cost of these updates, the way to the row included."""
        return 0.0 if old == new else self._choose(row, old, new)[0]

    def _choose(self, row: int, old: EncodedRow, new: EncodedRow) -> tuple[float, list[RowUpdate]]:
        key = (row, old, new)
        chosen = self._chosen.get(key)
        if chosen is None:
            if len(self._chosen) >= _MOST_KEPT:
                self._chosen.clear()
            ways = [way for way in self._ways(row, old, new) if not self._may_scroll(row, way)]
            if not ways:
                ways = [self._written(row, _changed(old[:-1], new[:-1]), new)]
            costs = [self._cost(way) for way in ways]
            best = costs.index(min(costs))
            chosen = self._chosen[key] = costs[best], ways[best]
        return chosen

    def _may_scroll(self, row: int, updates: Sequence[RowUpdate]) -> bool:
        """Whether an update writes the last cell of the page, which scrolls a terminal that wraps."""
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
        """The marked cells written, one update for each stretch."""
        updates = []
        for stretch in _STRETCH.finditer(marked):
            column, end = stretch.span()
            place = (row, end) if end < self._columns else self._caps.after_writing(row, end - 1)
            updates.append(RowUpdate(row, column, new[column:end], place))
        return updates

    def _erasing(self, row: int, changed: bytes, new: EncodedRow, limit: float) -> Iterator[list[RowUpdate]]:
        """The rest of the row erased, after the writing, or before it where that may cost less than `limit`."""
        text = _changed(repeat(self._blank), new)
        text_end = text.rfind(1) + 1
        erase = self._caps["ce"]
        if changed.rfind(1) >= text_end:
            # From the first change on, or from the text's end, where the cursor often is.
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
        """The row erased up to its text, or up to the last change before that."""
        text = next((column for column in range(self._columns) if new[column] is not self._blank), self._columns)
        kept = self._written(row, bytes(text) + changed[text:], new)
        if 1 in changed[:text]:
            for column in {text - 1, changed.rfind(1, 0, text)}:
                yield [RowUpdate(row, column, (), (row, column), self._caps["cb"]), *kept]

    def _shifting(
        self, row: int, column: int, old: EncodedRow, new: EncodedRow, limit: float
    ) -> Iterator[list[RowUpdate]]:
        """Cells inserted or deleted at a column, and the rest written where what moved there differs.

        Left out where it must cost more than `limit`.
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
        """The cost of updates carried out one after the other from the left."""
        cost, graphics, reverse = 0.0, None, False
        end: Place | None = None
        for update in updates:
            cost += self._jump if end is None or end[0] != update.row else min(update.column - end[1], self._jump)
            if update.opening:
                # The row makes no difference, and a few columns make little.
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
    """The cells of `new` marked by 1 that are other ones than in `old`."""
    return bytes(map(is_not, old, new))


def _least(before: EncodedRow, after: EncodedRow) -> int:
    """The least that it takes to write the cells that differ, and to pass those between them."""
    changed = _changed(before, after)
    return changed.count(1) + changed.count(b"\0\1")
