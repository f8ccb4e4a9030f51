"""How a row is changed: stretches that are written, and erasures and shifts of the rest of the row.

Knows one row before and after, not where the cursor is nor which way the rest of the screen is painted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_not
from typing import NamedTuple

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.termcap import Termcap

_COLUMNS_ALIKE = 16
_FURTHEST_SHIFT = 6
_FEWEST_SHIFTED = 6
"""Cells that must differ for a shift to be looked for."""
_MOST_ERASED = 6
"""Places in a row from which erasing its rest before it is written is tried."""
_MOST_SHIFTED = 3
"""Places in a row where a shift is tried: where the longest stretches differ."""

_MOST_KEPT = 1000
"""Rows whose strokes are remembered: they are asked for several times a screen, and many come again."""


class Stroke(NamedTuple):
    """Something that is done from (row, column) on.

    `opening` is sent first and moves nothing, then `inks` are written, then `closing` is sent. The cursor is in
    column `end` then, None where nobody knows. A stroke that `comes_first` is done before all others of its row.
    """

    row: int
    column: int
    inks: InkRow
    end: int | None
    opening: bytes = b""
    closing: bytes = b""
    comes_first: bool = False


class RowPainting:
    """Finds the strokes for a row of one terminal."""

    def __init__(self, caps: Termcap, tariff: Tariff, blank: Ink) -> None:
        self._caps = caps
        self._tariff = tariff
        self._blank = blank
        self._columns = caps.columns
        self._last_row = caps.numbers["li"] - 1
        self._jump = tariff.price(caps.cursor_motion(12, 40))
        self._switch = tariff.price(caps["so"]) if caps.get("so") else 0.0
        self._chosen: dict[tuple[int, InkRow, InkRow], tuple[float, list[Stroke]]] = {}

    def strokes(self, row: int, old: InkRow, new: InkRow) -> list[Stroke]:
        """What makes `new` of `old`, from the left; nothing when they are the same."""
        return self._choose(row, old, new)[1]

    def estimate(self, row: int, old: InkRow, new: InkRow) -> float:
        """About what these strokes cost, the way to the row included."""
        return 0.0 if old == new else self._choose(row, old, new)[0]

    def _choose(self, row: int, old: InkRow, new: InkRow) -> tuple[float, list[Stroke]]:
        key = (row, old, new)
        if key not in self._chosen:
            if len(self._chosen) >= _MOST_KEPT:
                self._chosen.clear()
            ways = [way for way in self._ways(row, old, new) if not self._may_scroll(row, way)]
            if not ways:
                ways = [self._written(row, self._changed(old[:-1], new[:-1]), new)]
            prices = [self._price(way) for way in ways]
            best = prices.index(min(prices))
            self._chosen[key] = prices[best], ways[best]
        return self._chosen[key]

    def _may_scroll(self, row: int, strokes: Sequence[Stroke]) -> bool:
        """Where the terminal wraps, writing the last cell of the page scrolls it."""
        if row != self._last_row or self._caps.writes_corner:
            return False
        return any(stroke.end is None for stroke in strokes)

    def _ways(self, row: int, old: InkRow, new: InkRow) -> Iterator[list[Stroke]]:
        columns = self._changed(old, new)
        yield self._written(row, columns, new)
        if self._caps.get("ce"):
            yield from self._erasing(row, columns, new)
        if self._caps.get("cb"):
            yield from self._erasing_start(row, columns, new)
        if len(columns) >= _FEWEST_SHIFTED:
            written = self._written(row, columns, new)
            longest = sorted(written, key=lambda stroke: -len(stroke.inks))
            for stroke in longest[:_MOST_SHIFTED]:
                behind = [other for other in written if other.column >= stroke.column]
                limit = sum(len(other.inks) + self._jump for other in behind)
                yield from self._shifting(row, stroke.column, old, new, limit)

    def _written(self, row: int, columns: Sequence[int], new: InkRow) -> list[Stroke]:
        """`columns` written, one stroke a stretch."""
        strokes = []
        start = 0
        for index in range(1, len(columns) + 1):
            if index == len(columns) or columns[index] != columns[index - 1] + 1:
                column, end = columns[start], columns[index - 1] + 1
                strokes.append(Stroke(row, column, new[column:end], end if end < self._columns else None))
                start = index
        return strokes

    def _erasing(self, row: int, columns: Sequence[int], new: InkRow) -> Iterator[list[Stroke]]:
        """The rest of the row erased, behind what is written or before it."""
        blank = self._blank
        text_end = 1 + max((column for column in range(self._columns) if new[column] is not blank), default=-1)
        erase = self._caps["ce"]
        if columns and columns[-1] >= text_end:
            kept = [column for column in columns if column < text_end]
            # From the first change on, or from the text's end, where the cursor often is.
            for column in dict.fromkeys((columns[len(kept)], text_end)):
                yield [*self._written(row, kept, new), Stroke(row, column, (), column, erase)]
        for column in self._starts(columns)[:_MOST_ERASED]:
            kept = [c for c in columns if c < column]
            later = [c for c in range(column, self._columns) if new[c] is not blank]
            erasure = Stroke(row, column, (), column, erase, comes_first=True)
            yield [*self._written(row, kept, new), erasure, *self._written(row, later, new)]

    def _erasing_start(self, row: int, columns: Sequence[int], new: InkRow) -> Iterator[list[Stroke]]:
        """The row erased up to its text, or up to the last change before that."""
        text = next((column for column in range(self._columns) if new[column] is not self._blank), self._columns)
        kept = [column for column in columns if column >= text]
        if len(kept) < len(columns):
            for column in {text - 1, columns[-len(kept) - 1]}:
                yield [Stroke(row, column, (), column, self._caps["cb"]), *self._written(row, kept, new)]

    def _shifting(self, row: int, column: int, old: InkRow, new: InkRow, limit: float) -> Iterator[list[Stroke]]:
        """Cells inserted or deleted at a column, and the rest compared with what was moved there.

        Not where that must cost more than `limit`.
        """
        blank = (self._blank,)
        if old[column:] == blank * (self._columns - column):
            return
        for count in range(1, min(_FURTHEST_SHIFT, self._columns - column) + 1):
            if delete := self._caps.get("dc"):
                moved = old[:column] + old[column + count :] + blank * count
                if len(delete) * count + _differences(moved, new, column) < limit:
                    shift = Stroke(row, column, (), column, delete * count, comes_first=True)
                    yield self._around(shift, moved, new)
            if (start := self._caps.get("im")) and column + count < self._columns:
                inserted = new[column : column + count]
                moved = old[:column] + inserted + old[column : self._columns - count]
                if len(start) + count + _differences(moved, new, column) < limit:
                    shift = Stroke(row, column, inserted, column + count, start, self._caps["ei"], True)
                    yield self._around(shift, moved, new)

    def _around(self, shift: Stroke, moved: InkRow, new: InkRow) -> list[Stroke]:
        written = self._written(shift.row, self._changed(moved, new), new)
        before = [stroke for stroke in written if stroke.column < shift.column]
        return [*before, shift, *written[len(before) :]]

    def _changed(self, old: InkRow, new: InkRow) -> list[int]:
        return [column for column, (before, after) in enumerate(zip(old, new, strict=True)) if before is not after]

    def _starts(self, columns: Sequence[int]) -> list[int]:
        """Where the stretches of neighbouring columns begin."""
        return [column for column, before in zip(columns, [-2, *columns], strict=False) if column != before + 1]

    def _price(self, strokes: Sequence[Stroke]) -> float:
        """Painted one after the other from the left."""
        price, graphics, reverse = 0.0, None, False
        end: int | None = None
        for stroke in strokes:
            price += self._jump if end is None else min(stroke.column - end, self._jump)
            if stroke.opening:
                # The row makes no difference, and a few columns make little.
                price += self._tariff.price(stroke.opening, 0, stroke.column // _COLUMNS_ALIKE * _COLUMNS_ALIKE)
            price += len(stroke.inks) + len(stroke.closing)
            for ink in stroke.inks:
                if ink.reverse != reverse:
                    price, reverse = price + self._switch, ink.reverse
                if ink.graphics is not None and ink.graphics != graphics:
                    price, graphics = price + self._switch, ink.graphics
            end = stroke.end
        return price


def _differences(before: InkRow, after: InkRow, column: int) -> int:
    """How many cells differ from a column on."""
    return sum(map(is_not, before[column:], after[column:]))
