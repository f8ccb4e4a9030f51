"""The pen (a terminal's cursor with its modes), the encoding of cells for a terminal, and cheap motions of the
cursor.

"Pen" is libvterm's word for the attributes that the next character gets. A motion of the cursor is relative (cursor
up, backspace, tab ...) or an address, which names row and column. No motion found here scrolls, since none leads
down beyond the page. The status line is reached and left only by addresses: line feeds and cursor up do nothing
there. Costs are in bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from h89yahtzee.screen.grid import BLANK, Cell
from h89yahtzee.screen.termcap import Termcap


class EncodedCell(NamedTuple):
    """A cell as the terminal gets it: its byte, and whether graphics mode and reverse video must be on.

    `graphics` is None if graphics mode makes no difference.
    """

    code: int
    graphics: bool | None
    reverse: bool


EncodedRow = tuple[EncodedCell, ...]
EncodedRows = list[EncodedRow]


class CellEncoder:
    """Encodes cells for one terminal; equal encoded cells are the same object, so that `is` can compare them."""

    def __init__(self, caps: Termcap) -> None:
        self._caps = caps
        self._by_cell: dict[Cell, EncodedCell] = {}
        self._by_encoded: dict[EncodedCell, EncodedCell] = {}
        self.blank = self._encode(BLANK)

    def row(self, cells: tuple[Cell, ...]) -> EncodedRow:
        try:
            return tuple(map(self._by_cell.__getitem__, cells))
        except KeyError:
            for cell in cells:
                self._encode(cell)
            return tuple(map(self._by_cell.__getitem__, cells))

    def _encode(self, cell: Cell) -> EncodedCell:
        encoded = EncodedCell(*self._caps.glyph(cell.char), cell.reverse)
        return self._by_cell.setdefault(cell, self._by_encoded.setdefault(encoded, encoded))


Place = tuple[int, int]


@dataclass(slots=True)
class Pen:
    """A terminal's cursor and modes; `position` is None if unknown, as after writing in the last column of some
    terminals.

    `saved` is the position that the terminal restores on request, None if none was saved.
    """

    position: Place | None = None
    reverse: bool = False
    graphics: bool = False
    saved: Place | None = None

    def copy(self) -> Pen:
        return Pen(self.position, self.reverse, self.graphics, self.saved)

    def switches(self, caps: Termcap, cell: EncodedCell) -> bytes:
        """Switch the pen to the attributes of `cell`, and return the codes to send before the cell."""
        code = b""
        if cell.reverse != self.reverse:
            code = caps["so" if cell.reverse else "se"]
            self.reverse = cell.reverse
        if cell.graphics is not None and cell.graphics != self.graphics:
            code += caps["as" if cell.graphics else "ae"]
            self.graphics = cell.graphics
        return code


Milliseconds = Callable[[bytes, int, int], float]
"""A function that returns the milliseconds that a terminal's processor takes for a code, with the cursor at (row,
column)."""

_TIE = 1e-4
"""The cost in bytes of a millisecond of the terminal's processor, small enough to decide between ties alone."""


class CostModel:
    """Computes the costs of codes; a printed character costs 1.

    `byte_time` is the milliseconds that a byte takes on the line. If it is None, the cost of a code is the number
    of its bytes; among codes of equal length, the code that takes the terminal's processor longer costs slightly
    more. Otherwise the cost is the code's time on the line or in the processor, whichever is longer, divided by
    `byte_time`. `milliseconds` returns the processor's time for a code; if it is None, the processor is faster than
    any line.
    """

    def __init__(self, milliseconds: Milliseconds | None, byte_time: float | None = None) -> None:
        self._milliseconds = milliseconds
        self._byte_time = byte_time
        self._costs: dict[tuple[bytes, int, int], float] = {}

    def cost(self, code: bytes, row: int = 0, column: int = 0) -> float:
        """Return the cost of a code with the cursor at (row, column), which may affect the processor's time."""
        key = (code, row, column)
        cost = self._costs.get(key)
        if cost is None:
            time = self._milliseconds(code, row, column) if self._milliseconds else 0.0
            cost = self._costs[key] = self._cost(len(code), time)
        return cost

    def _cost(self, length: int, milliseconds: float) -> float:
        if self._byte_time is None:
            return length + milliseconds * _TIE
        return max(length, milliseconds / self._byte_time) + length * _TIE


