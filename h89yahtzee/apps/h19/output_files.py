"""The files that `h19` writes: a readable log of the line's bytes, an asciicast of the screen, a snapshot as text
or as a picture (SVG) in colour.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import escape
from itertools import groupby
from os import get_terminal_size
from pathlib import Path
from typing import TextIO

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.h19.h19_options import H19Options
from h89yahtzee.apps.options.declarations import COLORS
from h89yahtzee.h19.disassembly import Disassembler, Item, KeyDisassembler
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.store.own_files import private


class H19Files:
    """The output files that the options ask for. The `with` statement opens them; OSError if a file can't be
    opened.

    A later failure to write, as on a full disk, doesn't stop the terminal: `failure` has the first such error.
    """

    def __init__(self, options: H19Options, terminal: Machine) -> None:
        self._options = options
        self._terminal = terminal
        self._opened = ExitStack()
        self._log: TextIO | None = None
        self._cast: Asciicast | None = None
        self._cast_size = (0, 0)
        self._computer = Disassembler(options.is_ansi)
        self._keys = KeyDisassembler(options.is_ansi)
        self._keys_are_ansi = options.is_ansi
        self.failure: OSError | None = None
        if options.snapshot is not None and Path(options.snapshot).suffix not in SUFFIXES:
            expected = f"expected a name that ends in {' or '.join(SUFFIXES)}"
            raise UsageError(f"--snapshot: {expected}, not {options.snapshot!r}")

    def __enter__(self) -> H19Files:
        if self._options.snapshot is not None:
            Path(self._options.snapshot).open("a").close()
        if self._options.log is not None:
            self._log = self._open(self._options.log)
        if self._options.record is not None:
            columns, rows = get_terminal_size()
            self._cast_size = (rows, columns)
            file = self._open(self._options.record)
            self._cast = Asciicast(file, time.monotonic, rows=rows, columns=columns, timestamp=int(time.time()))
        return self

    def __exit__(self, *_: object) -> None:
        self._write("->", self._computer.flush())
        self._write("<-", self._keys.flush())
        try:
            self._opened.close()
        except OSError as error:
            self.failure = self.failure or error
        self.write_snapshot()

    def _open(self, path: str) -> TextIO:
        return self._opened.enter_context(open(path, "w", encoding="utf-8", opener=private))

    def received(self, data: bytes) -> None:
        """Log bytes from the computer, unless the terminal is off line and ignores them."""
        if self._log is not None and not self._terminal.off_line:
            self._write("<-", self._keys.flush())
            self._write("->", self._computer.feed(data))

    def sent(self, data: bytes) -> None:
        if self._log is None:
            return
        self._write("->", self._computer.end_text())
        if self._keys_are_ansi != self._terminal.modes.ansi:
            self._write("<-", self._keys.flush())
            self._keys_are_ansi = self._terminal.modes.ansi
            self._keys = KeyDisassembler(self._keys_are_ansi)
        self._write("<-", [*self._keys.feed(data), *self._keys.end_text()])

    def reset(self) -> None:
        """Log the unfinished text or sequence from the computer, and read the following bytes as after power-up:
        the user has pressed RESET."""
        self._write("->", self._computer.flush())
        self._computer = Disassembler(self._options.is_ansi)

    def painted(self, text: str, size: tuple[int, int]) -> None:
        """Add `text`, written to a terminal of `size` (rows, columns), to the asciicast."""
        if self._cast is None or self.failure is not None:
            return
        try:
            if size != self._cast_size:
                self._cast_size = size
                self._cast.resize(*size)
            self._cast.show(text)
        except OSError as error:
            self.failure = error

    def write_snapshot(self) -> bool:
        """Write the snapshot; return whether one was asked for and could be written."""
        if self._options.snapshot is None:
            return False
        try:
            write_snapshot(
                Path(self._options.snapshot),
                self._terminal.grid(),
                title="H19",
                color=COLORS.get(self._options.phosphor, COLORS["white"]),
                block_cursor=self._terminal.modes.block,
            )
        except OSError as error:
            self.failure = self.failure or error
            return False
        return True

    def _write(self, direction: str, items: list[Item]) -> None:
        if self._log is None or self.failure is not None:
            return
        try:
            self._log.writelines(f"{direction} {item}\n" for item in items)
            self._log.flush()
        except OSError as error:
            self.failure = error


_DIGITS = 6
"""The number of decimals of the seconds in an asciicast."""


class Asciicast:
    """Writes an asciicast, version 2, to `file`, which the caller closes; OSError if writing fails.

    The first text line is a JSON object about the terminal; each further one is an array of three: the seconds
    since the beginning, "o" for output or "r" for a new size, and the output or the size as text. `clock` gives
    seconds that never go back; `timestamp` is the beginning in seconds since 1970, for players that show it.
    """

    def __init__(
        self, file: TextIO, clock: Callable[[], float], *, rows: int, columns: int, timestamp: int | None = None
    ) -> None:
        self._file = file
        self._clock = clock
        self._begun = clock()
        header = {"version": 2, "width": columns, "height": rows}
        self._write(header if timestamp is None else header | {"timestamp": timestamp})

    def show(self, text: str) -> None:
        """Add `text`, which was painted just now. Each entry is written at once, so none is lost, however the
        program ends."""
        if text:
            self._write([round(self._clock() - self._begun, _DIGITS), "o", text])

    def resize(self, rows: int, columns: int) -> None:
        self._write([round(self._clock() - self._begun, _DIGITS), "r", f"{columns}x{rows}"])

    def _write(self, entry: dict[str, int] | list[float | str]) -> None:
        # json.dumps returns ASCII, so the file's encoding doesn't matter.
        self._file.write(json.dumps(entry) + "\n")
        self._file.flush()


SUFFIXES = (".txt", ".svg")
GREEN = COLORS["green"]

_WIDTH, _HEIGHT = 9, 20
"""The width and the height of a cell in pixels. 9 pixels is the width of a character in the fonts that `svg` names,
at their size of 15 pixels."""
_BASELINE = 15
_MARGIN = 16
_UNDERLINE = (0.0, 0.8, 1.0, 0.1)
"""The rectangle of the underline cursor (left, top, width and height as fractions of the cell): the ninth of ten
scan lines."""

_BLOCKS = {
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▐": (0.5, 0.0, 0.5, 1.0),
    "▗": (0.5, 0.5, 0.5, 0.5),
    "▖": (0.0, 0.5, 0.5, 0.5),
    "▘": (0.0, 0.0, 0.5, 0.5),
    "▝": (0.5, 0.0, 0.5, 0.5),
    "\N{UPPER ONE QUARTER BLOCK}": (0.0, 0.0, 1.0, 0.2),
    "▂": (0.0, 0.8, 1.0, 0.2),
    "▎": (0.0, 0.0, 0.25, 1.0),
    "\N{RIGHT ONE QUARTER BLOCK}": (0.75, 0.0, 0.25, 1.0),
}
"""For each graphic that fills part of a cell, the rectangle that the font ROM has: left, top, width and height as
fractions of the cell."""


def write_snapshot(
    path: Path, grid: Grid, *, title: str, color: tuple[int, int, int] = GREEN, block_cursor: bool = False
) -> None:
    """Write `grid` to `path`, as text if its suffix is `.txt`, as SVG if it is `.svg`; ValueError for any other
    suffix."""
    if path.suffix == ".txt":
        written = text(grid) + "\n"
    elif path.suffix == ".svg":
        written = svg(grid, title=title, color=color, block_cursor=block_cursor)
    else:
        raise ValueError(f"{path}: expected a name that ends in {' or '.join(SUFFIXES)}")
    path.write_text(written, encoding="utf-8")


def text(grid: Grid) -> str:
    """Return the characters of `grid`, a text line for each row. Trailing blanks are left out, reverse video isn't
    shown."""
    return "\n".join(row.rstrip() for row in grid.text().split("\n"))


def svg(grid: Grid, *, title: str, color: tuple[int, int, int] = GREEN, block_cursor: bool = False) -> str:
    """Return `grid` as an SVG document; `color` is the colour of the lit phosphor (red, green and blue, each
    0-255)."""
    width, height = grid.columns * _WIDTH + 2 * _MARGIN, grid.rows * _HEIGHT + 2 * _MARGIN
    shapes = "\n".join(_shapes(grid, block_cursor))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="{width}" height="{height}">
<title>{escape(title, quote=False)}</title>
<style>
text {{ font: 15px "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }}
.p {{ fill: #{bytes(color).hex()}; }}
.g {{ fill: #000000; }}
</style>
<rect class="g" width="{width}" height="{height}" rx="12"/>
<g transform="translate({_MARGIN} {_MARGIN})">
{shapes}
</g>
</svg>
"""


