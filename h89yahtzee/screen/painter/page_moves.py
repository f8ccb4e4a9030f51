"""What changes the whole page at once: clearing it, erasing its end, inserting and deleting lines.

Finds out by estimates which of them may pay; the painter compares what is left to paint. Only the page: the status
line is left alone by all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from h89yahtzee.screen.painter.attributes import Ink, InkRow, Rows
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.painter.cursor_motion import Leg, Motion
from h89yahtzee.screen.painter.line_moves import LinePrices, Lines, align, offsets
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.painter.row_update import RowPainting
from h89yahtzee.screen.termcap import Termcap

_IN_THE_ROW = 0.5
"""What it is worth about to have the cursor in an inserted line that is to be written."""


class PageMove(NamedTuple):
    """After `code`, whose price is part of the estimate, the cursor is at `position` and the screen shows `rows`.

    `position` is None where nobody knows. The estimate is for all that has to be sent.
    """

    estimate: float
    price: float
    code: bytes
    position: Position | None
    rows: Rows


class PageMoves:
    def __init__(
        self, caps: Termcap, tariff: Tariff, motion: Motion, row_painting: RowPainting, blank: Ink
    ) -> None:
        self._caps = caps
        self._tariff = tariff
        self._motion = motion
        self._row_painting = row_painting
        self._page = caps.numbers["li"]
        self._ink = blank
        self._blank = (blank,) * caps.columns

    def worth_while(self, pen: Pen, old: Rows, new: Rows) -> Iterator[PageMove]:
        """What may be cheapest: painting the rows where they are first, then all that could be cheaper."""
        in_place = [self._estimate(row, old[row], new[row]) for row in range(len(new))]
        yield PageMove(sum(in_place), 0.0, b"", pen.position, old)
        written = [len(self._blank) - row.count(self._ink) for row in new[: self._page]]
        is_long = any(
            sum(written[row:]) < sum(in_place[row : self._page]) or sum(written[:row]) < sum(in_place[:row])
            for row in range(self._page)
        )
        moved = offsets(old[: self._page], new[: self._page], self._blank)
        if not is_long and not moved:
            return
        from_blank = [self._estimate(row, self._blank, new[row]) for row in range(self._page)]
        if is_long:
            yield from self._erased(pen, old, in_place, from_blank)
        if moved and self._caps.get("al") and self._caps.get("dl"):
            yield from self._shifted(pen, old, new, in_place, from_blank, moved)

    def _estimate(self, row: int, old: InkRow, new: InkRow) -> float:
        return self._row_painting.estimate(row, old, new)

    def _erased(
        self, pen: Pen, old: Rows, in_place: Sequence[float], from_blank: Sequence[float]
    ) -> Iterator[PageMove]:
        """The page cleared, and its end or its start erased where that is cheapest."""
        page = self._page
        clear, price = self._caps["cl"], self._tariff.price(self._caps["cl"])
        rest = sum(from_blank) + sum(in_place[page:])
        yield PageMove(price + rest, price, clear, (0, 0), self._blanked(old, 0, page))
        ways = []
        if erase := self._caps.get("cd"):
            ways += [(erase, (row, 0), row, page) for row in range(page)]
        if erase := self._caps.get("cB"):
            ways += [(erase, (row, self._caps.columns - 1), 0, row + 1) for row in range(page)]
        moves = []
        for erase, place, first, end in ways:
            leg, position = self._through(pen, place, erase)
            rest = sum(in_place[:first]) + sum(from_blank[first:end]) + sum(in_place[end:])
            moves.append(PageMove(leg.price + rest, *leg, position, self._blanked(old, first, end)))
        if moves:
            yield min(moves, key=lambda move: move.estimate)

    def _blanked(self, rows: Rows, first: int, end: int) -> Rows:
        return rows[:first] + [self._blank] * (end - first) + rows[end:]

    def _shifted(
        self,
        pen: Pen,
        old: Rows,
        new: Rows,
        in_place: Sequence[float],
        from_blank: Sequence[float],
        moved: Sequence[int],
    ) -> Iterator[PageMove]:
        """Lines deleted and inserted so that rows stand where the new page has them."""
        delete, insert = self._caps["dl"], self._caps["al"]
        prices = LinePrices(
            keep=lambda i, j: in_place[j] if i == j else self._estimate(j, old[i], new[j]),
            deletion=lambda row: self._tariff.price(delete, row, 0),
            insertion=lambda row: self._tariff.price(insert, row, 0) - _IN_THE_ROW * (from_blank[row] > 0),
            writing=from_blank,
            way=self._motion.address((1, 1)).price,
        )
        lines = align(self._page, moved, prices)
        if lines:
            code, position, price = self._carried_out(pen, lines)
            rows = self._shifted_rows(old, lines)
            rest = sum(self._estimate(row, rows[row], new[row]) for row in range(len(new)))
            yield PageMove(price + rest, price, code, position, rows)

    def _shifted_rows(self, old: Rows, lines: Sequence[Lines]) -> Rows:
        rows = old[: self._page]
        for row, count in lines:
            if count > 0:
                rows = rows[:row] + rows[row + count :] + [self._blank] * count
            else:
                rows = (rows[:row] + [self._blank] * -count + rows[row:])[: self._page]
        return rows + old[self._page :]

    def _carried_out(self, pen: Pen, lines: Sequence[Lines]) -> tuple[bytes, Position | None, float]:
        sent, price = b"", 0.0
        pen = pen.copy()
        for row, count in lines:
            code = self._caps["dl" if count > 0 else "al"] * abs(count)
            # From any column; it leaves the cursor in the first.
            columns = {0, 0 if pen.position is None else pen.position[1]}
            ways = [(self._through(pen, (row, column), code)[0], (row, 0)) for column in sorted(columns)]
            if row == 0 and (scroll := self._caps.get("do" if count > 0 else "sr")):
                # Scrolling costs the processor less than moving lines.
                ways.append(self._through(pen, self._scrolling_place(pen, count), scroll * abs(count)))
            leg, position = min(ways, key=lambda way: way[0])
            pen.position = position if self._caps.is_h19 else None
            sent, price = sent + leg.code, price + leg.price
        return sent, pen.position, price

    def _scrolling_place(self, pen: Pen, count: int) -> Position:
        row = self._page - 1 if count > 0 else 0
        return pen.position if pen.position is not None and pen.position[0] == row else (row, 0)

    def _through(self, pen: Pen, place: Position, code: bytes) -> tuple[Leg, Position]:
        """To a place and `code` there."""
        way = self._motion.to(pen.position, pen.saved, place)
        return Leg(way.price + self._tariff.price(code, *place), way.code + code), place
