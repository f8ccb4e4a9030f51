"""A player that wants the most points from this turn and never thinks of the next.

It rolls so that what the best box is expected to bring at the end of the turn is highest, and then posts in the box
that brings most: its score and an extra Yahtzee's bonus, counted as often as its column counts. Of equal choices it
takes the box that could score least at best, then the upper one, and the roll of fewest dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement

from h89yahtzee.game import posting
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision

_Values = dict[Dice, float]
"""The value of each sorted set of dice."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """It leaves the last `unused` re-rolls of each turn to others."""

    unused: int = 0

    def decide(self, state: GameState) -> Decision:
        state = replace(state, rolls_left=max(0, state.rolls_left - self.unused))
        box = _best_box(state)
        if not state.rolls_left:
            return Decision(Score(box), box)
        values = _final_values(state)
        for _ in range(state.rolls_left - 1):
            values = _best_keeps(_keep_values(values, state.rules.dice), state.rules.dice)
        keeps = _keep_values(values, state.rules.dice)
        return Decision(_best_action(state, keeps, box), box)


def _best_box(state: GameState) -> Box:
    def worth(box: Box) -> tuple[int, int, int, int]:
        points = _points(state.card, state.dice, box)
        return points, -_maximum(state.rules, box.row, box.column), -box.column, -box.row

    return max(state.legal_boxes(), key=worth)


def _points(card: Scorecard, dice: Dice, box: Box) -> int:
    """What posting there brings, without the upper bonus."""
    points = posting.score(card, dice, box) + posting.extra_points(card, dice, box)
    return card.rules.multipliers[box.column] * points


def _best_action(state: GameState, keeps: _Values, box: Box) -> Action:
    """A roll, or posting in `box` where no roll is worth more than the dice that lie."""

    def value(action: Roll) -> tuple[float, int]:
        kept = (face for position, face in enumerate(state.dice) if position not in action.positions)
        return round(keeps[tuple(sorted(kept))], 9), -len(action.positions)

    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    best = max([*rolls, Roll(())], key=value)
    return best if best.positions else Score(box)


def _final_values(state: GameState) -> _Values:
    """What the best box brings for each set of dice; all but five alike score as usual in any open box."""
    rules = state.rules
    factors: dict[int, int] = {}
    for box in state.card.open_boxes():
        factors[box.row] = max(factors.get(box.row, 0), rules.multipliers[box.column])
    scores = [(factor, rules.categories[row].score) for row, factor in factors.items()]
    values: _Values = {
        dice: max(factor * score(dice) for factor, score in scores) for dice in _dice_sets(rules.dice)
    }
    for face in FACES:
        dice = (face,) * rules.dice
        boxes = posting.legal_boxes(state.card, dice)
        values[dice] = max(_points(state.card, dice, box) for box in boxes)
    return values


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
def _maximum(rules: RuleSet, row: int, column: int) -> int:
    """What a box could bring at best by its ordinary score; boxes of the bonus row are as good as each other."""
    if row == rules.bonus_row:
        return 0
    return rules.multipliers[column] * max(map(rules.categories[row].score, _dice_sets(rules.dice)))
