"""The cheapest way to move the cursor, by every means that a terminal has.

Nothing here scrolls: rows are only gone down to where there is a page below, and never from or to the status line,
where line feeds and cursor up do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.termcap import Termcap

_USED = ("ho", "up", "nd", "le", "do", "nw", "cr", "ta", "rc", "so", "se", "as", "ae")
_TAB_STOPS = 8
_LAST_STOP = 72
_LAST_COLUMN = 79
_OTHER_ROW = 1e-4
_MOST_REWRITTEN = 8
"""The longest stretch that is passed by writing it again; addressing the cursor is shorter on any terminal."""


class Leg(NamedTuple):
    price: float
    code: bytes


class Way(NamedTuple):
    """`pen` is the pen at the end of it."""

    price: float
    code: bytes
    pen: Pen


_NOWHERE = Leg(0.0, b"")


class Motion:
    """Motions on one terminal. Places are (row, column); the row behind the page is the status line."""

    def __init__(self, caps: Termcap, tariff: Tariff) -> None:
        self._caps = caps
        self._tariff = tariff
        self._rows = caps.numbers["li"]
        self._along: dict[tuple[int, int], Leg | None] = {}
        self._local: dict[tuple[int, int, int, int], Leg | None] = {}
        self._addressed: dict[Position, Leg] = {}
        self._address_prices: dict[int, float] = {}
        self._legs = {name: Leg(tariff.price(code), code) for name, code in caps.strings.items() if name in _USED}
        # Where all of these are a byte, what a way costs at least is what it costs if no cell needs another mode.
        self._is_simple = all(len(caps.get(name)) == 1 for name in ("le", "do", "nw", "ta"))
        self._homing, self._restoring = self._legs.get("ho"), self._legs.get("rc")

    def to(self, start: Position | None, saved: Position | None, place: Position) -> Leg:
        """To `place` without writing anything."""
        if start == place:
            return Leg(0.0, b"")
        best = self.address(place)
        for base, (price, code) in self._bases(start, saved, place, best.price):
            local = self._move(base, *place)
            if local is not None and price + local.price < best.price:
                best = Leg(price + local.price, code + local.code)
        return best

    def at_least(self, start: Position, place: Position) -> float:
        """What a way from `start` that is no address costs if it exists, cells that are written again included."""
        rows, column = place[0] - start[0], start[1]
        if rows and (start[0] >= self._rows or place[0] >= self._rows):
            return inf
        from_margin = _across(0, place[1])
        if rows > 0:
            return rows + min(_across(column, place[1]), from_margin)
        return min(_across(column, place[1]), from_margin + 1) - 2 * rows

    def over(self, pen: Pen, place: Position, row: InkRow, first: Ink | None) -> Way:
        """To `place`, writing cells of its row again where that is cheaper; `first` is what is written then.

        `row` is what the row may show. Ways are compared with the switches that `first` needs after them.
        """
        leg = self.to(pen.position, pen.saved, place)
        best = Way(leg.price, leg.code, Pen(place, pen.reverse, pen.graphics, pen.saved))
        best_price = leg.price + self.switching(best.pen, first)
        for base, before in self._bases(pen.position, pen.saved, place, best_price):
            for way in self._rewriting(pen, base, before, place, row, best_price):
                price = way.price + self.switching(way.pen, first)
                if price < best_price:
                    best, best_price = way, price
        return best

    def price_over(self, pen: Pen, place: Position, row: InkRow, first: Ink | None) -> float:
        """What `over` costs with the switches that `first` needs, but for fractions; quicker on most rows."""
        start = pen.position
        if self._is_simple and start is not None and (least := self.at_least(start, place)) < inf:
            cells = row[max(place[1] - ceil(least), 0) : place[1]]
            if all(ink.reverse == pen.reverse and ink.graphics in (None, pen.graphics) for ink in cells):
                # Of equal ways the one along the row, which is the one that takes the processor less.
                return least + _OTHER_ROW * (start[0] != place[0]) + self.switching(pen, first)
        way = self.over(pen, place, row, first)
        return way.price + self.switching(way.pen, first)

    def _rewriting(
        self, pen: Pen, base: Position, before: Leg, place: Position, row: InkRow, limit: float
    ) -> Iterator[Way]:
        """Ways from `base` that write the last cells before `place` again, as long as they may cost less."""
        last = place[1]
        for column in range(last - 1, max(last - _MOST_REWRITTEN, 0) - 1, -1):
            cells = last - column
            if before.price + cells >= limit:
                break
            leg = self._move(base, place[0], column)
            if leg is not None and before.price + leg.price + cells < limit:
                writer = Pen(place, pen.reverse, pen.graphics, pen.saved)
                written, price = self.written(writer, row[column:last])
                yield Way(before.price + leg.price + price, before.code + leg.code + written, writer)

    def _bases(
        self, start: Position | None, saved: Position | None, place: Position, limit: float
    ) -> Iterator[tuple[Position, Leg]]:
        """From where relative motions may lead to a place for less than `limit`, and what leads there."""
        bases = ((start, _NOWHERE), (saved, self._restoring), ((0, 0), self._homing))
        for base, leg in bases:
            if base is not None and leg is not None and leg.price + self.at_least(base, place) < limit:
                yield base, leg

    def address(self, place: Position) -> Leg:
        """To `place` from anywhere."""
        leg = self._addressed.get(place)
        if leg is None:
            code = self._caps.cursor_motion(*place)
            if len(code) not in self._address_prices:
                self._address_prices[len(code)] = self._tariff.price(code)
            leg = self._addressed[place] = Leg(self._address_prices[len(code)], code)
        return leg

    def written(self, pen: Pen, inks: Sequence[Ink]) -> tuple[bytes, float]:
        """What writes `inks`, and its price. The pen is in the modes of the last one then, and not moved."""
        written, price = bytearray(), 0.0
        for ink in inks:
            price += 1 + self.switching(pen, ink)
            written += pen.switches(self._caps, ink)
            written.append(ink.code)
        return bytes(written), price

    def switching(self, pen: Pen, ink: Ink | None) -> float:
        """What it costs until `ink` can be written; nothing is written where it is None."""
        if ink is None:
            return 0.0
        price = 0.0
        if ink.reverse != pen.reverse:
            price = self._legs["so" if ink.reverse else "se"].price
        if ink.graphics is not None and ink.graphics != pen.graphics:
            price += self._legs["as" if ink.graphics else "ae"].price
        return price

    def _move(self, start: Position, row: int, column: int) -> Leg | None:
        """By relative motions alone."""
        if start[0] != row and (start[0] >= self._rows or row >= self._rows):
            return None
        # Only the last row of the page and the status line are different from the others.
        key = (row - start[0], start[1], column, max(start[0], self._rows - 2))
        if key not in self._local:
            self._local[key] = self._relative(*key)
        return self._local[key]

    def _relative(self, rows: int, start: int, column: int, row: int) -> Leg | None:
        """From a column of `row`, so many rows down; negative: up."""
        vertical = self._repeated("do" if rows > 0 else "up", abs(rows))
        from_margin = self._horizontal(0, column)
        ways = [
            _joined(vertical, self._horizontal(start, column)),
            _joined(self._to_margin(rows, row), from_margin),
        ]
        if rows == 0:
            ways.append(_joined(self._repeated("cr", 1), from_margin))
        return min((way for way in ways if way is not None), default=None)

    def _to_margin(self, rows: int, row: int) -> Leg | None:
        """To column 0 by next lines, of which there is always one."""
        lines = self._repeated("nw", max(rows, 1))
        if rows > 0:
            return lines
        if row == self._rows:
            return lines if self._caps.is_h19 else None
        up = self._repeated("up", 1 - rows)
        # In the last row of the page a next line would scroll.
        return _joined(up, lines) if row == self._rows - 1 else _joined(lines, up)

    def _horizontal(self, start: int, column: int) -> Leg | None:
        if (start, column) not in self._along:
            self._along[start, column] = self._along_row(start, column)
        return self._along[start, column]

    def _along_row(self, start: int, column: int) -> Leg | None:
        if column < start:
            return self._repeated("le", start - column)
        ways = [self._repeated("nd", column - start)]
        for count, stop in enumerate(_stops(start, self._caps.is_h19), 1):
            rest = self._repeated("nd" if stop <= column else "le", abs(column - stop))
            ways.append(_joined(self._repeated("ta", count), rest))
            if stop > column:
                break
        return min((way for way in ways if way is not None), default=None)

    def _repeated(self, capability: str, count: int) -> Leg | None:
        if count == 0:
            return Leg(0.0, b"")
        leg = self._legs.get(capability)
        return Leg(leg.price * count, leg.code * count) if leg else None


@cache
def _across(start: int, column: int) -> int:
    """The fewest bytes from one column to another."""
    if column < start:
        return start - column
    ways = [column - start]
    ways += [count + abs(column - stop) for count, stop in enumerate(_stops(start, is_h19=True), 1)]
    return min(ways)


def _stops(start: int, is_h19: bool) -> list[int]:
    """Where one tab after the other leads; behind the last stop an H19 goes on column by column."""
    stops = list(range(start // _TAB_STOPS * _TAB_STOPS + _TAB_STOPS, _LAST_STOP + 1, _TAB_STOPS))
    return stops + list(range(max(start, _LAST_STOP) + 1, _LAST_COLUMN + 1)) * is_h19


def _joined(first: Leg | None, second: Leg | None) -> Leg | None:
    if first is None or second is None:
        return None
    return Leg(first.price + second.price, first.code + second.code)
