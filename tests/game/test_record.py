"""Records: written as text and read back, the errors for wrong or truncated ones, and the game that a record
gives."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.record import HUMAN, IllegalTurn, Player
from h89yahtzee.game.rules import H89, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import IllegalAction, Roll
from h89yahtzee.notation.record_text import format_record, parse_cards, parse_records
from h89yahtzee.notation.tokens import NotationError
from tests.game.variants import ONE_GAME, SEEDS, SOURCES, name_of, recorded, variants
from tests.naming import each

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
"""A record written by hand, cut in the second turn of the first player."""


@pytest.mark.parametrize("rules", variants(), ids=name_of)
@ONE_GAME
@given(players=st.integers(1, 3), seed=SEEDS, source=SOURCES)
def test_text_and_game_round_trip_at_every_step(rules: RuleSet, players: int, seed: int, source: Random) -> None:
    steps = list(recorded(rules, players, seed, source))
    written = ""
    for record, _ in steps:
        text = format_record(record)
        assert text.startswith(written)
        assert parse_records(text) == (record,)
        written = text
    record, final = steps[-1]
    assert list(record.states())[-1] == final
    assert final.is_over
    assert (
        parse_cards([line for line in written.splitlines() if line.startswith("turn")], record.setup) == final.cards
    )


@ONE_GAME
@given(seed=SEEDS, source=SOURCES)
def test_game_comes_out_of_its_record_at_every_step(seed: int, source: Random) -> None:
    for record, state in recorded(rule_set("quintzee", 2, "extra-turn"), 2, seed, source):
        assert list(record.states())[-1] == state


QUINTZEE = """\
h89yahtzee-record 1
rules quintzee columns 2 bonus joker
seed 0
dealing own
knobs ha=0 hb=0
player human me
turn 1 1 66666 score yahtzee/1 50
turn 2 1 66666 score yahtzee/2 50
turn 3 1 66666 score sixes/2 30 +100
turn 4 1 66666 roll 1 66666 score sixes/1 30 +100
turn 5 1 66666 score large-straight/1 40 +100
turn 6 1 12345"""
"""A record written by hand."""


def test_record_with_columns_and_bonuses_is_read_as_it_was_meant() -> None:
    (record,) = parse_records(QUINTZEE)
    assert record.setup.rules == rule_set("quintzee", 2, "joker")
    assert record.turns[2].box == Box(5, 1)
    assert (record.turns[2].points, record.turns[2].extra_points) == (30, 100)
    last = list(record.states())[-1]
    assert last.card.yahtzee_bonuses == (200, 100)
    assert (last.card.column_total(0), last.card.column_total(1), last.totals()) == (320, 180, (500,))
    assert format_record(record) == QUINTZEE


EXTRA_TURN = """\
h89yahtzee-record 1
rules quintzee columns 1 bonus extra-turn
seed 0
dealing own
knobs ha=0 hb=0
player human me
turn 1 1 66666 score yahtzee 50
turn 2 1 66666 score bonus 100
turn 3 1 11111 score bonus 100
turn 4 1 12345 score chance 15
"""


def test_record_with_extra_turns() -> None:
    (record,) = parse_records(EXTRA_TURN)
    states = list(record.states())
    assert states[2].card.yahtzee_bonuses == (100,)
    assert [len(state.card.open_boxes()) for state in states] == [13, 12, 12, 12, 11]
    assert format_record(record) == EXTRA_TURN


@each(
    ("rules", "turns", "message"),
    [
        ("official", "66666 score yahtzee 50;66666 score chance 30 +100", "chance: an extra Yahtzee must be"),
        ("official", "66666 score yahtzee 50;66666 score sixes 30", "bring a bonus of 100, not 0 as recorded"),
        ("official", "66666 score sixes 30 +100", "bring a bonus of 0, not 100 as recorded"),
        ("official", "66666 score bonus 100", "bonus: only an extra Yahtzee"),
        ("quintzee bonus extra-turn", "66666 score yahtzee 50;66666 score sixes 30", "posted in the bonus row"),
        ("quintzee", "66665 roll - 66665 score chance 29", "a roll takes at least 1 of the dice in quintzee"),
    ],
)
def test_what_a_game_against_the_rules_of_extra_yahtzees_says(rules: str, turns: str, message: str) -> None:
    lines = [f"turn {number} 1 {turn}" for number, turn in enumerate(turns.split(";"), 1)]
    head = EXTRA_TURN[: EXTRA_TURN.index("turn 1")].replace("quintzee columns 1 bonus extra-turn", rules)
    (record,) = parse_records(head + "\n".join(lines))
    with pytest.raises(IllegalTurn, match=f"turn {len(lines)} of player 1: .*{message}") as failure:
        list(record.states())
    assert (failure.value.turn, failure.value.seat) == (len(lines) - 1, 0)


@each(
    ("rules", "message"),
    [
        ("quintzee columns 7", "line 2: expected 1, 2, 3, 4, 5 or 6 columns for quintzee, not 7"),
        ("quintzee columns", "line 2: expected NUMBER in 'rules quintzee columns'"),
        ("h89 columns 2", "line 2: expected 1 column for h89, not 2; quintzee has 1, 2, 3, 4, 5 or 6"),
        ("quintzee bonus free", "line 2: expected bonus joker, normal or extra-turn for quintzee, not 'free'"),
        ("h89 please", "line 2: expected nothing after the rules in 'rules h89 please'"),
    ],
)
def test_what_false_rules_say(rules: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_records(TEXT.replace("rules h89", f"rules {rules}"))
    assert str(failure.value) == message


@each("name", ["chance", "chance/3", "chance/0", "bonus", "flush/1"])
def test_a_box_that_the_card_does_not_have(name: str) -> None:
    with pytest.raises(NotationError, match="line 11: expected ones/1, twos/1"):
        parse_records(QUINTZEE.replace("large-straight/1", name))


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
    *_, posted, last = record.states()
    assert (posted.seat, posted.totals(), len(posted.dice)) == (1, (18, 0), 5)
    assert (last.seat, last.turn, last.totals()) == (0, 1, (18, 25))
    assert (last.dice, last.legal_actions(), last.winners(), last.is_over) == ((), (), (), False)


def test_several_games_comments_and_other_line_ends() -> None:
    text = TEXT.removesuffix(" roll 1")
    games = parse_records(f"{text}\n\n# the second\n{text}\n".replace("\n", "\r\n"))
    assert len(games) == 2
    assert games[0] == games[1]


@each(
    ("old", "new", "message"),
    [
        ("h89yahtzee-record 1", "h89yahtzee-record 2", "expected 'h89yahtzee-record 1' as the first line"),
        ("rules h89", "rules poker", "line 2: expected rules h89, official, free-choice, quiz"),
        ("rules h89\n", "", "line 2: expected a line 'rules', not 'seed' in 'seed 42'"),
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
        ("chance 18", "chance 18 19", "line 8: expected +NUMBER"),
        ("full-house", "flush", "line 9: expected ones, twos"),
        ("roll 1", "toll 1", "line 8: expected roll or score"),
        ("turn 2 1", "total 1\nturn 2 1", "line 11: expected nothing more of this game"),
    ],
)
def test_what_a_false_text_says(old: str, new: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_records(TEXT.removesuffix(" roll 1").replace(old, new, 1))
    assert str(failure.value).startswith(message)


def test_more_players_than_a_table_seats_are_refused() -> None:
    with pytest.raises(NotationError, match="at most 10 players, not 11"):
        parse_records(TEXT.replace("player human", "player human x\n" * 9 + "player human"))


@each(
    ("old", "new", "message"),
    [
        ("chance 18", "chance 19", "score 18, not 19"),
        ("65421 roll - 65421", "65421 roll - 65422", "dice that were kept changed"),
        ("roll - 65421", "roll - 65421 roll - 65421", "no rolls are left"),
        ("turn 1 2", "turn 1 1", "turn 1 of player 1: it is there twice"),
        ("turn 2 1 11111", "turn 3 1 11111", "turn 3 of player 1: it comes where turn 2 of player 1 is due"),
        ("turn 2 1 11111", "turn 3 2 11111", "turn 3 of player 2: it comes where turn 2 of player 1 is due"),
        (
            "turn 1 2",
            "turn 2 2 11111 score ones 5\nturn 1 2",
            "turn 2 of player 2: it comes where turn 1 of player 2",
        ),
        ("turn 2 1 11111", "total 18 25", "totals follow it, but it doesn't end the game"),
        ("turn 1 1 45423", "turn 9 1 45423", "turn 9 of player 1: it comes where turn 1 of player 1 is due"),
    ],
)
def test_what_a_game_against_the_rules_says(old: str, new: str, message: str) -> None:
    (record,) = parse_records(TEXT.removesuffix(" roll 1").replace(old, new, 1))
    with pytest.raises(IllegalAction, match=message):
        list(record.states())


def test_false_totals_are_noticed() -> None:
    *_, (record, _) = recorded(H89, 1, 1, Random(1))
    text = format_record(record)
    assert list(parse_records(text)[0].states())[-1].is_over
    (false,) = parse_records(text.replace("total ", "total 1"))
    with pytest.raises(IllegalAction, match="as recorded"):
        list(false.states())
