"""The boxes of a card where dice may be posted, why not in others, and what the dice score there.

Pure functions of a card and the dice; what an extra Yahtzee does is read from the rule set's data.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import combinations_with_replacement

from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard


class Refusal(Enum):
    """Why dice can't be posted in a box; the value is a sentence about it."""

    NO_SUCH_BOX = "there is no such box"
    FILLED = "it is not an open box"
    UPPER_ROW_FIRST = "an extra Yahtzee must be posted in the upper row of its face while that is open"
    LOWER_ROW_FIRST = "an extra Yahtzee must be posted in a lower row while one is open"
    BONUS_ROW_ONLY = "an extra Yahtzee must be posted in the bonus row"
    NO_EXTRA_YAHTZEE = "only an extra Yahtzee may be posted in the bonus row, and not by all rules"


def is_extra_yahtzee(card: Scorecard, dice: Dice) -> bool:
    """Whether the dice are more than an ordinary roll."""
    if len(set(dice)) != 1:
        return False
    if card.rules.extra_yahtzees.fifties_only:
        return pays_bonuses(card)
    yahtzees = _yahtzee_scores(card)
    return bool(yahtzees) and None not in yahtzees


def legal_boxes(card: Scorecard, dice: Dice) -> tuple[Box, ...]:
    """The boxes where the dice may be posted, column by column from the top."""
    boxes, rules = card.open_boxes(), card.rules
    placement = rules.extra_yahtzees.placement
    if placement is Placement.ANY or not boxes or not is_extra_yahtzee(card, dice):
        return boxes
    if placement is Placement.BONUS_ROW:
        return tuple(Box(rules.bonus_row, column) for column in range(rules.columns))
    lower = tuple(box for box in boxes if rules.categories[box.row].section is Section.LOWER)
    return _matching_upper(card, dice) or lower or boxes


def refusal(card: Scorecard, dice: Dice, box: Box) -> Refusal | None:
    """Why the dice can't be posted in `box`, None if they can."""
    rules, legal = card.rules, legal_boxes(card, dice)
    if box in legal:
        return None
    if not (0 <= box.column < rules.columns and 0 <= box.row <= rules.bonus_row):
        return Refusal.NO_SUCH_BOX
    if box.row == rules.bonus_row:
        return Refusal.NO_EXTRA_YAHTZEE
    if not card.is_open(box):
        return Refusal.FILLED
    if legal[0].row == rules.bonus_row:
        return Refusal.BONUS_ROW_ONLY
    is_lower = rules.categories[legal[0].row].section is Section.LOWER
    return Refusal.LOWER_ROW_FIRST if is_lower else Refusal.UPPER_ROW_FIRST


def score(card: Scorecard, dice: Dice, box: Box) -> int:
    """What posting writes in `box`, which is open or in the bonus row; `extra_points` are added to that."""
    if box.row == card.rules.bonus_row:
        return card.rules.extra_yahtzees.bonus
    category = card.rules.categories[box.row]
    if category.joker_score is not None and _is_joker(card, dice):
        return category.joker_score
    return category.score(dice)


def extra_points(card: Scorecard, dice: Dice, box: Box) -> int:
    """What posting the dice in the row of a legal `box` adds to the bonus row of its column."""
    if box.row == card.rules.bonus_row or not card.rules.extra_yahtzees.bonus or len(set(dice)) != 1:
        return 0
    return card.rules.extra_yahtzees.bonus if pays_bonuses(card) else 0


def pays_bonuses(card: Scorecard) -> bool:
    """Whether extra Yahtzees earn a bonus: all Yahtzee boxes hold their points."""
    yahtzees = _yahtzee_scores(card)
    return bool(yahtzees) and all(yahtzees)


@cache
def possible_scores(rules: RuleSet, row: int) -> frozenset[int]:
    """The scores that a row can hold. A joker scores nothing that other dice couldn't."""
    return frozenset(map(rules.categories[row].score, combinations_with_replacement(FACES, rules.dice)))


def posted(card: Scorecard, dice: Dice, box: Box) -> Scorecard:
    """The card with the dice posted in `box`."""
    points, extra = score(card, dice, box), extra_points(card, dice, box)
    if box.row == card.rules.bonus_row:
        return card.with_yahtzee_bonus(box.column, points)
    filled = card.with_score(box, points)
    return filled.with_yahtzee_bonus(box.column, extra) if extra else filled


def _yahtzee_scores(card: Scorecard) -> tuple[int | None, ...]:
    """The scores of the Yahtzee boxes by column; empty if the rules have none."""
    row = card.rules.yahtzee_row
    return () if row is None else tuple(scores[row] for scores in card.scores)


def _matching_upper(card: Scorecard, dice: Dice) -> tuple[Box, ...]:
    """The open boxes of the upper row that counts the face of five alike."""
    return tuple(box for box in card.open_boxes() if card.rules.categories[box.row].face == dice[0])


def _is_joker(card: Scorecard, dice: Dice) -> bool:
    joker = card.rules.extra_yahtzees.joker
    return joker and is_extra_yahtzee(card, dice) and not _matching_upper(card, dice)
