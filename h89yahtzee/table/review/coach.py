"""The coach at a person's side: what the best play is, and what a decision has given away.

It knows probabilities only, never the dice to come nor what other players were dealt. Nothing is computed before
it has something to say. Points it knows at once, chances to win may come later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.analysis import Analysis, Analyst
from h89yahtzee.table import texts
from h89yahtzee.table.chances import chance_texts
from h89yahtzee.table.chances.bookmaker import Outcomes, Reckoning
from h89yahtzee.table.preferences import Coach, ViewOptions, Worth
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.coach_texts import BoxLabel

COSTLY = 2.0
"""Points: a decision that loses so much is told."""
COSTLY_SHARE = 0.02
"""The part of a win that counts as much."""
_SEEN = 0.0005
"""The least part of a win that makes a difference in the figures."""

_LEAST_POINTS = 0.05
_BROKEN = 10
"""The columns that are lost where a sentence is broken into two rows."""

AnalystOf = Callable[[RuleSet], Analyst]
"""Gives the judge of decisions by the rules that are played."""
OutcomesOf = Callable[[GameState], Reckoning[Outcomes]]
"""Gives the chances in a state of the game that is played."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A state whose `outcomes` are worked out; `action` is what was done there, if that is to be judged."""

    state: GameState
    outcomes: Reckoning[Outcomes]
    analysis: Analysis | None = None
    action: Action | None = None


class Advice:
    """`best` and `others` are the advice that stands, `warning` is what the last decision gave away; or empty.

    `wins` names what wins most, and `dispute` tells where that isn't worth the most points; they stand as long.
    No line of advice is wider than `width`; boxes are called by `label`. `taste` says when it speaks unasked, and
    whether it tells chances.
    """

    def __init__(
        self,
        analyst_of: AnalystOf,
        taste: ViewOptions,
        width: int,
        outcomes_of: OutcomesOf,
        label: BoxLabel = texts.box_label,
    ) -> None:
        self._analyst_of = analyst_of
        self._outcomes_of = outcomes_of
        self._width = width
        self._label = label
        self._state: GameState | None = None
        self._asked: _Asked | None = None
        self._judged: _Asked | None = None
        self.taste = taste
        self.best = self.others = self.wins = self.dispute = self.warning = self._points = ""

    @property
    def coach(self) -> Coach:
        return self.taste.coach

    @property
    def is_waiting(self) -> bool:
        """Whether chances are worked out."""
        return self._asked is not None or self._judged is not None

    @property
    def rows(self) -> tuple[str, str]:
        """The advice in two rows: by points and by chances where both are known, or where they disagree."""
        if self.dispute:
            first, *rest = wrap(self.dispute, self._width)
            return first, " ".join(rest)
        return (self._points, self.wins) if self.wins else (self.best, self.others)

    def ask(self, state: GameState) -> None:
        """Advise the player to move."""
        analysis = self._analyst_of(state.rules).analysis(state)
        self.best = coach_texts.best(state, analysis, self._label)
        self.others = coach_texts.others(state, analysis, self._label, self._width)
        if len(state.cards) > 1 and (self.taste.chances or self.taste.warns_of is Worth.CHANCES):
            self._asked = _Asked(state, self._outcomes_of(state), analysis)
            self.take_in()

    def follow(self, state: GameState, is_decision: bool) -> None:
        """Look at what lies on the table now, and speak unasked if a person is to decide."""
        if state is not self._state:
            self.best = self.others = self.wins = self.dispute = ""
            self._asked = None
        self._state = state
        if is_decision and self.coach is Coach.ALWAYS and not self.best:
            self.ask(state)

    def judge(self, state: GameState, action: Action) -> None:
        """Warn of what a person has done if it was costly and warnings are wanted."""
        self.warning = ""
        if self.coach is not Coach.WARN:
            return
        if self.taste.warns_of is Worth.CHANCES and len(state.cards) > 1:
            self._judged = _Asked(state, self._outcomes_of(state), action=action)
            self.take_in()
        else:
            self._warn_of_points(state, action)

    def _warn_of_points(self, state: GameState, action: Action) -> None:
        analysis = self._analyst_of(state.rules).analysis(state)
        loss = analysis.loss(state, action)
        if loss >= COSTLY:
            self.warning = coach_texts.was_worth(state, analysis, self._label, loss)

    def take_in(self) -> bool:
        """Take in the chances that were worked out; whether there were any."""
        asked, judged = self._asked, self._judged
        if asked is not None and asked.outcomes.is_done:
            self._asked = None
            self._tell(asked)
        if judged is not None and judged.outcomes.is_done:
            self._judged = None
            self._warn(judged)
        return (self._asked, self._judged) != (asked, judged)

    def _tell(self, asked: _Asked) -> None:
        state, outcomes, analysis = asked.state, asked.outcomes.result, asked.analysis
        if outcomes is None or analysis is None:
            return
        named = ((self._named(state, option.action), option.chance) for option in outcomes.options)
        self.wins = chance_texts.wins(named, outcomes.chances, self._width)
        self._points = coach_texts.best_and_others(state, analysis, self._label, self._width)
        most, richest = outcomes.options[0], analysis.best
        points = analysis.loss(state, most.action)
        lost = outcomes.of(state, richest.action)
        if points >= _LEAST_POINTS and most.chance - lost >= max(_SEEN, 2 * outcomes.chances.error):
            names = self._named(state, richest.action), self._named(state, most.action)
            certainty = outcomes.chances.certainty
            self.dispute = chance_texts.dispute(
                names[0], points, names[1], most.chance, lost, certainty, 2 * self._width - _BROKEN
            )

    def _warn(self, judged: _Asked) -> None:
        outcomes, action = judged.outcomes.result, judged.action
        assert action is not None
        if outcomes is None:  # points are known where chances aren't
            self._warn_of_points(judged.state, action)
            return
        best, played = outcomes.options[0], outcomes.of(judged.state, action)
        if best.chance - played >= COSTLY_SHARE:
            name = self._named(judged.state, best.action)
            self.warning = chance_texts.given_away(name, best.chance, played, outcomes.chances.certainty)

    def _named(self, state: GameState, action: Action) -> str:
        return coach_texts.called(state, action, self._label)
