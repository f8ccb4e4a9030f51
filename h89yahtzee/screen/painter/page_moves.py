"""Moves that change the whole page at once: clearing it, erasing its end, inserting and deleting lines.

Estimates tell which of them may pay; the painter compares what is left to paint. None touches the status line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.cursor_motion import CursorMotion, Move
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow, EncodedRows
from h89yahtzee.screen.painter.line_moves import LineCosts, LineMove, alike, cheapest_moves, offsets
from h89yahtzee.screen.painter.pen import Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdates
from h89yahtzee.screen.termcap import Termcap

_IN_THE_ROW = 0.5
"""About what it is worth to have the cursor in an inserted line that is to be written."""

_NEAR = 1.02
"""How much more of two estimates is not enough to tell which of the moves is cheaper."""
_LEAST_MOVED = 6
"""Lines are seldom moved in fewer bytes, the ways to them included."""


class PageMove(NamedTuple):
    """A code after which the cursor is at `position` (None: unknown) and the screen shows `rows`.

    The estimate is for all that has to be sent, the code's cost included.
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
        """The move with the least estimate, and clearing the page as well if it is about as cheap."""
        moves = list(self._worth_while(pen, old, new))
        best = min(moves, key=lambda move: move.estimate)
        clear = [move for move in moves if move.code == self._caps["cl"] and move.rows != best.rows]
        return [best, *(move for move in clear if move.estimate < _NEAR * best.estimate)]

    def _worth_while(self, pen: Pen, old: EncodedRows, new: EncodedRows) -> Iterator[PageMove]:
        """The moves that may be cheapest: first none, the rows being painted where they are, then the others."""
        in_place = [self._estimate(row, old[row], new[row]) for row in range(len(new))]
        yield PageMove(sum(in_place), 0.0, b"", pen.position, old)
        written = [len(self._blank) - row.count(self._blank_cell) for row in new[: self._page]]
        spared = [new_row - cost for new_row, cost in zip(written, in_place, strict=False)]
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
        """Moves that clear the page, or erase its end or its start where that is cheapest."""
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
        """Lines deleted and inserted so that rows stand where the new page has them."""
        delete, insert = self._caps["dl"], self._caps["al"]
        costs = LineCosts(
            keep=lambda i, j: in_place[j] if i == j else self._kept(j, old[i], new[j], from_blank[j]),
            deletion=lambda row: self._cost_model.cost(delete, row, 0),
            insertion=lambda row: self._cost_model.cost(insert, row, 0) - _IN_THE_ROW * (from_blank[row] > 0),
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
        """About what it costs to turn a line into another, from a blank one where they have little in common."""
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
            # From any column; it leaves the cursor in the first.
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
        """The move to a place with `code` sent there, and the place."""
        way = self._motion.to(pen.position, pen.saved, place)
        return Move(way.cost + self._cost_model.cost(code, *place), way.code + code), place
