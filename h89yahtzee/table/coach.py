"""The coach at the table: what the best play of a person is, and what a decision has given away.

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
"""Who judges decisions by the rules that are played."""


class Adviser:
    """`best` and `others` are the advice that stands, `warning` is what the last decision gave away; or empty.

    No line of advice is wider than `width`; boxes are called by `label`.
    """

    def __init__(self, analyst_of: AnalystOf, coach: Coach, width: int, label: BoxLabel = texts.box_label) -> None:
        self._analyst_of = analyst_of
        self._width = width
        self._label = label
        self.coach = coach
        self.best = self.others = self.warning = ""

    def ask(self, state: GameState) -> None:
        """Advise the player to move."""
        analysis = self._analyst_of(state.rules).analysis(state)
        self.best = coach_texts.best(state, analysis, self._label)
        self.others = coach_texts.others(state, analysis, self._label, self._width)

    def await_decision(self, state: GameState) -> None:
        """A person sees the dice: advise where that is wanted each time."""
        if self.coach is Coach.ALWAYS:
            self.ask(state)

    def decided(self, state: GameState, action: Action) -> None:
        """What a person does now: the advice is over, and what it cost may be told."""
        self.withdraw()
        self.warning = ""
        if self.coach is Coach.WARN:
            analysis = self._analyst_of(state.rules).analysis(state)
            loss = analysis.loss(state, action)
            if loss >= COSTLY:
                self.warning = coach_texts.was_worth(state, analysis, self._label, loss)

    def withdraw(self) -> None:
        """The advice is of no use any longer."""
        self.best = self.others = ""
