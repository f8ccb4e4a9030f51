"""Writes a screen to a file: as text, or as an SVG picture in the colour of the tube's phosphor.

In the SVG, characters are text, stretched to the grid so that columns align in any font. Only characters that fill
their cells, or that most fonts lack, are drawn as shapes: the disc, the checkerboard, the blocks and the bars.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from h89yahtzee.apps.options.shared_values import COLORS
from h89yahtzee.screen.grid import Cell, Grid

SUFFIXES = (".txt", ".svg")
GREEN = COLORS["green"]

_WIDTH, _HEIGHT = 9, 20
"""The size of a cell in pixels, since 15-pixel characters of the fonts that `svg` names are 9 pixels wide."""
_BASELINE = 15
_MARGIN = 16
_UNDERLINE = (0.0, 0.8, 1.0, 0.1)
"""The underline cursor, in the units of `_BLOCKS`: the ninth of ten scan lines."""

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
"""Rectangles that fill part of a cell: left, top, width, height as fractions of the cell, from the font ROM."""


def write_snapshot(
    path: Path, grid: Grid, *, title: str, color: tuple[int, int, int] = GREEN, block_cursor: bool = False
) -> None:
    """Write `grid` to `path`, as text or SVG by its suffix; ValueError for a suffix that isn't in `SUFFIXES`."""
    if path.suffix == ".txt":
        written = text(grid) + "\n"
    elif path.suffix == ".svg":
        written = svg(grid, title=title, color=color, block_cursor=block_cursor)
    else:
        raise ValueError(f"{path}: expected a name that ends in {' or '.join(SUFFIXES)}")
    path.write_text(written, encoding="utf-8")


def text(grid: Grid) -> str:
    """Return the characters of `grid`, a line of text for each row, without trailing blanks and reverse video."""
    return "\n".join(row.rstrip() for row in grid.text().split("\n"))


def svg(grid: Grid, *, title: str, color: tuple[int, int, int] = GREEN, block_cursor: bool = False) -> str:
    """Return `grid` as an SVG document; `color` is the phosphor's red, green and blue (0-255)."""
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
    """Return the CSS class of a shape: "p" for the phosphor's colour, "g" for the dark glass."""
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
    """Return a rectangle at a cell; `part` is its left, top, width and height in cells, relative to that cell."""
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
