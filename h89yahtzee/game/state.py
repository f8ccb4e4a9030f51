"""The state of a game and the actions that change it.

States are immutable and hold no future dice: `apply` takes the next dice from a `Deal` function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from h89yahtzee.game import scorecard
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Refusal, Scorecard, box_name

Deal = Callable[[int, int, int, int], Dice]
"""`deal(seat, turn, roll, count)` returns the `count` dice of a roll; the other arguments are 0-based."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Re-roll the dice at these 0-based positions, which are in ascending order.

    `positions` may be empty if `RuleSet.least_rolled` is 0: such a roll uses up a re-roll and changes no dice.
    """

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Post the dice in this box, which may be in the bonus row, and end the turn."""

    box: Box


Action = Roll | Score


class IllegalAction(ValueError):
    """A well-formed action that the state doesn't allow; the message says why."""


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game between two actions.

    `cards` has a card for each seat. The player in `seat` is to move; `turn` counts that player's turns from 0. A
    player whose card is full is skipped while others have open boxes. Cards needn't become full in the same round,
    since a post in the bonus row fills no box. `dice` is empty when the game is over, and while the first roll of a
    turn isn't known.
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
        return not self.dice and not any(card.open_boxes() for card in self.cards)

    def legal_boxes(self) -> tuple[Box, ...]:
        """Return the boxes where the dice may be posted, column by column from the top; none without dice."""
        return () if not self.dice else scorecard.legal_boxes(self.card, self.dice)

    def refusal(self, box: Box) -> Refusal | None:
        return scorecard.refusal(self.card, self.dice, box)

    def potential_score(self, box: Box) -> int:
        """Return the points that posting the dice writes in `box`, which is open or in the bonus row.

        If the dice are a joker, these are the points of the joker.
        """
        return scorecard.score(self.card, self.dice, box)

    def extra_points(self, box: Box) -> int:
        return scorecard.extra_points(self.card, self.dice, box)

    def card_after(self, box: Box) -> Scorecard:
        return scorecard.posted(self.card, self.dice, box)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return all legal actions: rolls, those of fewer dice first, then scores."""
        boxes = tuple(Score(box) for box in self.legal_boxes())
        return (*_rolls(self.rules), *boxes) if self.rolls_left else boxes

    def totals(self) -> tuple[int, ...]:
        return tuple(card.total() for card in self.cards)

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest total; none before the end of the game."""
        totals = self.totals()
        return tuple(seat for seat, total in enumerate(totals) if self.is_over and total == max(totals))


@cache
def _rolls(rules: RuleSet) -> tuple[Roll, ...]:
    sizes = range(rules.least_rolled, rules.dice + 1)
    return tuple(Roll(chosen) for size in sizes for chosen in combinations(range(rules.dice), size))


def new_game(rules: RuleSet, players: int, deal: Deal) -> GameState:
    """Return a game of `players` seats with the first roll of seat 0 on the table."""
    cards = (Scorecard.empty(rules),) * players
    return GameState(rules, cards, 0, 0, deal(0, 0, 0, rules.dice), rules.rerolls)


def apply(state: GameState, action: Action, deal: Deal) -> GameState:
    """Return the state after `action`; IllegalAction if the action isn't one of `legal_actions`."""
    if state.is_over:
        raise IllegalAction("the game is over")
    return _after_roll(state, action, deal) if isinstance(action, Roll) else _after_score(state, action, deal)


def _after_roll(state: GameState, action: Roll, deal: Deal) -> GameState:
    if not state.rolls_left:
        raise IllegalAction("no rolls are left in this turn")
    positions = action.positions
    if list(positions) != sorted(set(positions)) or not set(positions) <= set(range(len(state.dice))):
        raise IllegalAction(f"dice {positions} are not positions 0-{len(state.dice) - 1} in ascending order")
    if len(positions) < state.rules.least_rolled:
        raise IllegalAction(f"a roll takes at least {state.rules.least_rolled} of the dice in {state.rules.name}")
    roll = state.rules.rerolls - state.rolls_left + 1
    fresh = dict(zip(positions, deal(state.seat, state.turn, roll, len(positions)), strict=True))
    dice = tuple(fresh.get(position, face) for position, face in enumerate(state.dice))
    return replace(state, dice=dice, rolls_left=state.rolls_left - 1)


def _after_score(state: GameState, action: Score, deal: Deal) -> GameState:
    refusal = state.refusal(action.box)
    if refusal is not None:
        # A box that doesn't exist has no name.
        exists = refusal is not Refusal.NO_SUCH_BOX
        name = box_name(state.rules, action.box) if exists else f"row {action.box.row}, column {action.box.column}"
        raise IllegalAction(f"{name}: {refusal.value}")
    return _after_turn(state, state.card_after(action.box), deal)


def penalised(state: GameState, deal: Deal) -> GameState:
    """Return the state after a referee's penalty: the first open box gets 0 whatever the dice; the turn ends."""
    return _after_turn(state, state.card.with_score(state.card.open_boxes()[0], 0), deal)


def _after_turn(state: GameState, card: Scorecard, deal: Deal) -> GameState:
    """Return the state after the player to move ended the turn with `card` as the new card."""
    cards = (*state.cards[: state.seat], card, *state.cards[state.seat + 1 :])
    rotation = [*range(state.seat + 1, len(cards)), *range(state.seat + 1)]
    seat = next((next_seat for next_seat in rotation if cards[next_seat].open_boxes()), None)
    if seat is None:  # all cards are full
        return replace(state, cards=cards, dice=(), rolls_left=0)
    # The turn number rises after the last seat, and when the only player with open boxes moves again.
    turn = state.turn + 1 if seat <= state.seat else state.turn
    dice = deal(seat, turn, 0, state.rules.dice)
    return replace(state, cards=cards, seat=seat, turn=turn, dice=dice, rolls_left=state.rules.rerolls)
