"""The player with the highest chance of winning against the others at the table.

It looks one turn ahead: for every end of the turn it takes the chance that its final score beats those of the
others if all play for points from there on. A tie counts as a share of the win.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Option, best_first, decision, roll_options
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.distributions import Distributions, distributions, worth
from h89yahtzee.solver.values import Values, keep_values

MOST_OPEN = 4
"""With so many open rows, or fewer, points are told apart one by one."""

WIDTH = 8
"""The width of the grid of points before that."""

_coarse: dict[Values, Distributions] = {}


@dataclass(frozen=True, slots=True)
class Winner:
    """`values` are those of the rules' one column.

    Without the kernel, where setting up would take a minute, it plays for points before the last turns.
    """

    values: Values

    def set_up(self, progress: Progress = silent) -> None:
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
        """What ending so many points above the present total of the player to move is worth."""
        total = state.card.total()
        others = [card for seat, card in enumerate(state.cards) if seat != state.seat]
        return worth([self._of(card).finals([state_of(card)], [card.total() - total]) for card in others])

    def _after(self, state: GameState, box: Box, worths: array[float]) -> float:
        card = state.card_after(box)
        return self._of(state.card).mean_worth(state_of(card), card.total() - state.card.total(), worths)

    def _rolls(self, state: GameState, worths: array[float]) -> list[Option]:
        if not state.rolls_left:
            return []
        posts, _ = self._of(state.card).judge(state_of(state.card), worths)
        column = self.values.column
        values = keep_values(column, posts)
        return roll_options(state, lambda kept: values[column.keeps.place(state.rolls_left, kept)])

    def _of(self, card: Scorecard) -> Distributions:
        """The distributions of points to come on a card and on those it can become."""
        open_rows = state_of(card)[0]
        if open_rows.bit_count() > MOST_OPEN and is_compiled():
            return coarse(self.values)
        return fine(self.values, open_rows)


def coarse(values: Values, progress: Progress = silent) -> Distributions:
    """The distributions of all states on a grid; the last ones asked for are remembered."""
    if values not in _coarse:
        _coarse.clear()
        _coarse[values] = distributions(values, WIDTH, progress=progress)
    return _coarse[values]


@lru_cache(maxsize=8)
def fine(values: Values, open_rows: int) -> Distributions:
    """The distributions of the states with some of these open rows, point by point."""
    return distributions(values, 1, open_rows)
