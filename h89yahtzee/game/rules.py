"""The rule sets as data: adding one is adding a value here and its texts in `table`."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Category, Section


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What a game is played by.

    `categories` are the rows in screen order, upper section first. `multipliers` has one factor a column.
    The upper bonus is paid once a column when its upper rows reach `upper_bonus_at`.
    """

    name: str
    categories: tuple[Category, ...]
    upper_bonus: int
    upper_bonus_at: int
    multipliers: tuple[int, ...] = (1,)
    dice: int = 5
    rerolls: int = 2

    @property
    def columns(self) -> int:
        return len(self.multipliers)

    def rows(self, section: Section) -> tuple[int, ...]:
        return tuple(row for row, category in enumerate(self.categories) if category.section is section)

    def row(self, name: str) -> int:
        """The row of the category called `name`; ValueError when this rule set has none."""
        names = [category.name for category in self.categories]
        if name not in names:
            raise ValueError(f"{name!r} is no row of {self.name}: expected one of {', '.join(names)}")
        return names.index(name)


H89 = RuleSet(
    name="h89",
    categories=(
        categories.ONES,
        categories.TWOS,
        categories.THREES,
        categories.FOURS,
        categories.FIVES,
        categories.SIXES,
        categories.THREE_OF_A_KIND,
        categories.FOUR_OF_A_KIND,
        categories.FULL_HOUSE,
        categories.SMALL_STRAIGHT,
        categories.LARGE_STRAIGHT,
        categories.YAHTZEE,
        categories.CHANCE,
    ),
    upper_bonus=35,
    upper_bonus_at=63,
)
"""H89 YAHTZEE 1.1: no Yahtzee bonus, no joker, five of a kind is no full house."""

RULE_SETS = {rules.name: rules for rules in (H89,)}
