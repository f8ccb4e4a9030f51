"""The bytes that turn one screen into another: as few as the painter finds, and of equal ways the faster one.

It knows the screen before, the screen after and the terminal, and nothing else. Nothing depends on whether the
terminal wraps at the right margin, since a switch inside the machine decides that, and nothing is written where
that would scroll. Insert mode is never left on; reverse video and graphics mode stay as the last cell needed them.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.screen.cell import BLANK
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.painter.attributes import Inks, Rows
from h89yahtzee.screen.painter.cost import Tariff
from h89yahtzee.screen.painter.cursor_motion import Motion
from h89yahtzee.screen.painter.drawing import Drawing
from h89yahtzee.screen.painter.ordering import route
from h89yahtzee.screen.painter.page_moves import PageMoves
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.painter.row_update import RowPainting, Stroke
from h89yahtzee.screen.termcap import Termcap

_INVESTED = 0.5
"""Bytes that saving the cursor's position may cost more the first time: it saves two whenever it returns there."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a terminal shows, and the pen as it was left there."""

    grid: Grid
    pen: Pen


def enter(caps: Termcap, alternate_keypad: bool) -> bytes:
    """What prepares the terminal: status line on, cursor off, the keypad told apart from the main row or not."""
    return caps.get("ti") + caps.get("ks" if alternate_keypad else "ke") + caps.get("vi")


def leave(caps: Termcap) -> bytes:
    """What leaves the terminal as it was found, the cursor on the lowest rows of the page, which are erased.

    Painting may have been cut anywhere before: `te` comes first, which ends a sequence that lacks its end.
    """
    return caps.get("te") + caps.get("ke") + caps.get("ve")


class Painter:
    """Paints on one kind of terminal, and remembers nothing of what it painted."""

    def __init__(self, caps: Termcap, tariff: Tariff) -> None:
        self._caps = caps
        self._tariff = tariff
        self._last_row = caps.numbers["li"] - 1
        self._inks = Inks(caps)
        self._motion = Motion(caps, tariff)
        self._row_painting = RowPainting(caps, tariff, self._inks.blank)
        self._page_moves = PageMoves(caps, tariff, self._motion, self._row_painting, self._inks.blank)

    def repaint(self, after: Grid) -> tuple[bytes, Shown]:
        """For a terminal of which nobody knows more than that it is in its plain state."""
        drawing = self._drawn_anew(Pen(), after)
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def update(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        """For a terminal that shows `before`. It never costs more than a repaint."""
        if before.grid == after:
            return b"", before
        drawing = self._drawn_over(before, after)
        written = sum(cell != BLANK for row in after.cells for cell in row)
        # Painting anew takes a byte a cell at least: only a longer update can lose against it.
        if drawing.price > written:
            drawing = min(drawing, self._drawn_anew(before.pen, after), key=lambda drawing: drawing.price)
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def switch_off(self, shown: Shown) -> bytes:
        """What brings the terminal back to its plain state."""
        drawing = self._drawing(shown.pen)
        drawing.switch_off()
        return bytes(drawing.sent)

    def _drawing(self, pen: Pen) -> Drawing:
        return Drawing(self._caps, self._tariff, self._motion, pen.copy())

    def _rows(self, grid: Grid) -> Rows:
        return [self._inks.row(cells) for cells in grid.cells]

    def _drawn_over(self, before: Shown, after: Grid) -> Drawing:
        drawing = self._drawing(before.pen)
        old, new = self._rows(before.grid), self._rows(after)
        self._save_position(drawing, after.cursor)
        move = min(self._page_moves.worth_while(drawing.pen, old, new), key=lambda move: move.estimate)
        drawing.move_page(move)
        self._draw(drawing, move.rows, new, after.cursor)
        if (before.grid.cursor is None) != (after.cursor is None):
            drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        return drawing

    def _drawn_anew(self, pen: Pen, after: Grid) -> Drawing:
        drawing = self._drawing(pen)
        drawing.switch_off()
        drawing.send(self._caps["cl"])
        drawing.pen.position = (0, 0)
        for row in range(self._last_row + 1, after.rows):
            drawing.move((row, 0))
            drawing.send(self._caps["ce"])
        drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        blank = [(self._inks.blank,) * after.columns] * after.rows
        self._draw(drawing, blank, self._rows(after), after.cursor)
        return drawing

    def _save_position(self, drawing: Drawing, cursor: Position | None) -> None:
        """Where the cursor is and will be, to be restored when all else is painted."""
        if cursor is None or drawing.pen.position != cursor or drawing.pen.saved == cursor:
            return
        save, restore = self._caps.get("sc"), self._caps.get("rc")
        price = self._tariff.price(save) + self._tariff.price(restore)
        if save and restore and price <= self._motion.address(cursor).price + _INVESTED:
            drawing.save_position()

    def _draw(self, drawing: Drawing, old: Rows, new: Rows, cursor: Position | None) -> None:
        """What differs, then the cursor."""
        corner = self._pushed_corner(old, new)
        targets = list(new)
        if corner:
            targets[self._last_row] = new[self._last_row][:-2] + old[self._last_row][-2:]
        strokes: list[Stroke] = []
        for row, (before, after) in enumerate(zip(old, targets, strict=True)):
            strokes += self._row_painting.strokes(row, before, after)
        for stroke in route(strokes, drawing.pen, cursor, new, self._motion):
            drawing.draw(stroke, new[stroke.row])
        if corner:
            drawing.draw_corner(new[self._last_row][-2:], (self._last_row, self._caps.columns - 2))
        if cursor is not None:
            drawing.move_over(cursor, new[cursor[0]])

    def _pushed_corner(self, old: Rows, new: Rows) -> bool:
        """Whether the last cell of the page must be painted, and can't be by writing or erasing it."""
        before, after = old[self._last_row][-1], new[self._last_row][-1]
        if before is after or self._caps.writes_corner or not self._caps.get("im"):
            return False
        return after is not self._inks.blank or not self._caps.get("ce")
