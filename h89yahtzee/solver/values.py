"""The expected further points in one column under best play: before a turn, or when certain dice are posted or
kept."""

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
    """The expected further points from each state of a column on; `table` is in the order of `Column.index`.

    Points scored earlier are not included; an upper bonus still to be earned is.
    """

    column: Column
    table: array[float]

    def __getitem__(self, state: State) -> float:
        return self.table[self.column.index(*state)]

    def of(self, card: Scorecard, column: int = 0) -> float:
        """Return the expected further points in one column of a card, without its multiplier."""
        return self[state_of(card, column)]

    def start(self) -> float:
        """Return the expected total of an empty column."""
        return self[(1 << self.column.rows) - 1, 0, 0]

    def posts(self, state: State) -> array[float]:
        """Return the expected points of entering each last roll of a turn (the dice after the last re-roll, in the
        order of `Keeps.rolls`) in its best row."""
        return backend().post(self.column, self.table, state)

    def keep_values(self, state: State) -> array[float]:
        """Return the expected points of keeping each set of dice in a turn that begins in `state`, [rerolls][keeps]
        with the last re-roll first."""
        return keep_values(self.column, self.posts(state))


ValuesOf = Callable[[RuleSet], Values]
"""A function that returns the values of one column of the rules, computed or read from a file."""


def solve(rules: RuleSet, progress: Progress = silent) -> Values:
    column = column_of(rules)
    return Values(column, backend().solve(column, progress))


@cache
def solved(rules: RuleSet) -> Values:
    """Return the values of one column of `rules`, which are computed at the first call and then cached."""
    return solve(rules)


def keep_values(column: Column, posts: array[float]) -> array[float]:
    """Return the value of keeping each set of dice in a turn, [rerolls][keeps] with the last re-roll first; `posts`
    has the value of each last roll of the turn (the dice after the last re-roll)."""
    return backend().turn(column, posts)
