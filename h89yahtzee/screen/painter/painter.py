"""The painter: finds few bytes that turn one screen into another and, among equally few, those executed fastest.

The painter knows only the terminal, the screen that it shows, and the screen to paint. The last cell of the page
(all rows but the status line) is never written on terminals that would then scroll. Insert mode is never left on;
reverse video and graphics mode stay on, also from screen to screen, until a cell needs them off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby, zip_longest
from operator import attrgetter

from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.painter.exact_order import ExactOrder, Pieces, Step
from h89yahtzee.screen.painter.page_moves import PageMove, PageMoves
from h89yahtzee.screen.painter.path_order import in_order
from h89yahtzee.screen.painter.pen import (
    CellEncoder,
    CostModel,
    CursorMotion,
    EncodedCell,
    EncodedRow,
    EncodedRows,
    Pen,
    Place,
)
from h89yahtzee.screen.painter.row_update import RowUpdate, RowUpdates
from h89yahtzee.screen.termcap import Termcap

_INVESTED = 0.5
"""The most extra bytes to spend on saving the cursor's position: each later return to it takes two bytes less."""
_MOST_KEPT = 32
"""The most results (bytes that turn one grid into another) kept for other terminals of the same type that show the
same grids."""
_MOST_DRAWN = 2000
"""The most drawings (codes that draw one or a few rows) that a painter in a hurry keeps for other screens."""
_FEW_ROWS = 8
"""The codes of a change are kept if it concerns at most this many rows: small changes recur on other screens."""
_MOST_COMPARED = 500
"""Painting the screen anew is tried as well only if a change costs fewer bytes than this: for dearer changes, the
estimates decide well enough."""
_MOST_ORDERED = 30
"""The most updates (changes within a row) that a painter in a hurry puts in order: the time grows steeply."""
_LEAST_GAIN = 0.5
"""The fewest bytes that an order found by the exact search must save to be preferred."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The screen that a terminal shows, and its pen: its cursor's place and the modes that are on."""

    grid: Grid
    pen: Pen


def enter(caps: Termcap, alternate_keypad: bool) -> bytes:
    """Return the codes that prepare a terminal: they turn on its status line, hide the cursor, and turn alternate
    keypad mode on or off, as `alternate_keypad` tells."""
    return caps.get("ti") + caps.get("ks" if alternate_keypad else "ke") + caps.get("vi")


def leave(caps: Termcap) -> bytes:
    """Return the codes that restore the terminal, erase the last two rows of the page, and put the cursor there.

    The capability `te` comes first because it also ends a control sequence that was cut off in the middle.
    """
    return caps.get("te") + caps.get("ke") + caps.get("ve")


