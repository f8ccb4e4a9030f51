"""Moving lines: which rows of a page stand elsewhere on the next one, and the lines to delete and insert for that.

This is the edit distance between two pages: rows are kept, deleted or inserted, never reordered. What falls off the
bottom and what comes in there costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from operator import is_
from typing import NamedTuple

from h89yahtzee.screen.painter.encoded_cells import EncodedRow

_MOST_OFFSETS = 3
_FEWEST_ALIKE = 10
"""A row that has fewer cells more in common with another than with the one in its place tells nothing, unless both
are the same."""
_LINE = 2
"""About the bytes for a line that is deleted or inserted: what has less in common is not worth moving."""
_KEPT, _DELETED, _INSERTED = range(3)


class LineMove(NamedTuple):
    """`deleted` lines are deleted at a row, or inserted where the number is negative."""

    row: int
    deleted: int


class LineCosts(NamedTuple):
    """`keep(i, j)` is the cost of making row j of old row i, `deletion(row)` and `insertion(row)` of a line there.

    `writing[j]` is the cost of row j from blank, `way` that of getting to another place.
    """

    keep: Callable[[int, int], float]
    deletion: Callable[[int], float]
    insertion: Callable[[int], float]
    writing: Sequence[float]
    way: float


def offsets(old: Sequence[EncodedRow], new: Sequence[EncodedRow], blank: EncodedRow) -> list[int]:
    """How far rows, or rows much like them, have moved up (negative: down), the most cells first."""
    gains: Counter[int] = Counter()
    for row, cells in enumerate(new):
        if cells != blank and cells != old[row]:
            here = alike(old[row], cells)
            least = min(_FEWEST_ALIKE, len(cells) - here)
            for place, other in enumerate(old):
                # Where so few cells differ, only the same row can have as many more in common.
                if (least == _FEWEST_ALIKE or other == cells) and (gain := alike(other, cells) - here) >= least:
                    gains[place - row] += gain
    likely = (offset for offset, gain in gains.most_common() if gain >= _LINE * abs(offset))
    return list(islice(likely, _MOST_OFFSETS))


def alike(row: EncodedRow, other: EncodedRow) -> int:
    """How many cells of the rows are the same."""
    return sum(map(is_, row, other))


def cheapest_moves(rows: int, moved: Sequence[int], costs: LineCosts) -> list[LineMove]:
    """The cheapest deletions, from the bottom up, and insertions, from the top down, for pages of `rows` rows."""
    return _moves(_EditDistance(rows, {0, *moved}, costs).path())


_Node = tuple[int, int, int]
"""The numbers of old rows and of new rows dealt with, and what was done last."""


class _EditDistance:
    def __init__(self, rows: int, moved: set[int], costs: LineCosts) -> None:
        self._rows = rows
        self._moved = moved
        # Lines are deleted and inserted to get from one of these distances to another, or for one between.
        self._least, self._most = min(moved) - 1, max(moved) + 1
        self._costs = costs
        self._best: dict[_Node, tuple[float, _Node | None]] = {(0, 0, _KEPT): (0.0, None)}

    def path(self) -> list[_Node]:
        for old in range(self._rows + 1):
            for new in range(max(old - self._most, 0), min(old - self._least, self._rows) + 1):
                for last in (_KEPT, _DELETED, _INSERTED):
                    if (old, new, last) in self._best:
                        self._go_on((old, new, last))
        rows = self._rows
        ends = [
            (cost + sum(self._costs.writing[node[1] :]), node)
            for node, (cost, _) in self._best.items()
            if rows in node[:2]
        ]
        node: _Node | None = min(ends)[1]
        path = []
        while node is not None:
            path.append(node)
            node = self._best[node][1]
        return path[::-1]

    def _go_on(self, node: _Node) -> None:
        old, new, last = node
        cost = self._best[node][0]
        costs = self._costs
        if old < self._rows and new < self._rows and old - new in self._moved:
            self._offer((old + 1, new + 1, _KEPT), cost + costs.keep(old, new), node)
        if old < self._rows and old - new < self._most:
            way = costs.way * (last != _DELETED)
            self._offer((old + 1, new, _DELETED), cost + costs.deletion(old) + way, node)
        if new < self._rows and old - new > self._least:
            way = costs.way * (last != _INSERTED)
            self._offer((old, new + 1, _INSERTED), cost + costs.insertion(new) + costs.writing[new] + way, node)

    def _offer(self, node: _Node, cost: float, origin: _Node) -> None:
        if node not in self._best or cost < self._best[node][0]:
            self._best[node] = cost, origin


def _moves(path: Sequence[_Node]) -> list[LineMove]:
    deletions: list[LineMove] = []
    insertions: list[LineMove] = []
    for old, new, done in path[1:]:
        if done == _DELETED:
            _append(deletions, old - 1, 1)
        elif done == _INSERTED:
            _append(insertions, new - 1, -1)
    return [*reversed(deletions), *insertions]


def _append(lines: list[LineMove], row: int, count: int) -> None:
    """Add lines; neighbours are one move: further lines are deleted where the first was, and inserted above it."""
    if lines and lines[-1].row + abs(lines[-1].deleted) == row:
        lines[-1] = LineMove(lines[-1].row, lines[-1].deleted + count)
    else:
        lines.append(LineMove(row, count))
