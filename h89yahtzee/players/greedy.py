"""The strategies that look no further than the current turn: `greedy`, `hasty` and `random`.

`greedy` rolls for the highest expected points of the turn, and posts in the box that brings most: the score and an
extra Yahtzee's bonus, times the column's multiplier. Of equally good boxes it takes the box in which the highest
possible score, jokers aside, is lowest; of several such boxes, the first by column, then by row. Of equally good
rolls it takes the roll of the fewest dice. `hasty` plays like `greedy`, but never uses the last re-roll of a turn.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations

from h89yahtzee.game.dealer import choose
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, extra_points, is_extra_yahtzee, legal_boxes, score
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.players.strategy import DIGITS, Decision
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.values import keep_values

_TURNS = 4096
"""The number of turns whose choices are cached, at 8 KB each."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """The strategy for the most points in each turn, which leaves the last `unused` re-rolls of a turn unused."""

    unused: int = 0

    def decide(self, state: GameState) -> Decision:
        turn, rolls_left = _turn(_Situation.of(state.card)), max(0, state.rolls_left - self.unused)
        dice = tuple(sorted(state.dice))
        box = turn.box(dice)
        keeps = turn.best_keeps(dice, rolls_left) if rolls_left else (dice,)
        if dice in keeps:
            return Decision(Score(box), box)
        return Decision(Roll(min(_rolled(state.dice, kept) for kept in keeps)), box)


@dataclass(frozen=True, slots=True)
class Uniform:
    """The strategy `random`: every legal action is equally likely.

    The choice is a function of seed, seat, turn and rolls left, so that a game can be repeated.
    """

    seed: int

    def decide(self, state: GameState) -> Decision:
        actions = state.legal_actions()
        return Decision(actions[choose(len(actions), self.seed, state.seat, state.turn, state.rolls_left)])


@dataclass(frozen=True, slots=True)
class _Situation:
    """The part of a card that determines the best choices of a turn, as a key of the cache.

    `is_open[column][row]` tells which boxes are open, `yahtzees` has the scores in the Yahtzee boxes. `card` is any
    card with these boxes and scores.
    """

    is_open: tuple[tuple[bool, ...], ...]
    yahtzees: tuple[int | None, ...]
    rules: RuleSet
    card: Scorecard = field(compare=False)

    @classmethod
    def of(cls, card: Scorecard) -> _Situation:
        # Tuples are built faster from a list than from a generator; building them takes half of a decision's time.
        is_open = tuple([tuple([score is None for score in scores]) for scores in card.scores])
        return cls(is_open, card.yahtzee_scores(), card.rules, card)


class _TurnChoices:
    """The best choices in a turn on one card, each computed once; its methods take sorted dice."""

    def __init__(self, card: Scorecard) -> None:
        self._card = card
        self._keeps = column_of(card.rules).keeps
        self._values = _keep_values(card)
        self._boxes: dict[Dice, Box] = {}
        self._best_keeps: dict[tuple[Dice, int], tuple[Dice, ...]] = {}

    def box(self, dice: Dice) -> Box:
        """Return the box in which the dice bring most points."""
        if dice not in self._boxes:
            self._boxes[dice] = _best_box(self._card, dice)
        return self._boxes[dice]

    def best_keeps(self, dice: Dice, rolls_left: int) -> tuple[Dice, ...]:
        """Return the sets of dice to keep for the highest expected points; of equally good sets the largest."""
        key = dice, rolls_left
        if key not in self._best_keeps:
            first, parts = (rolls_left - 1) * len(self._keeps), _parts(dice)
            values = [round(self._values[first + self._keeps.index[kept]], DIGITS) for kept in parts]
            most = max(values)
            best = [kept for kept, value in zip(parts, values, strict=True) if value == most]
            largest = max(map(len, best))
            self._best_keeps[key] = tuple(kept for kept in best if len(kept) == largest)
        return self._best_keeps[key]


@lru_cache(_TURNS)
def _turn(situation: _Situation) -> _TurnChoices:
    return _TurnChoices(situation.card)


def _best_box(card: Scorecard, dice: Dice) -> Box:
    def worth(box: Box) -> tuple[int, int, int, int]:
        return _points(card, dice, box), -_maximum(card.rules, box), -box.column, -box.row

    return max(legal_boxes(card, dice), key=worth)


def _points(card: Scorecard, dice: Dice, box: Box) -> int:
    """Return the points that posting in `box` brings, times the column's multiplier, without the upper bonus."""
    return card.rules.multipliers[box.column] * (score(card, dice, box) + extra_points(card, dice, box))


@cache
def _maximum(rules: RuleSet, box: Box) -> int:
    """Return the highest ordinary score of `box`, times the column's multiplier; 0 in the bonus row."""
    if box.row == rules.bonus_row:
        return 0
    return rules.multipliers[box.column] * max(column_of(rules).scores[box.row])


def _keep_values(card: Scorecard) -> array[float]:
    """Return the expected points of the turn after keeping each set of dice, in a flat array in the order of
    `solver.values.keep_values`."""
    rules, column = card.rules, column_of(card.rules)
    factors: dict[int, int] = {}
    for box in card.open_boxes():
        factors[box.row] = max(factors.get(box.row, 0), rules.multipliers[box.column])
    # All dice but extra Yahtzees score as usual in any open box.
    scores = [_multiplied(rules, row, factor) for row, factor in factors.items()]
    posts = array("d", map(max, *scores) if len(scores) > 1 else scores[0])
    for face, roll in zip(FACES, column.keeps.alike(), strict=True):
        dice = (face,) * rules.dice
        if is_extra_yahtzee(card, dice):
            posts[roll] = max(_points(card, dice, box) for box in legal_boxes(card, dice))
    return keep_values(column, posts)


@cache
def _multiplied(rules: RuleSet, row: int, factor: int) -> tuple[int, ...]:
    """Return the ordinary scores of a row times `factor`, in the order of `Keeps.rolls`."""
    return tuple(factor * score for score in column_of(rules).scores[row])


def _rolled(dice: Dice, kept: Dice) -> tuple[int, ...]:
    """Return the positions of the dice that aren't kept; of equal dice the leftmost are rolled."""
    left, rolled = list(kept), []
    for position in reversed(range(len(dice))):
        if dice[position] in left:
            left.remove(dice[position])
        else:
            rolled.append(position)
    return tuple(reversed(rolled))


@cache
def _parts(dice: Dice) -> tuple[Dice, ...]:
    """Return all subsets of the dice as sorted tuples, the empty one included."""
    return tuple(sorted({part for size in range(len(dice) + 1) for part in combinations(dice, size)}))