def _shapes(grid: Grid, block_cursor: bool) -> Iterator[str]:
    for row, cells in enumerate(grid.cells):
        if grid.cursor is None or grid.cursor[0] != row:
            yield from _row(row, cells)
        elif block_cursor:
            column = grid.cursor[1]
            under = Cell(cells[column].char, not cells[column].reverse)
            yield from _row(row, (*cells[:column], under, *cells[column + 1 :]))
        else:
            column = grid.cursor[1]
            yield from _row(row, cells)
            yield _rect(_fill(cells[column].reverse), row, column, _UNDERLINE)


def _fill(reverse: bool) -> str:
    """Return the CSS class of what a cell shows: "p" (the phosphor's colour) or, in reverse video, "g" (dark
    glass)."""
    return "g" if reverse else "p"


def _row(row: int, cells: tuple[Cell, ...]) -> Iterator[str]:
    """Yield the SVG shapes of one row; for characters in reverse video a lit rectangle comes first."""
    column = 0
    for (reverse, kind), group in groupby(cells, key=lambda cell: (cell.reverse, _kind(cell.char))):
        chars = "".join(cell.char for cell in group)
        if reverse:
            yield _rect("p", row, column, (0, 0, len(chars), 1))
        fill = _fill(reverse)
        if kind == "●":
            yield from (_disc(fill, row, column + offset) for offset in range(len(chars)))
        elif kind == "▒":
            yield _rect(fill, row, column, (0, 0, len(chars), 1), opacity=0.5)
        elif kind in _BLOCKS:
            yield from (_rect(fill, row, column + offset, _BLOCKS[kind]) for offset in range(len(chars)))
        elif not chars.isspace():
            yield _characters(fill, row, column, chars)
        column += len(chars)


def _kind(char: str) -> str:
    return char if char in "●▒" or char in _BLOCKS else "text"


def _rect(fill: str, row: int, column: int, part: tuple[float, float, float, float], opacity: float = 1) -> str:
    """Return an SVG rectangle in a cell; `part` is its left, top, width and height as fractions of the cell."""
    left, top, width, height = part
    place = f'x="{(column + left) * _WIDTH:g}" y="{(row + top) * _HEIGHT:g}"'
    opaque = "" if opacity == 1 else f' opacity="{opacity}"'
    return f'<rect class="{fill}" {place} width="{width * _WIDTH:g}" height="{height * _HEIGHT:g}"{opaque}/>'


def _disc(fill: str, row: int, column: int) -> str:
    x, y = (column + 0.5) * _WIDTH, (row + 0.5) * _HEIGHT
    return f'<ellipse class="{fill}" cx="{x:g}" cy="{y:g}" rx="4" ry="8"/>'


def _characters(fill: str, row: int, column: int, chars: str) -> str:
    x, y, length = column * _WIDTH, row * _HEIGHT + _BASELINE, len(chars) * _WIDTH
    size = f'textLength="{length}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{fill}" x="{x}" y="{y}" {size}>{escape(chars, quote=False)}</text>'
