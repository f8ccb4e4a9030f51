"""The strategy `optimal` for one column, which plays by the solver's exact values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.strategy import Analysis, Decision, Option, best_first, decision, roll_options
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.values import Values


@dataclass(frozen=True, slots=True)
class Optimal:
    """The strategy for the highest expected score, whatever the opponents do; `values` are those of the column."""

    values: Values

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        return replace(decision(options), value=options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """Return the possible actions with their exact values, in a game with one column that isn't over."""
        scores = [Option(Score(box), self.expectation(state.card_after(box))) for box in state.legal_boxes()]
        return Analysis(best_first([*scores, *self._rolls(state)]), is_exact=True)

    def expectation(self, card: Scorecard) -> float:
        """Return the expected final total of a card between two turns."""
        return card.total() + self.values.of(card)

    def _rolls(self, state: GameState) -> list[Option]:
        if not state.rolls_left:
            return []
        keeps, values = self.values.column.keeps, self.values.keep_values(state_of(state.card))
        total = state.card.total()
        return roll_options(state, lambda kept: total + values[keeps.place(state.rolls_left, kept)])
