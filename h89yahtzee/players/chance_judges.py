"""The judges of chances to win: `ColumnChances` for cards of one column, `ColumnsChances` for several.

With one column the player to move is assumed to play this turn for the win, and all players to play for points
afterwards; the chances come from the distributions of the points to come. The last turns of two players are
computed exactly, assuming that people and the strategy `winner` play these turns for the win, and the strategy
`optimal` for points. A player with any other strategy is expected to make fewer points than under best play, by as
much as the strategy loses on average; in a game with such a player the chances in the last turns are estimated,
too. With several columns final scores are treated as normally distributed, as the strategy `winner` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import (
    ActionChance,
    Certainty,
    Chances,
    expected_losses,
    is_decided,
    plays_worse,
    shares_of,
)
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Analysis, Option
from h89yahtzee.players.winner import ExactEnd, Lookahead, coarse, exact_end
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.distributions import worth
from h89yahtzee.solver.values import Values

_PART = 0.4
"""The time for looking ahead when chances with several columns are computed, as a fraction of the usual time for a
decision. With this fraction, chances take a tenth of a second."""


@dataclass(frozen=True, slots=True)
class ColumnChances:
    """The judge for rules with one column; `values` are the solver's expected points in the column.

    `strategies` has the strategies' names by seat; the players in the remaining seats are people.
    """

    values: Values
    strategies: tuple[str, ...] = ()

    def set_up(self, progress: Progress = silent) -> None:
        coarse(self.values, progress)

    def of_state(self, state: GameState) -> Chances:
        if is_decided(state):
            return Chances(shares_of(state.totals()), Certainty.EXACT)
        if (end := self._end(state)) is not None:
            share = end.options(state)[0].value if state.dice else end.start()
            return Chances(_with_mover([1.0, 1.0], state.seat, share), Certainty.EXACT)
        losses, lookahead = self._losses(state), Lookahead(self.values)
        mover = lookahead.options(state, losses)[0].value if state.dice else lookahead.start(state, losses)
        return Chances(_with_mover(self._before_turn(state, losses), state.seat, mover), Certainty.ESTIMATED)

    def of_actions(self, state: GameState) -> list[ActionChance]:
        analysis = Optimal(self.values).analysis(state)
        if len(state.cards) == 1:
            return _alone(analysis)
        end = self._end(state)
        options = Lookahead(self.values).options(state, self._losses(state)) if end is None else end.options(state)
        return _with_points(state, options, analysis)

    def _end(self, state: GameState) -> ExactEnd | None:
        names = (*self.strategies, *(HUMAN,) * len(state.cards))[: len(state.cards)]
        if any(map(plays_worse, names)):
            return None
        # With two players `seat - 1` is the opponent's index in `names`, also for seat 0: -1 is the last index.
        mover, other = (names[seat] == "optimal" for seat in (state.seat, state.seat - 1))
        return exact_end(self.values, state, (mover, other))

    def _before_turn(self, state: GameState, losses: Sequence[int]) -> list[float]:
        """Return each seat's share of the win if all play for points from the beginning of this turn on; `losses`
        has, by seat, the points that a player is expected to lose against best play."""
        held = [card.total() - loss for card, loss in zip(state.cards, losses, strict=True)]
        leads = [points - max(held) for points in held]
        finals = [Lookahead(self.values).finals(card, lead) for card, lead in zip(state.cards, leads, strict=True)]
        worths = [worth(finals[:seat] + finals[seat + 1 :], point=0.0) for seat in range(len(finals))]
        return [sum(map(mul, *pair)) for pair in zip(finals, worths, strict=True)]

    def _losses(self, state: GameState) -> list[int]:
        return expected_losses(state, self.strategies, [self.values.of(card) for card in state.cards])


class ColumnsChances:
    """The judge for rules with several columns; `values` are the solver's expected points in a single column of
    these rules.

    `strategies` has the strategies' names by seat; the players in the remaining seats are people.
    """

    def __init__(self, rules: RuleSet, values: Values, strategies: tuple[str, ...] = ()) -> None:
        from h89yahtzee.players.several_columns import ColumnsWinner  # imported only here: it needs numpy

        self._values = values
        self._winner = ColumnsWinner(rules, values, point=0.0, part=_PART, strategies=strategies)

    def set_up(self, progress: Progress = silent) -> None:
        coarse(self._values, progress)

    def of_state(self, state: GameState) -> Chances:
        if is_decided(state):
            return Chances(shares_of(state.totals()), Certainty.EXACT)
        mover = self._winner.options(state)[0].value if state.dice else self._winner.start(state)
        return Chances(_with_mover(self._winner.shares(state), state.seat, mover), Certainty.ESTIMATED)

    def of_actions(self, state: GameState) -> list[ActionChance]:
        analysis = self._winner.analysis(state)
        if len(state.cards) == 1:
            return _alone(analysis)
        return _with_points(state, self._winner.options(state), analysis)


def _alone(analysis: Analysis) -> list[ActionChance]:
    return [ActionChance(option.action, option.value, 1.0) for option in analysis.options]


def _with_points(state: GameState, options: Sequence[Option], analysis: Analysis) -> list[ActionChance]:
    """Return an `ActionChance` for each of `options`, whose values are chances to win; the points are the action's
    value in `analysis`. A chance that rounding has brought below 0 or above 1 becomes 0 or 1."""
    return [
        ActionChance(option.action, analysis.option(state, option.action).value, min(1.0, max(0.0, option.value)))
        for option in options
    ]


def _with_mover(before: Sequence[float], seat: int, share: float) -> tuple[float, ...]:
    """Return each seat's share of the win: `share` for `seat`, whose player is to move. The rest is divided among
    the other seats in proportion to their shares in `before`."""
    mover = min(1.0, max(0.0, share))  # rounding may have brought `share` beyond 0 or 1
    others = [0.0 if other == seat else max(0.0, part) for other, part in enumerate(before)]
    rest = sum(others) or 1.0
    scaled = [(1 - mover) * part / rest for part in others]
    return (*scaled[:seat], mover, *scaled[seat + 1 :])
