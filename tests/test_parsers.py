"""Every parser, given any text, soon either reads it or says in a sentence what was expected."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.h19.dump import RowError, dump_lines, key_lines
from h89yahtzee.apps.options.option_parser import SettingsError, parsed_toml, settings_in
from h89yahtzee.apps.recorded_games import answers
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.protocol import TurnMessages
from h89yahtzee.arena.referee import Breach, Foul, GameResult
from h89yahtzee.arena.tournament.plan import Plan, format_outcome, format_plan, parse_outcome, parse_plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import OFFICIAL, rule_set
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.host.register import parse_table
from h89yahtzee.notation.json_node import LONGEST
from h89yahtzee.notation.positions import parse_position, parse_request
from h89yahtzee.notation.record_json import parse_json_record
from h89yahtzee.notation.record_text import format_record, parse_columns, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.table.choices import parse_choices
from h89yahtzee.table.match import Match
from tests.parameters import few_fast
from tests.store.games import post

HEAD = (
    "h89yahtzee-record 1\nrules official\nseed 1\ndealing own\nknobs ha=0 hb=0\nplayer human me\nplayer human you\n"
)


def played(rules: str, columns: int | None, turns: int) -> str:
    setup = Setup((Player("me"), Player("you", "optimal")), 3, rule_set(rules, columns, None))
    match = Match(setup)
    post(match, turns)
    return format_record(match.record)


RECORDS = [
    HEAD + "turn 1 1 11234 roll 345 11123 score ones 3\nturn 1 2 66666 score yahtzee 50\nturn 2 1 12345\n",
    played("h89", None, 26),
    played("quintzee", 2, 5),
    played("triple", None, 4),
]
_ROLLS = [{"dice": [4, 5, 4, 2, 3]}, {"rolled": [5, 1], "dice": [6, 5, 4, 2, 1]}]
_KEPT = [{"dice": [6, 1, 6, 2, 3]}, {"kept": [6, 6], "dice": [1, 4, 6, 5, 6]}]
_TURNS = [{"player": 1, "rolls": _ROLLS, "score": "chance/2", "points": 18}, {"player": 2, "rolls": _KEPT}]
_TURN = {"rolls": [{"dice": [1, 1, 2, 3, 4]}], "score": "ones", "points": 2, "yahtzee_bonus": 0}
JSON_RECORDS = [
    json.dumps({"rules": "quintzee", "columns": 2, "bonus": "joker", "players": ["me", "you"], "turns": _TURNS}),
    json.dumps({"rules": "h89", "players": ["me"], "turns": [_TURN]}),
]
REQUESTS = [
    json.dumps({"rules": "h89", "dice": [4, 5, 4, 2, 3], "rolls_left": 2, "scores": [[None, 8] + [None] * 11]}),
    json.dumps(
        {"rules": "quintzee", "columns": 1, "bonus": "joker", "dice": [1] * 5, "rolls_left": 0}
        | {"scores": [[None] * 13], "extra_yahtzees": [0], "strategy": "optimal", "ha": 0}
        | {"opponents": [{"scores": [[None] * 13]}]}
    ),
]
HOSTED = {
    "choices": {"players": [["me", "human"]], "rules": "h89", "duplicate": False, "pace": 1000, "turn_time": 45},
    "setup": HEAD.rstrip("\n"),
    "owners": ["me", None],
}
CHOICES = {"players": [["You", "human"], ["H89", "classic"]], "rules": "h89", "duplicate": False, "pace": 1000}
RESULT = GameResult((200, 190), (1, 0), (0, 1), (0, 0), (0.1, 0.2), penalties=(0, 0))
PLAN = Plan(parse_entrants(["classic:ha=5,hb=-3", "a=./b c"]), Pairing(2, Pool.ALL, 10, 1), "official")
MESSAGES = TurnMessages(OFFICIAL)


@dataclass(frozen=True, slots=True)
class Parser:
    """A function, `parse`, that raises only `errors` if a text isn't valid, and `samples` of valid texts."""

    parse: Callable[[str], object]
    errors: type[BaseException] | tuple[type[BaseException], ...]
    samples: Sequence[str]


