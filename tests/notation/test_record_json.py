"""Records as JSON: those written as the manual page says are read as the game was played, and errors say what is
wrong."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.record import IllegalTurn, Record, Turn
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.notation.record_json import parse_json_record
from h89yahtzee.notation.tokens import NotationError
from tests.game.variants import ONE_GAME, SEEDS, SOURCES, name_of, recorded, variants
from tests.naming import each

Json = dict[str, object]

GAME = """
{"rules": "quintzee", "columns": 2, "bonus": "joker", "players": ["me", "reagan"], "turns": [
  {"player": 1, "rolls": [{"dice": [4, 5, 4, 2, 3]}, {"rolled": [5, 1], "dice": [6, 5, 4, 2, 1]}],
   "score": "chance/2", "points": 18},
  {"player": 2, "rolls": [{"dice": [6, 1, 6, 2, 3]}, {"kept": [6, 6], "dice": [1, 4, 6, 5, 6]},
                          {"rolled": [1, 2], "dice": [3, 3, 6, 5, 6]}],
   "score": "sixes/1"},
  {"player": 1, "rolls": [{"dice": [1, 1, 1, 1, 1]}]}
]}
"""
"""A record written by hand."""


def test_text_is_read_as_it_was_meant() -> None:
    record = parse_json_record(GAME)
    assert record.setup.rules == rule_set("quintzee", 2, "joker")
    assert [player.name for player in record.setup.players] == ["me", "reagan"]
    first, second, third = record.turns
    assert first == Turn(0, 0, ((4, 5, 4, 2, 3), (6, 5, 4, 2, 1)), ((0, 4),), Box(12, 1), 18)
    assert (second.number, second.seat, second.box, second.points) == (0, 1, Box(5), None)
    assert (third.number, third.seat, third.box) == (1, 0, None)
    *_, last = record.states()
    assert last.totals() == (18, 12)


def test_dice_kept_lie_where_they_lay_whatever_their_order_in_the_list() -> None:
    """The sixes stay in the first and third place. The dice rolled become 1, 4, 5, of which 1 and 4 are rolled
    again."""
    second = parse_json_record(GAME).turns[1]
    assert second.dice == ((6, 1, 6, 2, 3), (6, 1, 6, 4, 5), (6, 3, 6, 3, 5))
    assert second.rolled == ((1, 3, 4), (1, 3))


def as_json(record: Record, source: Random) -> str:
    """Return the record in the JSON of the manual page, at random with positions or faces, with or without optional
    members."""
    rules, turns = record.setup.rules, []
    for turn in record.turns:
        listed = turn.dice[0]
        rolls: list[Json] = [{"dice": list(listed)}]
        places = list(range(5))
        for rolled, dice in zip(turn.rolled, turn.dice[1:], strict=True):
            if source.random() < 0.5:
                kept = [turn.dice[len(rolls) - 1][place] for place in range(5) if place not in rolled]
                source.shuffle(kept)
                source.shuffle(places)
                rolls.append({"kept": kept, "dice": [dice[place] for place in places]})
            else:
                positions = [1 + places.index(place) for place in rolled]
                rolls.append({"rolled": positions, "dice": [dice[place] for place in places]})
        told: Json = {"player": turn.seat + 1, "rolls": rolls}
        if turn.box is not None:
            row, column = turn.box
            name = "bonus" if row == len(rules.categories) else rules.categories[row].name
            told["score"] = name if rules.columns == 1 else f"{name}/{column + 1}"
            if source.random() < 0.5:
                told |= {"points": turn.points, "yahtzee_bonus": turn.extra_points}
        turns.append(told)
    game: Json = {"rules": rules.name, "players": [player.name for player in record.setup.players], "turns": turns}
    game |= {"columns": rules.columns, "bonus": rules.bonus, "seed": record.setup.seed}
    return json.dumps(game | ({} if record.totals is None else {"totals": list(record.totals)}))


@pytest.mark.parametrize("rules", variants(), ids=name_of)
@ONE_GAME
@given(players=st.integers(1, 3), seed=SEEDS, source=SOURCES)
def test_games_come_to_the_same(rules: RuleSet, players: int, seed: int, source: Random) -> None:
    *_, (record, _) = recorded(rules, players, seed, source)
    read = parse_json_record(as_json(record, source))
    assert read.setup == record.setup
    assert [turn.box for turn in read.turns] == [turn.box for turn in record.turns]
    for mine, other in zip(read.states(), record.states(), strict=True):
        assert sorted(mine.dice) == sorted(other.dice)
        assert replace(mine, dice=()) == replace(other, dice=())


def test_one_player_needs_no_number() -> None:
    record = parse_json_record(json.dumps({"rules": "yacht", "players": ["me"], "turns": turns("12345 choice")}))
    assert record.turns[0].seat == 0
    assert record.setup.rules == rule_set("yacht")


def turns(*told: str) -> list[Json]:
    """Return turns of one roll and a score, each given as `12345 choice`."""
    return [{"rolls": [{"dice": list(map(int, dice))}], "score": box} for dice, box in map(str.split, told)]


def changed(path: str, value: object) -> str:
    """Return the JSON of `GAME` with another value at a path, or without that member if the value is Ellipsis."""
    game = json.loads(GAME)
    *way, last = [int(name) if name.isdigit() else name for name in path.split(".")]
    place = game
    for name in way:
        place = place[name]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(game)


@each(
    ("path", "value", "message"),
    [
        ("rules", ..., "the record: expected a member 'rules'"),
        ("rules", "poker", "expected rules h89, official"),
        ("rules", 7, "rules: expected a string"),
        ("columns", 7, "expected 1, 2, 3"),
        ("columns", "2", "columns: expected a whole number"),
        ("columns", True, "columns: expected a whole number"),
        ("bonus", "free", "expected bonus joker, normal or extra-turn"),
        ("players", [], "the record: expected 1 to 10 players, not 0"),
        ("players", ["x"] * 11, "the record: expected 1 to 10 players, not 11"),
        ("players", "me", "players: expected an array"),
        ("players.0", 1, "players[0]: expected a string"),
        ("turns", ..., "the record: expected a member 'turns'"),
        ("turns.0", 1, "turns[0]: expected an object"),
        ("turns.0.player", ..., "turns[0]: expected a member 'player'"),
        ("turns.0.player", 3, "turns[0].player: expected a number from 1 to 2"),
        ("turns.0.player", 0, "turns[0].player: expected a number from 1 to 2"),
        ("turns.0.scored", "chance", "turns[0]: expected no other members than player, rolls, score"),
        ("turns.0.rolls", [], "turns[0].rolls: expected at least one roll"),
        ("turns.0.rolls.0.rolled", [1], "turns[0].rolls[0]: expected no other members than dice"),
        ("turns.0.rolls.0.dice", [1, 2, 3, 4], "turns[0].rolls[0].dice: expected 5 dice"),
        ("turns.0.rolls.0.dice.4", 7, "turns[0].rolls[0].dice[4]: expected a number from 1 to 6"),
        ("turns.0.rolls.0.dice.4", 1.5, "turns[0].rolls[0].dice[4]: expected a whole number"),
        ("turns.0.rolls.1.rolled", ..., "turns[0].rolls[1]: expected either 'rolled' or 'kept'"),
        ("turns.0.rolls.1.kept", [5, 4, 2], "turns[0].rolls[1]: expected either 'rolled' or 'kept'"),
        ("turns.0.rolls.1.rolled", [1, 1], "turns[0].rolls[1].rolled: expected each position once"),
        ("turns.0.rolls.1.rolled", [0], "turns[0].rolls[1].rolled[0]: expected a number from 1 to 5"),
        ("turns.0.score", "chance", "turns[0].score: expected one of ones/1, twos/1"),
        ("turns.0.points", "18", "turns[0].points: expected a whole number"),
        ("totals", 5, "totals: expected an array"),
    ],
)
def test_what_a_false_record_says(path: str, value: object, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        parse_json_record(changed(path, value))
    assert str(failure.value).startswith(message)


@each("text", ["", "{", "[" * 100_000, "7", "null", "[]", '"x"', "NaN", "9" * 5000])
def test_what_is_no_object_says_so(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_json_record(text)


@each(
    ("path", "value", "turn", "player", "reason"),
    [
        ("turns.1.rolls.1.kept", [6, 6, 6], 1, 2, "6 6 6 can't have been kept with 6 1 6 2 3 on the table"),
        ("turns.1.rolls.1.dice", [1, 4, 3, 5, 6], 1, 2, "6 6 can't have been kept with 1 4 3 5 6 on the table"),
        ("turns.0.rolls.1.dice", [6, 4, 4, 2, 1], 1, 1, "dice that were kept changed"),
        ("turns.0.rolls.1.rolled", [], 1, 1, "a roll takes at least 1 of the dice in quintzee"),
        ("turns.0.points", 19, 1, 1, "score 18, not 19 as recorded"),
        ("turns.0.yahtzee_bonus", 100, 1, 1, "bring a bonus of 0, not 100 as recorded"),
        ("turns.0.score", "bonus/1", 1, 1, "bonus/1: only an extra Yahtzee"),
        ("turns.1.player", 1, 2, 1, "it comes where turn 1 of player 2 is due"),
        ("turns.2.player", 2, 2, 2, "it comes where turn 2 of player 1 is due"),
        ("totals", [18, 12], 2, 1, "totals follow it, but it doesn't end the game"),
    ],
)
def test_first_illegal_action(path: str, value: object, turn: int, player: int, reason: str) -> None:
    with pytest.raises(IllegalTurn) as failure:
        list(parse_json_record(changed(path, value)).states())
    assert (failure.value.turn + 1, failure.value.seat + 1) == (turn, player)
    assert reason in failure.value.reason


def test_what_is_illegal_first_comes_before_dice_kept_that_are_not_there() -> None:
    game = json.loads(changed("turns.1.rolls.2", {"kept": [2], "dice": [1, 2, 3, 4, 5]}))
    with pytest.raises(IllegalTurn, match="turn 1 of player 2: 2 can't have been kept"):
        parse_json_record(json.dumps(game))
    game["turns"][0]["points"] = 19
    with pytest.raises(IllegalTurn, match="score 18, not 19"):
        parse_json_record(json.dumps(game))
