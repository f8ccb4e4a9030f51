"""A review in words: a line a decision, and why the costliest mistakes lost what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Score
from h89yahtzee.notation.tokens import format_digits
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.review.outlook import End, reason
from h89yahtzee.players.review.review import Judgement

_NOTHING = 0.005
"""Losses below this are shown as none."""
_MOST_BOXES = 4
HEAD = f"{'turn':>4}  {'dice':5} {'rolls':>5} {'luck':>7} {'loss':>6}  {'played':32}  best"


def decision_line(judgement: Judgement) -> str:
    """A line below `HEAD`; the best play is named if it is better than the one played."""
    state, loss = judgement.state, judgement.loss
    place = f"{state.turn + 1:4}  {format_digits(state.dice)} {state.rolls_left:5}"
    played = action_text(state, judgement.action)
    if loss < _NOTHING:
        return f"{place} {judgement.luck:+7.2f} {'-':>6}  {played}"
    best = action_text(state, judgement.best.action)
    return f"{place} {judgement.luck:+7.2f} {loss:6.2f}  {played:32}  {best}"


def reason_lines(mistake: Judgement, analyst: Analyst) -> Iterator[str]:
    state, why = mistake.state, reason(mistake, analyst)
    best, played = mistake.best.action, mistake.action
    rolls = "1 roll" if state.rolls_left == 1 else f"{state.rolls_left or 'no'} rolls"
    yield f"- turn {state.turn + 1}, {format_digits(state.dice)} and {rolls} left, {mistake.loss:.2f} lost:"
    yield f"  {action_text(state, played)}; best was {action_text(state, best)}"
    if isinstance(best, Score) and isinstance(played, Score):
        shown = [option for option in why.posts[:_MOST_BOXES] if option.action != played]
        posts = [*shown[: _MOST_BOXES - 1], mistake.played]
        values = (f"{action_text(state, option.action)}: {option.value:.2f}" for option in posts)
        yield f"  expected final total after {', '.join(values)}"
    else:
        yield f"  after the best the turn ends in: {_ends(state.rules, why.after_best)}"
        yield f"  after the one played: {_ends(state.rules, why.after_played)}"


def _ends(rules: RuleSet, ends: Sequence[End]) -> str:
    shown = [
        f"{box_name(rules, end.box)} {100 * end.chance:.0f} % for {end.points:.1f}" for end in ends[:_MOST_BOXES]
    ]
    rest = sum(end.chance for end in ends[_MOST_BOXES:])
    return ", ".join([*shown, f"another box {100 * rest:.0f} %"] if rest else shown)
