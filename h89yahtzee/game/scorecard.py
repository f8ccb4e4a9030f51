"""One player's score card: its boxes, scores and totals, and the boxes where dice may be posted.

All functions are pure. What an extra Yahtzee scores, and where it may be posted, follows from
`RuleSet.extra_yahtzees`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import Placement, RuleSet


class Box(NamedTuple):
    """The 0-based row and column of a box on a card; row `RuleSet.bonus_row` is the bonus row."""

    row: int
    column: int = 0


def box_name(rules: RuleSet, box: Box) -> str:
    """Return the box's name in records: `chance`, or `chance/2` with several columns; `bonus` in the bonus row."""
    name = "bonus" if box.row == rules.bonus_row else rules.categories[box.row].name
    return f"{name}/{box.column + 1}" if rules.columns > 1 else name


@dataclass(frozen=True, slots=True)
class Scorecard:
    """One player's card: `scores[column][row]` is the score in a box, None while the box is open.

    `yahtzee_bonuses` has the points in the bonus row of each column, by default 0.
    """

    rules: RuleSet
    scores: tuple[tuple[int | None, ...], ...]
    yahtzee_bonuses: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.yahtzee_bonuses:
            object.__setattr__(self, "yahtzee_bonuses", (0,) * len(self.scores))

    @classmethod
    def empty(cls, rules: RuleSet) -> Scorecard:
        return cls(rules, ((None,) * len(rules.categories),) * rules.columns)

    def __getitem__(self, box: Box) -> int | None:
        return self.scores[box.column][box.row]

    def is_open(self, box: Box) -> bool:
        return (
            0 <= box.column < len(self.scores) and 0 <= box.row < len(self.scores[box.column]) and self[box] is None
        )

    def open_boxes(self) -> tuple[Box, ...]:
        """Return the open boxes, column by column from the top."""
        return tuple(
            Box(row, column)
            for column, scores in enumerate(self.scores)
            for row, score in enumerate(scores)
            if score is None
        )

    def with_score(self, box: Box, score: int) -> Scorecard:
        assert self.is_open(box)
        column = list(self.scores[box.column])
        column[box.row] = score
        scores = (*self.scores[: box.column], tuple(column), *self.scores[box.column + 1 :])
        return replace(self, scores=scores)

    def with_yahtzee_bonus(self, column: int, points: int) -> Scorecard:
        """Return the card with `points` added in the bonus row of `column`."""
        bonuses = list(self.yahtzee_bonuses)
        bonuses[column] += points
        return replace(self, yahtzee_bonuses=tuple(bonuses))

    def yahtzee_scores(self) -> tuple[int | None, ...]:
        """Return the scores in the Yahtzee boxes by column, None where open; empty if the rules lack this row."""
        row = self.rules.yahtzee_row
        return () if row is None else tuple([scores[row] for scores in self.scores])

    def section_total(self, section: Section, column: int = 0) -> int:
        """Return the sum of the scores in one section of a column, without bonus or multiplier."""
        return sum(self.scores[column][row] or 0 for row in self.rules.rows(section))

    def upper_bonus(self, column: int = 0) -> int:
        reached = self.section_total(Section.UPPER, column) >= self.rules.upper_bonus_at
        return self.rules.upper_bonus if reached else 0

    def upper_bonuses(self) -> int:
        """Return how many columns have earned the upper bonus."""
        return sum(self.upper_bonus(column) > 0 for column in range(self.rules.columns))

    def fives_alike(self) -> int:
        """Return how many boxes for five alike have points."""
        return sum(bool(scores[self.rules.five_alike_row]) for scores in self.scores)

    def extra_yahtzees(self) -> int:
        """Return how many bonuses for extra Yahtzees were paid."""
        bonus = self.rules.extra_yahtzees.bonus
        return sum(self.yahtzee_bonuses) // bonus if bonus else 0

    def upper_bonus_progress(self, column: int = 0) -> int | None:
        """Return the points in the filled upper boxes, less what three dice of the row's face would score in each
        of them.

        The number is negative if the boxes have fewer points than that. Return None when the bonus is earned
        already, or when even five dice of each open row's face wouldn't earn it.
        """
        upper = [
            (self.rules.categories[row].face or 0, self[Box(row, column)]) for row in self.rules.rows(Section.UPPER)
        ]
        total = self.section_total(Section.UPPER, column)
        most = total + sum(self.rules.dice * face for face, score in upper if score is None)
        if total >= self.rules.upper_bonus_at or most < self.rules.upper_bonus_at:
            return None
        return total - sum(3 * face for face, score in upper if score is not None)

    def upper_total(self, column: int = 0) -> int:
        """Return the sum of a column's upper section and upper bonus."""
        return self.section_total(Section.UPPER, column) + self.upper_bonus(column)

    def lower_total(self, column: int = 0) -> int:
        """Return the sum of a column's lower section and Yahtzee bonuses."""
        return self.section_total(Section.LOWER, column) + self.yahtzee_bonuses[column]

    def column_total(self, column: int = 0) -> int:
        """Return one column's total with its bonuses, without its multiplier."""
        return self.upper_total(column) + self.lower_total(column)

    def total(self) -> int:
        """Return the sum of all column totals, each times the column's multiplier."""
        return sum(factor * self.column_total(column) for column, factor in enumerate(self.rules.multipliers))


