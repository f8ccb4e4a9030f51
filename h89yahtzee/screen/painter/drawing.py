"""Strokes and motions put together to what is sent, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.painter.cursor_motion import Motion
from h89yahtzee.screen.painter.page_moves import PageMove
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.painter.row_update import Stroke
from h89yahtzee.screen.termcap import Termcap


class Drawing:
    """What is drawn from a pen on; `pen` is the pen as it is by now."""

    def __init__(self, caps: Termcap, tariff: Tariff, motion: Motion, pen: Pen) -> None:
        self.pen = pen
        self.sent = bytearray()
        self.price = 0.0
        self._caps = caps
        self._tariff = tariff
        self._motion = motion

    def send(self, code: bytes) -> None:
        """What neither moves the pen nor changes its modes."""
        if code:
            self.sent += code
            self.price += self._tariff.price(code, *(self.pen.position or (0, 0)))

    def move(self, place: Position) -> None:
        if self.pen.position != place:
            leg = self._motion.to(self.pen.position, self.pen.saved, place)
            self.sent += leg.code
            self.price += leg.price
            self.pen.position = place

    def move_over(self, place: Position, row: InkRow, first: Ink | None = None) -> None:
        """To a place where `first` is written next, in a row that may show `row`: its cells may be rewritten."""
        way = self._motion.over(self.pen, place, row, first)
        self.sent += way.code
        self.price += way.price
        self.pen = way.pen

    def move_page(self, move: PageMove) -> None:
        """Carry out what was found for this pen; a move that is none has no code."""
        if move.code:
            self.erase_plainly()
            self.sent += move.code
            self.price += move.price
            self.pen.position = move.position

    def save_position(self) -> None:
        self.send(self._caps["sc"])
        self.pen.saved = self.pen.position

    def draw(self, stroke: Stroke, row: InkRow) -> None:
        """Paint a stroke of a row that may show `row`."""
        self.move_over((stroke.row, stroke.column), row, stroke.inks[0] if stroke.inks else None)
        if stroke.opening:
            self.erase_plainly()
            self.send(stroke.opening)
        self._write(stroke.inks)
        self.send(stroke.closing)
        self.pen.position = None if stroke.end is None else (stroke.row, stroke.end)

    def erase_plainly(self) -> None:
        """Before anything that leaves blank cells, which only an H19 leaves plain whatever the modes."""
        if self.pen.reverse and not self._caps.erases_plainly:
            self.switch_off(graphics=False)

    def switch_off(self, graphics: bool = True) -> None:
        """Leave reverse video, and graphics mode too."""
        if self.pen.reverse:
            self.send(self._caps["se"])
        if self.pen.graphics and graphics:
            self.send(self._caps["ae"])
        self.pen.reverse, self.pen.graphics = False, self.pen.graphics and not graphics

    def draw_corner(self, cells: Sequence[Ink], place: Position) -> None:
        """The last two cells of a row, the first of them at `place`, where writing the last one could scroll.

        It is written one column early and pushed into its place.
        """
        self.move(place)
        self._write(cells[1:])
        self.pen.position = (place[0], place[1] + 1)
        self.move(place)
        self.send(self._caps["im"])
        self._write(cells[:1])
        self.send(self._caps["ei"])
        self.pen.position = (place[0], place[1] + 1)

    def _write(self, inks: Sequence[Ink]) -> None:
        code, price = self._motion.written(self.pen, inks)
        self.sent += code
        self.price += price
