"""Page moves, which change many rows at once: clearing the page, erasing its end or start, deleting and inserting
lines.

The page move is selected by estimated costs; if clearing the page is about as cheap as the best one, the painter
compares the exact costs of both. No page move touches the status line. Which lines to move is found as the edit
distance between the old and the new page: rows are kept, deleted or inserted, never reordered, and rows that leave
or enter at the bottom cost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from operator import is_
from typing import NamedTuple

from h89yahtzee.screen.painter.pen import (
    CostModel,
    CursorMotion,
    EncodedCell,
    EncodedRow,
    EncodedRows,
    Move,
    Pen,
    Place,
)
from h89yahtzee.screen.painter.row_update import RowUpdates
from h89yahtzee.screen.termcap import Termcap

_IN_THE_ROW = 0.5
"""The approximate number of bytes saved when an inserted line is written, because the cursor is already in that
line."""

_NEAR = 1.02
"""Two estimates whose ratio is less than this can't tell which of the moves is really the cheaper one."""
_LEAST_MOVED = 6
"""The fewest bytes in which lines can be moved, cursor motions included: cheaper changes are painted in place."""


class PageMove(NamedTuple):
    """A code that changes the page: afterwards the cursor is at `position` (None: unknown), and the screen shows
    `rows`.

    `cost` is the cost of `code`; `estimate` adds the approximate cost of the painting still needed to reach the
    wanted screen.
    """

    estimate: float
    cost: float
    code: bytes
    position: Place | None
    rows: EncodedRows


