"""Where a turn is likely to end after an action, when the best play follows it: why a decision is worth what it is.

This works with any analyst, of several columns as well; it asks for what each last roll is best posted as.
"""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Score
from h89yahtzee.players.analysis import DIGITS, kept_dice
from h89yahtzee.players.review import Analyst
from h89yahtzee.solver.lattice import Lattice, lattice_of


class Outlook:
    """Of the player to move in `state`, whose dice make no difference; `after` may be asked for many actions."""

    def __init__(self, state: GameState, analyst: Analyst) -> None:
        self._state = state
        self._lattice = lattice_of(state.rules.dice)
        posts = [analyst.analysis(replace(state, dice=roll, rolls_left=0)).best for roll in self._lattice.rolls]
        self._boxes = [post.action.box for post in posts if isinstance(post.action, Score)]
        self._choices = _choices(self._lattice, [post.value for post in posts], state.rolls_left)

    def after(self, action: Action) -> tuple[tuple[Box, float], ...]:
        """Each box that the turn may end in and the probability of that, the likeliest first."""
        if isinstance(action, Score):
            return ((action.box, 1.0),)
        keeps = {self._lattice.keep(kept_dice(self._state.dice, action)): 1.0}
        rolls = _rolled(self._lattice, keeps)
        for choice in self._choices:
            kept: dict[int, float] = {}
            for roll, chance in rolls.items():
                kept[choice[roll]] = kept.get(choice[roll], 0.0) + chance
            rolls = _rolled(self._lattice, kept)
        ends: dict[Box, float] = {}
        for roll, chance in rolls.items():
            box = self._boxes[roll - self._lattice.first_roll]
            ends[box] = ends.get(box, 0.0) + chance
        return tuple(sorted(ends.items(), key=lambda end: (-round(end[1], DIGITS), end[0])))


def _choices(lattice: Lattice, posts: list[float], rolls_left: int) -> list[list[int]]:
    """The best keep of each roll, for each re-roll after the next one, the first of them first."""
    values, choices = _averaged(lattice, posts), []
    for _ in range(rolls_left - 1):
        choice = _best_keeps(lattice, values)
        choices.append(choice)
        values = _averaged(lattice, [values[keep] for keep in choice[lattice.first_roll :]])
    return choices[::-1]


def _averaged(lattice: Lattice, rolls: list[float]) -> list[float]:
    """The value of each keep before the dice that it lacks are rolled."""
    values = [0.0] * lattice.first_roll + rolls
    for keep in reversed(range(lattice.first_roll)):
        values[keep] = sum(values[more] for more in lattice.plus[keep]) / lattice.faces
    return values


def _best_keeps(lattice: Lattice, values: list[float]) -> list[int]:
    """The best keep within each: of equal ones the one of most dice."""
    best: list[int] = []
    for keep in range(len(lattice.keeps)):
        within = [keep, *(best[less] for less in lattice.less[keep])]
        best.append(max(within, key=lambda candidate: (round(values[candidate], DIGITS), candidate)))
    return best


def _rolled(lattice: Lattice, keeps: dict[int, float]) -> dict[int, float]:
    """The probability of each roll after those of each keep."""
    chances = dict(keeps)
    for keep in range(lattice.first_roll):
        chance = chances.pop(keep, 0.0) / lattice.faces
        for more in lattice.plus[keep] if chance else ():
            chances[more] = chances.get(more, 0.0) + chance
    return chances