class Painter:
    """Paints for any number of terminals of the type described by `caps`.

    Grids have `caps.rows` rows and only characters that the terminal has. The last cell of the page must be blank
    if writing it makes the terminal scroll (`am`) and the terminal has no insert mode. With `hurry`, larger changes
    are painted row by row, which takes a third of the time and sends a few more bytes.
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
        self._drawn: dict[tuple[object, ...], Drawing] = {}
        self._recent: dict[tuple[int, int], tuple[Shown | None, Grid, tuple[bytes, Shown]]] = {}

    def repaint(self, after: Grid) -> tuple[bytes, Shown]:
        """Return the bytes that paint `after` over any screen of a terminal whose modes are all off, and the new
        `Shown`."""
        return self._painted(None, after)

    def update(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        """Return the bytes that turn `before` into `after`, at most as many as paint all of `after` anew, and the
        new `Shown`."""
        return (b"", before) if before.grid == after else self._painted(before, after)

    def _painted(self, before: Shown | None, after: Grid) -> tuple[bytes, Shown]:
        """Return the bytes that turn `before` into `after` (None: paint `after` anew), and the new `Shown`. Keep
        this result, since other terminals may need the same update."""
        # `before` and `after` are kept with the result: while they exist, no other object can get their ids.
        key = id(before), id(after)
        if key not in self._recent:
            if len(self._recent) >= _MOST_KEPT:
                self._recent.clear()
            drawing = self._drawn_anew(Pen(), after) if before is None else self._over(before, after)
            self._recent[key] = before, after, (bytes(drawing.sent), Shown(after, drawing.pen))
        return self._recent[key][2]

    def _over(self, before: Shown, after: Grid) -> Drawing:
        drawing = self._drawn_over(before, after)
        # Painting anew takes at least a byte for each cell that isn't blank, so only an update of more bytes can be
        # dearer.
        written = accumulate(len(row) - row.count(BLANK) for row in after.cells)
        if drawing.cost < _MOST_COMPARED and all(least < drawing.cost for least in written):
            anew = self._drawn_anew(before.pen, after)
            drawing = min(drawing, anew, key=lambda drawing: drawing.cost)
        return drawing

    def _drawing(self, pen: Pen) -> Drawing:
        return Drawing(self._caps, self._cost_model, self._motion, pen.copy())

    def _rows(self, grid: Grid) -> EncodedRows:
        """Return the encoded rows of `grid`; rows equal to those of the last grid are not encoded again."""
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
        # A cursor that ends where it began is likely to return there after later updates too, such as those that
        # only change a clock.
        cursor = after.cursor
        if cursor is not None and self._saves and before.pen.position == cursor != before.pen.saved:
            return drawing.returning(_INVESTED)
        return drawing

    def _draw_over(self, drawing: Drawing, before: Shown, after: Grid) -> Drawing:
        old, new = self._rows(before.grid), self._rows(after)
        moves = self._page_moves.cheapest(drawing.pen, old, new)[: 1 if self._hurry else None]
        # Estimates can't tell moves of nearly equal costs apart: draw the whole screen with each of them.
        drawings = (self._draw(drawing.moved(move), move.rows, new, after.cursor) for move in moves)
        drawing = min(drawings, key=lambda drawing: drawing.cost)
        if (before.grid.cursor is None) != (after.cursor is None):
            drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        return drawing

    def _drawn_anew(self, pen: Pen, after: Grid) -> Drawing:
        drawing = self._drawing(pen)
        drawing.switch_off()
        drawing.send(self._caps["cl"])
        drawing.pen.position = (0, 0)
        # The capability `cl` clears the page alone; the status line has to be erased by itself.
        for row in range(self._last_row + 1, after.rows):
            drawing.move((row, 0))
            drawing.send(self._caps["ce"])
        drawing.send(self._caps.get("vi" if after.cursor is None else "ve"))
        blank = [(self._encoder.blank,) * after.columns] * after.rows
        return self._draw(drawing, blank, self._rows(after), after.cursor)

    def _draw(self, drawing: Drawing, old: EncodedRows, new: EncodedRows, cursor: Place | None) -> Drawing:
        """Return `drawing` continued by codes that turn the rows `old` into `new`. A painter in a hurry keeps the
        codes of small changes, and uses them again when the same change recurs."""
        changed = [(row, *pair) for row, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
        if not self._hurry or len(changed) > _FEW_ROWS:
            return self._draw_changes(drawing, old, new, cursor)
        pen, end = drawing.pen.copy(), None if cursor is None else (cursor, new[cursor[0]])
        key = (*changed, end, pen.position, pen.reverse, pen.graphics, pen.saved)
        drawing = drawing.copy()
        drawing.append(self._kept(key, lambda: self._draw_changes(self._drawing(pen), old, new, cursor)))
        return drawing

    def _kept(self, key: tuple[object, ...], draw: Callable[[], Drawing]) -> Drawing:
        """Return the drawing (codes and their effect) kept under `key`; if there is none, call `draw` and keep its
        result."""
        if key not in self._drawn:
            if len(self._drawn) >= _MOST_DRAWN:
                self._drawn.clear()
            self._drawn[key] = draw()
        return self._drawn[key]

    def _draw_changes(self, drawing: Drawing, old: EncodedRows, new: EncodedRows, cursor: Place | None) -> Drawing:
        corner = self._pushed_corner(old, new)
        targets = list(new)
        if corner:
            targets[self._last_row] = new[self._last_row][:-2] + old[self._last_row][-2:]
        updates: list[RowUpdate] = []
        for row, (before, after) in enumerate(zip(old, targets, strict=True)):
            updates += self._row_updates.updates(row, before, after)
        is_ordered = not self._hurry or len(updates) <= _MOST_ORDERED
        steps: list[Step] = []
        if is_ordered:
            order = in_order(updates, drawing.pen, cursor, new, self._motion)
            steps = [Step(update, new[update.row]) for update in order]
        else:
            drawing = self._row_by_row(drawing, updates, new)
        if corner:
            # The last two cells of the page are written after all others, since insert mode pushes one of them into
            # its place.
            drawing = self._carried_out(drawing, steps, new, None)
            drawing.draw_corner(new[self._last_row][-2:], (self._last_row, self._caps.columns - 2))
            return self._carried_out(drawing, [], new, cursor)
        done = self._carried_out(drawing, steps, new, cursor)
        if not is_ordered:
            return done
        # Changes cut into a few pieces may have an order that is cheaper than any order of whole row changes.
        if pieces := self._pieces.cut(updates, old, new, drawing.pen.position, cursor):
            exact = ExactOrder(pieces, drawing.pen, cursor, new, self._motion, self._drawing)
            if steps := exact.cheapest(done.cost - drawing.cost - _LEAST_GAIN):
                return self._carried_out(drawing, steps, new, cursor)
        return done

    def _row_by_row(self, drawing: Drawing, updates: Sequence[RowUpdate], new: EncodedRows) -> Drawing:
        """Return `drawing` continued by `updates` (changes within a row), which are sorted by row.

        The codes for each row, the cursor motion to the row included, are kept for reuse, since many screens share
        rows.
        """
        drawing = drawing.copy()
        for row, group in groupby(updates, key=attrgetter("row")):
            steps = tuple(group)
            pen = drawing.pen
            key = (steps, new[row], pen.position, pen.reverse, pen.graphics, pen.saved)
            drawing.append(self._kept(key, partial(self._draw_row, pen, steps, new[row])))
        return drawing

    def _draw_row(self, pen: Pen, updates: Sequence[RowUpdate], row: EncodedRow) -> Drawing:
        drawing = self._drawing(pen)
        for update in updates:
            drawing.draw(update, row)
        return drawing

    def _carried_out(
        self, drawing: Drawing, steps: Sequence[Step], new: EncodedRows, cursor: Place | None
    ) -> Drawing:
        """Return `drawing` continued by `steps`, and by a motion to `cursor`, if given."""
        drawing = drawing.copy()
        for update, row in steps:
            drawing.draw(update, row)
        if cursor is not None:
            drawing.move_over(cursor, new[cursor[0]])
        return drawing

    def _pushed_corner(self, old: EncodedRows, new: EncodedRows) -> bool:
        """Return whether insert mode must push the last cell of the page into its place.

        This is so if that cell changes and can neither be erased nor written without scrolling.
        """
        before, after = old[self._last_row][-1], new[self._last_row][-1]
        if before is after or self._caps.writes_corner or not self._caps.get("im"):
            return False
        return after is not self._encoder.blank or not self._caps.get("ce")


class Drawing:
    """Codes to send (`sent`), their `cost`, and the state of the `pen` after them."""

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
        """Add a code that neither moves the cursor nor changes a mode."""
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
        """Move the cursor to `place`, where `first` is written next; on its way it may rewrite cells of `row`."""
        way = self._motion.over(self.pen, place, row, first)
        self.sent += way.code
        self.cost += way.cost
        self.pen = way.pen

    def moved(self, move: PageMove) -> Drawing:
        """Return a copy of the drawing continued by `move`, which changes many rows and was found for this
        drawing's pen."""
        other = self.copy()
        if move.code:
            other.erase_plainly()
            other.sent += move.code
            other.cost += move.cost
            other.pen.position = move.position
        return other

    def returning(self, most: float) -> Drawing:
        """Return a drawing with the same effect that saves the cursor's position at its start. Its last code
        restores this position; the last code of the present drawing addresses it.

        If this is impossible, or costs over `most` bytes more than the present drawing, return the present drawing.
        """
        place = self.pen.position
        address = self._motion.address(place) if place else None
        if address is None or not self.sent.endswith(address.code) or self._caps["rc"] in self.sent:
            return self
        other = Drawing(self._caps, self._cost_model, self._motion, self.pen.copy())
        other.send(self._caps["sc"])
        other.pen.saved = other.pen.position
        other.sent += self.sent[: -len(address.code)]
        other.cost += self.cost - address.cost
        other.send(self._caps["rc"])
        return other if other.cost <= self.cost + most else self

    def append(self, other: Drawing) -> None:
        """Add the codes of `other`. The cursor and modes with which `other` begins must be those with which this
        drawing ends."""
        self.sent += other.sent
        self.cost += other.cost
        self.pen = other.pen.copy()

    def draw(self, update: RowUpdate, row: EncodedRow) -> None:
        """Add the codes of `update`, a change in `row`; the cursor may rewrite cells of `row` to reach it."""
        self.move_over((update.row, update.column), row, update.cells[0] if update.cells else None)
        if update.opening:
            self.erase_plainly()
            self.send(update.opening)
        self._write(update.cells)
        self.send(update.closing)
        self.pen.position = update.end

    def erase_plainly(self) -> None:
        """Switch off reverse video before an erasure, except on an H19, where erased cells are always plain."""
        if self.pen.reverse and not self._caps.is_h19:
            self.switch_off(graphics=False)

    def switch_off(self, reverse: bool = True, graphics: bool = True) -> None:
        """Switch off reverse video, graphics mode or both."""
        if self.pen.reverse and reverse:
            self.send(self._caps["se"])
            self.pen.reverse = False
        if self.pen.graphics and graphics:
            self.send(self._caps["ae"])
            self.pen.graphics = False

    def draw_corner(self, cells: Sequence[EncodedCell], place: Place) -> None:
        """Draw the last two cells of the page, the first at `place`, without writing in the last place.

        The last cell is written one column early and pushed into its place by insert mode.
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
