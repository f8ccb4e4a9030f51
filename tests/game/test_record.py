"""Records: their text and back, what a cut or false one says, and the game that comes out of one."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.notation import RecordError, format_record, parse_records
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, IllegalAction, Roll, apply, new_game

TEXT = """\
h89yahtzee-record 1
rules h89
seed 42
dealing own
knobs ha=0 hb=-3
player human me and you
player classic reagan
turn 1 1 45423 roll 15 65421 roll - 65421 score chance 18
turn 1 2 66655 score full-house 25
turn 2 1 11111 roll 1"""
"""Written by hand; cut in the second turn of the first player."""


def played(seed: int, players: int, choices: Iterator[int]) -> Iterator[tuple[Record, GameState]]:
    """A game of any legal actions, step by step."""
    setup = Setup(tuple(Player(f"player {seat}") for seat in range(players)), seed)
    deal = Dealer(seed).deal
    state = new_game(setup.rules, players, deal)
    record = Record.of(setup, state)
    yield record, state
    while not state.is_over:
        actions = state.legal_actions()
        action = actions[next(choices) % len(actions)]
        after = apply(state, action, deal)
        record, state = record.after(action, state, after), after
        yield record, state


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.integers(1, 3), st.randoms(use_true_random=False))
def test_text_and_game_round_trip_at_every_step(seed: int, players: int, source: Random) -> None:
    choices = iter(lambda: source.randrange(45), -1)
    written = ""
    for record, state in played(seed, players, choices):
        text = format_record(record)
        assert text.startswith(written)
        assert parse_records(text) == (record,)
        assert list(record.states())[-1] == state
        written = text


def test_text_is_read_as_it_was_meant() -> None:
    (record,) = parse_records(TEXT.removesuffix(" roll 1"))
    setup = record.setup
    assert setup.players == (Player("me and you", HUMAN), Player("reagan", "classic"))
    assert (setup.seed, setup.duplicate, setup.ha, setup.hb) == (42, False, 0, -3)
    first, second, third = record.turns
    assert first.rolled == ((0, 4), ())
    assert first.dice == ((4, 5, 4, 2, 3), (6, 5, 4, 2, 1), (6, 5, 4, 2, 1))
    assert (first.box, first.points) == (Box(12), 18)
    assert (second.seat, second.box, second.points) == (1, Box(8), 25)
    assert (third.number, third.seat, third.dice, third.box) == (1, 0, ((1, 1, 1, 1, 1),), None)
    assert next(record.actions()) == Roll((0, 4))
    assert [state.totals() for state in record.states()][-1] == (18, 25)


def test_a_finished_turn_at_the_end_needs_no_next_roll() -> None:
    (record,) = parse_records(TEXT[: TEXT.index("turn 2")])
    assert [state.seat for state in record.states()] == [0, 0, 0, 1]


def test_several_games_comments_and_other_line_ends() -> None:
    text = TEXT.removesuffix(" roll 1")
    games = parse_records(f"{text}\n\n# the second\n{text}\n".replace("\n", "\r\n"))
    assert len(games) == 2
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("h89yahtzee-record 1", "h89yahtzee-record 2", "expected 'h89yahtzee-record 1' as the first line"),
        ("rules h89", "rules poker", "line 2: expected h89 or official or free-choice or quiz"),
        ("rules h89\n", "", "line 2: expected a line 'rules' in 'seed 42'"),
        ("seed 42", "seed x", "line 3: expected NUMBER"),
        ("dealing own", "dealing cards", "line 4: expected own or same"),
        ("ha=0", "hc=0", "line 5: expected ha=NUMBER"),
        ("player human me and you\nplayer classic reagan\n", "", "line 6: expected a line 'player'"),
        ("human me and you", "human", "line 6: expected a name"),
        ("45423", "45427", "line 8: expected 5 dice of 1-6"),
        ("45423", "4542", "line 8: expected 5 dice of 1-6"),
        ("roll 15", "roll 51", "line 8: expected positions 1-5 in ascending order or '-'"),
        ("roll 15", "roll 16", "line 8: expected positions 1-5"),
        ("chance 18", "chance", "line 8: expected NUMBER"),
        ("chance 18", "chance 18 19", "line 8: expected nothing behind the points"),
        ("full-house", "flush", "line 9: expected ones or twos"),
        ("roll 1", "toll 1", "line 8: expected roll or score"),
        ("turn 2 1", "total 1\nturn 2 1", "line 11: expected nothing more of this game"),
    ],
)
def test_what_a_false_text_says(old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError) as failure:
        parse_records(TEXT.removesuffix(" roll 1").replace(old, new, 1))
    assert str(failure.value).startswith(message)


def test_more_players_than_a_table_seats_are_refused() -> None:
    with pytest.raises(RecordError, match="at most 10 players, not 11"):
        parse_records(TEXT.replace("player human", "player human x\n" * 9 + "player human"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("chance 18", "chance 19", "score 18, not 19"),
        ("65421 roll - 65421", "65421 roll - 65422", "dice that were kept changed"),
        ("roll - 65421", "roll - 65421 roll - 65421", "no rolls are left"),
        ("turn 1 2", "turn 1 1", "turn 1 of player 1 is there twice"),
        ("turn 2 1 11111", "turn 3 1 11111", "is missing"),
        ("turn 1 1 45423", "turn 9 1 45423", "turn 1 of player 1 is missing"),
    ],
)
def test_what_a_game_against_the_rules_says(old: str, new: str, message: str) -> None:
    (record,) = parse_records(TEXT.removesuffix(" roll 1").replace(old, new, 1))
    with pytest.raises(IllegalAction, match=message):
        list(record.states())


def test_a_box_used_twice_is_illegal() -> None:
    (record,) = parse_records(TEXT.removesuffix(" roll 1") + " score chance 5\nturn 2 2 11111\n")
    with pytest.raises(IllegalAction, match="not an open box"):
        list(record.states())


def test_false_totals_are_noticed() -> None:
    *_, (record, _) = played(1, 1, iter(lambda: 40, -1))
    text = format_record(record)
    assert list(parse_records(text)[0].states())[-1].is_over
    (false,) = parse_records(text.replace("total ", "total 1"))
    with pytest.raises(IllegalAction, match="as recorded"):
        list(false.states())


@given(st.integers(0, len(TEXT)), st.text(max_size=5))
def test_no_text_makes_it_fail_otherwise(cut: int, rubbish: str) -> None:
    with suppress(RecordError, IllegalAction):
        for record in parse_records(TEXT[:cut] + rubbish):
            assert list(record.states())
