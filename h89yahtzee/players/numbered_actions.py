"""Games with one column as numbers, for policies that learn: the observations of players, and actions by number.

With five dice the actions 0 to 31 roll again and the others post. For an action below 32 the dice are sorted in
ascending order, and bit i is set if die i is kept: 0 rolls all dice, 31 keeps all. Action 32 + n posts in row n of
the card. If the rules post an extra Yahtzee in the bonus row, the last action posts there.

An observation has these parts, one number each unless stated, all of them whole and not negative:

    dice           how many dice show each face, from 1 to 6: six numbers
    rolls_left     rolls left in the turn
    open_rows      for each row 1 if it is open, else 0
    upper_sum      sum of the upper rows, at most the points that earn the upper bonus
    holds_yahtzee  1 if the box for a Yahtzee has points and the rules then pay more for further Yahtzees, else 0
    total          the player's total so far, bonuses included
    opponents      open_rows, upper_sum, holds_yahtzee and total of each opponent, in playing order

`solver.many_games` has the same numbers for many games at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf

from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, IllegalAction, Roll, Score
from h89yahtzee.solver.column import Column, State, column_of, state_of
from h89yahtzee.solver.keeps import parts_of_rolls
from h89yahtzee.solver.values import Values

Numbers = dict[str, list[int]]

_TURNS = 1024
"""The number of turns whose values are cached, at 8 KB each."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberedActions:
    """The numbering of the actions in games by `rules`, which have one column. The numbers begin at 0; there are
    `count` of them. A number below `keeps` stands for a roll, any other for a post."""

    rules: RuleSet
    column: Column
    keeps: int
    count: int

    @classmethod
    def of(cls, rules: RuleSet) -> NumberedActions:
        """Return the actions by `rules`; ValueError for rules of several columns."""
        if rules.columns != 1:
            raise ValueError(f"expected rules with one column, not {rules.name} with {rules.columns}")
        return _numbered(rules)

    def action(self, state: GameState, number: int) -> Action:
        """Return the action with this number, legal in `state` or not; IllegalAction if no action has the
        number."""
        if not 0 <= number < self.count:
            raise IllegalAction(f"expected the number of an action, 0 to {self.count - 1}, not {number}")
        if number >= self.keeps:
            return Score(Box(number - self.keeps))
        places = _sorted_places(state)
        return Roll(tuple(sorted(place for die, place in enumerate(places) if not number >> die & 1)))

    def number(self, state: GameState, action: Action) -> int:
        """Return the number of an action in `state`, which has dice."""
        if isinstance(action, Score):
            return self.keeps + action.box.row
        kept = (place not in action.positions for place in _sorted_places(state))
        return sum(is_kept << die for die, is_kept in enumerate(kept))

    def mask(self, state: GameState) -> list[int]:
        """Return a list with an item for each action, in the order of their numbers: 1 if the action is legal in
        `state`, else 0. All items are 0 when the game is over."""
        legal = [0] * self.count
        if state.rolls_left:
            legal[: self.keeps] = [
                int(self.rules.dice - part.bit_count() >= self.rules.least_rolled) for part in range(self.keeps)
            ]
        for box in state.legal_boxes():
            legal[self.keeps + box.row] = 1
        return legal


@cache
def _numbered(rules: RuleSet) -> NumberedActions:
    keeps = 1 << rules.dice
    has_bonus_row = rules.extra_yahtzees.placement is Placement.BONUS_ROW
    return NumberedActions(rules, column_of(rules), keeps, keeps + len(rules.categories) + has_bonus_row)


def _sorted_places(state: GameState) -> list[int]:
    return sorted(range(len(state.dice)), key=lambda place: (state.dice[place], place))


def observation(state: GameState, seat: int = 0) -> Numbers:
    """Return the parts of the observation of the player in `seat`, by name; there is no part "opponents" in a game
    of one player."""
    faces = range(1, column_of(state.rules).keeps.faces + 1)
    seen = {"dice": [state.dice.count(face) for face in faces], "rolls_left": [state.rolls_left]}
    seen |= _card_numbers(state.cards[seat])
    others = (*state.cards[seat + 1 :], *state.cards[:seat])
    if others:
        seen["opponents"] = [number for card in others for part in _card_numbers(card).values() for number in part]
    return seen


def _card_numbers(card: Scorecard) -> Numbers:
    open_rows, holding, upper_sum = state_of(card)
    return {
        "open_rows": [open_rows >> row & 1 for row in range(len(card.rules.categories))],
        "upper_sum": [upper_sum],
        "holds_yahtzee": [holding],
        "total": [card.total()],
    }


def highest(rules: RuleSet, players: int = 1) -> dict[str, list[float]]:
    """Return for each part of an observation, by its name, the highest value that each of its numbers can have; the
    lowest value is always 0.

    If the rules post an extra Yahtzee in the bonus row, which fills no box, the highest total is infinite.
    """
    column, rows = column_of(rules), len(rules.categories)
    total = column.bonus + sum(map(max, column.scores)) + rows * column.extras[-1].points
    own: dict[str, list[float]] = {
        "open_rows": [1] * rows,
        "upper_sum": [max(1, rules.upper_bonus_at)],  # Gymnasium's checks refuse a range of a single value
        "holds_yahtzee": [1],
        "total": [inf if column.extras[-1].is_spared else total],
    }
    found: dict[str, list[float]] = {
        "dice": [rules.dice] * column.keeps.faces,
        "rolls_left": [rules.rerolls],
        **own,
    }
    if players > 1:
        found["opponents"] = [number for part in own.values() for number in part] * (players - 1)
    return found


class ActionValues:
    """The exact expected final total after each action, if the player plays best afterwards.

    `values` are the solver's expected points in the column. The results for the last `_TURNS` turns are cached.
    """

    def __init__(self, values: Values) -> None:
        self._values = values
        self._parts = parts_of_rolls(values.column.keeps)
        self._of_keeps = lru_cache(_TURNS)(self._keep_values)

    def before_turn(self, card: Scorecard) -> float:
        """Return the expected final total of a card whose next roll isn't known."""
        return card.total() + self._values.of(card)

    def of(self, state: GameState) -> list[float]:
        """Return the value of each action by its number, -inf for illegal actions."""
        numbered = NumberedActions.of(state.rules)
        found = [-inf] * numbered.count
        if state.rolls_left:
            keeps, total = self._values.column.keeps, state.card.total()
            first = keeps.place(state.rolls_left, ())
            of_keeps = self._of_keeps(state_of(state.card))
            for part, kept in enumerate(self._parts[keeps.roll(state.dice)]):
                if state.rules.dice - part.bit_count() >= state.rules.least_rolled:
                    found[part] = total + of_keeps[first + kept]
        for box in state.legal_boxes():
            found[numbered.keeps + box.row] = self.before_turn(state.card_after(box))
        return found

    def _keep_values(self, state: State) -> list[float]:
        return self._values.keep_values(state).tolist()