def referee(text: str) -> None:
    for answer in answers(text.splitlines(keepends=True)):
        assert isinstance(json.loads(answer), dict)


PARSERS = {
    "records": Parser(
        lambda text: [[*record.states()] for record in parse_records(text)], (NotationError, IllegalAction), RECORDS
    ),
    "records in JSON": Parser(
        lambda text: [*parse_json_record(text).states()], (NotationError, IllegalAction), JSON_RECORDS
    ),
    "the referee": Parser(referee, (), [*RECORDS, *JSON_RECORDS]),
    "positions": Parser(
        parse_position,
        NotationError,
        [
            "rules official sixes=18 yahtzee=50 bonus=100 dice 66652 rolls 2",
            "rules quintzee columns 2 bonus joker chance/1=22",
        ],
    ),
    "positions in JSON": Parser(parse_request, NotationError, REQUESTS),
    "columns": Parser(lambda text: parse_columns(text, 2), NotationError, ["100 200\n3 400", "1\n2"]),
    "choices": Parser(parse_choices, NotationError, [json.dumps(CHOICES)]),
    "hosted tables": Parser(lambda text: parse_table(1, text), NotationError, [json.dumps(HOSTED)]),
    "settings": Parser(
        lambda text: settings_in(parsed_toml(text), Options),
        SettingsError,
        [
            'mode = "opponent"\nthink-time = 1000\n# x\nauto-roll = true\nrules = "quintzee"\ncolumns = 3\n',
            "baud = 9600",
        ],
    ),
    "screens": Parser(
        lambda text: [*dump_lines([text[:2000]], 0, 0)], RowError, ['{"sw402": 12, "input": "1b5961620d0a41"}']
    ),
    "keys": Parser(
        lambda text: [*key_lines([text])],
        RowError,
        ['{"key": "KP5/HOME", "mode": "heath", "shift": 1, "ctrl": 0, "keypad": "alternate", "insert": 0}'],
    ),
    "a bot's lines": Parser(
        lambda text: MESSAGES.read(text.encode("utf-8", "surrogateescape")),
        Foul,
        ['{"message": "keep", "indices": [0, 3]}', '{"message": "score", "category": "chance"}'],
    ),
    "outcomes": Parser(
        lambda text: parse_outcome(text, (0, 1)),
        ValueError,
        [format_outcome(RESULT, (0, 1)), format_outcome(Breach(1, "position", "move", "rule"), (0, 1))],
    ),
    "plans": Parser(parse_plan, ValueError, [format_plan(PLAN)]),
    "command lines": Parser(
        lambda text: parse_options(text.split(" ")),
        (UsageError, SystemExit),
        ["me =king:optimal -r42 -d1 --rules quintzee --columns 2", "--line /dev/ttyS0 --baud 9600 --coach warn me"],
    ),
}

PIECES = [
    *("[", "]", "{", "}", '"', ",", ":", "\\", " ", "\n", "\r", "\t", "-", "+", ".", "e", "=", "/", "#", "'"),
    *("[" * 3000, '{"a":' * 3000, "[" * 40 + "]" * 40, "9" * 5000, "a" * 70, "é", "日", "٣", "²"),
    *("-1", "0", "1e999", "-1e-999", "1.5", "NaN", "Infinity", "null", "true", "false", "\\u0000", "\\ud800"),
    *("\x00", "\x1b[2J", "\x7f", "\x9b", "\u202e", "\udcff"),
    *("18446744073709551616", "99999999999999999999", "turn 1 1 11111", "h89yahtzee-record 1"),
]


