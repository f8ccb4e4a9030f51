"""The course of a game: legal actions, the states after them, and the end."""

import pytest

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, QUINTZEE, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, IllegalAction, Roll, Score, apply, new_game
from tests.naming import each


def fives(_seat: int, _turn: int, _roll: int, number: int) -> Dice:
    return (5,) * number


def test_each_roll_takes_the_block_of_its_number() -> None:
    asked: list[tuple[int, int, int, int]] = []

    def deal(*place: int) -> Dice:
        seat, turn, roll, number = place
        asked.append((seat, turn, roll, number))
        return (1,) * number

    state = new_game(H89, 2, deal)
    for action in (Roll((0, 1)), Roll((4,)), Score(Box(0)), Roll(()), Score(Box(0))):
        state = apply(state, action, deal)
    assert asked == [(0, 0, 0, 5), (0, 0, 1, 2), (0, 0, 2, 1), (1, 0, 0, 5), (1, 0, 1, 0), (0, 1, 0, 5)]


@each(
    ("action", "why"),
    [
        (Roll((5,)), "positions 0-4"),
        (Roll((1, 0)), "ascending"),
        (Roll((1, 1)), "ascending"),
        (Roll((-1,)), "positions 0-4"),
        (Score(Box(13)), "bonus: only an extra Yahtzee"),
        (Score(Box(14)), "no such box"),
        (Score(Box(-1)), "no such box"),
        (Score(Box(3)), "fours: it is not an open box"),
        (Score(Box(0, 1)), "row 0, column 1: there is no such box"),
    ],
)
def test_illegal_action(action: Action, why: str) -> None:
    state = new_game(H89, 1, fives)
    state = apply(state, Score(Box(3)), fives)
    assert action not in state.legal_actions()
    with pytest.raises(IllegalAction, match=why):
        apply(state, action, fives)


def test_at_most_four_dice_are_kept_in_quintzee() -> None:
    state = new_game(QUINTZEE, 1, fives)
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    assert len(rolls) == 31
    assert Roll(()) not in rolls
    with pytest.raises(IllegalAction, match="at least 1 of the dice in quintzee"):
        apply(state, Roll(()), fives)


def almost_done(*yahtzees: int) -> GameState:
    """Return the last round of a game with extra turns: only chance is open, and each card has one of `yahtzees` in
    YAHTZEE."""
    rules = rule_set("quintzee", 1, "extra-turn")
    cards = tuple(Scorecard(rules, ((0,) * 11 + (yahtzee, None),)) for yahtzee in yahtzees)
    return GameState(rules, cards, 0, 12, (5, 5, 5, 5, 5), 2)


def test_extra_turns_get_dice_of_their_own() -> None:
    asked: list[tuple[int, ...]] = []

    def deal(*place: int) -> Dice:
        asked.append(place)
        return (5,) * place[-1]

    state = apply(almost_done(50), Score(Box(13)), deal)
    apply(state, Score(Box(13)), deal)
    assert asked == [(0, 13, 0, 5), (0, 14, 0, 5)]
