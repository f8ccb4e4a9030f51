"""An H19 with a small page: what its codes do, as pure functions.

The rules are those of the H19 as the painter has it, with auto LF on CR: only the numbers of rows and columns are
others, and at 24 x 80 it is held against the emulator. Left out, here as in the termcap for the painter, are tabs
(their stops are for 80 columns), saving the cursor and the 25th line. Left out as by the painter are switching wrap
or auto LF, and what erases towards the beginning, which fails on an H19 whose page has scrolled. ESC B and ESC D do
nothing that LF and BS don't do in less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from h89yahtzee.screen.charset import encode, glyph, is_graphic
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.termcap import Termcap

BLANK = 0x20
REVERSE = 0x80

Rows = tuple[bytes, ...]
"""Video RAM bytes as the H19 has them: bit 7 for reverse video, the rest the glyph number."""


class Screen(NamedTuple):
    """All that the bytes can change."""

    rows: Rows
    row: int
    column: int
    reverse: bool = False
    graphics: bool = False
    insert: bool = False


def small(caps: Termcap, rows: int, columns: int) -> Termcap:
    """The same terminal with a small page and without what this module leaves out."""
    strings = {name: code for name, code in caps.strings.items() if name not in ("ta", "sc", "rc")}
    numbers = caps.numbers | {"li": rows, "co": columns}
    return replace(caps, booleans=caps.booleans - {"hs", "es"}, numbers=numbers, strings=strings)


# What a code does


def _place(screen: Screen, row: int, column: int) -> Screen:
    last = len(screen.rows) - 1, len(screen.rows[0]) - 1
    return screen._replace(row=min(max(row, 0), last[0]), column=min(max(column, 0), last[1]))


def _changed(screen: Screen, cells: bytes) -> Screen:
    """With other cells in the cursor's row."""
    rows, row = screen.rows, screen.row
    return screen._replace(rows=(*rows[:row], cells, *rows[row + 1 :]))


def _blank(screen: Screen, rows: int = 1) -> Rows:
    return (b" " * len(screen.rows[0]),) * rows


def write(screen: Screen, code: int) -> Screen:
    """A printable byte."""
    value = glyph(code, screen.graphics) | REVERSE * screen.reverse
    cells = written(screen.rows[screen.row], screen.column, screen.insert, value)
    screen = _changed(screen, cells)._replace(column=screen.column + 1)
    return screen if screen.column < len(cells) else screen._replace(row=screen.row + 1, column=0)


def written(cells: bytes, column: int, insert: bool, value: int) -> bytes:
    rest = cells[column:-1] if insert and column < len(cells) - 1 else cells[column + 1 :]
    return cells[:column] + bytes([value]) + rest


def _line_feed(screen: Screen) -> Screen:
    if screen.row == len(screen.rows) - 1:
        return screen._replace(rows=(*screen.rows[1:], *_blank(screen)))
    return screen._replace(row=screen.row + 1)


def _reverse_index(screen: Screen) -> Screen:
    if screen.row == 0:
        return screen._replace(rows=(*_blank(screen), *screen.rows[:-1]))
    return screen._replace(row=screen.row - 1)


def _insert_line(screen: Screen) -> Screen:
    rows, row = screen.rows, screen.row
    return screen._replace(rows=(*rows[:row], *_blank(screen), *rows[row:-1]), column=0)


def _delete_line(screen: Screen) -> Screen:
    rows, row = screen.rows, screen.row
    return screen._replace(rows=(*rows[:row], *rows[row + 1 :], *_blank(screen)), column=0)


def _erase_to_end_of_line(screen: Screen) -> Screen:
    cells = screen.rows[screen.row]
    return _changed(screen, cells[: screen.column].ljust(len(cells)))


def _erase_to_end_of_page(screen: Screen) -> Screen:
    above = _erase_to_end_of_line(screen).rows[: screen.row + 1]
    return screen._replace(rows=(*above, *_blank(screen, len(screen.rows) - len(above))))


def _delete_character(screen: Screen) -> Screen:
    cells, column = screen.rows[screen.row], screen.column
    return _changed(screen, (cells[:column] + cells[column + 1 :]).ljust(len(cells)))


CODES: dict[bytes, Callable[[Screen], Screen]] = {
    b"\b": lambda screen: _place(screen, screen.row, screen.column - 1),
    b"\n": _line_feed,
    b"\r": lambda screen: _line_feed(screen)._replace(column=0),
    b"\x1bA": lambda screen: _place(screen, screen.row - 1, screen.column),
    b"\x1bC": lambda screen: _place(screen, screen.row, screen.column + 1),
    b"\x1bE": lambda screen: Screen(_blank(screen, len(screen.rows)), 0, 0, *screen[3:]),
    b"\x1bF": lambda screen: screen._replace(graphics=True),
    b"\x1bG": lambda screen: screen._replace(graphics=False),
    b"\x1bH": lambda screen: _place(screen, 0, 0),
    b"\x1bI": _reverse_index,
    b"\x1bJ": _erase_to_end_of_page,
    b"\x1bK": _erase_to_end_of_line,
    b"\x1bL": _insert_line,
    b"\x1bM": _delete_line,
    b"\x1bN": _delete_character,
    b"\x1bO": lambda screen: screen._replace(insert=False),
    b"\x1b@": lambda screen: screen._replace(insert=True),
    b"\x1bl": lambda screen: _changed(screen, *_blank(screen)),
    b"\x1bp": lambda screen: screen._replace(reverse=True),
    b"\x1bq": lambda screen: screen._replace(reverse=False),
}


def may_write(screen: Screen) -> bool:
    """In the last cell of the page it scrolls."""
    return (screen.row, screen.column) != (len(screen.rows) - 1, len(screen.rows[0]) - 1)


def execute(screen: Screen, code: bytes) -> Screen:
    """A whole stream of what is modelled; an AssertionError where text would scroll."""
    while code:
        if code[:2] == b"\x1bY":
            screen, code = _place(screen, code[2] - 0x20, code[3] - 0x20), code[4:]
        elif code[0] >= 0x20:
            assert may_write(screen), code
            screen, code = write(screen, code[0]), code[1:]
        else:
            sequence = code[: 2 if code[0] == 0x1B else 1]
            screen, code = CODES[sequence](screen), code[len(sequence) :]
    return screen


# Screens and grids


def video_rows(grid: Grid) -> Rows:
    return tuple(bytes(_video(cell) for cell in row) for row in grid.cells)


def _video(cell: Cell) -> int:
    return glyph(encode(cell.char), is_graphic(cell.char)) | REVERSE * cell.reverse
