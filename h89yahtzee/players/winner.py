"""The player with the highest chance of winning against the others at the table.

It looks one turn ahead: of every way in which the turn can end it takes the chance that its final score, if it
plays for points from there on, is above what the others make of their cards, if they do so too. A win that several
are level for counts as their shares of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Option, best_first, decision, roll_options
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Decision, Strategy
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.distributions import Distributions, distributions, worth
from h89yahtzee.solver.values import Progress, Values, is_compiled, keep_values, silent

MOST_OPEN = 4
"""With so many open rows, or fewer, points are told apart one by one."""

WIDTH = 8
"""Of the grid of points before that."""


@dataclass(frozen=True, slots=True)
class Winner:
    """`values` are of the one column of the rules that are played.

    Without the kernel, where it would take a minute to set up, it plays for points before the last turns.
    """

    values: Values

    def set_up(self, progress: Progress = silent) -> None:
        """Take the seconds that the first decision would take longer than the others."""
        if is_compiled():
            coarse(self.values, progress)

    def decide(self, state: GameState) -> Decision:
        is_late = len(state.card.open_boxes()) <= MOST_OPEN
        if len(state.cards) == 1 or not (is_late or is_compiled()):
            return Optimal(self.values).decide(state)
        return decision(self.options(state))

    def options(self, state: GameState) -> tuple[Option, ...]:
        """The legal actions of a state that is not over, the best first; a value is the share of a win."""
        worths = self._worth(state)
        scores = [Option(Score(box), self._after(state, box, worths)) for box in state.legal_boxes()]
        return best_first([*scores, *self._rolls(state, worths)])

    def _worth(self, state: GameState) -> array[float]:
        """What it is worth to end so many points above the total of the player to move."""
        total = state.card.total()
        others = [card for seat, card in enumerate(state.cards) if seat != state.seat]
        return worth([self._of(card).finals([state_of(card)], [card.total() - total]) for card in others])

    def _after(self, state: GameState, box: Box, worths: array[float]) -> float:
        card = state.card_after(box)
        return self._of(state.card).mean_worth(state_of(card), card.total() - state.card.total(), worths)

    def _rolls(self, state: GameState, worths: array[float]) -> list[Option]:
        if not state.rolls_left:
            return []
        lattice = self.values.column.lattice
        posts, _ = self._of(state.card).judge(state_of(state.card), worths)
        keeps = keep_values(self.values.column, posts)
        return roll_options(state, lambda kept: keeps[lattice.place(state.rolls_left, kept)])

    def _of(self, card: Scorecard) -> Distributions:
        """How the points to come on a card are distributed, and on those that come of it."""
        open_rows = state_of(card)[0]
        if open_rows.bit_count() > MOST_OPEN and is_compiled():
            return coarse(self.values)
        return fine(self.values, open_rows)


def winner(rules: RuleSet, values: Values) -> Strategy:
    """The player for any number of columns; `values` are of one of them.

    Without the kernel it is one that plays for points where there are several.
    """
    if rules.columns == 1:
        return Winner(values)
    if not is_compiled():
        from h89yahtzee.players.columns_optimal import ColumnsOptimal

        return ColumnsOptimal(rules)
    from h89yahtzee.players.columns_winner import ColumnsWinner

    return ColumnsWinner(rules, values)


_coarse: dict[Values, Distributions] = {}


def coarse(values: Values, progress: Progress = silent) -> Distributions:
    """Those of all states on a grid; the last ones are remembered."""
    if values not in _coarse:
        _coarse.clear()
        _coarse[values] = distributions(values, WIDTH, progress=progress)
    return _coarse[values]


@lru_cache(maxsize=8)
def fine(values: Values, open_rows: int) -> Distributions:
    return distributions(values, 1, open_rows)