def mutated(samples: Sequence[str], numbers: random.Random) -> str:
    """A sample with up to four changes: pieces taken out, put in, doubled, changed, or from another sample."""
    text = numbers.choice(samples)
    for _ in range(numbers.randint(1, 4)):
        start = numbers.randint(0, len(text))
        end = min(len(text), start + numbers.choice([0, 1, 1, 3, 10, 100]))
        other = numbers.choice(samples)
        cut = numbers.randint(0, len(other))
        piece = numbers.choice(
            [
                "",
                numbers.choice(PIECES),
                chr(numbers.randrange(0x80)),
                text[start:end] * 2,
                other[cut : cut + numbers.choice([1, 5, 50])],
                str(numbers.randint(-10, 70)),
            ]
        )
        text = text[:start] + piece + text[end:]
    return text


def check(parser: Parser, text: str) -> None:
    try:
        parser.parse(text)
    except parser.errors:
        return
    except BaseException as error:
        error.add_note(f"the text: {text!r:.2000}")
        raise


def check_mutated(name: str, number: int) -> None:
    parser, numbers = PARSERS[name], random.Random(name)
    for sample in parser.samples:
        parser.parse(sample)
    for _ in range(number):
        check(parser, mutated(parser.samples, numbers))


@pytest.mark.parametrize("name", PARSERS)
def test_changed_samples(name: str) -> None:
    check_mutated(name, 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARSERS)
def test_thirty_thousand_changed_samples(name: str) -> None:
    check_mutated(name, 30_000)


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(PIECES),
    lambda values: st.lists(values, max_size=5) | st.dictionaries(st.text(max_size=3), values, max_size=3),
    max_leaves=8,
)
WORDS = [
    *("rules", "columns", "bonus", "players", "turns", "player", "rolls", "dice", "kept", "rolled", "score"),
    *("totals", "scores", "rolls_left", "opponents", "strategy", "message", "indices", "category", "key", "mode"),
    *("input", "entrants", "pairing"),
]


@given(text=st.text() | ANY.map(json.dumps) | st.dictionaries(st.sampled_from(WORDS), ANY).map(json.dumps))
def test_anything(text: str) -> None:
    for parser in PARSERS.values():
        check(parser, text)


LONG = 2_000_000
LONG_TEXTS = {
    "totals": HEAD + "turn 1 1 12345 score ones 1\ntotal" + " 1" * (LONG // 2),
    "a word": HEAD + "turn 1 1 12345 score " + "o" * LONG,
    "a name": HEAD.replace("me", "m " * (LONG // 2)) + "turn 1 1 12345",
    "rules": HEAD.replace("official", "h89" * (LONG // 3)),
}


@pytest.mark.parametrize("name", few_fast(2, reversed(LONG_TEXTS)))
def test_long_records(name: str) -> None:
    """A parser whose time grew with the square of the length took minutes; the check is the tests' time limit."""
    check(PARSERS["records"], LONG_TEXTS[name])


@pytest.mark.parametrize(
    "word", ["o" * LONG, "ones" * (LONG // 4) + "=3", "ones=1 " * (LONG // 7), "ones=" + "1" * LONG]
)
def test_long_positions(word: str) -> None:
    check(PARSERS["positions"], f"rules h89 {word}")


def test_long_json_is_refused() -> None:
    turn = {"rolls": [{"dice": [1, 2, 3, 4, 5]}] + [{"rolled": [1], "dice": [1, 2, 3, 4, 5]}] * 200_000}
    [answer] = answers([json.dumps({"rules": "h89", "players": ["me"], "turns": [turn]}) + "\n"])
    assert json.loads(answer)["error"] == f"the record: expected at most {LONGEST} characters"


@pytest.mark.slow
def test_json_up_to_the_limit_is_judged() -> None:
    turn = {"rolls": [{"dice": [1, 2, 3, 4, 5]}] + [{"rolled": [1], "dice": [1, 2, 3, 4, 5]}] * 20_000}
    [answer] = answers([json.dumps({"rules": "h89", "players": ["me"], "turns": [turn]})])
    assert json.loads(answer)["error"] == "no rolls are left in this turn"
