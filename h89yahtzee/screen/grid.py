"""A finished screen: an immutable rectangle of character cells and where its cursor stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Cell(NamedTuple):
    """A one-character string and whether it is in reverse video, the only attribute that an H19 knows.

    Graphics are ordinary characters here (a disc is "●"); `glyphs` says what a terminal must be sent for them.
    """

    char: str = " "
    reverse: bool = False


BLANK = Cell()


@dataclass(frozen=True, slots=True)
class Grid:
    """`cells[row][column]`, all rows of one length; `cursor` is (row, column), None while it is hidden."""

    cells: tuple[tuple[Cell, ...], ...]
    cursor: tuple[int, int] | None = None

    @classmethod
    def blank(cls, rows: int, columns: int) -> Grid:
        return cls(((BLANK,) * columns,) * rows)

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    def with_rows(self, rows: int) -> Grid:
        """The same with blank rows below, `rows` in all."""
        if rows == self.rows:
            return self
        return Grid(self.cells + Grid.blank(rows - self.rows, self.columns).cells, self.cursor)

    def text(self) -> str:
        """The characters alone, a line a row, trailing blanks kept."""
        return "\n".join("".join(cell.char for cell in row) for row in self.cells)

    def attributes(self) -> str:
        """A plane the shape of `text`: `#` where a cell is reverse, `.` elsewhere."""
        return "\n".join("".join("#" if cell.reverse else "." for cell in row) for row in self.cells)