_USED = ("ho", "up", "nd", "le", "do", "nw", "cr", "ta", "rc", "so", "se", "as", "ae")
_TAB_STOPS = 8
_LAST_STOP = 72
_LAST_COLUMN = 79
_OTHER_ROW = 1e-4
MOST_REWRITTEN = 8
"""The most cells that the cursor passes by writing them again: for more, an address takes fewer bytes."""


class Move(NamedTuple):
    cost: float
    code: bytes


class MoveOver(NamedTuple):
    """A cursor motion that may write cells again on its way; `pen` is the cursor and modes afterwards."""

    cost: float
    code: bytes
    pen: Pen


_NOWHERE = Move(0.0, b"")


class CursorMotion:
    """Finds cheap cursor motions on one terminal. The row after the page is the status line."""

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
        # If the codes named here are one byte each, `at_least` is exact where the cells to rewrite need no mode
        # switch.
        self._is_simple = all(len(caps.get(name)) == 1 for name in ("le", "do", "nw", "ta"))
        self._homing, self._restoring = self._moves.get("ho"), self._moves.get("rc")

    def to(self, start: Place | None, saved: Place | None, place: Place) -> Move:
        """Return the cheapest motion from `start` to `place` that writes no cells; it may restore the position
        `saved`."""
        if start == place:
            return Move(0.0, b"")
        best = self.address(place)
        for base, (cost, code) in self._bases(start, saved, place, best.cost):
            local = self._move(base, *place)
            if local is not None and cost + local.cost < best.cost:
                best = Move(cost + local.cost, code + local.code)
        return best

    def at_least(self, start: Place, place: Place) -> float:
        """Return a lower bound of the cost of all motions from `start` to `place` that don't address the cursor,
        even of those that rewrite cells."""
        rows, column = place[0] - start[0], start[1]
        if rows and (start[0] >= self._rows or place[0] >= self._rows):
            return inf
        from_margin = _across(0, place[1])
        if rows > 0:
            return rows + min(_across(column, place[1]), from_margin)
        return min(_across(column, place[1]), from_margin + 1) - 2 * rows

    def over(self, pen: Pen, place: Place, row: EncodedRow, first: EncodedCell | None) -> MoveOver:
        """Return the cheapest motion to `place`, where `first` is written next; it may rewrite cells of `row`.

        `row` has the final cells of the row of `place`. Mode switches for `first` are part of the cost.
        """
        move = self.to(pen.position, pen.saved, place)
        best = MoveOver(move.cost, move.code, Pen(place, pen.reverse, pen.graphics, pen.saved))
        best_cost = move.cost + self.switching(best.pen, first)
        for base, to_base in self._bases(pen.position, pen.saved, place, best_cost):
            for way in self._rewriting(pen, base, to_base, place, row, best_cost):
                cost = way.cost + self.switching(way.pen, first)
                if cost < best_cost:
                    best, best_cost = way, cost
        return best

    def cost_over(self, pen: Pen, place: Place, row: EncodedRow, first: EncodedCell | None, least: float) -> float:
        """Return the approximate cost of the motion that `over` would find, mode switches for `first` included.

        This method most often computes the cost without a search, and so takes less time than `over`. `least` is
        the value of `at_least` for the same motion.
        """
        start = pen.position
        if self._is_simple and start is not None and least < inf:
            reverse, graphics = pen.reverse, pen.graphics
            for cell in row[max(place[1] - ceil(least), 0) : place[1]]:
                if cell.reverse != reverse or cell.graphics not in (None, graphics):
                    break
            else:
                # Of motions of equal cost the one within a row wins, since the terminal's processor takes less time
                # for it.
                other_row = _OTHER_ROW if start[0] != place[0] else 0.0
                return least + other_row + self.switching(pen, first)
        way = self.over(pen, place, row, first)
        return way.cost + self.switching(way.pen, first)

    def _rewriting(
        self, pen: Pen, base: Place, to_base: Move, place: Place, row: EncodedRow, limit: float
    ) -> Iterator[MoveOver]:
        """Yield motions that may cost less than `limit`, and that end by rewriting cells of `row`.

        Each has three parts: `to_base`, which moves the cursor to the place `base`; a motion from `base` to a cell
        to the left of `place`; and the bytes that rewrite the cells from that cell up to `place`.
        """
        last = place[1]
        for column in range(last - 1, max(last - MOST_REWRITTEN, 0) - 1, -1):
            cells = last - column
            if to_base.cost + cells >= limit:
                break
            move = self._move(base, place[0], column)
            if move is not None and to_base.cost + move.cost + cells < limit:
                writer = Pen(place, pen.reverse, pen.graphics, pen.saved)
                written, cost = self.written(writer, row[column:last])
                yield MoveOver(to_base.cost + move.cost + cost, to_base.code + move.code + written, writer)

    def _bases(
        self, start: Place | None, saved: Place | None, place: Place, limit: float
    ) -> Iterator[tuple[Place, Move]]:
        """Yield places from which relative motions may lead to `place`, each with the motion from `start` to that
        place.

        A place is left out if the motion to it and the relative motion on to `place` would together cost at least
        `limit`.
        """
        bases = ((start, _NOWHERE), (saved, self._restoring), ((0, 0), self._homing))
        for base, move in bases:
            if base is not None and move is not None and move.cost + self.at_least(base, place) < limit:
                yield base, move

    def address(self, place: Place) -> Move:
        """Return the motion to `place` from anywhere, by addressing the cursor."""
        move = self._addressed.get(place)
        if move is None:
            code = self._caps.cursor_motion(*place)
            if len(code) not in self._address_costs:
                self._address_costs[len(code)] = self._cost_model.cost(code)
            move = self._addressed[place] = Move(self._address_costs[len(code)], code)
        return move

    def written(self, pen: Pen, cells: Sequence[EncodedCell]) -> tuple[bytes, float]:
        """Return the bytes that write `cells`, and their cost; switch `pen` to the attributes of the last cell."""
        written, cost = bytearray(), 0.0
        for cell in cells:
            cost += 1 + self.switching(pen, cell)
            written += pen.switches(self._caps, cell)
            written.append(cell.code)
        return bytes(written), cost

    def switching(self, pen: Pen, cell: EncodedCell | None) -> float:
        """Return the cost of switching `pen` to the attributes of `cell`; 0.0 if `cell` is None."""
        if cell is None:
            return 0.0
        cost = 0.0
        if cell.reverse != pen.reverse:
            cost = self._moves["so" if cell.reverse else "se"].cost
        if cell.graphics is not None and cell.graphics != pen.graphics:
            cost += self._moves["as" if cell.graphics else "ae"].cost
        return cost

    def _move(self, start: Place, row: int, column: int) -> Move | None:
        """Return the motion to (row, column) without addressing the cursor, None if there is none."""
        if start[0] != row and (start[0] >= self._rows or row >= self._rows):
            return None
        # Motions from the last row of the page and within the status line differ from those in other rows.
        key = (row - start[0], start[1], column, max(start[0], self._rows - 2))
        if key not in self._local:
            self._local[key] = self._relative(*key)
        return self._local[key]

    def _relative(self, rows: int, start: int, column: int, row: int) -> Move | None:
        """Return the relative motion from column `start` of row number `row` to `column` of the row that is `rows`
        rows further down (negative: up); None if there is none. For all rows above the page's last one `row` is the
        same number."""
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
        """Return the motion from row number `row` to column 0 of the row `rows` rows further down (negative: up)
        that uses the capability `nw` (next line); None if there is none."""
        lines = self._repeated("nw", max(rows, 1))
        if rows > 0:
            return lines
        if row == self._rows:
            return lines if self._caps.is_h19 else None
        up = self._repeated("up", 1 - rows)
        # In the last row of the page the code for "next line" would scroll.
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
    """Return the fewest bytes that move the cursor from column `start` to `column`."""
    if column < start:
        return start - column
    ways = [column - start]
    ways += [count + abs(column - stop) for count, stop in enumerate(_stops(start, is_h19=True), 1)]
    return min(ways)


def _stops(start: int, is_h19: bool) -> list[int]:
    """Return the columns that repeated tabs from `start` lead to; after the last stop an H19 tabs by one column."""
    stops = list(range(start // _TAB_STOPS * _TAB_STOPS + _TAB_STOPS, _LAST_STOP + 1, _TAB_STOPS))
    if is_h19:
        stops += range(max(start, _LAST_STOP) + 1, _LAST_COLUMN + 1)
    return stops


def _joined(first: Move | None, second: Move | None) -> Move | None:
    if first is None or second is None:
        return None
    return Move(first.cost + second.cost, first.code + second.code)
