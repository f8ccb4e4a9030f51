"""A surface to draw on, in the words of curses."""

from __future__ import annotations

from h89yahtzee.screen.cell import BLANK, Cell
from h89yahtzee.screen.grid import Grid


class Window:
    """A window of `rows` x `columns` cells, blank at first. Whatever falls outside is clipped.

    Without `has_reverse` the terminal has no reverse video, and text that asks for it is plain.
    """

    def __init__(self, rows: int, columns: int, has_reverse: bool = True) -> None:
        self._has_reverse = has_reverse
        self._columns = columns
        self._cells = [[BLANK] * columns for _ in range(rows)]

    def addstr(self, row: int, column: int, text: str, reverse: bool = False) -> None:
        if not 0 <= row < len(self._cells):
            return
        for offset, char in enumerate(text, column):
            if 0 <= offset < self._columns:
                self._cells[row][offset] = Cell(char, reverse and self._has_reverse)

    def refresh(self) -> Grid:
        """The cells as they are now, without a cursor."""
        return Grid(tuple(map(tuple, self._cells)))
