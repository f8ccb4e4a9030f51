"""One player's score card: columns of boxes, what stands in them, and their totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet


class Box(NamedTuple):
    """One box of a card, 0-based."""

    row: int
    column: int = 0


@dataclass(frozen=True, slots=True)
class Scorecard:
    """`scores[column][row]` is the score posted there, None while the box is open."""

    rules: RuleSet
    scores: tuple[tuple[int | None, ...], ...]

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
        return Scorecard(self.rules, (*self.scores[: box.column], tuple(column), *self.scores[box.column + 1 :]))

    def section_total(self, section: Section, column: int = 0) -> int:
        """The sum of one section without bonus or multiplier."""
        return sum(self.scores[column][row] or 0 for row in self.rules.rows(section))

    def upper_bonus(self, column: int = 0) -> int:
        reached = self.section_total(Section.UPPER, column) >= self.rules.upper_bonus_at
        return self.rules.upper_bonus if reached else 0

    def upper_total(self, column: int = 0) -> int:
        """The upper section with its bonus."""
        return self.section_total(Section.UPPER, column) + self.upper_bonus(column)

    def column_total(self, column: int = 0) -> int:
        """One column's total without its multiplier."""
        return self.upper_total(column) + self.section_total(Section.LOWER, column)

    def total(self) -> int:
        """The card's total, each column counted by its multiplier."""
        return sum(factor * self.column_total(column) for column, factor in enumerate(self.rules.multipliers))
