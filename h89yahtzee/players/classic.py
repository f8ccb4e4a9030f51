"""The computer player of H89 YAHTZEE 1.1, which decides exactly as the original did.

It puts a value on each row for the dice as they lie and another on collecting a face, and follows the higher. Its
quirks are the original's: it may roll the wrong die with a small straight, roll everything for a seventh face, or
ask for a roll without any die (where the rules have no such roll, it posts).
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Category
from h89yahtzee.game.dice import FACES, Dice, longest_run
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision

_PAR = {
    categories.THREE_OF_A_KIND: 20,
    categories.FOUR_OF_A_KIND: 15,
    categories.FULL_HOUSE: 10,
    categories.SMALL_STRAIGHT: 12,
    categories.LARGE_STRAIGHT: 10,
    categories.YAHTZEE: 10,
    categories.CHANCE: 21,
}
_PATTERNS = {
    categories.FULL_HOUSE,
    categories.SMALL_STRAIGHT,
    categories.LARGE_STRAIGHT,
    categories.YAHTZEE,
}
"""The rows that are posted as the dice lie."""


@dataclass(frozen=True, slots=True)
class Classic:
    """`ha` raises the threshold for collecting a face, `hb` lowers the value of chance; 0 is the original's play.

    It plays any rule set with the original's rows as if it were the original's: a box where the dice may not be
    posted is closed to it, and of several columns it plays the first that is open.
    """

    ha: int = 0
    hb: int = 0

    def decide(self, state: GameState) -> Decision:
        legal = state.legal_boxes()
        column = legal[0].column
        if legal[0].row == state.rules.bonus_row:
            return Decision(Score(legal[0]), legal[0])
        values = [self._value(state, Box(row, column), legal) for row in range(len(state.rules.categories))]
        best = max(values)
        box = Box(values.index(best), column)
        return Decision(self._action(state, box, best), box)

    def _value(self, state: GameState, box: Box, legal: tuple[Box, ...]) -> int:
        """What posting in `box` now is worth; a closed box is worth less than any open one."""
        if box not in legal:
            return box.row - 99
        category, score = state.rules.categories[box.row], state.potential_score(box)
        if category.face is not None:
            return 2 * (score - 3 * category.face)
        return score - _PAR[category] - (self.hb if category is categories.CHANCE else 0)

    def _action(self, state: GameState, box: Box, best: int) -> Action:
        if state.rolls_left and _wants_large_straight(state, box.column):
            position = _first_spare_die(state.dice)
            if position is not None:
                return Roll((position,))
        category = state.rules.categories[box.row]
        if category in _PATTERNS or not state.rolls_left:
            return Score(box)
        face = self._face_to_collect(state, box.column, best)
        if face is None and category is categories.CHANCE:
            return Roll(tuple(range(len(state.dice))))
        goal = face or _commonest_face_plus_one(state.dice)
        others = tuple(position for position, shown in enumerate(state.dice) if shown != goal)
        return Roll(others) if len(others) >= state.rules.least_rolled else Score(box)

    def _face_to_collect(self, state: GameState, column: int, best: int) -> int | None:
        """The face worth more than posting for `best`, None when there is none."""
        face_to_collect = None
        for face in FACES:
            worth = _target(state.card, column, state.dice, face) - 27 - self.ha
            if worth > best:
                face_to_collect, best = face, worth
        return face_to_collect


def _is_open(card: Scorecard, column: int, category: Category) -> bool:
    return card.is_open(Box(card.rules.categories.index(category), column))


def _target(card: Scorecard, column: int, dice: Dice, face: int) -> int:
    """How good a face is to collect."""
    shown = dice.count(face)
    upper = next(category for category in card.rules.categories if category.face == face)
    return (
        (2 * (face - 1) if _is_open(card, column, categories.CHANCE) else 0)
        + (4 * (face - 1) if _is_open(card, column, upper) else -15)
        + (6 if shown == 3 and _is_open(card, column, categories.FULL_HOUSE) else 0)
        + (2**shown if _is_open(card, column, categories.YAHTZEE) else 0)
        + 8 * shown
    )


def _wants_large_straight(state: GameState, column: int) -> bool:
    return longest_run(state.dice) == 4 and _is_open(state.card, column, categories.LARGE_STRAIGHT)


def _first_spare_die(dice: Dice) -> int | None:
    """The first die without which a run of four is left, counting the removed die as a 0 like the original."""
    for position in range(len(dice)):
        rest = (*dice[:position], 0, *dice[position + 1 :])
        if longest_run(rest) >= 4:
            return position
    return None


def _commonest_face_plus_one(dice: Dice) -> int:
    """The commonest face, the leftmost on ties, plus one: the original may aim at 7 and so roll all dice."""
    return 1 + max(dice, key=dice.count)
