"""The player `winner` for several columns: it treats final scores as normally distributed.

Their means are those of the player with the highest expected score, their variances those of the columns, each
played for points as if it were the only one. The highest of several others is treated as normally distributed,
too, with the mean and the variance that Clark gives ("The greatest of a finite set of random variables",
Operations Research 9, 1961).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from itertools import chain
from math import erf, exp, pi, sqrt

from h89yahtzee.game import legal_boxes
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.players.analysis import Analysis, Option, decision
from h89yahtzee.players.lookahead import coarse, turn_options, turn_start
from h89yahtzee.players.strategy import Decision
from h89yahtzee.players.weaker_play import expected_losses
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.column import column_of, state_of
from h89yahtzee.solver.columns.evaluation import Columns
from h89yahtzee.solver.distributions import POINT
from h89yahtzee.solver.values import Values


@dataclass(frozen=True, slots=True)
class Normal:
    """A normally distributed number."""

    mean: float
    variance: float

    def highest(self, other: Normal) -> Normal:
        """The distribution of the higher of the two, as Clark approximates it."""
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
        """The chance of being above the other; being level counts half."""
        spread, by = sqrt(self.variance + other.variance), self.mean - other.mean
        if not spread:
            return (by > 0) + (by == 0) / 2
        return _below(by / spread)


def _below(at: float) -> float:
    """The standard normal distribution function."""
    return (1 + erf(at / sqrt(2))) / 2


class ColumnsWinner:
    """`values` are those of one column of the rules, `point` is what a point is worth in wins.

    Each turn is searched for a `part` of the usual time. It remembers its last turn. All play as well as it does,
    unless `strategies` names other ones by seat.
    """

    def __init__(
        self,
        rules: RuleSet,
        values: Values,
        point: float = POINT,
        part: float = 1.0,
        strategies: tuple[str, ...] = (),
    ) -> None:
        self._columns, self._values, self._point = Columns(rules, part), values, point
        self._strategies = strategies
        self._turn: _TurnOutcomes | None = None

    def set_up(self, progress: Progress = silent) -> None:
        coarse(self._values, progress)

    def decide(self, state: GameState) -> Decision:
        return decision(self.options(state))

    def options(self, state: GameState) -> tuple[Option, ...]:
        """The legal actions of a state that is not over, the best first; a value is the chance of winning."""
        return self._outcomes(state).options(state, _Aim.WIN)

    def analysis(self, state: GameState) -> Analysis:
        """What each option is worth in points, by the same estimates."""
        return Analysis(self._outcomes(state).options(state, _Aim.POINTS), is_exact=False)

    def start(self, state: GameState) -> float:
        """The chance of winning before the first roll of the turn."""
        return turn_start(self._values.column, self._outcomes(state).posts(_Aim.WIN))

    def finals(self, state: GameState) -> list[Normal]:
        """The distribution of the final score of each seat before the turn."""
        return self._outcomes(state).finals()

    def losses(self, state: GameState) -> list[int]:
        """The points that each seat is expected to make less than under best play."""
        return self._outcomes(state).losses

    def _outcomes(self, state: GameState) -> _TurnOutcomes:
        if self._turn is None or not self._turn.is_of(state):
            self._turn = _TurnOutcomes(self._columns, self._values, state, self._point, self._strategies)
        return self._turn


class _Aim(Enum):
    WIN = "win"
    POINTS = "points"


_Marks = tuple[object, object]
_Worth = dict[_Marks, float]


class _TurnOutcomes:
    """The cards a turn can lead to, and what they are worth."""

    def __init__(
        self, columns: Columns, values: Values, state: GameState, point: float, strategies: tuple[str, ...]
    ) -> None:
        self._cards, self._seat, self._values, self._point = state.cards, state.seat, values, point
        self._rolls, self._scores = column_of(state.rules).keeps.rolls, column_of(state.rules).scores
        self._variances: dict[tuple[int | None, ...], float] = {}
        to_come = columns.estimates([*state.cards])
        self.losses = expected_losses(state, strategies, to_come)
        seats = zip(state.cards, to_come, self.losses, strict=True)
        self._finals = [self._final(card, points - loss) for card, points, loss in seats]
        others = self._finals[: state.seat] + self._finals[state.seat + 1 :]
        self._highest = reduce(Normal.highest, others) if others else None
        self._after = {(row, points): cards for row, points, cards in self._ways(state.card)}
        self._after_alike = {dice: _after(state.card, dice) for dice in self._rolls if len(set(dice)) == 1}
        together = chain.from_iterable((*self._after.values(), *self._after_alike.values()))
        cards = {_marks(card): card for card in together}
        means = columns.values(state.card, list(cards.values()))
        loss = self.losses[state.seat]
        finals = [self._final(card, mean - loss) for card, mean in zip(cards.values(), means, strict=True)]
        self._worth = {
            _Aim.WIN: {marks: self._chance(final) for marks, final in zip(cards, finals, strict=True)},
            _Aim.POINTS: {marks: final.mean + loss for marks, final in zip(cards, finals, strict=True)},
        }
        self._posts: dict[_Aim, array[float]] = {}

    def is_of(self, state: GameState) -> bool:
        return (self._cards, self._seat) == (state.cards, state.seat)

    def options(self, state: GameState, aim: _Aim) -> tuple[Option, ...]:
        worth = self._worth[aim]
        return turn_options(state, self.posts(aim), lambda box: worth[_marks(state.card_after(box))])

    def posts(self, aim: _Aim) -> array[float]:
        """What each last roll is worth, best posted."""
        if aim not in self._posts:
            worth = self._worth[aim]
            by_row = {key: max(worth[_marks(card)] for card in cards) for key, cards in self._after.items()}
            self._posts[aim] = array("d", [self._post(worth, by_row, n) for n in range(len(self._rolls))])
        return self._posts[aim]

    def finals(self) -> list[Normal]:
        """The distribution of the final score of each seat before the turn."""
        return self._finals

    def _post(self, worth: _Worth, by_row: dict[tuple[int, int], float], number: int) -> float:
        """What a last roll is worth, best posted."""
        dice = self._rolls[number]
        if dice in self._after_alike:
            return max(worth[_marks(card)] for card in self._after_alike[dice])
        rows = {row for row, _ in by_row}
        return max(by_row[row, self._scores[row][number]] for row in rows)

    def _ways(self, card: Scorecard) -> Iterable[tuple[int, int, list[Scorecard]]]:
        """Each open row with each of its scores, and the cards with that score in one of the columns."""
        boxes: dict[int, list[Box]] = {}
        for box in card.open_boxes():
            boxes.setdefault(box.row, []).append(box)
        for row, places in boxes.items():
            for points in set(self._scores[row]):
                yield row, points, [card.with_score(box, points) for box in places]

    def _chance(self, final: Normal) -> float:
        chance = 1.0 if self._highest is None else final.is_above(self._highest)
        return chance + self._point * final.mean

    def _final(self, card: Scorecard, to_come: float) -> Normal:
        """The distribution of the final score."""
        variances = [
            factor**2 * self._variance(card, column) for column, factor in enumerate(card.rules.multipliers)
        ]
        return Normal(card.total() + to_come, sum(variances))

    def _variance(self, card: Scorecard, column: int) -> float:
        scores = card.scores[column]
        if scores not in self._variances:
            self._variances[scores] = _variance(self._values, state_of(card, column))
        return self._variances[scores]


def _marks(card: Scorecard) -> _Marks:
    """A key for the cards of one player without the rules, which take long to hash."""
    return card.scores, card.yahtzee_bonuses


def _after(card: Scorecard, dice: Dice) -> list[Scorecard]:
    return [legal_boxes.posted(card, dice, box) for box in legal_boxes.legal_boxes(card, dice)]


@cache
def _variance(values: Values, state: tuple[int, int, int]) -> float:
    return coarse(values).moments(state)[1]
