"""Why a decision lost points, in terms of the boxes of the card."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.state import Score
from h89yahtzee.players.analysis import Option
from h89yahtzee.players.outlook import End, Outlook
from h89yahtzee.players.review import Analyst, Judgement


@dataclass(frozen=True, slots=True)
class Reason:
    """`posts` are the options of posting the dice as they lay, the best first.

    `after_best` and `after_played` say where the turn was likely to end with best play from there.
    """

    posts: tuple[Option, ...]
    after_best: tuple[End, ...]
    after_played: tuple[End, ...]


def reason(judgement: Judgement, analyst: Analyst) -> Reason:
    posts = tuple(option for option in judgement.analysis.options if isinstance(option.action, Score))
    best, played = judgement.best.action, judgement.action
    outlook = Outlook(judgement.state, analyst)
    return Reason(posts, outlook.after(best), outlook.after(played))
