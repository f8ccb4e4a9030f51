"""Positions: to text and back, by hand and in any game, the errors for wrong ones, and games of several cards."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given

from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.notation.positions import Position, format_position, game_of, parse_position
from h89yahtzee.notation.tokens import NotationError
from tests.game.variants import ONE_GAME, SEEDS, SOURCES, name_of, played, variants
from tests.naming import each


def test_text_is_read_as_it_was_meant() -> None:
    position = parse_position("rules official sixes=18 yahtzee=50 bonus=100 dice 66652 rolls 2")
    scores = (None, None, None, None, None, 18, None, None, None, None, None, 50, None)
    assert position == Position(Scorecard(OFFICIAL, (scores,), (100,)), (6, 6, 6, 5, 2), 2)
    state = position.state()
    assert (state.seat, state.turn, state.dice, state.rolls_left) == (0, 2, (6, 6, 6, 5, 2), 2)
    assert Position.of(state) == position


def test_columns_and_no_dice() -> None:
    rules = rule_set("quintzee", 2, "normal")
    position = parse_position("rules quintzee columns 2 bonus normal chance/2=22  ones/1=0")
    card = Scorecard.empty(rules).with_score(Box(0), 0).with_score(Box(12, 1), 22)
    assert position == Position(card)


def test_rules_that_are_not_told_are_the_callers() -> None:
    assert parse_position("") == Position(Scorecard.empty(H89))
    assert parse_position("dice 12345 rolls 0", OFFICIAL) == Position(Scorecard.empty(OFFICIAL), (1, 2, 3, 4, 5))
    assert parse_position("rules h89", OFFICIAL).card.rules == H89


@pytest.mark.parametrize("rules", variants(), ids=name_of)
@ONE_GAME
@given(seed=SEEDS, source=SOURCES)
def test_text_round_trips_in_any_game(rules: RuleSet, seed: int, source: Random) -> None:
    for state, _, after in played(rules, 1, seed, source):
        position = Position.of(state)
        assert parse_position(format_position(position)) == position
        between_turns = Position(after.cards[0])
        assert parse_position(format_position(between_turns)) == between_turns


FULL_YACHT = " ".join(f"{category.name}={5 if category.name == 'choice' else 0}" for category in YACHT.categories)


@each(
    ("text", "message"),
    [
        ("rules", "expected the name of a rule set in 'rules'"),
        ("rules poker", "expected rules h89, official"),
        ("rules quintzee columns 9", "expected 1, 2"),
        ("flush=20", "expected BOX=POINTS with a box of h89 ("),
        ("chance", "expected BOX=POINTS with a number after chance=, not 'chance'"),
        ("chance=-5", "expected BOX=POINTS with a number after chance=, not 'chance=-5'"),
        ("chance=9999999999999", "expected BOX=POINTS with a number after chance="),
        ("chance/1=20", "expected BOX=POINTS with a box of h89"),
        ("rules triple chance=20", "expected BOX=POINTS with a box of triple"),
        ("bonus=100", "expected BOX=POINTS with a box of h89"),
        ("rules offical sixes=18", "expected rules h89, official"),
        ("fullhouse=25", "expected BOX=POINTS with a box of h89 (ones, twos, threes, "),
        (
            "rules quintzee columns 6 bonus joker sixs/2=6",
            "expected BOX=POINTS with a box of quintzee (sixes/2, sixes/1, ",
        ),
        ("sixes=17", "expected a score of sixes, not 17"),
        ("chance=4", "expected a score of chance, not 4"),
        ("full-house=20", "expected a score of full-house, not 20"),
        ("rules yacht yacht=30", "expected a score of yacht, not 30"),
        ("ones=3 ones=3", "expected ones once"),
        ("rules official bonus=100", "expected a Yahtzee in every column where there are bonuses"),
        ("rules official yahtzee=0 bonus=100", "expected a Yahtzee in every column"),
        ("rules official yahtzee=50 bonus=150", "expected one multiple of 100 as bonus, not 150"),
        ("rules official yahtzee=50 bonus=100 bonus=100", "expected one multiple of 100 as bonus"),
        ("dice", "expected 5 dice of 1-6"),
        ("dice 1234", "expected 5 dice of 1-6"),
        ("dice 12347 rolls 1", "expected 5 dice of 1-6"),
        ("dice 12345", "expected 'rolls' after the dice"),
        ("dice 12345 rolls 3", "expected 0, 1 or 2, not '3' in"),
        ("dice 12345 rolls 1 ones=1", "expected nothing after the rolls"),
        (f"rules yacht {FULL_YACHT} dice 12345 rolls 1", "expected an open box where there are dice"),
    ],
)
def test_what_a_false_text_says(text: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_position(text)
    assert str(failure.value).startswith(message)


@each(
    ("text", "meant"),
    [
        ("rules offical sixes=18", "official"),
        ("rules official fullhouse=25", "full-house"),
        ("rules official large-strait=40", "large-straight"),
        ("dcie 66652 rolls 2", "dice"),
        ("ruels official", "rules"),
    ],
)
def test_nearest_word_is_proposed(text: str, meant: str) -> None:
    with pytest.raises(NotationError, match=rf"; did you mean '{meant}'\?$"):
        parse_position(text)


def test_all_boxes_are_listed_once() -> None:
    with pytest.raises(NotationError) as failure:
        parse_position("rules official flush=25")
    listed = str(failure.value).partition("(")[2].partition(")")[0]
    lower = "three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance bonus"
    assert sorted(listed.split(", ")) == sorted(
        ["ones", "twos", "threes", "fours", "fives", "sixes", *lower.split()]
    )


def card(filled: int, rules: RuleSet = OFFICIAL) -> Scorecard:
    """Return a card with so many boxes filled with 0."""
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
