"""A surface to draw on, in the words of curses."""

from __future__ import annotations

from functools import lru_cache

from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.grid import BLANK, Cell, Grid


@lru_cache(maxsize=1024)
def _cells_of(text: str, reverse: bool) -> tuple[Cell, ...]:
    """Most texts are drawn again in every frame. A character that an H19 lacks is a question mark."""
    return tuple(Cell(char if char in GLYPHS else "?", reverse) for char in text)


class Window:
    """A window of `rows` x `columns` cells, blank at first. Whatever falls outside is clipped.

    Without `has_reverse` the terminal has no reverse video, and text that asks for it is plain.
    """

    def __init__(self, rows: int, columns: int, has_reverse: bool = True) -> None:
        self._has_reverse = has_reverse
        self._columns = columns
        self._cells = [[BLANK] * columns for _ in range(rows)]

    def addstr(self, row: int, column: int, text: str, reverse: bool = False) -> None:
        if 0 <= row < len(self._cells):
            cells = _cells_of(text, reverse and self._has_reverse)
            seen = cells[max(0, -column) : max(0, self._columns - column)]
            start = max(0, column)
            self._cells[row][start : start + len(seen)] = seen

    def refresh(self) -> Grid:
        """The cells as they are now, without a cursor."""
        return Grid(tuple(map(tuple, self._cells)))
