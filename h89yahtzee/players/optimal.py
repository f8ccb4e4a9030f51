"""The player for the highest expected score in one column, which is exact."""

from __future__ import annotations

from dataclasses import dataclass, replace

from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Analysis, Option, best_first, decision, roll_options
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.values import Values


@dataclass(frozen=True, slots=True)
class Optimal:
    """It never looks at the other players. `values` are those of the rules' one column."""

    values: Values

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        return replace(decision(options), value=options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """What each option is worth in a state of one column that is not over."""
        scores = [Option(Score(box), self.expectation(state.card_after(box))) for box in state.legal_boxes()]
        return Analysis(best_first([*scores, *self._rolls(state)]), is_exact=True)

    def expectation(self, card: Scorecard) -> float:
        """The expected final total of a card between two turns."""
        return card.total() + self.values.of(card)

    def _rolls(self, state: GameState) -> list[Option]:
        if not state.rolls_left:
            return []
        keeps, values = self.values.column.keeps, self.values.keep_values(state_of(state.card))
        total = state.card.total()
        return roll_options(state, lambda kept: total + values[keeps.place(state.rolls_left, kept)])
