"""A person's coach: advises on the best play, and tells how much a decision has lost.

The coach knows probabilities only, neither the dice to come nor those dealt to other players. Nothing is computed
before advice or a warning is due. Expected points are computed at once, while chances to win may be computed in the
background. An analysis has the expected points of all actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.chances import Certainty, Outcomes
from h89yahtzee.players.strategy import Analysis, Analyst, kept_dice
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import Reckoning
from h89yahtzee.table.preferences import Coach, Mark, ViewOptions, Worth

COSTLY = 2.0
"""The least loss, in points, of which the coach warns."""
COSTLY_SHARE = 0.02
"""The least loss of the chance to win, a number from 0 to 1, of which the coach warns."""
_SEEN = {Certainty.EXACT: 0.001, Certainty.ESTIMATED: 0.01}
"""The least difference between two chances to win (0 to 1) that the coach mentions. For exact chances it is 1 in
the last digit shown; for estimates it is larger, about their error."""

_LEAST_POINTS = 0.05
_BROKEN = 10
"""The most characters that may stay empty at the end of the first row when a sentence is broken into two rows."""

BoxLabel = Callable[[RuleSet, Box], str]
"""A function that returns the name of a box as a screen or text mode shows it."""
AnalystOf = Callable[[RuleSet], Analyst]
"""A function that returns, for given rules, an `Analyst`: it judges decisions in games by these rules by expected
points."""
OutcomesOf = Callable[[GameState], Reckoning[Outcomes]]
"""A function that returns the chances to win in a given state of the current game, as a `Reckoning`, since they may
be computed later."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The coach's texts, most of them templates of `str.format`; the defaults are the short texts for a screen.

    `{listed}` in `others` stands for a list of actions, each written by the template `other`; `{listed}` in `wins`
    stands for a list of actions, each written by the template `win`. `likely` is used in place of `best` if the
    expected points are estimates. `disputes` has several forms of one text, the longest first; the first form that
    fits into two rows is used.
    """

    best: str = "Best: {option}"
    likely: str = "Probably best: {option}"
    only: str = "There is no other choice."
    as_good: str = "Others are as good."
    others: str = "{listed}"
    other: str = "{option} -{figure}"
    gap: str = "  "
    was_worth: str = "{option} was worth {loss:.1f} more."
    keep: str = "keep {dice}"
    between_dice: str = ""
    before_last: str = ""
    roll_all: str = "roll all"
    select: str = "roll {keys}: {kept}"
    post: str = "{points} in {box}"
    score: str = "{box}"
    wins: str = "Wins %: {listed}"
    win: str = "{option} {figure}"
    estimate: str = texts.ABOUT
    disputes: tuple[str, ...] = (
        "{richer} is worth {points:.1f} points more, but {winner} wins more often: {won} against {lost} %.",
        "{richer}: {points:.1f} points more, but {winner} wins {won} %, not {lost}.",
    )
    given_away: str = "{option} wins {best}, not {played} %."

    def dice(self, dice: Sequence[int]) -> str:
        """Return a text with the faces of `dice`, the lowest first."""
        *most, last = map(str, sorted(dice))
        return f"{self.between_dice.join(most)}{self.before_last}{last}" if most else last


@dataclass(frozen=True, slots=True)
class Wording:
    """The form of advice: lines of at most `width` characters, made of `phrases`; the function `label` returns the
    name of a box.

    If `names_keys`, advice to roll some of the dice also names the keys that mark these dice. But to a person whose
    keys mark dice to keep, no keys are named, since these keys would mark the wrong dice.
    """

    width: int = 1000
    label: BoxLabel = texts.box_label
    names_keys: bool = False
    phrases: Phrases = Phrases()


PLAIN = Wording()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A state for which the coach has asked for the chances to win; `outcomes` has them once they are computed.

    If the chances are needed for advice, `analysis` has the expected points of all actions, and `action` is None.
    If the chances are needed for a warning, `action` is the decision to judge, and `analysis` is None.
    """

    state: GameState
    outcomes: Reckoning[Outcomes]
    analysis: Analysis | None = None
    action: Action | None = None


