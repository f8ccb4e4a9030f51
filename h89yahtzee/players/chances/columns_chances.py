"""Chances to win with several columns: by normally distributed final scores, after a search by simulated games.

The former are what the player `winner` goes by.
"""

from __future__ import annotations

from functools import reduce

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances.chance_search import ChanceSearch
from h89yahtzee.players.chances.chances import ActionChance, Certainty, Chances, is_decided
from h89yahtzee.players.chances.column_chances import decided, with_mover, with_points
from h89yahtzee.players.columns_winner import ColumnsWinner, Normal
from h89yahtzee.players.lookahead import coarse
from h89yahtzee.players.strategy import Search
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.values import Values

_PART = 0.4
"""The part of the time for a decision that is spent here, so that all is shown within a tenth of a second."""


class ColumnsChances:
    """`values` are those of one column of the rules; people are in the seats that `strategies` doesn't name."""

    def __init__(self, rules: RuleSet, values: Values, strategies: tuple[str, ...] = ()) -> None:
        self._values = values
        self._search: ChanceSearch | None = None
        self._winner = ColumnsWinner(rules, values, point=0.0, part=_PART, strategies=strategies)

    def set_up(self, progress: Progress = silent) -> None:
        coarse(self._values, progress)

    def search(self, state: GameState, /) -> Search | None:
        if is_decided(state):
            return None
        self._search = ChanceSearch(state, self._winner.losses(state))
        return self._search

    def of_state(self, state: GameState) -> Chances:
        if is_decided(state):
            return decided(state.totals())
        if self._search is not None and self._search.state == state and self._search.result is not None:
            return self._search.result
        mover = self._winner.options(state)[0].value if state.dice else self._winner.start(state)
        finals = self._winner.finals(state)
        before = [_share(finals, seat) for seat in range(len(finals))]
        return Chances(with_mover(before, state.seat, mover), Certainty.ESTIMATED)

    def of_actions(self, state: GameState) -> list[ActionChance]:
        analysis = self._winner.analysis(state)
        if len(state.cards) == 1:
            return [ActionChance(option.action, option.value, 1.0) for option in analysis.options]
        return with_points(state, self._winner.options(state), analysis)


def _share(finals: list[Normal], seat: int) -> float:
    """The chance that the final score of this seat is the highest."""
    return finals[seat].is_above(reduce(Normal.highest, finals[:seat] + finals[seat + 1 :]))
