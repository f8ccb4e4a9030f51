"""A game from the cards of all its players, as far as they can be of one game."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.near_words import one_of
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.game.rules import Placement
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.notation.position_text import Position
from h89yahtzee.notation.tokens import NotationError, format_rules


def game_of(position: Position, others: Sequence[Scorecard]) -> GameState:
    """The game where `position` is to move, in seat 0, and the others follow in turn; without dice, before a roll.

    NotationError where the cards can't be of one game: other rules, or more or fewer turns than others have had.
    """
    card = position.card
    if len(others) >= MAX_PLAYERS:
        raise NotationError(f"expected at most {MAX_PLAYERS - 1} other cards, not {len(others)}")
    for other in others:
        if other.rules != card.rules:
            raise NotationError(
                f"expected a card of {format_rules(card.rules)}, not of {format_rules(other.rules)}"
            )
    if not card.open_boxes() and any(other.open_boxes() for other in others):
        raise NotationError("expected an open box in the card of the player to move while others have one")
    if card.rules.extra_yahtzees.placement is not Placement.BONUS_ROW:
        _check_turns(len(card.open_boxes()), [len(other.open_boxes()) for other in others])
    turn = len(card.rules.categories) * card.rules.columns - len(card.open_boxes())
    return GameState(card.rules, (card, *others), 0, turn, position.dice, position.rolls_left)


def _check_turns(mine: int, others: Sequence[int]) -> None:
    """NotationError unless each has as many open boxes as the one to move, or one less who moved in this round.

    Who moved in this round sits before the one to move, and so comes after all who didn't.
    """
    expected = mine
    for number, count in enumerate(others, 1):
        allowed = [mine, mine - 1] if expected == mine > 0 else [expected]
        if count not in allowed:
            raise NotationError(f"expected {one_of(map(str, allowed))} open boxes on card {number}, not {count}")
        expected = count
