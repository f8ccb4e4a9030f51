"""The cheapest way to move the cursor, by every means that a terminal has.

Nothing here scrolls: a motion never goes down past the page, nor by rows to or from the status line, where line
feeds and cursor up do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.pen import Pen, Place
from h89yahtzee.screen.termcap import Termcap

_USED = ("ho", "up", "nd", "le", "do", "nw", "cr", "ta", "rc", "so", "se", "as", "ae")
_TAB_STOPS = 8
_LAST_STOP = 72
_LAST_COLUMN = 79
_OTHER_ROW = 1e-4
MOST_REWRITTEN = 8
"""The longest stretch to pass by rewriting it; beyond that, addressing the cursor is shorter on any terminal."""


class Move(NamedTuple):
    cost: float
    code: bytes


class MoveOver(NamedTuple):
    """A move that may rewrite cells on its way; `pen` is the pen at its end."""

    cost: float
    code: bytes
    pen: Pen


_NOWHERE = Move(0.0, b"")


class CursorMotion:
    """Motions on one terminal. Places are (row, column); the row after the page is the status line."""

    def __init__(self, caps: Termcap, cost_model: CostModel) -> None:
        self._caps = caps
        self._cost_model = cost_model
        self._rows = caps.numbers["li"]
        self._along: dict[tuple[int, int], Move | None] = {}
        self._local: dict[tuple[int, int, int, int], Move | None] = {}
        self._addressed: dict[Place, Move] = {}
        self._address_costs: dict[int, float] = {}
        self._moves = {
            name: Move(cost_model.cost(code), code) for name, code in caps.strings.items() if name in _USED
        }
        # Where each of these is one byte, `at_least` is exact for cells that need no other attributes.
        self._is_simple = all(len(caps.get(name)) == 1 for name in ("le", "do", "nw", "ta"))
        self._homing, self._restoring = self._moves.get("ho"), self._moves.get("rc")

    def to(self, start: Place | None, saved: Place | None, place: Place) -> Move:
        """The cheapest move to `place` that writes nothing."""
        if start == place:
            return Move(0.0, b"")
        best = self.address(place)
        for base, (cost, code) in self._bases(start, saved, place, best.cost):
            local = self._move(base, *place)
            if local is not None and cost + local.cost < best.cost:
                best = Move(cost + local.cost, code + local.code)
        return best

    def at_least(self, start: Place, place: Place) -> float:
        """The least that a way from `start` other than addressing can cost, with or without rewriting cells."""
        rows, column = place[0] - start[0], start[1]
        if rows and (start[0] >= self._rows or place[0] >= self._rows):
            return inf
        from_margin = _across(0, place[1])
        if rows > 0:
            return rows + min(_across(column, place[1]), from_margin)
        return min(_across(column, place[1]), from_margin + 1) - 2 * rows

    def over(self, pen: Pen, place: Place, row: EncodedRow, first: EncodedCell | None) -> MoveOver:
        """The cheapest move to `place`, rewriting cells of its row where that pays; `first` is written there next.

        `row` is what the row may show. The switches that `first` needs at the end count when ways are compared.
        """
        move = self.to(pen.position, pen.saved, place)
        best = MoveOver(move.cost, move.code, Pen(place, pen.reverse, pen.graphics, pen.saved))
        best_cost = move.cost + self.switching(best.pen, first)
        for base, before in self._bases(pen.position, pen.saved, place, best_cost):
            for way in self._rewriting(pen, base, before, place, row, best_cost):
                cost = way.cost + self.switching(way.pen, first)
                if cost < best_cost:
                    best, best_cost = way, cost
        return best

    def cost_over(self, pen: Pen, place: Place, row: EncodedRow, first: EncodedCell | None, least: float) -> float:
        """The cost of `over` with the switches that `first` needs, to within fractions; quicker on most rows.

        `least` is what `at_least` says.
        """
        start = pen.position
        if self._is_simple and start is not None and least < inf:
            reverse, graphics = pen.reverse, pen.graphics
            for cell in row[max(place[1] - ceil(least), 0) : place[1]]:
                if cell.reverse != reverse or cell.graphics not in (None, graphics):
                    break
            else:
                # On ties the way along the row, which takes the processor less.
                return least + _OTHER_ROW * (start[0] != place[0]) + self.switching(pen, first)
        way = self.over(pen, place, row, first)
        return way.cost + self.switching(way.pen, first)

    def _rewriting(
        self, pen: Pen, base: Place, before: Move, place: Place, row: EncodedRow, limit: float
    ) -> Iterator[MoveOver]:
        """Moves from `base` that rewrite the last cells before `place`, as long as they may cost less."""
        last = place[1]
        for column in range(last - 1, max(last - MOST_REWRITTEN, 0) - 1, -1):
            cells = last - column
            if before.cost + cells >= limit:
                break
            move = self._move(base, place[0], column)
            if move is not None and before.cost + move.cost + cells < limit:
                writer = Pen(place, pen.reverse, pen.graphics, pen.saved)
                written, cost = self.written(writer, row[column:last])
                yield MoveOver(before.cost + move.cost + cost, before.code + move.code + written, writer)

    def _bases(
        self, start: Place | None, saved: Place | None, place: Place, limit: float
    ) -> Iterator[tuple[Place, Move]]:
        """Starting points of relative motions to a place for less than `limit`, and the move to each."""
        bases = ((start, _NOWHERE), (saved, self._restoring), ((0, 0), self._homing))
        for base, move in bases:
            if base is not None and move is not None and move.cost + self.at_least(base, place) < limit:
                yield base, move

    def address(self, place: Place) -> Move:
        """The move to `place` from anywhere."""
        move = self._addressed.get(place)
        if move is None:
            code = self._caps.cursor_motion(*place)
            if len(code) not in self._address_costs:
                self._address_costs[len(code)] = self._cost_model.cost(code)
            move = self._addressed[place] = Move(self._address_costs[len(code)], code)
        return move

    def written(self, pen: Pen, cells: Sequence[EncodedCell]) -> tuple[bytes, float]:
        """The bytes that write `cells`, and their cost. `pen` takes on the last one's attributes."""
        written, cost = bytearray(), 0.0
        for cell in cells:
            cost += 1 + self.switching(pen, cell)
            written += pen.switches(self._caps, cell)
            written.append(cell.code)
        return bytes(written), cost

    def switching(self, pen: Pen, cell: EncodedCell | None) -> float:
        """The cost of switching to what `cell` needs; None needs nothing."""
        if cell is None:
            return 0.0
        cost = 0.0
        if cell.reverse != pen.reverse:
            cost = self._moves["so" if cell.reverse else "se"].cost
        if cell.graphics is not None and cell.graphics != pen.graphics:
            cost += self._moves["as" if cell.graphics else "ae"].cost
        return cost

    def _move(self, start: Place, row: int, column: int) -> Move | None:
        """The move by relative motions alone."""
        if start[0] != row and (start[0] >= self._rows or row >= self._rows):
            return None
        # Only the last row of the page and the status line are different from the others.
        key = (row - start[0], start[1], column, max(start[0], self._rows - 2))
        if key not in self._local:
            self._local[key] = self._relative(*key)
        return self._local[key]

    def _relative(self, rows: int, start: int, column: int, row: int) -> Move | None:
        """The move from a column of `row` by `rows` down; negative: up."""
        vertical = self._repeated("do" if rows > 0 else "up", abs(rows))
        from_margin = self._horizontal(0, column)
        ways = [
            _joined(vertical, self._horizontal(start, column)),
            _joined(self._to_margin(rows, row), from_margin),
        ]
        if rows == 0:
            ways.append(_joined(self._repeated("cr", 1), from_margin))
        return min((way for way in ways if way is not None), default=None)

    def _to_margin(self, rows: int, row: int) -> Move | None:
        """The move to column 0 by next lines, at least one."""
        lines = self._repeated("nw", max(rows, 1))
        if rows > 0:
            return lines
        if row == self._rows:
            return lines if self._caps.is_h19 else None
        up = self._repeated("up", 1 - rows)
        # In the last row of the page a next line would scroll.
        return _joined(up, lines) if row == self._rows - 1 else _joined(lines, up)

    def _horizontal(self, start: int, column: int) -> Move | None:
        if (start, column) not in self._along:
            self._along[start, column] = self._along_row(start, column)
        return self._along[start, column]

    def _along_row(self, start: int, column: int) -> Move | None:
        if column < start:
            return self._repeated("le", start - column)
        ways = [self._repeated("nd", column - start)]
        for count, stop in enumerate(_stops(start, self._caps.is_h19), 1):
            rest = self._repeated("nd" if stop <= column else "le", abs(column - stop))
            ways.append(_joined(self._repeated("ta", count), rest))
            if stop > column:
                break
        return min((way for way in ways if way is not None), default=None)

    def _repeated(self, capability: str, count: int) -> Move | None:
        if count == 0:
            return Move(0.0, b"")
        move = self._moves.get(capability)
        return Move(move.cost * count, move.code * count) if move else None


@cache
def _across(start: int, column: int) -> int:
    """The fewest bytes from one column to another."""
    if column < start:
        return start - column
    ways = [column - start]
    ways += [count + abs(column - stop) for count, stop in enumerate(_stops(start, is_h19=True), 1)]
    return min(ways)


def _stops(start: int, is_h19: bool) -> list[int]:
    """The columns that one tab after another leads to; after the last stop an H19 goes on by single columns."""
    stops = list(range(start // _TAB_STOPS * _TAB_STOPS + _TAB_STOPS, _LAST_STOP + 1, _TAB_STOPS))
    return stops + list(range(max(start, _LAST_STOP) + 1, _LAST_COLUMN + 1)) * is_h19


def _joined(first: Move | None, second: Move | None) -> Move | None:
    if first is None or second is None:
        return None
    return Move(first.cost + second.cost, first.code + second.code)
