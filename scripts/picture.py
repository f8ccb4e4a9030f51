"""The picture of the README: a moment of a real game as text, and as docs/screen.svg.

    .venv/bin/python -m scripts.picture

prints the text and writes the file. The game is that of `yahtzee -r42 me =reagan =king`, where `me` plays like the
greedy player up to the seventh turn, selects two dice and goes two rows down.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from h89yahtzee.apps.station import Station
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.keyboard import Key
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.screen.cell import Cell
from h89yahtzee.screen.grid import Grid
from h89yahtzee.table.controller import Controller
from h89yahtzee.table.sitting import Match
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport
from scripts.benchmarks.wire import h19_caps

FILE = Path(__file__).resolve().parent.parent / "docs" / "screen.svg"

_SEED = 42
_TURN = 6
_KEYS = (Key.F1, Key.F2, Key.DOWN, Key.DOWN)

_WIDTH, _HEIGHT = 9, 20
"""Of a cell: a 15-pixel character is 9 pixels wide in the fonts named below."""
_MARGIN = 16
_PHOSPHOR, _GLASS = "#33ff66", "#08120a"


def screen() -> Grid:
    """What an H19 shows at that moment."""
    here, there = memory_pair()
    station = Station(
        PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False), h19_caps(), lambda: 0.0, True
    )
    station.open()
    station.show(_controller().screen())
    h19 = Terminal()
    h19.feed(there.receive())
    return h19.grid()


def _controller() -> Controller:
    players = (Player("me"), Player("reagan", "classic"), Player("king", "classic"))
    match, greedy = Match(Setup(players, _SEED)), Greedy()
    while (match.state.turn, match.state.seat) != (_TURN, 0):
        match.act((greedy.decide(match.state) if match.is_human else match.decide()).action)
    controller = Controller(match, delay=0.0, oldstyle=False, now=0.0)
    for key in _KEYS:
        controller.press(key, 0.0)
    return controller


def text(grid: Grid) -> str:
    """The characters, blanks at the ends of lines cut off; reverse video is lost."""
    return "\n".join(line.rstrip() for line in grid.text().split("\n"))


def svg(grid: Grid) -> str:
    width, height = grid.columns * _WIDTH + 2 * _MARGIN, grid.rows * _HEIGHT + 2 * _MARGIN
    shapes = "\n".join(shape for row, cells in enumerate(grid.cells) for shape in _row(row, cells))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="{width}" height="{height}">
<title>H89 YAHTZEE on an H19</title>
<style>
text {{ font: 15px "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }}
.p {{ fill: {_PHOSPHOR}; }}
.g {{ fill: {_GLASS}; }}
</style>
<rect class="g" width="{width}" height="{height}" rx="12"/>
<g transform="translate({_MARGIN} {_MARGIN})">
{shapes}
</g>
</svg>
"""


def _row(row: int, cells: tuple[Cell, ...]) -> Iterator[str]:
    """The shapes of one row: each run of reverse video first, then what is written in it."""
    column = 0
    for (reverse, kind), group in groupby(cells, key=lambda cell: (cell.reverse, _kind(cell.char))):
        chars = "".join(cell.char for cell in group)
        if reverse:
            yield _rect("p", row, column, len(chars))
        ink = "g" if reverse else "p"
        if kind == "●":
            yield from (_disc(ink, row, column + offset) for offset in range(len(chars)))
        elif kind == "▒":
            yield _rect(ink, row, column, len(chars), opacity=0.5)
        elif not chars.isspace():
            yield _characters(ink, row, column, chars)
        column += len(chars)


def _kind(char: str) -> str:
    """What is drawn alike: graphics by themselves, all else as text."""
    return char if char in "●▒" else "text"


def _rect(ink: str, row: int, column: int, columns: int, opacity: float = 1) -> str:
    x, y, width = column * _WIDTH, row * _HEIGHT, columns * _WIDTH
    opaque = "" if opacity == 1 else f' opacity="{opacity}"'
    return f'<rect class="{ink}" x="{x}" y="{y}" width="{width}" height="{_HEIGHT}"{opaque}/>'


def _disc(ink: str, row: int, column: int) -> str:
    x, y = (column + 0.5) * _WIDTH, (row + 0.5) * _HEIGHT
    return f'<ellipse class="{ink}" cx="{x:g}" cy="{y:g}" rx="4" ry="8"/>'


def _characters(ink: str, row: int, column: int, chars: str) -> str:
    x, y, length = column * _WIDTH, row * _HEIGHT + 15, len(chars) * _WIDTH
    size = f'textLength="{length}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{ink}" x="{x}" y="{y}" {size}>{escape(chars)}</text>'


if __name__ == "__main__":
    FILE.write_text(svg(screen()), "utf-8")
    sys.stdout.write(f"{text(screen())}\n")
