"""Small random changes of a screen: up to eight cells, scattered or close together."""

import random

from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.painter.pen import Pen, Place
from tests.screen.painter.painting import COLUMNS, ROWS

_CHARS = "aeinorst.,01279XYZ  │─●▒"
_WORDS = ("the", "ROLL", "12", "●", "▒▒▒", "(y/n)", "│", "Total:", "-3.5")
_MOST = 8


def change(number: int) -> tuple[Grid, Pen, Grid]:
    """Return the change with this number: the screen before, its pen, and the screen after."""
    rng = random.Random(number)
    cells = _text(rng)
    cursor = _place(rng)
    before = Grid(tuple(map(tuple, cells)), cursor)
    kind = rng.choice(("scattered", "row", "column", "cluster", "end of a row"))
    for row, column in _places(rng, kind, rng.randint(1, _MOST)):
        old = cells[row][column]
        while cells[row][column] == old:
            char = " " if kind == "end of a row" and rng.random() < 0.7 else rng.choice(_CHARS)
            cells[row][column] = Cell(char, rng.random() < 0.25)
    after = Grid(tuple(map(tuple, cells)), rng.choice((cursor, _place(rng))))
    pen = Pen(cursor, rng.random() < 0.3, rng.random() < 0.3, rng.choice((None, cursor, _place(rng))))
    return before, pen, after


def _text(rng: random.Random) -> list[list[Cell]]:
    """Return cells with words all over the screen, some in reverse video; the last cell of the page stays blank."""
    cells = [[Cell()] * COLUMNS for _ in range(ROWS)]
    for _ in range(rng.choice((10, 60, 200))):
        row, column, reverse = rng.randrange(ROWS), rng.randrange(COLUMNS - 8), rng.random() < 0.2
        for offset, char in enumerate(rng.choice(_WORDS)):
            cells[row][column + offset] = Cell(char, reverse)
    return cells


def _place(rng: random.Random) -> Place:
    return rng.randrange(ROWS), rng.randrange(COLUMNS)


def _places(rng: random.Random, kind: str, count: int) -> list[Place]:
    row, column = rng.randrange(ROWS - 6), rng.randrange(COLUMNS - 12)
    match kind:
        case "row":
            return [(row, rng.randrange(column, column + 12)) for _ in range(count)]
        case "column":
            return [(row + offset % 6, column + rng.randrange(2)) for offset in range(count)]
        case "cluster":
            return [(rng.randrange(row, row + 4), rng.randrange(column, column + 6)) for _ in range(count)]
        case "end of a row":
            return [(row, rng.randrange(COLUMNS - 12, COLUMNS)) for _ in range(count)]
    return [(rng.randrange(ROWS - 2), rng.randrange(COLUMNS)) for _ in range(count)]
