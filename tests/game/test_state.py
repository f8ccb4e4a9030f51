"""The course of a game: legal actions, the states after them, and the end."""

from dataclasses import replace

import pytest

from h89yahtzee.game import categories
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, QUINTZEE, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, Roll, Score, apply, new_game
from tests.naming import each

TOY = RuleSet("toy", (categories.ONES, categories.CHANCE), 5, 2, multipliers=(1, 3), dice=2, rerolls=1)
"""Two rows, two columns, two dice, one re-roll."""


def fives(_seat: int, _turn: int, _roll: int, number: int) -> Dice:
    return (5,) * number


def test_a_game_begins_with_the_first_roll() -> None:
    state = new_game(H89, 3, Dealer(42).deal)
    assert (state.seat, state.turn, state.rolls_left) == (0, 0, 2)
    assert state.dice == Dealer(42).deal(0, 0, 0, 5)
    assert [card.total() for card in state.cards] == [0, 0, 0]


def test_legal_actions_are_all_rolls_and_all_open_boxes() -> None:
    state = new_game(H89, 1, fives)
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    assert len(set(rolls)) == 32
    assert Roll(()) in rolls
    assert Roll((0, 2, 4)) in rolls
    assert [action for action in state.legal_actions() if isinstance(action, Score)] == [
        Score(Box(row)) for row in range(13)
    ]
    assert all(isinstance(action, Score) for action in replace(state, rolls_left=0).legal_actions())


def test_a_roll_replaces_the_chosen_dice_from_the_left() -> None:
    state = replace(new_game(H89, 1, fives), dice=(1, 2, 3, 4, 6))
    after = apply(state, Roll((1, 4)), lambda *place: (5, 6)[: place[-1]])
    assert after.dice == (1, 5, 3, 4, 6)
    assert after.rolls_left == 1


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


def test_nothing_is_legal_after_the_end() -> None:
    state = play(new_game(TOY, 1, fives), [0, 0, 0, 0], fives)
    assert state.is_over
    assert state.legal_actions() == ()
    with pytest.raises(IllegalAction, match="over"):
        apply(state, Score(Box(0)), fives)


def play(state: GameState, choices: list[int], deal: Deal) -> GameState:
    """Post in the open box of each number."""
    for choice in choices:
        boxes = state.card.open_boxes()
        state = apply(state, Score(boxes[choice % len(boxes)]), deal)
    return state


def test_nobody_has_won_before_the_end() -> None:
    assert new_game(H89, 2, fives).winners() == ()


def test_at_most_four_dice_are_kept_in_quintzee() -> None:
    state = new_game(QUINTZEE, 1, fives)
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    assert len(rolls) == 31
    assert Roll(()) not in rolls
    with pytest.raises(IllegalAction, match="at least 1 of the dice in quintzee"):
        apply(state, Roll(()), fives)


def almost_done(*yahtzees: int) -> GameState:
    """The last round of a game with extra turns: all have but chance open, and this for a Yahtzee."""
    rules = rule_set("quintzee", 1, "extra-turn")
    cards = tuple(Scorecard(rules, ((0,) * 11 + (yahtzee, None),)) for yahtzee in yahtzees)
    return GameState(rules, cards, 0, 12, (5, 5, 5, 5, 5), 2)


def test_an_extra_turn_lets_a_player_go_on_alone() -> None:
    """The first posts in the bonus row, the second fills the card; then the first has the table alone."""
    state = apply(almost_done(50, 0), Score(Box(13)), fives)
    assert (state.seat, state.turn) == (1, 12)
    state = apply(state, Score(Box(12)), fives)
    assert (state.seat, state.turn) == (0, 13)
    state = apply(state, Score(Box(13)), fives)
    assert (state.seat, state.turn) == (0, 14)
    state = apply(state, Score(Box(13)), lambda *place: (1, 2, 3, 4, 6)[: place[-1]])
    state = apply(state, Score(Box(12)), fives)
    assert state.is_over
    assert state.totals() == (50 + 300 + 16, 25)
    assert state.winners() == (0,)


def test_who_is_done_is_passed_over() -> None:
    """The second of three fills the card in round 12; the others had extra Yahtzees and play on."""
    state = almost_done(50, 0, 50)
    seats = []
    for box in (Box(13), Box(12), Box(13), Box(13), Box(13)):
        state = apply(state, Score(box), fives)
        seats.append((state.turn, state.seat))
    assert seats == [(12, 1), (12, 2), (13, 0), (13, 2), (14, 0)]


def test_extra_turns_get_dice_of_their_own() -> None:
    asked: list[tuple[int, ...]] = []

    def deal(*place: int) -> Dice:
        asked.append(place)
        return (5,) * place[-1]

    state = apply(almost_done(50), Score(Box(13)), deal)
    apply(state, Score(Box(13)), deal)
    assert asked == [(0, 13, 0, 5), (0, 14, 0, 5)]
