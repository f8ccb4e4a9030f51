"""The bytes that turn one screen into another: as few as the painter finds, and on ties the faster.

It knows the screen before, the screen after and the terminal, and nothing else. Nothing is written in the last cell
of the page where that would scroll. Insert mode is never left on, reverse video and graphics mode only where the
next screen is likely to need them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.painter.cost import CostModel
from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.drawing import Drawing
from h89yahtzee.screen.painter.encoded_cells import CellEncoder, EncodedRows
from h89yahtzee.screen.painter.order.exact_order import ExactOrder, Step
from h89yahtzee.screen.painter.order.ordering import in_order
from h89yahtzee.screen.painter.order.pieces import Pieces
from h89yahtzee.screen.painter.page_moves import PageMoves
from h89yahtzee.screen.painter.pen import Pen, Rest
from h89yahtzee.screen.painter.resting import resting
from h89yahtzee.screen.painter.row_update import RowUpdate, RowUpdates
from h89yahtzee.screen.termcap import Termcap

_INVESTED = 0.5
"""The extra bytes that saving the cursor's position may cost once: it saves two on each return there."""
_MOST_KEPT = 32
"""Paintings that are remembered."""
_MOST_COMPARED = 500
"""Above this the estimates of the page moves are near enough to tell whether painting anew costs less."""
_MOST_ORDERED = 30
"""How many updates are put in order in a hurry: the time grows with their square."""
_LEAST_GAIN = 0.5
"""Less is not worth looking for another order."""


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
    """Paints on one kind of terminal, and doesn't know which of them shows what.

    Grids have `caps.rows` rows and none of the characters that the terminal lacks. Where writing the last cell of
    the page scrolls (`am`) and nothing can be pushed into it, that cell must be blank.
    In a `hurry` larger changes are painted row by row, in a third of the time and some more bytes.
    """

    def __init__(self, caps: Termcap, cost_model: CostModel, hurry: bool = False) -> None:
        self._caps = caps
        self._hurry = hurry
        self._cost_model = cost_model
        self._last_row = caps.numbers["li"] - 1
        self._saves = bool(caps.get("sc") and caps.get("rc"))
        self._encoder = CellEncoder(caps)
        self._motion = CursorMotion(caps, cost_model)
        self._row_updates = RowUpdates(caps, cost_model, self._encoder.blank)
        self._encoded: tuple[tuple[tuple[Cell, ...], ...], EncodedRows] = (), []
        self._pieces = Pieces(caps, self._encoder.blank)
        self._page_moves = PageMoves(caps, cost_model, self._motion, self._row_updates, self._encoder.blank)
        self._recent: dict[tuple[int, int], tuple[Shown | None, Grid, tuple[bytes, Shown]]] = {}

    def repaint(self, after: Grid) -> tuple[bytes, Shown]:
        """Paint on a terminal of which nothing is known but that it is in its plain state."""
        return self._painted(None, after)

    def update(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        """Paint on a terminal that shows `before`; never costs more than a repaint."""
        return (b"", before) if before.grid == after else self._painted(before, after)

    def _painted(self, before: Shown | None, after: Grid) -> tuple[bytes, Shown]:
        """Painted once for all terminals that show the very same before and after."""
        key = id(before), id(after)
        if key not in self._recent:
            if len(self._recent) >= _MOST_KEPT:
                self._recent.clear()
            painted = self._anew(after) if before is None else self._over(before, after)
            self._recent[key] = before, after, painted
        return self._recent[key][2]

    def _anew(self, after: Grid) -> tuple[bytes, Shown]:
        drawing = self._drawn_anew(Pen(), after, resting(after, Pen(), after))
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def _over(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        drawing = self._drawn_over(before, after)
        # Painting anew takes a byte a cell at least: only a longer update can lose against it.
        written = accumulate(len(row) - row.count(BLANK) for row in after.cells)
        if drawing.cost < _MOST_COMPARED and all(least < drawing.cost for least in written):
            anew = self._drawn_anew(before.pen, after, resting(before.grid, before.pen, after))
            drawing = min(drawing, anew, key=lambda drawing: drawing.cost)
        return bytes(drawing.sent), Shown(after, drawing.pen)

    def switch_off(self, shown: Shown) -> bytes:
        """The codes that bring the terminal back to its plain state."""
        drawing = self._drawing(shown.pen)
        drawing.switch_off()
        return bytes(drawing.sent)

    def _drawing(self, pen: Pen) -> Drawing:
        return Drawing(self._caps, self._cost_model, self._motion, pen.copy())

    def _rows(self, grid: Grid) -> EncodedRows:
        """The rows of a grid; those that it shares with the grid before are not encoded again."""
        cells, rows = self._encoded
        if grid.cells is not cells:
            rows = [
                row if new == old else self._encoder.row(new)
                for old, new, row in zip_longest(cells, grid.cells, rows)
                if new is not None
            ]
            self._encoded = grid.cells, rows
        return rows

    def _drawn_over(self, before: Shown, after: Grid) -> Drawing:
        drawing = self._draw_over(self._drawing(before.pen), before, after)
        cursor = after.cursor
        if cursor is not None and self._saves and before.pen.position == cursor != before.pen.saved:
            return drawing.returning(_INVESTED)
        return drawing

    def _draw_over(self, drawing: Drawing, before: Shown, after: Grid) -> Drawing:
        old, new = self._rows(before.grid), self._rows(after)
        rest = resting(before.grid, before.pen, after)
        moves = self._page_moves.cheapest(drawing.pen, old, new)[: 1 if self._hurry else None]
        drawings = (self._draw(drawing.moved(move), move.rows, new, rest) for move in moves)
        drawing = min(drawings, key=lambda drawing: drawing.cost)
        if (before.grid.cursor is None) != (after.cursor is None):
            drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        return drawing

    def _drawn_anew(self, pen: Pen, after: Grid, rest: Rest) -> Drawing:
        drawing = self._drawing(pen)
        drawing.switch_off()
        drawing.send(self._caps["cl"])
        drawing.pen.position = (0, 0)
        for row in range(self._last_row + 1, after.rows):
            drawing.move((row, 0))
            drawing.send(self._caps["ce"])
        drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        blank = [(self._encoder.blank,) * after.columns] * after.rows
        return self._draw(drawing, blank, self._rows(after), rest)

    def _draw(self, drawing: Drawing, old: EncodedRows, new: EncodedRows, rest: Rest) -> Drawing:
        corner = self._pushed_corner(old, new)
        targets = list(new)
        if corner:
            targets[self._last_row] = new[self._last_row][:-2] + old[self._last_row][-2:]
        updates: list[RowUpdate] = []
        for row, (before, after) in enumerate(zip(old, targets, strict=True)):
            updates += self._row_updates.updates(row, before, after)
        is_ordered = not self._hurry or len(updates) <= _MOST_ORDERED
        order = in_order(updates, drawing.pen, rest.place, new, self._motion) if is_ordered else updates
        steps = [Step(update, new[update.row]) for update in order]
        if corner:
            drawing = self._carried_out(drawing, steps, new, Rest(None))
            drawing.draw_corner(new[self._last_row][-2:], (self._last_row, self._caps.columns - 2))
            return self._carried_out(drawing, [], new, rest)
        done = self._carried_out(drawing, steps, new, rest)
        if pieces := self._pieces.cut(updates, old, new, drawing.pen.position, rest.place):
            exact = ExactOrder(pieces, drawing.pen, rest, new, self._motion, self._drawing)
            if steps := exact.cheapest(done.cost - drawing.cost - _LEAST_GAIN):
                return self._carried_out(drawing, steps, new, rest)
        return done

    def _carried_out(self, drawing: Drawing, steps: Sequence[Step], new: EncodedRows, rest: Rest) -> Drawing:
        """What is drawn with these steps, and then with the pen at rest."""
        drawing = drawing.copy()
        for update, row in steps:
            drawing.draw(update, row)
        drawing.finish(rest, new)
        return drawing

    def _pushed_corner(self, old: EncodedRows, new: EncodedRows) -> bool:
        """Whether the last cell of the page must be painted, and can't be by writing or erasing it."""
        before, after = old[self._last_row][-1], new[self._last_row][-1]
        if before is after or self._caps.writes_corner or not self._caps.get("im"):
            return False
        return after is not self._encoder.blank or not self._caps.get("ce")
