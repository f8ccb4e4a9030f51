"""Where things stand on the screen, 0-based; the places of H89 YAHTZEE 1.1."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet

ROWS = 25
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
CAPTION_COLUMNS = (39, 46, 53, 60)
"""Right above the keys ERASE, BLUE, RED and WHITE."""
HELP_CAPTION_COLUMN = 70

DICE_ROW = 22
MARK_ROW = DICE_ROW - 1
MOVE_ROW = 22
REMARK_ROW = 23
CAPTION_ROW = 24
REMARK_COLUMN = 45
REMARK_WIDTH = WIDTH - REMARK_COLUMN


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The screen row of each part of the card; `categories` by row of the rule set."""

    categories: tuple[int, ...]
    subtotal: int
    bonus: int
    upper_total: int
    total: int
    games: int


def card_layout(rules: RuleSet) -> CardLayout:
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
        games=total + 2,
    )


def score_column(lane: int, lanes: int) -> int:
    """The centre of score column `lane` of `lanes`, as a screen column."""
    width = score_width(lanes)
    return SCORES_COLUMN + width // 2 + lane * width


def score_width(lanes: int) -> int:
    return (COLUMNS - SCORES_COLUMN) // lanes