class Refusal(Enum):
    """The reasons why dice can't be posted in a box; each value is a text for error messages."""

    NO_SUCH_BOX = "there is no such box"
    FILLED = "it is not an open box"
    UPPER_ROW_FIRST = "an extra Yahtzee must be posted in the upper row of its face while that is open"
    LOWER_ROW_FIRST = "an extra Yahtzee must be posted in a lower row while one is open"
    BONUS_ROW_ONLY = "an extra Yahtzee must be posted in the bonus row"
    NO_EXTRA_YAHTZEE = "only an extra Yahtzee may be posted in the bonus row, and not by all rules"


def is_extra_yahtzee(card: Scorecard, dice: Dice) -> bool:
    """Return whether the dice are five alike to which the rules for extra Yahtzees apply on this card."""
    if len(set(dice)) != 1:
        return False
    if card.rules.extra_yahtzees.fifties_only:
        return pays_bonuses(card)
    yahtzees = card.yahtzee_scores()
    return bool(yahtzees) and None not in yahtzees


def pays_bonuses(card: Scorecard) -> bool:
    """Return whether extra Yahtzees earn a bonus on this card: every Yahtzee box is filled, none with 0."""
    yahtzees = card.yahtzee_scores()
    return bool(yahtzees) and all(yahtzees)


def legal_boxes(card: Scorecard, dice: Dice) -> tuple[Box, ...]:
    """Return the boxes where the dice may be posted, column by column from the top."""
    boxes, rules = card.open_boxes(), card.rules
    placement = rules.extra_yahtzees.placement
    if placement is Placement.ANY or not boxes or not is_extra_yahtzee(card, dice):
        return boxes
    if placement is Placement.BONUS_ROW:
        return tuple(Box(rules.bonus_row, column) for column in range(rules.columns))
    lower = tuple(box for box in boxes if rules.categories[box.row].section is Section.LOWER)
    return _matching_upper(card, dice) or lower or boxes


def refusal(card: Scorecard, dice: Dice, box: Box) -> Refusal | None:
    """Return the reason why the dice can't be posted in `box`, or None if they can."""
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
    """Return the points that posting writes in `box`, which is open or in the bonus row.

    The bonus that `extra_points` returns isn't included.
    """
    extra = card.rules.extra_yahtzees
    if box.row == card.rules.bonus_row:
        return extra.bonus
    category = card.rules.categories[box.row]
    if category.joker_score is not None and extra.joker and is_extra_yahtzee(card, dice):
        # An extra Yahtzee is a joker only if the upper row of its face is filled in every column.
        return category.score(dice) if _matching_upper(card, dice) else category.joker_score
    return category.score(dice)


def extra_points(card: Scorecard, dice: Dice, box: Box) -> int:
    """Return the points that posting the dice in a legal `box` adds in the bonus row of its column."""
    if box.row == card.rules.bonus_row or not card.rules.extra_yahtzees.bonus or len(set(dice)) != 1:
        return 0
    return card.rules.extra_yahtzees.bonus if pays_bonuses(card) else 0


def posted(card: Scorecard, dice: Dice, box: Box) -> Scorecard:
    points, extra = score(card, dice, box), extra_points(card, dice, box)
    if box.row == card.rules.bonus_row:
        return card.with_yahtzee_bonus(box.column, points)
    filled = card.with_score(box, points)
    return filled.with_yahtzee_bonus(box.column, extra) if extra else filled


@cache
def possible_scores(rules: RuleSet, row: int) -> frozenset[int]:
    """Return the scores that a box of `row` can hold. Jokers need no scores of their own here: ordinary dice can
    earn the same scores."""
    return frozenset(map(rules.categories[row].score, combinations_with_replacement(FACES, rules.dice)))


def _matching_upper(card: Scorecard, dice: Dice) -> tuple[Box, ...]:
    """Return the open boxes, in any column, of the upper row that counts the face of `dice`, which are five
    alike."""
    return tuple(box for box in card.open_boxes() if card.rules.categories[box.row].face == dice[0])
