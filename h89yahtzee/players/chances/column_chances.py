"""Chances to win with one column: exact at the end, before that by the distributions of the points to come.

The player to move makes the best of this turn. In the exact end people and `winner` then go on for the win, and
`optimal` for points; before that all go on for points. Those who play worse are expected to make fewer points, as
they do on average, and there is no exact end with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.state import GameState
from h89yahtzee.players.analysis import Analysis, Option
from h89yahtzee.players.chances.chances import ActionChance, Certainty, Chances, is_decided, shares_of
from h89yahtzee.players.exact_end import ExactEnd, exact_end
from h89yahtzee.players.lookahead import Lookahead, coarse
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Search
from h89yahtzee.players.weaker_play import expected_losses, plays_worse
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.distributions import worth
from h89yahtzee.solver.values import Values


@dataclass(frozen=True, slots=True)
class ColumnChances:
    """`values` are those of the rules' one column; people are in the seats that `strategies` doesn't name."""

    values: Values
    strategies: tuple[str, ...] = ()

    def set_up(self, progress: Progress = silent) -> None:
        coarse(self.values, progress)

    def search(self, _: GameState, /) -> Search | None:
        return None

    def of_state(self, state: GameState) -> Chances:
        if is_decided(state):
            return decided(state.totals())
        if (end := self._end(state)) is not None:
            share = end.options(state)[0].value if state.dice else end.start()
            return Chances(with_mover([1.0, 1.0], state.seat, share), Certainty.EXACT)
        losses = self._losses(state)
        shares = with_mover(self._before_turn(state, losses), state.seat, self._mover(state, losses))
        return Chances(shares, Certainty.ESTIMATED)

    def of_actions(self, state: GameState) -> list[ActionChance]:
        analysis = Optimal(self.values).analysis(state)
        if len(state.cards) == 1:
            return [ActionChance(option.action, option.value, 1.0) for option in analysis.options]
        end = self._end(state)
        options = Lookahead(self.values).options(state, self._losses(state)) if end is None else end.options(state)
        return with_points(state, options, analysis)

    def _end(self, state: GameState) -> ExactEnd | None:
        names = self._names(state)
        if any(map(plays_worse, names)):
            return None
        mover, other = (names[seat] == "optimal" for seat in (state.seat, state.seat - 1))
        return exact_end(self.values, state, (mover, other))

    def _names(self, state: GameState) -> tuple[str, ...]:
        """The strategy of each seat."""
        return (*self.strategies, *(HUMAN,) * len(state.cards))[: len(state.cards)]

    def _mover(self, state: GameState, losses: Sequence[int]) -> float:
        """The share of the player to move, who plays this turn for the win."""
        lookahead = Lookahead(self.values)
        return lookahead.options(state, losses)[0].value if state.dice else lookahead.start(state, losses)

    def _before_turn(self, state: GameState, losses: Sequence[int]) -> list[float]:
        """The shares if all played for points from the beginning of the turn on."""
        held = [card.total() - loss for card, loss in zip(state.cards, losses, strict=True)]
        leads = [points - max(held) for points in held]
        finals = [Lookahead(self.values).finals(card, lead) for card, lead in zip(state.cards, leads, strict=True)]
        worths = [worth(finals[:seat] + finals[seat + 1 :], point=0.0) for seat in range(len(finals))]
        return [sum(map(mul, *pair)) for pair in zip(finals, worths, strict=True)]

    def _losses(self, state: GameState) -> list[int]:
        """The points that each seat will make less than under best play."""
        return expected_losses(state, self.strategies, [self.values.of(card) for card in state.cards])


def decided(totals: Sequence[int]) -> Chances:
    """The shares of a game that is over, or has only one player."""
    return Chances(shares_of(totals), Certainty.EXACT)


def with_points(state: GameState, options: Sequence[Option], analysis: Analysis) -> list[ActionChance]:
    """The actions with their chances, which rounding may have brought a little beyond 0 or 1, and their points."""
    return [
        ActionChance(option.action, analysis.option(state, option.action).value, min(1.0, max(0.0, option.value)))
        for option in options
    ]


def with_mover(before: Sequence[float], seat: int, share: float) -> tuple[float, ...]:
    """Shares that add up to 1: that of the player to move, and of the rest what each of the others had before.

    Rounding may have brought `share` a little beyond 0 or 1.
    """
    mover = min(1.0, max(0.0, share))
    others = [0.0 if other == seat else max(0.0, part) for other, part in enumerate(before)]
    rest = sum(others) or 1.0
    scaled = [(1 - mover) * part / rest for part in others]
    return (*scaled[:seat], mover, *scaled[seat + 1 :])
