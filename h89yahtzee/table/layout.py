"""Where things stand on the screen, 0-based; the places of H89 YAHTZEE 1.1, and what becomes of them on others."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet

COLUMNS = 80
WIDTH = 79
"""The last column stays empty: what is written there wraps on a terminal whose switches say so."""

LABEL_WIDTH = 28
LABEL_INDENT = 8
TOTAL_INDENT = 3
NOTE_COLUMN = 20
BONUS_COLUMN = 25
SCORES_COLUMN = 30
SCORES_WIDTH = WIDTH - SCORES_COLUMN
SCORE_COLUMNS = 3
"""Of a score's figures, the second of which stands at the centre of its column."""

DICE_COLUMNS = (4, 11, 18, 25, 32)
"""Right above the keys f1-f5."""
DIE_ROWS = 3
DIE_COLUMNS = 5
CAPTION_COLUMNS: tuple[int, ...] = (39, 46, 53, 60)
"""Right above the keys ERASE, BLUE, RED and WHITE."""
LETTER_CAPTION_COLUMNS = (39, 48, 57)
HELP_CAPTION_COLUMN = 70

REMARK_COLUMN = 45
REMARK_WIDTH = WIDTH - REMARK_COLUMN


@dataclass(frozen=True, slots=True)
class Display:
    """What a terminal has to show the game with; by default what that of the original had.

    `rows` is 24 at least. Without `reverse` brackets tell what matters. With `keys_below` the keyboard has f1 to
    f5, ERASE, BLUE, RED and WHITE in a row right below the screen, so that captions needn't name them.
    """

    rows: int = 25
    reverse: bool = True
    keys_below: bool = True


H89 = Display()


@dataclass(frozen=True, slots=True)
class DiceLayout:
    """The screen row of each part of what stands on the lowest rows."""

    marks: int
    dice: int
    move: int
    remark: int
    captions: int


def dice_layout(rows: int) -> DiceLayout:
    top = rows - DIE_ROWS
    return DiceLayout(marks=top - 1, dice=top, move=top, remark=top + 1, captions=top + 2)


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The screen row of each part of the card; `categories` by row of the rule set."""

    categories: tuple[int, ...]
    subtotal: int
    bonus: int
    upper_total: int
    total: int
    games: int


def card_layout(rules: RuleSet, rows: int) -> CardLayout:
    """The row above the games stays empty where there are enough rows."""
    upper, lower = rules.rows(Section.UPPER), rules.rows(Section.LOWER)
    subtotal = 1 + len(upper)
    first_lower = subtotal + 4
    places = {row: 1 + index for index, row in enumerate(upper)}
    places |= {row: first_lower + index for index, row in enumerate(lower)}
    total = first_lower + len(lower)
    return CardLayout(
        categories=tuple(places[row] for row in range(len(rules.categories))),
        subtotal=subtotal,
        bonus=subtotal + 1,
        upper_total=subtotal + 2,
        total=total,
        games=min(total + 2, dice_layout(rows).marks - 1),
    )


def score_column(lane: int, lanes: int) -> int:
    """The centre of score column `lane` of `lanes`, as a screen column."""
    width = score_width(lanes)
    return SCORES_COLUMN + width // 2 + lane * width


def score_width(lanes: int) -> int:
    return (COLUMNS - SCORES_COLUMN) // lanes
