"""A surface to draw on, in the words of curses: windows share the cells of the one that they were derived from."""

from __future__ import annotations

from h89yahtzee.screen.cell import BLANK, Cell
from h89yahtzee.screen.grid import Grid


class Window:
    """`rows` x `columns` cells, blank at first. Whatever falls outside of a window is clipped."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self._top = 0
        self._left = 0
        self._cells = [[BLANK] * columns for _ in range(rows)]

    def derwin(self, rows: int, columns: int, row: int, column: int) -> Window:
        """A window onto part of this one, at (row, column) of it."""
        window = Window(0, 0)
        window.rows = min(rows, self.rows - row)
        window.columns = min(columns, self.columns - column)
        window._top = self._top + row
        window._left = self._left + column
        window._cells = self._cells
        return window

    def addstr(self, row: int, column: int, text: str, reverse: bool = False) -> None:
        if not 0 <= row < self.rows:
            return
        for offset, char in enumerate(text[: max(0, self.columns - column)]):
            if column + offset >= 0:
                self._cells[self._top + row][self._left + column + offset] = Cell(char, reverse)

    def refresh(self) -> Grid:
        """The cells of this window as they are now, without a cursor."""
        rows = self._cells[self._top : self._top + self.rows]
        return Grid(tuple(tuple(row[self._left : self._left + self.columns]) for row in rows))
