"""The player `winner` where there are several columns: it takes final scores for normally distributed.

Their means and variances are those of the columns when each is played for points as if it were the only one. The
highest of several others is taken for normally distributed as well, with the mean and variance that Clark gives
("The greatest of a finite set of random variables", Operations Research 9, 1961).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, reduce
from math import erf, exp, pi, sqrt

from h89yahtzee.game import posting
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Option, best_first, distinct_rolls, kept_dice
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.distributions import Distributions, distributions, keep_values
from h89yahtzee.solver.values import Values

_WIDTH = 8
_POINT = 1e-6
"""Of a win: so little that it decides only where nothing else does."""


@dataclass(frozen=True, slots=True)
class Normal:
    mean: float
    variance: float

    def highest(self, other: Normal) -> Normal:
        """The higher of the two."""
        spread = sqrt(self.variance + other.variance)
        if not spread:
            return max(self, other, key=lambda it: it.mean)
        at = (self.mean - other.mean) / spread
        below, density = _below(at), exp(-at * at / 2) / sqrt(2 * pi)
        mean = self.mean * below + other.mean * (1 - below) + spread * density
        square = (
            (self.mean**2 + self.variance) * below
            + (other.mean**2 + other.variance) * (1 - below)
            + (self.mean + other.mean) * spread * density
        )
        return Normal(mean, max(0.0, square - mean**2))

    def is_above(self, other: Normal) -> float:
        """The chance of it; to be level counts half."""
        spread, by = sqrt(self.variance + other.variance), self.mean - other.mean
        if not spread:
            return (by > 0) + (by == 0) / 2
        return _below(by / spread)


def _below(at: float) -> float:
    """The standard normal distribution."""
    return (1 + erf(at / sqrt(2))) / 2


@dataclass(frozen=True, slots=True)
class ColumnsWinner:
    """`values` are of one column. It is set up by its first decision."""

    values: Values

    def decide(self, state: GameState) -> Decision:
        options = self.options(state)
        box = next(option.action.box for option in options if isinstance(option.action, Score))
        return Decision(options[0].action, box)

    def options(self, state: GameState) -> tuple[Option, ...]:
        """The legal actions of a state that is not over, the best first; a value is the chance of winning."""
        turn = _Turn(self.values, state)
        scores = [Option(Score(box), turn.worth(state.card_after(box))) for box in state.legal_boxes()]
        return best_first([*scores, *self._rolls(state, turn)])

    def _rolls(self, state: GameState, turn: _Turn) -> list[Option]:
        if not state.rolls_left:
            return []
        column, lattice = self.values.column, self.values.column.lattice
        posts = array("d", map(turn.post, lattice.rolls))
        keeps = keep_values(column, posts)[len(lattice.keeps) * (state.rolls_left - 1) :]
        return [Option(roll, keeps[lattice.keep(kept_dice(state.dice, roll))]) for roll in distinct_rolls(state)]


class _Turn:
    """What the cards that can come of a turn are worth."""

    def __init__(self, values: Values, state: GameState) -> None:
        self._card, self._values = state.card, values
        self._columns: dict[tuple[int, tuple[int | None, ...], int], Normal] = {}
        self._posts: dict[tuple[int, int], float] = {}
        self._open: dict[int, list[Box]] = {}
        for box in state.card.open_boxes():
            self._open.setdefault(box.row, []).append(box)
        others = [self._final(card) for seat, card in enumerate(state.cards) if seat != state.seat]
        self._highest = reduce(Normal.highest, others) if others else None

    def worth(self, card: Scorecard) -> float:
        final = self._final(card)
        chance = 1.0 if self._highest is None else final.is_above(self._highest)
        return chance + _POINT * final.mean

    def post(self, dice: Dice) -> float:
        """What a last roll is worth, best posted."""
        if len(set(dice)) == 1:
            boxes = posting.legal_boxes(self._card, dice)
            return max(self.worth(posting.posted(self._card, dice, box)) for box in boxes)
        roll = self._values.column.lattice.roll(dice)
        scores = self._values.column.scores
        return max(self._post(row, scores[row][roll]) for row in self._open)

    def _post(self, row: int, points: int) -> float:
        """The best of the columns for these points."""
        if (row, points) not in self._posts:
            cards = [self._card.with_score(box, points) for box in self._open[row]]
            self._posts[row, points] = max(map(self.worth, cards))
        return self._posts[row, points]

    def _final(self, card: Scorecard) -> Normal:
        """The final score."""
        columns = [(factor, self._column(card, column)) for column, factor in enumerate(card.rules.multipliers)]
        mean = sum(factor * column.mean for factor, column in columns)
        return Normal(mean, sum(factor**2 * column.variance for factor, column in columns))

    def _column(self, card: Scorecard, column: int) -> Normal:
        key = column, card.scores[column], card.yahtzee_bonuses[column]
        if key not in self._columns:
            state = state_of(card, column)
            total = card.column_total(column) + self._values[state]
            self._columns[key] = Normal(total, _variance(self._values, state))
        return self._columns[key]


@cache
def _variance(values: Values, state: tuple[int, int, int]) -> float:
    return _distributions(values).moments(state)[1]


@cache
def _distributions(values: Values) -> Distributions:
    return distributions(values, _WIDTH)
