"""The bytes that turn one screen into another.

It knows the screen before, the screen after and the terminal, and nothing else. Between two paintings the terminal
is in its plain state: no reverse video, no graphics, no insert mode. Nothing depends on whether the terminal wraps
at the right margin or adds a line feed to a carriage return, since switches inside the machine decide that.
"""

from __future__ import annotations

from h89yahtzee.h19.termcap import Termcap
from h89yahtzee.screen.cell import BLANK, Cell
from h89yahtzee.screen.grid import Grid

Row = tuple[Cell, ...]


def enter(caps: Termcap, alternate_keypad: bool) -> bytes:
    """What prepares the terminal: status line on, cursor off, the keypad told apart from the main row or not."""
    return caps.get("ti") + caps.get("ks" if alternate_keypad else "ke") + caps.get("vi")


def leave(caps: Termcap) -> bytes:
    """What leaves the terminal as it was found, the cursor on the lowest rows of the page, which are erased.

    Painting may have been cut anywhere before: `te` comes first, which ends a sequence that lacks its end.
    """
    return caps.get("te") + caps.get("ke") + caps.get("ve")


def paint(before: Grid | None, after: Grid, caps: Termcap) -> bytes:
    """What to send to a terminal that shows `before` (None: nobody knows what) for it to show `after`.

    Both have `caps.rows` rows. Characters and reverse video that the terminal lacks are shown by the next best.
    Never longer than painting everything anew.
    """
    if before is None:
        return _repaint(after, caps)
    update = _update(before, after, caps)
    written = sum(cell != BLANK for row in after.cells for cell in row)
    # Painting anew takes a byte a cell and the clearing: only a longer update can lose against it.
    return update if len(update) <= written else min(update, _repaint(after, caps), key=len)


def _repaint(after: Grid, caps: Termcap) -> bytes:
    pen = _Pen(caps)
    pen.send(caps["cl"])
    for row in range(caps.numbers["li"], after.rows):
        pen.go_to(row, 0)
        pen.send(caps.get("ce"))
    blank = Grid.blank(after.rows, after.columns)
    cursor = caps.get("vi") if after.cursor is None else caps.get("ve")
    return bytes(pen.sent) + cursor + _update(Grid(blank.cells, after.cursor), after, caps, moved=True)


def _update(before: Grid, after: Grid, caps: Termcap, moved: bool = False) -> bytes:
    """`moved`: the terminal's cursor isn't where `before` has it."""
    pen = _Pen(caps)
    if before.cursor is not None and not moved:
        pen.position = before.cursor
    for row, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old != new:
            _paint_row(pen, row, old, new)
    pen.be_plain()
    if after.cursor is not None:
        pen.go_to(*after.cursor)
    if (before.cursor is None) != (after.cursor is None):
        pen.send(caps.get("vi") if after.cursor is None else caps.get("ve"))
    return bytes(pen.sent)


def _paint_row(pen: _Pen, row: int, old: Row, new: Row) -> None:
    columns = [column for column, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    text_end = 1 + max((column for column, cell in enumerate(new) if cell != BLANK), default=-1)
    tail = [column for column in columns if column >= text_end]
    if len(tail) > len(pen.caps.get("ce")) > 0:
        columns = columns[: -len(tail)]
    else:
        tail = []
    corner = pen.caps.numbers["co"] - 1
    if row == pen.caps.numbers["li"] - 1 and columns and columns[-1] == corner:
        # Where the terminal wraps, writing there scrolls the page.
        columns = _columns_beside_corner(pen, row, columns, new)
    for column in columns:
        pen.advance_to(row, column, new)
        pen.put(new[column])
    if tail:
        pen.advance_to(row, tail[0], new)
        pen.send(pen.caps.get("ce"))


def _columns_beside_corner(pen: _Pen, row: int, columns: list[int], new: Row) -> list[int]:
    """What is left to be written of the last row's `columns` once its last cell has been seen to.

    A terminal that wraps and can't insert keeps what it has there.
    """
    if pen.caps.get("im"):
        _paint_corner(pen, row, new)
        return [column for column in columns if column < len(new) - 2]
    return columns[:-1] if "am" in pen.caps.booleans else columns


def _paint_corner(pen: _Pen, row: int, new: Row) -> None:
    """Write the last two cells of the last row: the corner one column early, then push it into its place."""
    column = len(new) - 2
    pen.go_to(row, column)
    pen.put(new[column + 1])
    pen.go_to(row, column)
    pen.send(pen.caps.get("im"))
    pen.put(new[column])
    pen.send(pen.caps.get("ei"))
    pen.position = None


class _Pen:
    """What has been sent so far and the state that it leaves the terminal in."""

    def __init__(self, caps: Termcap) -> None:
        self.caps = caps
        self.sent = bytearray()
        self.position: tuple[int, int] | None = None
        self._reverse = False
        self._graphics = False

    def send(self, code: bytes) -> None:
        self.sent += code

    def put(self, cell: Cell) -> None:
        """Write a cell at the cursor."""
        self.sent += self._switches(cell)
        self._reverse, self._graphics = cell.reverse, self._graphics_for(cell)
        self.sent.append(self.caps.glyph(cell.char)[0])
        if self.position is not None:
            row, column = self.position
            # Behind the last column the cursor is where the wrap switch says.
            self.position = (row, column + 1) if column + 1 < self.caps.numbers["co"] else None

    def _switches(self, cell: Cell) -> bytes:
        """What must be sent before `cell` can be written."""
        switches = b""
        if cell.reverse != self._reverse:
            switches += self.caps.get("so" if cell.reverse else "se")
        if self._graphics_for(cell) != self._graphics:
            switches += self.caps.get("ae" if self._graphics else "as")
        return switches

    def _graphics_for(self, cell: Cell) -> bool:
        """Graphics mode as `cell` needs it, unchanged where it looks the same in both."""
        needed = self.caps.glyph(cell.char)[1]
        return self._graphics if needed is None else needed

    def advance_to(self, row: int, column: int, cells: Row) -> None:
        """To (row, column), over the row's `cells` from the cursor where writing them again is shorter."""
        if self.position is not None and self.position[0] == row and self.position[1] < column:
            between = cells[self.position[1] : column]
            switches = sum(len(self._switches(cell)) for cell in between)
            if len(between) + switches <= len(self.caps.cursor_motion(row, column)):
                for cell in between:
                    self.put(cell)
                return
        self.go_to(row, column)

    def go_to(self, row: int, column: int) -> None:
        if self.position != (row, column):
            self.send(self.caps.cursor_motion(row, column))
            self.position = (row, column)

    def be_plain(self) -> None:
        if self._reverse:
            self.send(self.caps.get("se"))
        if self._graphics:
            self.send(self.caps.get("ae"))
        self._reverse = self._graphics = False