class PageMoves:
    def __init__(
        self,
        caps: Termcap,
        cost_model: CostModel,
        motion: CursorMotion,
        row_updates: RowUpdates,
        blank: EncodedCell,
    ) -> None:
        self._caps = caps
        self._cost_model = cost_model
        self._motion = motion
        self._estimate = row_updates.estimate
        self._page = caps.numbers["li"]
        self._blank_cell = blank
        self._blank = (blank,) * caps.columns

    def cheapest(self, pen: Pen, old: EncodedRows, new: EncodedRows) -> list[PageMove]:
        """Return the page move with the lowest estimate, followed by the page move that clears the page if clearing
        is about as cheap."""
        moves = list(self._worth_while(pen, old, new))
        best = min(moves, key=lambda move: move.estimate)
        clear = [move for move in moves if move.code == self._caps["cl"] and move.rows != best.rows]
        return [best, *(move for move in clear if move.estimate < _NEAR * best.estimate)]

    def _worth_while(self, pen: Pen, old: EncodedRows, new: EncodedRows) -> Iterator[PageMove]:
        """Yield the page moves that may be cheapest. The first one has no code and moves nothing: all changes are
        then painted over the old rows."""
        in_place = [self._estimate(row, old[row], new[row]) for row in range(len(new))]
        yield PageMove(sum(in_place), 0.0, b"", pen.position, old)
        written = [len(self._blank) - row.count(self._blank_cell) for row in new[: self._page]]
        spared = [new_row - cost for new_row, cost in zip(written, in_place, strict=False)]
        # Erasing may save bytes if the rows at one end of the page are cheaper to write on blanks than over the old
        # rows.
        is_long = min(*accumulate(spared), *accumulate(reversed(spared))) < 0
        moved = offsets(old[: self._page], new[: self._page], self._blank) if sum(in_place) > _LEAST_MOVED else []
        if not is_long and not moved:
            return
        from_blank = [self._estimate(row, self._blank, new[row]) for row in range(self._page)]
        if is_long:
            yield from self._erased(pen, old, in_place, from_blank)
        if moved and self._caps.get("al") and self._caps.get("dl"):
            yield from self._shifted(pen, old, new, in_place, from_blank, moved)

    def _erased(
        self, pen: Pen, old: EncodedRows, in_place: Sequence[float], from_blank: Sequence[float]
    ) -> Iterator[PageMove]:
        """Yield the page move that clears the page, and the cheapest one that erases the page's end or start.

        `in_place` has for each row the cost of turning the old row into the new one, `from_blank` the cost of
        writing the new row over blanks.
        """
        page = self._page
        clear, cost = self._caps["cl"], self._cost_model.cost(self._caps["cl"])
        rest = sum(from_blank) + sum(in_place[page:])
        yield PageMove(cost + rest, cost, clear, (0, 0), self._blanked(old, 0, page))
        ways = []
        if erase := self._caps.get("cd"):
            ways += [(erase, (row, 0), row, page) for row in range(page)]
        if erase := self._caps.get("cB"):
            ways += [(erase, (row, self._caps.columns - 1), 0, row + 1) for row in range(page)]
        moves = []
        for erase, place, first, end in ways:
            move, position = self._through(pen, place, erase)
            rest = sum(in_place[:first]) + sum(from_blank[first:end]) + sum(in_place[end:])
            moves.append(PageMove(move.cost + rest, *move, position, self._blanked(old, first, end)))
        if moves:
            yield min(moves, key=lambda move: move.estimate)

    def _blanked(self, rows: EncodedRows, first: int, end: int) -> EncodedRows:
        return rows[:first] + [self._blank] * (end - first) + rows[end:]

    def _shifted(
        self,
        pen: Pen,
        old: EncodedRows,
        new: EncodedRows,
        in_place: Sequence[float],
        from_blank: Sequence[float],
        moved: Sequence[int],
    ) -> Iterator[PageMove]:
        """Yield the cheapest page move that brings rows to their new places by deleting and inserting lines.

        `in_place` and `from_blank` are costs as in `_erased`; `moved` has the distances by which rows move, as
        `offsets` returns them.
        """
        delete, insert = self._caps["dl"], self._caps["al"]
        costs = LineCosts(
            keep=lambda i, j: in_place[j] if i == j else self._kept(j, old[i], new[j], from_blank[j]),
            deletion=lambda row: self._cost_model.cost(delete, row, 0),
            insertion=lambda row: self._cost_model.cost(insert, row, 0) - (_IN_THE_ROW if from_blank[row] else 0),
            writing=from_blank,
            way=self._motion.address((1, 1)).cost,
        )
        lines = cheapest_moves(self._page, moved, costs)
        if lines:
            code, position, cost = self._carried_out(pen, lines)
            rows = self._shifted_rows(old, lines)
            rest = sum(self._estimate(row, rows[row], new[row]) for row in range(len(new)))
            yield PageMove(cost + rest, cost, code, position, rows)

    def _kept(self, row: int, old: EncodedRow, new: EncodedRow, from_blank: float) -> float:
        """Return the approximate cost of turning `old` into `new`, the contents of row number `row`.

        If they have little in common, this is `from_blank`, the cost of writing `new` over blanks.
        """
        if old == new:
            return 0.0
        is_near = 2 * (len(new) - alike(old, new)) < from_blank
        return self._estimate(row, old, new) if is_near else from_blank

    def _shifted_rows(self, old: EncodedRows, lines: Sequence[LineMove]) -> EncodedRows:
        rows = old[: self._page]
        for row, count in lines:
            if count > 0:
                rows = rows[:row] + rows[row + count :] + [self._blank] * count
            else:
                rows = (rows[:row] + [self._blank] * -count + rows[row:])[: self._page]
        return rows + old[self._page :]

    def _carried_out(self, pen: Pen, lines: Sequence[LineMove]) -> tuple[bytes, Place | None, float]:
        sent, cost = b"", 0.0
        pen = pen.copy()
        for row, count in lines:
            code = self._caps["dl" if count > 0 else "al"] * abs(count)
            # The code for moving lines works from any column, and leaves the cursor in column 0.
            columns = {0, 0 if pen.position is None else pen.position[1]}
            ways = [(self._through(pen, (row, column), code)[0], (row, 0)) for column in sorted(columns)]
            if row == 0 and (scroll := self._caps.get("do" if count > 0 else "sr")):
                # Scrolling costs the processor less than moving lines.
                ways.append(self._through(pen, self._scrolling_place(pen, count), scroll * abs(count)))
            move, position = min(ways, key=lambda way: way[0])
            pen.position = position if self._caps.is_h19 else None
            sent, cost = sent + move.code, cost + move.cost
        return sent, pen.position, cost

    def _scrolling_place(self, pen: Pen, count: int) -> Place:
        row = self._page - 1 if count > 0 else 0
        return pen.position if pen.position is not None and pen.position[0] == row else (row, 0)

    def _through(self, pen: Pen, place: Place, code: bytes) -> tuple[Move, Place]:
        """Return a pair: a `Move` that consists of the cursor motion to `place` and then `code`, and `place`, where
        the cursor is when `code` is sent."""
        way = self._motion.to(pen.position, pen.saved, place)
        return Move(way.cost + self._cost_model.cost(code, *place), way.code + code), place


