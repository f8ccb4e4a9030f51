"""The player with the highest expected score, exact where there is one column."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Analysis, Option, best_first, distinct_rolls, kept_dice
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.values import Values


@dataclass(frozen=True, slots=True)
class Optimal:
    """It never looks at the other players. `values` are of the one column of the rules that are played."""

    values: Values

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        box = next(option.action.box for option in options if isinstance(option.action, Score))
        return Decision(options[0].action, box, options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """Of a state of one column that is not over."""
        scores = [Option(Score(box), self.expectation(state.card_after(box))) for box in state.legal_boxes()]
        return Analysis(best_first([*scores, *self._rolls(state)]), is_exact=True)

    def expectation(self, card: Scorecard) -> float:
        """The expected final total of a card between two turns."""
        return card.total() + self.values.of(card)

    def _rolls(self, state: GameState) -> list[Option]:
        if not state.rolls_left:
            return []
        lattice = self.values.column.lattice
        keeps = self.values.keeps(state_of(state.card))[len(lattice.keeps) * (state.rolls_left - 1) :]
        total = state.card.total()
        return [
            Option(roll, total + keeps[lattice.keep(kept_dice(state.dice, roll))]) for roll in distinct_rolls(state)
        ]
