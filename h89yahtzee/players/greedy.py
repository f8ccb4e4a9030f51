"""A player that wants the most points from this turn and never thinks of the next.

It rolls for the highest expected points of the turn's best box, and then posts in the box that brings most: its
score and an extra Yahtzee's bonus, counted as often as its column counts. On ties it takes the box with the lowest
maximum, then the upper one, and the roll of fewest dice.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from h89yahtzee.game import legal_boxes
from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.players.analysis import DIGITS
from h89yahtzee.players.strategy import Decision
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.values import keep_values

_TURNS = 4096
"""How many turns are remembered, at 8 KB each."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """It does without the last `unused` re-rolls of each turn."""

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
class _Situation:
    """The part of a card that a turn depends on: `is_open[column][row]`, and the scores in the Yahtzee boxes."""

    is_open: tuple[tuple[bool, ...], ...]
    yahtzees: tuple[int | None, ...]
    rules: RuleSet
    card: Scorecard = field(compare=False)
    """Any card with this situation."""

    @classmethod
    def of(cls, card: Scorecard) -> _Situation:
        row = card.rules.yahtzee_row
        return cls(
            tuple(tuple([score is None for score in scores]) for scores in card.scores),
            () if row is None else tuple(scores[row] for scores in card.scores),
            card.rules,
            card,
        )


class _TurnChoices:
    """The best choices of a turn with any dice, which are sorted here."""

    def __init__(self, card: Scorecard) -> None:
        self._card = card
        self._keeps = column_of(card.rules).keeps
        self._values = _keep_values(card)
        self._boxes: dict[Dice, Box] = {}
        self._best_keeps: dict[tuple[Dice, int], tuple[Dice, ...]] = {}

    def box(self, dice: Dice) -> Box:
        """The box where the dice bring most."""
        if dice not in self._boxes:
            self._boxes[dice] = _best_box(self._card, dice)
        return self._boxes[dice]

    def best_keeps(self, dice: Dice, rolls_left: int) -> tuple[Dice, ...]:
        """The largest of the keeps that are worth most; several if they are tied."""
        key = dice, rolls_left
        if key not in self._best_keeps:
            self._best_keeps[key] = self._found_keeps(dice, rolls_left)
        return self._best_keeps[key]

    def _found_keeps(self, dice: Dice, rolls_left: int) -> tuple[Dice, ...]:
        index, first = self._keeps.index, (rolls_left - 1) * len(self._keeps)
        parts = _parts(dice)
        values = [round(self._values[first + index[kept]], DIGITS) for kept in parts]
        most = max(values)
        best = [kept for kept, value in zip(parts, values, strict=True) if value == most]
        largest = max(map(len, best))
        return tuple(kept for kept in best if len(kept) == largest)


@lru_cache(_TURNS)
def _turn(situation: _Situation) -> _TurnChoices:
    return _TurnChoices(situation.card)


def _best_box(card: Scorecard, dice: Dice) -> Box:
    def worth(box: Box) -> tuple[int, int, int, int]:
        return _points(card, dice, box), -_maximum(card.rules, box.row, box.column), -box.column, -box.row

    return max(legal_boxes.legal_boxes(card, dice), key=worth)


def _points(card: Scorecard, dice: Dice, box: Box) -> int:
    """The points that posting there brings, without the upper bonus."""
    points = legal_boxes.score(card, dice, box) + legal_boxes.extra_points(card, dice, box)
    return card.rules.multipliers[box.column] * points


def _keep_values(card: Scorecard) -> array[float]:
    """What each keep is worth, in the order of `keep_values`."""
    rules, column = card.rules, column_of(card.rules)
    factors: dict[int, int] = {}
    for box in card.open_boxes():
        factors[box.row] = max(factors.get(box.row, 0), rules.multipliers[box.column])
    # All dice but extra Yahtzees score as usual in any open box.
    scores = [_multiplied(rules, row, factor) for row, factor in factors.items()]
    posts = array("d", map(max, *scores) if len(scores) > 1 else scores[0])
    for face, roll in zip(FACES, column.keeps.alike(), strict=True):
        dice = (face,) * rules.dice
        if legal_boxes.is_extra_yahtzee(card, dice):
            posts[roll] = max(_points(card, dice, box) for box in legal_boxes.legal_boxes(card, dice))
    return keep_values(column, posts)


def _rolled(dice: Dice, kept: Dice) -> tuple[int, ...]:
    """The positions of the dice that aren't kept; of equal dice the leftmost are rolled."""
    left, rolled = list(kept), []
    for position in reversed(range(len(dice))):
        if dice[position] in left:
            left.remove(dice[position])
        else:
            rolled.append(position)
    return tuple(reversed(rolled))


@cache
def _parts(dice: Dice) -> tuple[Dice, ...]:
    """All sets of some of the dice."""

    def parts(rest: Dice) -> Iterator[Dice]:
        if rest:
            for part in parts(rest[1:]):
                yield from (part, rest[:1] + part)
        else:
            yield ()

    return tuple(sorted(set(parts(dice))))


@cache
def _multiplied(rules: RuleSet, row: int, factor: int) -> tuple[int, ...]:
    """The ordinary scores of a row in the order of the keeps' rolls."""
    return tuple(factor * score for score in column_of(rules).scores[row])


@cache
def _maximum(rules: RuleSet, row: int, column: int) -> int:
    """The most a box can bring by its ordinary score; 0 for boxes of the bonus row, which are all alike."""
    if row == rules.bonus_row:
        return 0
    return rules.multipliers[column] * max(column_of(rules).scores[row])
