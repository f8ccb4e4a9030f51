"""The player with the highest chance of winning against the others at the table.

It looks one turn ahead, as `lookahead` says. The last turns of two players who go for the win it knows exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.state import GameState
from h89yahtzee.players.analysis import Option, best_first, decision
from h89yahtzee.players.exact_end import exact_end
from h89yahtzee.players.lookahead import MOST_OPEN, Lookahead, coarse
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.distributions import POINT
from h89yahtzee.solver.values import Values


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
        end = exact_end(self.values, state)
        if end is None:
            return Lookahead(self.values, POINT).options(state)
        points, total = Optimal(self.values).analysis(state), state.card.total()
        return best_first(
            [
                Option(option.action, option.value + POINT * (points.option(state, option.action).value - total))
                for option in end.options(state)
            ]
        )
