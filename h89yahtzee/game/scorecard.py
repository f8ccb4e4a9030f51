"""One player's score card: columns of boxes, the scores in them, and their totals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet


class Box(NamedTuple):
    """One box of a card, 0-based. The boxes of the bonus row are those with `row` = `RuleSet.bonus_row`."""

    row: int
    column: int = 0


def box_name(rules: RuleSet, box: Box) -> str:
    """The box as records write it: `chance`, with several columns `chance/2`, in the bonus row `bonus`."""
    name = "bonus" if box.row == rules.bonus_row else rules.categories[box.row].name
    return f"{name}/{box.column + 1}" if rules.columns > 1 else name


@dataclass(frozen=True, slots=True)
class Scorecard:
    """`scores[column][row]` is the score posted there, None while the box is open.

    `yahtzee_bonuses` are the points in the bonus row by column, none unless given.
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
        """The open boxes, column by column from the top."""
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
        """The card with `points` more in the bonus row."""
        bonuses = list(self.yahtzee_bonuses)
        bonuses[column] += points
        return replace(self, yahtzee_bonuses=tuple(bonuses))

    def section_total(self, section: Section, column: int = 0) -> int:
        """The sum of one section without bonus or multiplier."""
        return sum(self.scores[column][row] or 0 for row in self.rules.rows(section))

    def upper_bonus(self, column: int = 0) -> int:
        reached = self.section_total(Section.UPPER, column) >= self.rules.upper_bonus_at
        return self.rules.upper_bonus if reached else 0

    def upper_bonus_progress(self, column: int = 0) -> int | None:
        """How far the filled upper boxes are ahead of three of each (behind: negative).

        None once it is decided: the bonus is earned, or five of each open face wouldn't earn it.
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
        """The upper section with its bonus."""
        return self.section_total(Section.UPPER, column) + self.upper_bonus(column)

    def column_total(self, column: int = 0) -> int:
        """One column's total with its bonuses, without its multiplier."""
        return self.upper_total(column) + self.section_total(Section.LOWER, column) + self.yahtzee_bonuses[column]

    def total(self) -> int:
        """The card's total, each column counted by its multiplier."""
        return sum(factor * self.column_total(column) for column, factor in enumerate(self.rules.multipliers))
