"""Row updates and cursor motions put together: what is sent, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.page_moves import PageMove
from h89yahtzee.screen.painter.pen import Pen, Place, Rest
from h89yahtzee.screen.painter.row_update import RowUpdate
from h89yahtzee.screen.termcap import Termcap


class Drawing:
    """Collects what is sent, from a pen on; `pen` is the pen as it is by now."""

    def __init__(self, caps: Termcap, cost_model: CostModel, motion: CursorMotion, pen: Pen) -> None:
        self.pen = pen
        self.sent = bytearray()
        self.cost = 0.0
        self._caps = caps
        self._cost_model = cost_model
        self._motion = motion

    def copy(self) -> Drawing:
        other = Drawing(self._caps, self._cost_model, self._motion, self.pen.copy())
        other.sent, other.cost = self.sent.copy(), self.cost
        return other

    def send(self, code: bytes) -> None:
        """Send a code that neither moves the pen nor changes its attributes."""
        if code:
            self.sent += code
            self.cost += self._cost_model.cost(code, *(self.pen.position or (0, 0)))

    def move(self, place: Place) -> None:
        if self.pen.position != place:
            move = self._motion.to(self.pen.position, self.pen.saved, place)
            self.sent += move.code
            self.cost += move.cost
            self.pen.position = place

    def move_over(self, place: Place, row: EncodedRow, first: EncodedCell | None = None) -> None:
        """Move to a place where `first` is written next; in passing, cells may be rewritten as `row` has them."""
        way = self._motion.over(self.pen, place, row, first)
        self.sent += way.code
        self.cost += way.cost
        self.pen = way.pen

    def moved(self, move: PageMove) -> Drawing:
        """The same with a move carried out that was found for this pen; none has no code."""
        other = self.copy()
        if move.code:
            other.erase_plainly()
            other.sent += move.code
            other.cost += move.cost
            other.pen.position = move.position
        return other

    def returning(self, most: float) -> Drawing:
        """The same with the place where it begins and ends saved and restored, for `most` more bytes at most."""
        place = self.pen.position
        address = self._motion.address(place) if place else None
        if address is None or not self.sent.endswith(address.code) or self._caps["rc"] in self.sent:
            return self
        other = Drawing(self._caps, self._cost_model, self._motion, self.pen.copy())
        other.save_position()
        other.sent += self.sent[: -len(address.code)]
        other.cost += self.cost - address.cost
        other.send(self._caps["rc"])
        return other if other.cost <= self.cost + most else self

    def save_position(self) -> None:
        self.send(self._caps["sc"])
        self.pen.saved = self.pen.position

    def draw(self, update: RowUpdate, row: EncodedRow) -> None:
        """Carry out an update of a row that may show `row`."""
        self.move_over((update.row, update.column), row, update.cells[0] if update.cells else None)
        if update.opening:
            self.erase_plainly()
            self.send(update.opening)
        self._write(update.cells)
        self.send(update.closing)
        self.pen.position = update.end

    def finish(self, rest: Rest, rows: Sequence[EncodedRow]) -> None:
        """Leave the pen as `rest` has it on a screen that shows `rows`."""
        self.switch_off(not rest.reverse, not rest.graphics)
        if rest.place is not None:
            self.move_over(rest.place, rows[rest.place[0]])

    def erase_plainly(self) -> None:
        """Make sure that blanks come out plain; only an H19 leaves them so in reverse video."""
        if self.pen.reverse and not self._caps.is_h19:
            self.switch_off(graphics=False)

    def switch_off(self, reverse: bool = True, graphics: bool = True) -> None:
        """Leave reverse video, graphics mode or both."""
        if self.pen.reverse and reverse:
            self.send(self._caps["se"])
            self.pen.reverse = False
        if self.pen.graphics and graphics:
            self.send(self._caps["ae"])
            self.pen.graphics = False

    def draw_corner(self, cells: Sequence[EncodedCell], place: Place) -> None:
        """Draw the last two cells of a row, the first at `place`, where writing the last one could scroll.

        That one is written a column early and pushed into its place.
        """
        self.move(place)
        self._write(cells[1:])
        self.pen.position = (place[0], place[1] + 1)
        self.move(place)
        self.send(self._caps["im"])
        self._write(cells[:1])
        self.send(self._caps["ei"])
        self.pen.position = (place[0], place[1] + 1)

    def _write(self, cells: Sequence[EncodedCell]) -> None:
        code, cost = self._motion.written(self.pen, cells)
        self.sent += code
        self.cost += cost
