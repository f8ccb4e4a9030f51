"""The state of a game and the actions that change it.

A state is frozen and holds nothing that a player must not see: a `Deal` is asked for the next dice only when an
action is applied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from h89yahtzee.game import legal_boxes
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.legal_boxes import Refusal
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name

Deal = Callable[[int, int, int, int], Dice]
"""`deal(seat, turn, roll, count)`: `count` dice for roll 0 (the first), 1, 2 ... of that turn, all 0-based."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice at these 0-based positions again, in ascending order.

    An empty roll is allowed where `RuleSet.least_rolled` is 0: it uses up a roll and leaves the dice.
    """

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Post the dice in this box, which may be one of the bonus row, and end the turn."""

    box: Box


Action = Roll | Score


class IllegalAction(ValueError):
    """A well-formed action that the state doesn't allow; the message says why."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two actions.

    `cards` has one card a seat; `seat` is to move, in its `turn` (0-based, counted a player). Players with
    full cards are passed over: extra turns may keep others playing longer. `dice` are empty when the game is over.
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

    def legal_boxes(self) -> tuple[Box, ...]:
        """The boxes where the dice may be posted, column by column from the top, with the bonus row last."""
        return () if self.is_over else legal_boxes.legal_boxes(self.card, self.dice)

    def refusal(self, box: Box) -> Refusal | None:
        """Why the dice can't be posted in `box`, None if they can; the game isn't over."""
        return legal_boxes.refusal(self.card, self.dice, box)

    def potential_score(self, box: Box) -> int:
        """What posting would write in `box`, which is open or in the bonus row, joker scores included."""
        return legal_boxes.score(self.card, self.dice, box)

    def extra_points(self, box: Box) -> int:
        """The points that posting in `box`, which is legal, would also add to the bonus row."""
        return legal_boxes.extra_points(self.card, self.dice, box)

    def card_after(self, box: Box) -> Scorecard:
        """The card of the player to move with the dice posted in `box`."""
        return legal_boxes.posted(self.card, self.dice, box)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every roll, of few dice first, then every legal box."""
        boxes = tuple(Score(box) for box in self.legal_boxes())
        return (*_rolls(self.rules), *boxes) if self.rolls_left else boxes

    def totals(self) -> tuple[int, ...]:
        return tuple(card.total() for card in self.cards)

    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total; empty before the end."""
        totals = self.totals()
        return tuple(seat for seat, total in enumerate(totals) if self.is_over and total == max(totals))


@cache
def _rolls(rules: RuleSet) -> tuple[Roll, ...]:
    sizes = range(rules.least_rolled, rules.dice + 1)
    return tuple(Roll(chosen) for size in sizes for chosen in combinations(range(rules.dice), size))


def new_game(rules: RuleSet, players: int, deal: Deal) -> GameState:
    """A game of `players` seats with the first roll of seat 0 on the table."""
    cards = (Scorecard.empty(rules),) * players
    return GameState(rules, cards, 0, 0, deal(0, 0, 0, rules.dice), rules.rerolls)


def apply(state: GameState, action: Action, deal: Deal) -> GameState:
    """The state after `action`; IllegalAction if it isn't one of `legal_actions`."""
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
        exists = refusal is not Refusal.NO_SUCH_BOX
        name = box_name(state.rules, action.box) if exists else f"row {action.box.row}, column {action.box.column}"
        raise IllegalAction(f"{name}: {refusal.value}")
    return _after_turn(state, state.card_after(action.box), deal)


def penalised(state: GameState, deal: Deal) -> GameState:
    """The state after a referee's penalty: 0 is written in the first open box, whatever the dice."""
    return _after_turn(state, state.card.with_score(state.card.open_boxes()[0], 0), deal)


def _after_turn(state: GameState, card: Scorecard, deal: Deal) -> GameState:
    """The state after the player to move ended the turn with this card."""
    cards = (*state.cards[: state.seat], card, *state.cards[state.seat + 1 :])
    seat = _next_seat(cards, state.seat)
    if seat is None:
        return replace(state, cards=cards, dice=(), rolls_left=0)
    turn = state.turn + (seat <= state.seat)
    dice = deal(seat, turn, 0, state.rules.dice)
    return replace(state, cards=cards, seat=seat, turn=turn, dice=dice, rolls_left=state.rules.rerolls)


def _next_seat(cards: tuple[Scorecard, ...], seat: int) -> int | None:
    """The next seat in rotation with an open box; None if nobody has one, and the game is over."""
    rotation = [*range(seat + 1, len(cards)), *range(seat + 1)]
    return next((next_seat for next_seat in rotation if cards[next_seat].open_boxes()), None)
