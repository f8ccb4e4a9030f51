"""The bytes that turn one screen into another: as few as the painter finds, and on ties the faster.

It knows the screen before, the screen after and the terminal, and nothing else. Nothing is written in the last cell
of the page where that would scroll. Insert mode is never left on; reverse video and graphics mode stay as the last
cell needed them.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.screen.grid import BLANK, Grid
from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.drawing import Drawing
from h89yahtzee.screen.painter.encoded_cells import CellEncoder, EncodedRows
from h89yahtzee.screen.painter.ordering import in_order
from h89yahtzee.screen.painter.page_moves import PageMoves
from h89yahtzee.screen.painter.pen import Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdate, RowUpdates
from h89yahtzee.screen.termcap import Termcap

_INVESTED = 0.5
"""The extra bytes that saving the cursor's position may cost once: it saves two on each return there."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The screen that a terminal shows, and the pen as it was left there."""

    grid: Grid
    pen: Pen


def enter(caps: Termcap, alternate_keypad: bool) -> bytes:
    """The codes that prepare a terminal: status line on, cursor off, keypad told apart from the main row or not."""
    return caps.get("ti") + caps.get("ks" if alternate_keypad else "ke") + caps.get("vi")


def leave(caps: Termcap) -> bytes:
    """The codes that leave the terminal as it was found, the cursor on the last rows of the page, which are erased.

    Painting may have been cut off anywhere, so `te` comes first: it ends an unfinished sequence.
    """
    return caps.get("te") + caps.get("ke") + caps.get("ve")


class Painter:
    """Paints on one kind of terminal, and remembers nothing of what it painted.

    Grids have `caps.rows` rows and none of the characters that the terminal lacks. Where writing the last cell of
    the page scrolls (`am`) and nothing can be pushed into it, that cell must be blank.
    """

    def __init__(self, caps: Termcap, cost_model: CostModel) -> None:
        self._caps = caps
        self._cost_model = cost_model
        self._last_row = caps.numbers["li"] - 1
        self._encoder = CellEncoder(caps)
        self._motion = CursorMotion(caps, cost_model)
        self._row_updates = RowUpdates(caps, cost_model, self._encoder.blank)
        self._page_moves = PageMoves(caps, cost_model, self._motion, self._row_updates, self._encoder.blank)

    def repaint(self, after: Grid) -> tuple[bytes, Shown]:
        """Paint on a terminal of which nothing is known but that it is in its plain state."""
        drawing = self._drawn_anew(Pen(), after)
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def update(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        """Paint on a terminal that shows `before`; never costs more than a repaint."""
        if before.grid == after:
            return b"", before
        drawing = self._drawn_over(before, after)
        written = sum(cell != BLANK for row in after.cells for cell in row)
        # Painting anew takes a byte a cell at least: only a longer update can lose against it.
        if drawing.cost > written:
            drawing = min(drawing, self._drawn_anew(before.pen, after), key=lambda drawing: drawing.cost)
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def switch_off(self, shown: Shown) -> bytes:
        """The codes that bring the terminal back to its plain state."""
        drawing = self._drawing(shown.pen)
        drawing.switch_off()
        return bytes(drawing.sent)

    def _drawing(self, pen: Pen) -> Drawing:
        return Drawing(self._caps, self._cost_model, self._motion, pen.copy())

    def _rows(self, grid: Grid) -> EncodedRows:
        return [self._encoder.row(cells) for cells in grid.cells]

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
        blank = [(self._encoder.blank,) * after.columns] * after.rows
        self._draw(drawing, blank, self._rows(after), after.cursor)
        return drawing

    def _save_position(self, drawing: Drawing, cursor: Place | None) -> None:
        """Save the position if the cursor is where it will be, to be restored when all else is painted."""
        if cursor is None or drawing.pen.position != cursor or drawing.pen.saved == cursor:
            return
        save, restore = self._caps.get("sc"), self._caps.get("rc")
        cost = self._cost_model.cost(save) + self._cost_model.cost(restore)
        if save and restore and cost <= self._motion.address(cursor).cost + _INVESTED:
            drawing.save_position()

    def _draw(self, drawing: Drawing, old: EncodedRows, new: EncodedRows, cursor: Place | None) -> None:
        corner = self._pushed_corner(old, new)
        targets = list(new)
        if corner:
            targets[self._last_row] = new[self._last_row][:-2] + old[self._last_row][-2:]
        updates: list[RowUpdate] = []
        for row, (before, after) in enumerate(zip(old, targets, strict=True)):
            updates += self._row_updates.updates(row, before, after)
        for update in in_order(updates, drawing.pen, cursor, new, self._motion):
            drawing.draw(update, new[update.row])
        if corner:
            drawing.draw_corner(new[self._last_row][-2:], (self._last_row, self._caps.columns - 2))
        if cursor is not None:
            drawing.move_over(cursor, new[cursor[0]])

    def _pushed_corner(self, old: EncodedRows, new: EncodedRows) -> bool:
        """Whether the last cell of the page must be painted, and can't be by writing or erasing it."""
        before, after = old[self._last_row][-1], new[self._last_row][-1]
        if before is after or self._caps.writes_corner or not self._caps.get("im"):
            return False
        return after is not self._encoder.blank or not self._caps.get("ce")
