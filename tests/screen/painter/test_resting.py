"""The modes that stay on between screens, by what was changed and where the cursor stands."""

from __future__ import annotations

from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.painter.painter import Shown
from h89yahtzee.screen.painter.pen import Pen, Place
from tests.naming import each
from tests.screen.painter.painting import CAPS, COLUMNS, ROWS, painter_for

HOME = (0, 0)


def screen(cursor: Place | None, *texts: tuple[int, int, str, bool]) -> Grid:
    """Each text with its row, its column and whether it is in reverse video."""
    cells = [list(row) for row in Grid.blank(ROWS, COLUMNS).cells]
    for row, column, text, reverse in texts:
        cells[row][column : column + len(text)] = [Cell(char, reverse) for char in text]
    return Grid(tuple(map(tuple, cells)), cursor)


BAR, PLAIN_BAR = (5, 9, "open the door", True), (5, 9, "open the door", False)


CASES: dict[str, tuple[Grid, Pen, Grid, bool, bool]] = {
    "few": (screen(HOME), Pen(HOME), screen(HOME, (5, 9, "abcdefgh", True)), True, False),
    "more": (screen(HOME), Pen(HOME), screen(HOME, (5, 9, "abcdefghi", True)), False, False),
    "few before the cursor": (screen(HOME), Pen(HOME), screen((5, 13), (5, 9, "ROLL", True)), False, False),
    "was so before": (screen(HOME, (5, 9, "12", True)), Pen(HOME), screen(HOME, (5, 9, "13", True)), False, False),
    "was so and so was the pen": (
        screen(HOME, (5, 9, "12", True)),
        Pen(HOME, reverse=True),
        screen(HOME, (5, 9, "13", True)),
        True,
        False,
    ),
    "moved on": (
        screen(HOME, (5, 9, "one", True), (6, 9, "two", False)),
        Pen(HOME),
        screen(HOME, (5, 9, "one", False), (6, 9, "two", True)),
        False,
        False,
    ),
    "grown": (
        screen(HOME, (5, 9, "one", True), (6, 9, "three", False)),
        Pen(HOME),
        screen(HOME, (5, 9, "one", False), (6, 9, "three", True)),
        True,
        False,
    ),
    "graphics": (screen(HOME), Pen(HOME), screen(HOME, (5, 9, "│", False)), False, True),
    "selected at the cursor": (screen((5, 9), PLAIN_BAR), Pen((5, 9)), screen((5, 9), BAR), True, False),
    "selected elsewhere": (screen(HOME, PLAIN_BAR), Pen(HOME), screen(HOME, BAR), False, False),
    "selected before": (
        screen((5, 9), BAR),
        Pen((5, 9)),
        screen((5, 9), (5, 9, "shut that box", True)),
        False,
        False,
    ),
    "without a cursor": (screen(None), Pen(HOME), screen(None, BAR), True, False),
}


@each("name", CASES)
def test_a_mode_stays_on_only_where_it_is_likely_to_be_needed(name: str) -> None:
    """The cases are those that the bytes of recorded screens have told apart; reverse video, then graphics."""
    before, pen, after, *modes = CASES[name]
    _, shown = painter_for(CAPS).update(Shown(before, pen), after)
    assert [shown.pen.reverse, shown.pen.graphics] == modes
