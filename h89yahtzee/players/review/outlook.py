"""Where a turn is likely to end after an action and best play from there: why a decision is worth what it is.

It works with any analyst, also for several columns, by asking where each last roll is best posted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.analysis import DIGITS, Analyst, Option, kept_dice
from h89yahtzee.players.review.review import Judgement
from h89yahtzee.solver.keeps import Keeps, keeps_of


@dataclass(frozen=True, slots=True)
class End:
    """One box that a turn may end in: how likely, and for how many points on average, bonus row included."""

    box: Box
    chance: float
    points: float


class Outlook:
    """The outlook of the player to move in `state`, whose dice don't matter."""

    def __init__(self, state: GameState, analyst: Analyst) -> None:
        self._state = state
        self._keeps = keeps_of(state.rules.dice)
        states = [replace(state, dice=roll, rolls_left=0) for roll in self._keeps.rolls]
        posts = [analyst.analysis(rolled).best for rolled in states]
        self._posts = [
            (post.action.box, _points(rolled, post.action.box))
            for rolled, post in zip(states, posts, strict=True)
            if isinstance(post.action, Score)
        ]
        self._choices = _choices(self._keeps, [post.value for post in posts], state.rolls_left)

    def after(self, action: Action) -> tuple[End, ...]:
        """Where the turn may end, the likeliest box first."""
        if isinstance(action, Score):
            return (End(action.box, 1.0, _points(self._state, action.box)),)
        rolls = self._last_rolls(action)
        chances: dict[Box, float] = {}
        points: dict[Box, float] = {}
        for roll, chance in rolls.items():
            box, score = self._posts[roll - self._keeps.first_roll]
            chances[box] = chances.get(box, 0.0) + chance
            points[box] = points.get(box, 0.0) + chance * score
        ends = [End(box, chance, points[box] / chance) for box, chance in chances.items()]
        return tuple(sorted(ends, key=lambda end: (-round(end.chance, DIGITS), end.box)))

    def _last_rolls(self, action: Roll) -> dict[int, float]:
        """The probability of each last roll, by the number of its keep."""
        rolls = _rolled(self._keeps, {self._keeps.number(kept_dice(self._state.dice, action)): 1.0})
        for choice in self._choices:
            kept: dict[int, float] = {}
            for roll, chance in rolls.items():
                kept[choice[roll]] = kept.get(choice[roll], 0.0) + chance
            rolls = _rolled(self._keeps, kept)
        return rolls


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


def _points(state: GameState, box: Box) -> int:
    return state.potential_score(box) + state.extra_points(box)


def _choices(keeps: Keeps, posts: list[float], rolls_left: int) -> list[list[int]]:
    """The best keep of each keep, for each re-roll after the next one, in playing order."""
    values, choices = _averaged(keeps, posts), []
    for _ in range(rolls_left - 1):
        choice = _best_keeps(keeps, values)
        choices.append(choice)
        values = _averaged(keeps, [values[keep] for keep in choice[keeps.first_roll :]])
    return choices[::-1]


def _averaged(keeps: Keeps, rolls: list[float]) -> list[float]:
    """The value of each keep before its missing dice are rolled."""
    values = [0.0] * keeps.first_roll + rolls
    for keep in reversed(range(keeps.first_roll)):
        values[keep] = sum(values[more] for more in keeps.plus[keep]) / keeps.faces
    return values


def _best_keeps(keeps: Keeps, values: list[float]) -> list[int]:
    """The best keep within each; on ties the one of most dice."""
    best: list[int] = []
    for keep in range(len(keeps)):
        within = [keep, *(best[less] for less in keeps.less[keep])]
        best.append(max(within, key=lambda candidate: (round(values[candidate], DIGITS), candidate)))
    return best


def _rolled(keeps: Keeps, kept: dict[int, float]) -> dict[int, float]:
    """The probability of each roll, from that of each keep."""
    chances = dict(kept)
    for keep in range(keeps.first_roll):
        chance = chances.pop(keep, 0.0) / keeps.faces
        for more in keeps.plus[keep] if chance else ():
            chances[more] = chances.get(more, 0.0) + chance
    return chances
