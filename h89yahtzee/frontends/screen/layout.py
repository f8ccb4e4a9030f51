"""The places (rows and columns from 0) of everything on a screen of at least 24 rows. With 25 rows they are the
places in H89 YAHTZEE 1.1, the original program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.screen.keys import Keyboard

COLUMNS = 80
WIDTH = 79
"""The number of screen columns in use. The last of 80 stays empty: a terminal may be set to wrap there."""

FIRST_LINE = 2
"""The first row of text on a page."""

LABEL_WIDTH = 28
LABEL_INDENT = 8
TOTAL_INDENT = 3
NOTE_COLUMN = 20
BONUS_COLUMN = 25
SCORES_COLUMN = 30
SCORES_WIDTH = WIDTH - SCORES_COLUMN
SCORE_COLUMNS = 3
"""The width of a score, three digits; the second digit is at the centre of the score's column."""

DICE_COLUMNS = (4, 11, 18, 25, 32)
"""The first column of each die, right above the keys f1 to f5 of an H19."""
DIE_ROWS = 3
DIE_COLUMNS = 5
HELP_CAPTION_COLUMN = 70
STANDING_COLUMN = 39
STANDING_WIDTH = HELP_CAPTION_COLUMN - STANDING_COLUMN - 2
"""The width of the text that may be shown in place of the captions of keys, in characters."""

NOTICE_COLUMN = 39
NOTICE_WIDTH = WIDTH - NOTICE_COLUMN
"""The width of the notice, the text above the two lines beside the dice, in characters."""
REMARK_COLUMN = 45
REMARK_WIDTH = WIDTH - REMARK_COLUMN


CAPTION_COLUMNS = {Keyboard.H19: (39, 46, 60), Keyboard.PC: (39, 51, 60), Keyboard.LETTERS: (39, 48, 57)}
"""The columns of the captions ROLL, DONE and OOPS: on an H19 above its keys ERASE, BLUE and WHITE."""


@dataclass(frozen=True, slots=True)
class Display:
    """The abilities of a terminal; the defaults are those of an H19.

    `rows` is at least 24. If the terminal can't show `reverse` video, text is highlighted by brackets. If
    `has_mouse`, the program receives clicks from the terminal.
    """

    rows: int = 25
    reverse: bool = True
    keyboard: Keyboard = Keyboard.H19
    has_mouse: bool = False


H89 = Display()


@dataclass(frozen=True, slots=True)
class DiceLayout:
    """The screen rows of the dice and of the lines beside them."""

    marks: int
    dice: int
    move: int
    remark: int
    captions: int


def dice_layout(rows: int) -> DiceLayout:
    top = rows - DIE_ROWS
    return DiceLayout(marks=top - 1, dice=top, move=top, remark=top + 1, captions=top + 2)


class Part(Enum):
    """The rows of a score card that have no boxes: sums, bonuses, gaps and so on."""

    NAMES = "the players"
    COLUMNS = "the columns' numbers or factors"
    SUBTOTAL = "the upper rows alone"
    BONUS = "the upper bonus"
    UPPER_TOTAL = "the upper section"
    GAP_ABOVE_LOWER = "an empty row"
    TOTAL = "a column"
    GRAND_TOTAL = "all columns"
    GAP_ABOVE_GAMES = "another empty row"
    GAMES = "games won"
    CHANCES = "the chances to win, where they are shown"


_DISPENSABLE = (Part.GAP_ABOVE_GAMES, Part.GAP_ABOVE_LOWER, Part.SUBTOTAL, Part.UPPER_TOTAL, Part.GAMES)
"""The rows of a score card that are left out, in this order, on screens with too few rows."""
_ABOVE_GAMES = {False: Part.GAP_ABOVE_GAMES, True: Part.CHANCES}


CardRows = Mapping[Part | int, int]
"""The screen rows of a card's rows. A row of a category and the bonus row have their number as the key, other rows
have their `Part`."""


def has_grid(rules: RuleSet) -> bool:
    """Return whether the columns of a game are part of a grid that further games fill."""
    return bool(rules.column_choices)


@cache
def card_layout(rules: RuleSet, rows: int, has_chances: bool = False) -> CardRows:
    """Return where the card's rows are on a screen of `rows` rows; `has_chances` adds a row for chances to win."""
    parts = [_ABOVE_GAMES[has_chances] if part is Part.GAP_ABOVE_GAMES else part for part in _parts(rules)]
    excess = max(0, len(parts) - dice_layout(rows).marks)
    dropped = [part for part in _DISPENSABLE if part in parts][:excess]
    return {part: row for row, part in enumerate(part for part in parts if part not in dropped)}


def _parts(rules: RuleSet) -> Iterator[Part | int]:
    """Yield the rows of the card from the top, each as a `Part` or as the number of a row with boxes."""
    yield Part.NAMES
    if rules.columns > 1 or has_grid(rules):
        yield Part.COLUMNS
    yield from rules.rows(Section.UPPER)
    if rules.upper_bonus:
        yield from (Part.SUBTOTAL, Part.BONUS)
    yield from (Part.UPPER_TOTAL, Part.GAP_ABOVE_LOWER)
    yield from rules.rows(Section.LOWER)
    if rules.extra_yahtzees.bonus:
        yield rules.bonus_row
    yield Part.TOTAL
    if rules.columns > 1 or has_grid(rules):
        yield Part.GRAND_TOTAL
    yield from (Part.GAP_ABOVE_GAMES, Part.GAMES)
