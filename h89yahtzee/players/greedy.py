"""A player that wants the most points from this turn and never thinks of the next.

It rolls so that the expected score of the best open box at the end of the turn is highest, and then posts in
the box that scores most. Of equal choices it takes the box that could score least at best, then the upper one,
and the roll of fewest dice.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision

_Values = dict[Dice, float]
"""The value of each sorted set of dice."""


class Greedy:
    def decide(self, state: GameState) -> Decision:
        box = _best_box(state)
        if not state.rolls_left:
            return Decision(Score(box), box)
        values = _final_values(state)
        for _ in range(state.rolls_left - 1):
            values = _best_keeps(_keep_values(values, state.rules.dice), state.rules.dice)
        keeps = _keep_values(values, state.rules.dice)
        return Decision(_best_action(state, keeps, box), box)


def _best_box(state: GameState) -> Box:
    return max(
        state.card.open_boxes(),
        key=lambda box: (state.potential_score(box), -_maximum(state.rules, box.row), -box.column, -box.row),
    )


def _best_action(state: GameState, keeps: _Values, box: Box) -> Action:
    def value(action: Roll) -> float:
        kept = (face for position, face in enumerate(state.dice) if position not in action.positions)
        return keeps[tuple(sorted(kept))]

    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    best = max(rolls, key=lambda action: (round(value(action), 9), -len(action.positions)))
    return best if best.positions else Score(box)


def _final_values(state: GameState) -> _Values:
    """The best score of each set of dice in the open boxes."""
    rows = {box.row for box in state.card.open_boxes()}
    scores = [state.rules.categories[row].score for row in rows]
    return {dice: max(score(dice) for score in scores) for dice in _dice_sets(state.rules.dice)}


def _keep_values(values: _Values, dice: int) -> _Values:
    """The expectation of each set of up to `dice` kept dice, given the value of each full set."""
    keeps = dict(values)
    for size in range(dice - 1, -1, -1):
        for kept in _dice_sets(size):
            keeps[kept] = sum(keeps[_with(kept, face)] for face in FACES) / len(FACES)
    return keeps


def _best_keeps(keeps: _Values, dice: int) -> _Values:
    """The value of the best keep of each full set: the best of itself and of it less one die, and so on."""
    best = dict(keeps)
    for size in range(1, dice + 1):
        for kept in _dice_sets(size):
            less = [best[kept[:position] + kept[position + 1 :]] for position in range(size)]
            best[kept] = max(keeps[kept], *less)
    return {kept: best[kept] for kept in _dice_sets(dice)}


def _with(kept: Dice, face: int) -> Dice:
    return tuple(sorted((*kept, face)))


@cache
def _dice_sets(size: int) -> tuple[Dice, ...]:
    return tuple(combinations_with_replacement(FACES, size))


@cache
def _maximum(rules: RuleSet, row: int) -> int:
    return max(map(rules.categories[row].score, _dice_sets(rules.dice)))