_MOST_OFFSETS = 3
_FEWEST_ALIKE = 10
"""A new row counts as moved if it has this many more cells in common with an old row elsewhere than with the old
row at its own place."""
_LINE = 2
"""The approximate number of bytes that deleting or inserting a line takes. So rows are moved by n lines only if
this brings at least n times that number of cells to the places where they are wanted."""
_KEPT, _DELETED, _INSERTED = range(3)


class LineMove(NamedTuple):
    """Deletes `deleted` lines at `row`; if `deleted` is negative, inserts as many blank lines instead."""

    row: int
    deleted: int


class LineCosts(NamedTuple):
    """The costs, in bytes, of the steps that turn old rows into new ones.

    `keep(i, j)` is the cost of turning old row i into new row j, `deletion(row)` the cost of deleting a line,
    `insertion(row)` the cost of inserting a blank line, `writing[j]` the cost of writing new row j over blanks, and
    `way` the cost of a cursor motion.
    """

    keep: Callable[[int, int], float]
    deletion: Callable[[int], float]
    insertion: Callable[[int], float]
    writing: Sequence[float]
    way: float


def offsets(old: Sequence[EncodedRow], new: Sequence[EncodedRow], blank: EncodedRow) -> list[int]:
    """Return the distances by which rows of `old` moved up (negative: down) to similar rows of `new`, beginning
    with the distance by which the most cells moved."""
    gains: Counter[int] = Counter()
    for row, cells in enumerate(new):
        if cells != blank and cells != old[row]:
            here = alike(old[row], cells)
            least = min(_FEWEST_ALIKE, len(cells) - here)
            for place, other in enumerate(old):
                # If the new row differs in fewer than `_FEWEST_ALIKE` cells from the old row in its place, only an
                # old row identical to the new one counts as moved.
                if (least == _FEWEST_ALIKE or other == cells) and (gain := alike(other, cells) - here) >= least:
                    gains[place - row] += gain
    likely = (offset for offset, gain in gains.most_common() if gain >= _LINE * abs(offset))
    return list(islice(likely, _MOST_OFFSETS))


def alike(row: EncodedRow, other: EncodedRow) -> int:
    """Return the number of columns in which both rows have the same cell."""
    return sum(map(is_, row, other))


def cheapest_moves(rows: int, moved: Sequence[int], costs: LineCosts) -> list[LineMove]:
    """Return the cheapest moves of rows: deletions, from the bottom up, then insertions, from the top down.

    The page has `rows` rows, which may move up by the distances in `moved` (negative: down).
    """
    return _moves(_EditDistance(rows, {0, *moved}, costs).path())


_Node = tuple[int, int, int]
"""A state of the search: the numbers of old and new rows handled so far, and the last operation on a row."""


class _EditDistance:
    def __init__(self, rows: int, moved: set[int], costs: LineCosts) -> None:
        self._rows = rows
        self._moved = moved
        # Each deletion and insertion changes the distance by which the rows below move. The distances tried go from
        # one less than the least in `moved` to one more than the greatest.
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
            way = 0 if last == _DELETED else costs.way
            self._offer((old + 1, new, _DELETED), cost + costs.deletion(old) + way, node)
        if new < self._rows and old - new > self._least:
            way = 0 if last == _INSERTED else costs.way
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
    """Add to `lines` a move that deletes `count` lines at `row` (negative: inserts). If the last move ends where
    this one begins, make them one move."""
    if lines and lines[-1].row + abs(lines[-1].deleted) == row:
        lines[-1] = LineMove(lines[-1].row, lines[-1].deleted + count)
    else:
        lines.append(LineMove(row, count))
