"""The strategies for several columns: `optimal` for the highest expected score, `winner` for the chance to win.

`winner` treats final scores as normally distributed. The mean is the estimate by `optimal`. The variance is the sum
of the columns' variances, as if each column were the only one and played for points. The highest of several
opponents' scores is treated as normally distributed, too, with the mean and the variance that Clark gives ("The
greatest of a finite set of random variables", Operations Research 9, 1961).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, reduce
from itertools import chain
from math import erf, exp, pi, sqrt

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, legal_boxes, posted
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.chances import expected_losses
from h89yahtzee.players.strategy import Analysis, Decision, Option, best_first, decision, roll_options
from h89yahtzee.players.winner import coarse, turn_options, turn_start
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.column import column_of, state_of
from h89yahtzee.solver.columns.evaluation import Columns
from h89yahtzee.solver.columns.exact_search import ExactSearch
from h89yahtzee.solver.distributions import POINT
from h89yahtzee.solver.values import Values


class ColumnsOptimal:
    """The strategy for the highest expected score, whatever the opponents do.

    Values are estimates until few boxes are open, or until a search that `search` returned is done; from then on
    they are exact.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._columns = Columns(rules)

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        return replace(decision(options), value=options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """Return the possible actions with their values, in a game with several columns that isn't over."""
        turn, boxes = self._columns.turn(state.card), state.legal_boxes()
        total = state.card.total()
        values = turn.boxes(state.dice, boxes)
        scores = [Option(Score(box), total + value) for box, value in zip(boxes, values, strict=True)]
        rolls = roll_options(state, lambda kept: total + turn.keep(kept, state.rolls_left))
        return Analysis(best_first([*scores, *rolls]), turn.is_exact)

    def expectation(self, card: Scorecard) -> float:
        """Return the expected final total of a card between two turns."""
        return card.total() + self._columns.value(card)

    def search(self, state: GameState) -> ExactSearch | None:
        """Return a search that, once done, makes the analyses of this turn and later ones exact.

        None if the analyses are exact already, or if the search would take too long.
        """
        return self._columns.search(state.card)


@dataclass(frozen=True, slots=True)
class Normal:
    """The distribution of a score that is treated as normally distributed."""

    mean: float
    variance: float

    def highest(self, other: Normal) -> Normal:
        """Return the distribution of the higher of the two scores, by Clark's approximation."""
        spread = sqrt(self.variance + other.variance)
        if not spread:
            return max(self, other, key=lambda number: number.mean)
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
        """Return the probability that this score is higher than `other`; a tie counts half."""
        spread, by = sqrt(self.variance + other.variance), self.mean - other.mean
        if not spread:
            return 0.5 if by == 0 else float(by > 0)
        return _below(by / spread)


def _below(at: float) -> float:
    """Return the probability that a standard normal variable is below `at`."""
    return (1 + erf(at / sqrt(2))) / 2


class ColumnsWinner:
    """The strategy for the highest chance to win. What it has computed for the latest turn is cached.

    `values` are the solver's expected points in a single column of the rules. `point` is the worth of one point as
    a fraction of a win: it makes points decide between equal chances. `part` is the time to spend on looking ahead,
    as a fraction of the usual time. `strategies` has names of strategies by seat: a player whose strategy is worse
    than `optimal` is expected to make fewer points than `optimal`, any other player as many.
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
        """Return the legal actions of a state that isn't over, the best first; their values are chances to win."""
        return self._outcomes(state).options(state, _Aim.WIN)

    def analysis(self, state: GameState) -> Analysis:
        """Return the legal actions with their expected final totals, which are estimates. The chances that
        `options` returns are computed from the same estimates."""
        return Analysis(self._outcomes(state).options(state, _Aim.POINTS), is_exact=False)

    def start(self, state: GameState) -> float:
        """Return the chance of winning before the first roll of the turn."""
        return turn_start(self._values.column, self._outcomes(state).posts(_Aim.WIN))

    def shares(self, state: GameState) -> list[float]:
        """Return each seat's chance of the highest score if all play for points from the start of this turn."""
        finals = self._outcomes(state).finals
        others = [finals[:seat] + finals[seat + 1 :] for seat in range(len(finals))]
        return [own.is_above(reduce(Normal.highest, rest)) for own, rest in zip(finals, others, strict=True)]

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
    """The values of all cards that the player to move can have after the turn. `finals` has for each seat the
    distribution of the player's final score, as expected before the turn."""

    def __init__(
        self, columns: Columns, values: Values, state: GameState, point: float, strategies: tuple[str, ...]
    ) -> None:
        self._cards, self._seat, self._values = state.cards, state.seat, values
        self._rolls, self._scores = column_of(state.rules).keeps.rolls, column_of(state.rules).scores
        self._variances: dict[tuple[int | None, ...], float] = {}
        to_come = columns.estimates([*state.cards])
        losses = expected_losses(state, strategies, to_come)
        seats = zip(state.cards, to_come, losses, strict=True)
        self.finals = [self._final(card, points - loss) for card, points, loss in seats]
        others = self.finals[: state.seat] + self.finals[state.seat + 1 :]
        highest = reduce(Normal.highest, others) if others else None
        # The same few cards follow from many rolls: each is estimated once.
        self._after = {(row, points): cards for row, points, cards in self._ways(state.card)}
        self._after_alike = {dice: _after(state.card, dice) for dice in self._rolls if len(set(dice)) == 1}
        together = chain.from_iterable((*self._after.values(), *self._after_alike.values()))
        cards = {_marks(card): card for card in together}
        means = columns.values(state.card, list(cards.values()))
        loss = losses[state.seat]
        finals = [self._final(card, mean - loss) for card, mean in zip(cards.values(), means, strict=True)]
        self._worth = {
            _Aim.WIN: {
                marks: (1.0 if highest is None else final.is_above(highest)) + point * final.mean
                for marks, final in zip(cards, finals, strict=True)
            },
            _Aim.POINTS: {marks: final.mean + loss for marks, final in zip(cards, finals, strict=True)},
        }
        self._posts: dict[_Aim, array[float]] = {}

    def is_of(self, state: GameState) -> bool:
        return (self._cards, self._seat) == (state.cards, state.seat)

    def options(self, state: GameState, aim: _Aim) -> tuple[Option, ...]:
        worth = self._worth[aim]
        return turn_options(state, self.posts(aim), lambda box: worth[_marks(state.card_after(box))])

    def posts(self, aim: _Aim) -> array[float]:
        """Return for each possible result of the turn's last re-roll, in the order of `Keeps.rolls`, the value of
        posting these dice in their best box. If `aim` is `_Aim.WIN`, the values are in wins, else they are expected
        final totals."""
        if aim not in self._posts:
            worth = self._worth[aim]
            by_row = {key: max(worth[_marks(card)] for card in cards) for key, cards in self._after.items()}
            self._posts[aim] = array("d", [self._post(worth, by_row, n) for n in range(len(self._rolls))])
        return self._posts[aim]

    def _post(self, worth: _Worth, by_row: dict[tuple[int, int], float], number: int) -> float:
        """Return the value of posting the roll with the index `number` in `Keeps.rolls` in its best box. `worth`
        has the value of each card that can follow. `by_row[row, points]` is the highest value of a card that
        follows when these points fill a box of this row, in any column."""
        dice = self._rolls[number]
        if dice in self._after_alike:
            return max(worth[_marks(card)] for card in self._after_alike[dice])
        rows = {row for row, _ in by_row}
        return max(by_row[row, self._scores[row][number]] for row in rows)

    def _ways(self, card: Scorecard) -> Iterable[tuple[int, int, list[Scorecard]]]:
        """Yield (row, points, cards) for each open row and each score that is possible there. `cards` are the cards
        that can follow, one for each column in which the row is open, with the points in that column's box."""
        boxes: dict[int, list[Box]] = {}
        for box in card.open_boxes():
            boxes.setdefault(box.row, []).append(box)
        for row, places in boxes.items():
            for points in set(self._scores[row]):
                yield row, points, [card.with_score(box, points) for box in places]

    def _final(self, card: Scorecard, to_come: float) -> Normal:
        """Return the distribution of the final score of `card` if `to_come` more points are expected."""
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
    """Return a key for `card` in a dictionary. All cards in the dictionary must have the same rules, which the key
    leaves out, since to hash them takes time."""
    return card.scores, card.yahtzee_bonuses


def _after(card: Scorecard, dice: Dice) -> list[Scorecard]:
    return [posted(card, dice, box) for box in legal_boxes(card, dice)]


@cache
def _variance(values: Values, state: tuple[int, int, int]) -> float:
    return coarse(values).moments(state)[1]
