"""The expected points still to come in one column under best play, and what a turn is worth from there."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.solver.backend import Progress, backend, silent
from h89yahtzee.solver.column import Column, State, column_of, state_of


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """`table` is by `Column.index`. Points scored earlier are not included; an upper bonus to come is."""

    column: Column
    table: array[float]

    def __getitem__(self, state: State) -> float:
        return self.table[self.column.index(*state)]

    def of(self, card: Scorecard, column: int = 0) -> float:
        """The expected points to come in one column of a card, without its multiplier."""
        return self[state_of(card, column)]

    def start(self) -> float:
        """The expected total of an empty column."""
        return self[(1 << self.column.rows) - 1, 0, 0]

    def posts(self, state: State) -> array[float]:
        """What each last roll is worth in points to come, best posted, in the order of the keeps' rolls."""
        return backend().post(self.column, self.table, state)

    def keep_values(self, state: State) -> array[float]:
        """What each keep is worth, [rerolls][keeps], the last re-roll first."""
        return keep_values(self.column, self.posts(state))


ValuesOf = Callable[[RuleSet], Values]
"""Gets values, by computing or reading them."""


def solve(rules: RuleSet, progress: Progress = silent) -> Values:
    """The values of one column of `rules`."""
    column = column_of(rules)
    return Values(column, backend().solve(column, progress))


@cache
def solved(rules: RuleSet) -> Values:
    """The values of one column of `rules`, solved once in the life of the program."""
    return solve(rules)


def keep_values(column: Column, posts: array[float]) -> array[float]:
    """What each keep is worth, [rerolls][keeps], the last re-roll first, from what each last roll is worth."""
    return backend().turn(column, posts)
