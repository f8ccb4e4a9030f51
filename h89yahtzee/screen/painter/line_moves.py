"""Which rows of a page stand elsewhere on the next one, and the lines to delete and insert for that.

An edit distance between two pages: rows are kept, deleted or inserted, never put out of order. What falls off the
bottom and what comes in there costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from h89yahtzee.screen.painter.attributes import InkRow

_MOST_OFFSETS = 3
_KEPT, _DELETED, _INSERTED = range(3)


class Lines(NamedTuple):
    """So many lines deleted at a row, or inserted when `deleted` is negative."""

    row: int
    deleted: int


class LinePrices(NamedTuple):
    """`keep(i, j)` is what makes row j of old row i, `deletion(row)` and `insertion(row)` are for a line there.

    `writing[j]` is what row j costs when it is blank, `way` what it costs to get to another place.
    """

    keep: Callable[[int, int], float]
    deletion: Callable[[int], float]
    insertion: Callable[[int], float]
    writing: Sequence[float]
    way: float


def offsets(old: Sequence[InkRow], new: Sequence[InkRow], blank: InkRow) -> list[int]:
    """By how many rows rows have moved up (negative: down), the most frequent first; empty when none has."""
    places: dict[InkRow, list[int]] = {}
    for row, inks in enumerate(new):
        if inks != blank and inks != old[row]:
            places.setdefault(inks, []).append(row)
    moved = Counter(row - place for row, inks in enumerate(old) for place in places.get(inks, ()))
    return [offset for offset, _ in moved.most_common(_MOST_OFFSETS)]


def align(rows: int, moved: Sequence[int], prices: LinePrices) -> list[Lines]:
    """The cheapest deletions, from the bottom up, and insertions, from the top down, for pages of `rows` rows."""
    return _lines(_Table(rows, {0, *moved}, prices).path())


_Place = tuple[int, int, int]
"""Old rows and new rows that are dealt with, and what was done last."""


class _Table:
    def __init__(self, rows: int, moved: set[int], prices: LinePrices) -> None:
        self._rows = rows
        self._moved = moved
        self._prices = prices
        self._best: dict[_Place, tuple[float, _Place | None]] = {(0, 0, _KEPT): (0.0, None)}

    def path(self) -> list[_Place]:
        for old in range(self._rows + 1):
            for new in range(self._rows + 1):
                for last in (_KEPT, _DELETED, _INSERTED):
                    if (old, new, last) in self._best:
                        self._go_on((old, new, last))
        rows = self._rows
        ends = [
            (price + sum(self._prices.writing[place[1] :]), place)
            for place, (price, _) in self._best.items()
            if rows in place[:2]
        ]
        place: _Place | None = min(ends)[1]
        path = []
        while place is not None:
            path.append(place)
            place = self._best[place][1]
        return path[::-1]

    def _go_on(self, place: _Place) -> None:
        old, new, last = place
        price = self._best[place][0]
        prices = self._prices
        if old < self._rows and new < self._rows and old - new in self._moved:
            self._offer((old + 1, new + 1, _KEPT), price + prices.keep(old, new), place)
        if old < self._rows:
            way = prices.way * (last != _DELETED)
            self._offer((old + 1, new, _DELETED), price + prices.deletion(old) + way, place)
        if new < self._rows:
            way = prices.way * (last != _INSERTED)
            self._offer((old, new + 1, _INSERTED), price + prices.insertion(new) + prices.writing[new] + way, place)

    def _offer(self, place: _Place, price: float, origin: _Place) -> None:
        if place not in self._best or price < self._best[place][0]:
            self._best[place] = price, origin


def _lines(path: Sequence[_Place]) -> list[Lines]:
    deletions: list[Lines] = []
    insertions: list[Lines] = []
    for old, new, done in path[1:]:
        if done == _DELETED:
            _append(deletions, old - 1, 1)
        elif done == _INSERTED:
            _append(insertions, new - 1, -1)
    return [*reversed(deletions), *insertions]


def _append(lines: list[Lines], row: int, count: int) -> None:
    """Neighbours are one operation: further lines are deleted where the first was, and inserted above it."""
    if lines and lines[-1].row + abs(lines[-1].deleted) == row:
        lines[-1] = Lines(lines[-1].row, lines[-1].deleted + count)
    else:
        lines.append(Lines(row, count))
