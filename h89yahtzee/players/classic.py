"""The computer player of H89 YAHTZEE 1.1, which decides exactly as the original did.

Each row has a value for posting the dice, and each face a value for collecting it; the highest value decides. The
original's quirks are kept: rolling the wrong die with a small straight, rolling all dice to collect 7s, which no
die shows, and rolling no die at all (where the rules forbid that, the dice are posted).
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
_PATTERNS = {categories.FULL_HOUSE, categories.SMALL_STRAIGHT, categories.LARGE_STRAIGHT, categories.YAHTZEE}
"""The rows in which the dice are posted at once, without using the rolls left, if the row has the highest value."""


@dataclass(frozen=True, slots=True)
class Classic:
    """The strategy `classic`. `ha` raises the threshold for collecting a face, `hb` lowers the value of the chance
    row; with 0 for both the strategy plays as the original.

    Any rule set with the original's rows is played as if it were the original's: a box where the dice may not be
    posted counts as filled, and of several columns the first open one is played.
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
        """Return the value of posting in `box` now; a box that isn't legal has less value than any legal one."""
        if box not in legal:
            return box.row - 99
        category, score = state.rules.categories[box.row], state.potential_score(box)
        if category.face is not None:
            return 2 * (score - 3 * category.face)
        return score - _PAR[category] - (self.hb if category is categories.CHANCE else 0)

    def _action(self, state: GameState, box: Box, best: int) -> Action:
        if state.rolls_left and longest_run(state.dice) == 4:
            position = _first_spare_die(state.dice)
            if position is not None and _is_open(state.card, box.column, categories.LARGE_STRAIGHT):
                return Roll((position,))
        category = state.rules.categories[box.row]
        if category in _PATTERNS or not state.rolls_left:
            return Score(box)
        goal = self._face_to_collect(state, box.column, best)
        if goal is None and category is categories.CHANCE:
            return Roll(tuple(range(len(state.dice))))
        if goal is None:
            # The original collects the face that is one above the most frequent face (of equally frequent faces,
            # that of the leftmost die). The face to collect may be 7: then all dice are rolled.
            goal = 1 + max(state.dice, key=state.dice.count)
        others = tuple(position for position, shown in enumerate(state.dice) if shown != goal)
        return Roll(others) if len(others) >= state.rules.least_rolled else Score(box)

    def _face_to_collect(self, state: GameState, column: int, best: int) -> int | None:
        """Return the face most worth collecting if its value exceeds `best`, the value of posting, else None."""
        face_to_collect = None
        for face in FACES:
            worth = _target(state.card, column, state.dice, face) - 27 - self.ha
            if worth > best:
                face_to_collect, best = face, worth
        return face_to_collect


def _is_open(card: Scorecard, column: int, category: Category) -> bool:
    return card.is_open(Box(card.rules.categories.index(category), column))


def _target(card: Scorecard, column: int, dice: Dice, face: int) -> int:
    """Return the value of collecting `face`, from which the caller subtracts the threshold."""
    shown = dice.count(face)
    upper = next(category for category in card.rules.categories if category.face == face)
    return (
        (2 * (face - 1) if _is_open(card, column, categories.CHANCE) else 0)
        + (4 * (face - 1) if _is_open(card, column, upper) else -15)
        + (6 if shown == 3 and _is_open(card, column, categories.FULL_HOUSE) else 0)
        + (2**shown if _is_open(card, column, categories.YAHTZEE) else 0)
        + 8 * shown
    )


def _first_spare_die(dice: Dice) -> int | None:
    """Return the first position whose die isn't needed for a run of four: with a 0 in place of this die, the dice
    would still have a run of four. None if there is no such position. As in the original, the 0 itself may be part
    of the run: 0, 1, 2, 3."""
    for position in range(len(dice)):
        if longest_run((*dice[:position], 0, *dice[position + 1 :])) >= 4:
            return position
    return None
