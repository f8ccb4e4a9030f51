"""Cards of one game, and cards that can't be."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from h89yahtzee.game.rules import H89, OFFICIAL, RuleSet, rule_set
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.position_text import Position, parse_position
from h89yahtzee.notation.several_cards import game_of
from h89yahtzee.notation.tokens import NotationError


def card(filled: int, rules: RuleSet = OFFICIAL) -> Scorecard:
    """A card with so many boxes filled with 0."""
    found = Scorecard.empty(rules)
    for box in found.open_boxes()[:filled]:
        found = found.with_score(box, 0)
    return found


@pytest.mark.parametrize("others", [[4, 4, 4], [4, 5, 5], [5, 5, 5], [4], [5]])
def test_who_moved_in_this_round_has_one_more_box_filled(others: Sequence[int]) -> None:
    position = parse_position("ones=1 twos=2 threes=0 fours=0 dice 12345 rolls 1", OFFICIAL)
    state = game_of(position, [card(filled) for filled in others])
    assert (state.seat, state.turn, state.dice, state.rolls_left) == (0, 4, (1, 2, 3, 4, 5), 1)
    assert state.cards == (position.card, *(card(filled) for filled in others))


def test_a_game_that_is_over_needs_nobody_to_move() -> None:
    assert game_of(Position(card(13)), [card(13)]).is_over


REFUSED = {
    "expected 9 or 8 open boxes on card 2, not 10": (card(4), [card(4), card(3)]),
    "expected 8 open boxes on card 3, not 9": (card(4), [card(4), card(5), card(4)]),
    "expected 9 or 8 open boxes on card 1, not 6": (card(4), [card(7)]),
    "expected at most 9 other cards, not 10": (card(4), [card(4)] * 10),
    "expected a card of official, not of h89": (card(4), [card(4, H89)]),
    "expected an open box in the card of the player to move while others have one": (card(13), [card(12)]),
}


@pytest.mark.parametrize("expected", REFUSED)
def test_cards_that_cant_be_of_one_game_are_refused(expected: str) -> None:
    mine, others = REFUSED[expected]
    with pytest.raises(NotationError) as refused:
        game_of(Position(mine), others)
    assert str(refused.value) == expected


def test_extra_turns_allow_any_number_of_boxes() -> None:
    rules = rule_set("quintzee", 1, "extra-turn")
    assert len(game_of(Position(card(4, rules)), [card(9, rules)]).cards) == 2
