"""The state of a game and the actions that change it.

A state is frozen and holds nothing that a player must not see: dice to come are asked of a `Deal` only when an
action is applied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard

Deal = Callable[[int, int, int, int], Dice]
"""`deal(seat, turn, roll, count)`: `count` dice for roll 0 (the first), 1, 2 ... of that turn, all 0-based."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice at these 0-based positions again, in ascending order; none at all is a roll too."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Post the dice's score in this box and end the turn."""

    box: Box


Action = Roll | Score


class IllegalAction(ValueError):
    """A well-formed action that the state doesn't allow; the message says why."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two actions.

    `cards` has one card a seat; `seat` is to move, in its `turn` (0-based, counted a player). `dice` are empty
    when the game is over.
    """

    rules: RuleSet
    cards: tuple[Scorecard, ...]
    seat: int
    turn: int
    dice: Dice
    rolls_left: int

    @property
    def card(self) -> Scorecard:
        """The card of the player to move."""
        return self.cards[self.seat]

    @property
    def is_over(self) -> bool:
        return not self.dice

    def potential_score(self, box: Box) -> int:
        """What the dice on the table would score in `box`."""
        return self.rules.categories[box.row].score(self.dice)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every roll (the empty one first), then every open box."""
        if self.is_over:
            return ()
        boxes = tuple(Score(box) for box in self.card.open_boxes())
        return (*_rolls(self.rules.dice), *boxes) if self.rolls_left else boxes

    def totals(self) -> tuple[int, ...]:
        return tuple(card.total() for card in self.cards)

    def winners(self) -> tuple[int, ...]:
        """The seats level at the top; empty before the end."""
        totals = self.totals()
        return tuple(seat for seat, total in enumerate(totals) if self.is_over and total == max(totals))


def _rolls(dice: int) -> tuple[Roll, ...]:
    return tuple(Roll(chosen) for size in range(dice + 1) for chosen in combinations(range(dice), size))


def new_game(rules: RuleSet, players: int, deal: Deal) -> GameState:
    """A game of `players` seats with the first roll of seat 0 on the table."""
    cards = (Scorecard.empty(rules),) * players
    return GameState(rules, cards, 0, 0, deal(0, 0, 0, rules.dice), rules.rerolls)


def apply(state: GameState, action: Action, deal: Deal) -> GameState:
    """The state after `action`; IllegalAction when it isn't one of `legal_actions`."""
    if state.is_over:
        raise IllegalAction("the game is over")
    if isinstance(action, Roll):
        return _after_roll(state, action, deal)
    return _after_score(state, action, deal)


def _after_roll(state: GameState, action: Roll, deal: Deal) -> GameState:
    if not state.rolls_left:
        raise IllegalAction("no rolls are left in this turn")
    positions = action.positions
    if list(positions) != sorted(set(positions)) or not set(positions) <= set(range(len(state.dice))):
        raise IllegalAction(f"dice {positions} are not positions 0-{len(state.dice) - 1} in ascending order")
    roll = state.rules.rerolls - state.rolls_left + 1
    fresh = dict(zip(positions, deal(state.seat, state.turn, roll, len(positions)), strict=True))
    dice = tuple(fresh.get(position, face) for position, face in enumerate(state.dice))
    return replace(state, dice=dice, rolls_left=state.rolls_left - 1)


def _after_score(state: GameState, action: Score, deal: Deal) -> GameState:
    box = action.box
    if not state.card.is_open(box):
        raise IllegalAction(f"row {box.row}, column {box.column} is not an open box")
    card = state.card.with_score(box, state.potential_score(box))
    cards = (*state.cards[: state.seat], card, *state.cards[state.seat + 1 :])
    if not any(card.open_boxes() for card in cards):
        return replace(state, cards=cards, dice=(), rolls_left=0)
    seat = (state.seat + 1) % len(cards)
    turn = state.turn + (seat == 0)
    dice = deal(seat, turn, 0, state.rules.dice)
    return replace(state, cards=cards, seat=seat, turn=turn, dice=dice, rolls_left=state.rules.rerolls)
