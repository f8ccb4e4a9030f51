"""The coach at a person's side: what the best play is, and what a decision has given away.

It knows probabilities only, never the dice to come nor what other players were dealt. Nothing is computed before
it has something to say.
"""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.review import Analyst
from h89yahtzee.table import coach_texts, texts
from h89yahtzee.table.coach_texts import BoxLabel
from h89yahtzee.table.preferences import Coach

COSTLY = 2.0
"""Points: a decision that loses so much is told."""

AnalystOf = Callable[[RuleSet], Analyst]
"""Gives the judge of decisions by the rules that are played."""


class Advice:
    """`best` and `others` are the advice that stands, `warning` is what the last decision gave away; or empty.

    No line of advice is wider than `width`; boxes are called by `label`. `coach` says when it speaks unasked.
    """

    def __init__(self, analyst_of: AnalystOf, coach: Coach, width: int, label: BoxLabel = texts.box_label) -> None:
        self._analyst_of = analyst_of
        self._width = width
        self._label = label
        self._state: GameState | None = None
        self.coach = coach
        self.best = self.others = self.warning = ""

    def ask(self, state: GameState) -> None:
        """Advise the player to move."""
        analysis = self._analyst_of(state.rules).analysis(state)
        self.best = coach_texts.best(state, analysis, self._label)
        self.others = coach_texts.others(state, analysis, self._label, self._width)

    def follow(self, state: GameState, is_decision: bool) -> None:
        """Look at what lies on the table now, and speak unasked if a person is to decide."""
        if state is not self._state:
            self.best = self.others = ""
        self._state = state
        if is_decision and self.coach is Coach.ALWAYS and not self.best:
            self.ask(state)

    def judge(self, state: GameState, action: Action) -> None:
        """Warn of what a person has done if it was costly and warnings are wanted."""
        self.warning = ""
        if self.coach is Coach.WARN:
            analysis = self._analyst_of(state.rules).analysis(state)
            loss = analysis.loss(state, action)
            if loss >= COSTLY:
                self.warning = coach_texts.was_worth(state, analysis, self._label, loss)