class Advice:
    """The coach's advice and warning as texts, each empty if there is none.

    `best` and `others` are the advice on the current state: the best action by points, and the next best actions.
    `wins` names the actions that win most often. If the action worth the most points wins less often than another,
    `dispute` compares the two. `warning` tells how much the last decision lost. `action` is the advised action, or
    None if there is no advice. The person's `preferences` say when the coach speaks unasked and whether chances are
    told; `wording` is the form of the texts.
    """

    def __init__(self, analyst_of: AnalystOf, preferences: ViewOptions, outcomes_of: OutcomesOf) -> None:
        self._analyst_of = analyst_of
        self._outcomes_of = outcomes_of
        self.wording = PLAIN
        self._state: GameState | None = None
        self._mark = preferences.mark
        self.action: Action | None = None
        self._asked: _Asked | None = None
        self._judged: _Asked | None = None
        self.preferences = preferences
        self.best = self.others = self.wins = self.dispute = self.warning = self._points = ""

    @property
    def coach(self) -> Coach:
        return self.preferences.coach

    @property
    def is_waiting(self) -> bool:
        return self._asked is not None or self._judged is not None

    @property
    def rows(self) -> tuple[str, str]:
        """The advice in two rows of text: `dispute` if there is one, otherwise the best actions by points and, if
        chances to win are known, the best actions by chances."""
        if self.dispute:
            first, *rest = wrap(self.dispute, self.wording.width)
            return first, " ".join(rest)
        return (self._points, self.wins) if self.wins else (self.best, self.others)

    def ask(self, state: GameState) -> None:
        analysis = self._analyst_of(state.rules).analysis(state)
        self._state, self._mark, self.action = state, self.preferences.mark, analysis.best.action
        self.best = self._best(state, analysis)
        self.others = others(state, analysis, self.wording, self.wording.width)
        if len(state.cards) > 1 and (self.preferences.chances or self.preferences.warns_of is Worth.CHANCES):
            self._asked = _Asked(state, self._outcomes_of(state), analysis)
            self.take_in()

    def follow(self, state: GameState, is_decision: bool) -> None:
        """Go on to `state`: drop advice that is about another state, or that was given before the person changed
        the meaning of a mark on a die.

        If a decision is due (`is_decision`) and the coach is to advise always, advise on `state`.
        """
        if state is not self._state or self.preferences.mark is not self._mark:
            self.best = self.others = self.wins = self.dispute = ""
            self._asked = self.action = None
        self._state = state
        if is_decision and self.coach is Coach.ALWAYS and not self.best:
            self.ask(state)

    def judge(self, state: GameState, action: Action) -> None:
        """Warn of a person's `action` in `state` if the loss was costly and warnings are wanted."""
        self.warning = ""
        if self.coach is not Coach.WARN:
            return
        if self.preferences.warns_of is Worth.CHANCES and len(state.cards) > 1:
            self._judged = _Asked(state, self._outcomes_of(state), action=action)
            self.take_in()
        else:
            self._warn_of_points(state, action)

    def _warn_of_points(self, state: GameState, action: Action) -> None:
        analysis = self._analyst_of(state.rules).analysis(state)
        loss = analysis.loss(state, action)
        if loss >= COSTLY:
            option = called(state, analysis.best.action, self.wording)
            self.warning = self.wording.phrases.was_worth.format(option=option, loss=loss)

    def take_in(self) -> bool:
        """If chances to win have been computed since the last call, write the texts about them; return whether any
        have been computed."""
        asked, judged = self._asked, self._judged
        if asked is not None and asked.outcomes.is_done:
            self._asked = None
            self._tell(asked)
        if judged is not None and judged.outcomes.is_done:
            self._judged = None
            self._warn(judged)
        return (self._asked, self._judged) != (asked, judged)

    def _best(self, state: GameState, analysis: Analysis) -> str:
        action = analysis.best.action
        phrases = self.wording.phrases
        option = named(state, action, self.wording)
        rolled = action.positions if isinstance(action, Roll) else ()
        names_keys = self.wording.names_keys and self.preferences.mark is Mark.REROLL
        if names_keys and 0 < len(rolled) < len(state.dice):
            option = phrases.select.format(keys=", ".join(str(position + 1) for position in rolled), kept=option)
        return (phrases.best if analysis.is_exact else phrases.likely).format(option=option)

    def _tell(self, asked: _Asked) -> None:
        state, outcomes, analysis = asked.state, asked.outcomes.result, asked.analysis
        if outcomes is None or analysis is None:
            return
        certainty, first, phrases = outcomes.chances.certainty, self.best, self.wording.phrases
        figures = [(option.action, self._figure(option.chance, certainty)) for option in outcomes.options]
        room = self.wording.width - len(phrases.wins.format(listed=""))
        named_figures = _distinct(state, figures, self.wording, phrases.win)
        self.wins = phrases.wins.format(listed=_fitting(named_figures, room, phrases.gap))
        # `_points` is the row of text above `wins`: the best action, then as many of the next best actions as fit.
        room = self.wording.width - len(first + phrases.gap)
        self._points = (first + phrases.gap + others(state, analysis, self.wording, room)).rstrip()
        most, richest = outcomes.options[0], analysis.best
        points, lost = analysis.loss(state, most.action), outcomes.of(state, richest.action)
        if points >= _LEAST_POINTS and most.chance - lost >= _SEEN[certainty]:
            said = {
                "richer": called(state, richest.action, self.wording),
                "points": points,
                "winner": called(state, most.action, self.wording),
                "won": self._figure(most.chance, certainty),
                "lost": self._figure(lost, certainty),
            }
            disputes = [text.format(**said) for text in phrases.disputes]
            fitting = [text for text in disputes if len(text) <= 2 * self.wording.width - _BROKEN]
            self.dispute = fitting[0] if fitting else disputes[-1]
            self.action = most.action if self.preferences.warns_of is Worth.CHANCES else richest.action

    def _warn(self, judged: _Asked) -> None:
        outcomes, action = judged.outcomes.result, judged.action
        assert action is not None
        if outcomes is None:  # no chances could be computed: warn of a loss of points instead
            self._warn_of_points(judged.state, action)
            return
        most, played, certainty = outcomes.options[0], outcomes.of(judged.state, action), outcomes.chances.certainty
        if most.chance - played >= COSTLY_SHARE:
            self.warning = self.wording.phrases.given_away.format(
                option=called(judged.state, most.action, self.wording),
                best=self._figure(most.chance, certainty),
                played=self._figure(played, certainty),
            )

    def _figure(self, share: float, certainty: Certainty) -> str:
        about = "" if certainty is Certainty.EXACT else self.wording.phrases.estimate
        return f"{about}{100 * share:.1f}"


