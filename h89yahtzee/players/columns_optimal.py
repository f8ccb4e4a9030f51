"""The player for the highest expected score in several columns, as far as that is known."""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Analysis, Option, best_first, decision, roll_options
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.columns.evaluation import Columns
from h89yahtzee.solver.columns.exact_search import ExactSearch


class ColumnsOptimal:
    """It never looks at the other players. Its values are estimates until few boxes are open, then exact.

    What it remembers only saves time; a finished `search` makes it exact earlier.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._columns = Columns(rules)

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        return replace(decision(options), value=options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """What each option is worth in a state of several columns that is not over."""
        turn, boxes = self._columns.turn(state.card), state.legal_boxes()
        total = state.card.total()
        values = turn.boxes(state.dice, boxes)
        scores = [Option(Score(box), total + value) for box, value in zip(boxes, values, strict=True)]
        rolls = roll_options(state, lambda kept: total + turn.keep(kept, state.rolls_left))
        return Analysis(best_first([*scores, *rolls]), turn.is_exact)

    def expectation(self, card: Scorecard) -> float:
        """The expected final total of a card between two turns."""
        return card.total() + self._columns.value(card)

    def search(self, state: GameState) -> ExactSearch | None:
        """A search that, once done, makes the analyses of this turn and later ones exact.

        None where they are exact already, and where it would take too long.
        """
        return self._columns.search(state.card)