def others(state: GameState, analysis: Analysis, wording: Wording, width: int) -> str:
    """Return a text of at most `width` characters on the actions other than the best: the names of the next best
    actions, each with the points that it loses.

    If there is no other action, or all others are as good as the best, the text says so.
    """
    phrases = wording.phrases
    if len(analysis.options) == 1:
        return phrases.only
    losses = [(option.action, f"{analysis.best.value - option.value:.2f}") for option in analysis.options[1:]]
    worse = [(action, loss) for action, loss in losses if float(loss)]
    if not worse:
        return _fitting([phrases.as_good], width)
    room = width - len(phrases.others.format(listed=""))
    listed = _fitting(_distinct(state, worse, wording, phrases.other), room, phrases.gap)
    return phrases.others.format(listed=listed) if listed else ""


def _distinct(
    state: GameState, figures: Iterable[tuple[Action, str]], wording: Wording, template: str
) -> Iterator[str]:
    """Yield `template`, filled in with an action's name and figure, for each pair of an action and its figure in
    `figures`. The figure is the text of a loss or a chance.

    If several boxes in one row have the same figure, only the first of them is named.
    """
    told: set[tuple[object, str]] = set()
    for action, figure in figures:
        play = action if isinstance(action, Roll) else action.box.row
        if (play, figure) not in told:
            told.add((play, figure))
            yield template.format(option=called(state, action, wording), figure=figure)


def named(state: GameState, action: Action, wording: Wording) -> str:
    """Return the name of an action; if the action posts in a box, the name includes the points."""
    if isinstance(action, Roll):
        return called(state, action, wording)
    label = wording.label(state.rules, action.box)
    return wording.phrases.post.format(points=state.potential_score(action.box), box=label)


def called(state: GameState, action: Action, wording: Wording) -> str:
    """Return the shortest name of an action: the box, or the dice that are kept."""
    phrases = wording.phrases
    if not isinstance(action, Roll):
        return phrases.score.format(box=wording.label(state.rules, action.box))
    kept = kept_dice(state.dice, action)
    return phrases.keep.format(dice=phrases.dice(kept)) if kept else phrases.roll_all


def _fitting(parts: Iterable[str], width: int, gap: str = "") -> str:
    """Return as many of `parts`, from the first on, as fit into `width` characters with `gap` between them."""
    text = ""
    for part in parts:
        more = f"{text}{gap}{part}" if text else part
        if len(more) > width:
            break
        text = more
    return text
