"""The referee's verdict on single moves: positions worked out by hand from the rules, none by the code.

Each text line of a table of cases has the position, the bot's answer and the outcome: the box with its points and
the bonus on top, the dice after a roll, or the rule that was broken. `keep` and `score` stand for the messages of
the protocol; any other answer is sent as it stands. Boxes that a position doesn't name are open.
"""

import json
import re
from contextlib import suppress
from typing import TypedDict

import pytest

from h89yahtzee.arena.protocol import BotContestant, Limits, TurnMessages
from h89yahtzee.arena.referee import Breach, Foul, GameResult, RefereedGame, play
from h89yahtzee.arena.tournament.bot_pool import StrategyContestant
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.greedy import Greedy
from tests.naming import each

UPPER_FIRST = "an extra Yahtzee must be posted in the upper row of its face while that is open"
LOWER_FIRST = "an extra Yahtzee must be posted in a lower row while one is open"
NOT_OPEN = "it is not an open box"
BONUS_ROW = "an extra Yahtzee must be posted in the bonus row"
AT_LEAST_ONE = "a roll takes at least 1 of the dice in quintzee"
NO_EXTRA = "only an extra Yahtzee may be posted in the bonus row, and not by all rules"

LOWER_FILLED = (
    "three-of-a-kind=0 four-of-a-kind=0 full-house=0 small-straight=0 large-straight=0 chance=10"  # Yahtzee aside
)
UPPER_FILLED = "ones=1 twos=2 threes=3 fours=4 fives=5"

ORDINARY = f"""
rules official dice 12345 rolls 2 | score large-straight | large-straight=40
rules official dice 12345 rolls 2 | score small-straight | small-straight=30
rules official dice 12346 rolls 1 | score small-straight | small-straight=30
rules official dice 12346 rolls 1 | score large-straight | large-straight=0
rules official dice 22333 rolls 0 | score full-house | full-house=25
rules official dice 22233 rolls 0 | score three-of-a-kind | three-of-a-kind=12
rules official dice 22233 rolls 0 | score four-of-a-kind | four-of-a-kind=0
rules official dice 66665 rolls 0 | score four-of-a-kind | four-of-a-kind=29
rules official dice 66665 rolls 0 | score sixes | sixes=24
rules official dice 66665 rolls 0 | score ones | ones=0
rules official dice 66665 rolls 0 | score yahtzee | yahtzee=0
rules official dice 66665 rolls 0 | score chance | chance=29
rules official chance=20 dice 66665 rolls 0 | score chance | chance: {NOT_OPEN}
rules official sixes=0 dice 66665 rolls 0 | score sixes | sixes: {NOT_OPEN}
rules official dice 66665 rolls 0 | keep 0 1 2 3 | no rolls are left in this turn
rules official dice 66665 rolls 0 | keep | no rolls are left in this turn
rules yacht dice 33333 rolls 0 | score full-house | full-house=15
rules yacht dice 33333 rolls 0 | score yacht | yacht=50
rules yatzy dice 33332 rolls 0 | score two-pairs | two-pairs=0
rules yatzy dice 33332 rolls 0 | score one-pair | one-pair=6
"""

JOKERS = f"""
rules official dice 66666 rolls 0 | score yahtzee | yahtzee=50
rules official dice 66666 rolls 0 | score chance | chance=30
rules official dice 66666 rolls 0 | score full-house | full-house=0
rules official yahtzee=50 dice 66666 rolls 2 | score sixes | sixes=30+100
rules official yahtzee=50 dice 66666 rolls 0 | score chance | chance: {UPPER_FIRST}
rules official yahtzee=50 dice 66666 rolls 0 | score full-house | full-house: {UPPER_FIRST}
rules official yahtzee=50 dice 66666 rolls 0 | score ones | ones: {UPPER_FIRST}
rules official yahtzee=50 dice 66666 rolls 0 | score yahtzee | yahtzee: {NOT_OPEN}
rules official yahtzee=50 sixes=18 dice 66666 rolls 1 | score full-house | full-house=25+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score small-straight | small-straight=30+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score large-straight | large-straight=40+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score three-of-a-kind | three-of-a-kind=30+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score four-of-a-kind | four-of-a-kind=30+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score chance | chance=30+100
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score fives | fives: {LOWER_FIRST}
rules official yahtzee=50 sixes=18 dice 66666 rolls 0 | score sixes | sixes: {NOT_OPEN}
rules official yahtzee=50 sixes=18 bonus=100 dice 66666 rolls 0 | score chance | chance=30+100
rules official yahtzee=50 sixes=18 {LOWER_FILLED} dice 66666 rolls 0 | score ones | ones=0+100
rules official yahtzee=50 sixes=18 {LOWER_FILLED} dice 66666 rolls 0 | score chance | chance: {NOT_OPEN}
rules official yahtzee=50 {LOWER_FILLED} dice 11111 rolls 0 | score ones | ones=5+100
rules official yahtzee=50 {LOWER_FILLED} dice 11111 rolls 0 | score sixes | sixes: {UPPER_FIRST}
rules official yahtzee=0 dice 66666 rolls 0 | score sixes | sixes=30
rules official yahtzee=0 dice 66666 rolls 0 | score chance | chance: {UPPER_FIRST}
rules official yahtzee=0 sixes=18 dice 66666 rolls 0 | score full-house | full-house=25
rules official yahtzee=0 sixes=18 dice 66666 rolls 0 | score large-straight | large-straight=40
rules official yahtzee=0 sixes=18 dice 66666 rolls 0 | score ones | ones: {LOWER_FIRST}
rules official yahtzee=0 sixes=18 {LOWER_FILLED} dice 66666 rolls 0 | score ones | ones=0
rules official yahtzee=0 sixes=18 {UPPER_FILLED} dice 66666 rolls 0 | score small-straight | small-straight=30
rules official yahtzee=50 sixes=18 dice 66665 rolls 0 | score full-house | full-house=0
rules official yahtzee=50 dice 66666 rolls 1 | keep 0 1 2 3 4 | 66666 rolls 0
rules h89 yahtzee=50 dice 66666 rolls 0 | score chance | chance=30
rules h89 yahtzee=50 dice 66666 rolls 0 | score full-house | full-house=0
rules free-choice yahtzee=50 dice 66666 rolls 0 | score chance | chance=30+100
rules free-choice yahtzee=50 dice 66666 rolls 0 | score full-house | full-house=0+100
rules free-choice yahtzee=50 dice 66666 rolls 0 | score ones | ones=0+100
rules free-choice yahtzee=50 sixes=18 dice 66666 rolls 0 | score full-house | full-house=25+100
rules free-choice yahtzee=0 sixes=18 dice 66666 rolls 0 | score large-straight | large-straight=40
rules quiz yahtzee=0 sixes=18 dice 66666 rolls 0 | score full-house | full-house=0
rules quiz yahtzee=0 dice 66666 rolls 0 | score chance | chance=30
rules quiz yahtzee=50 dice 66666 rolls 0 | score chance | chance: {UPPER_FIRST}
rules quiz yahtzee=50 sixes=18 dice 66666 rolls 0 | score full-house | full-house=25+100
"""

COLUMNS = f"""
rules triple yahtzee/1=50 yahtzee/2=50 yahtzee/3=50 dice 44444 rolls 0 | score fours/3 | fours/3=20+100
rules triple yahtzee/1=50 yahtzee/2=50 yahtzee/3=50 dice 44444 rolls 0 | score chance/3 | chance/3: {UPPER_FIRST}
rules triple yahtzee/1=50 yahtzee/2=50 dice 44444 rolls 0 | score chance/3 | chance/3=20
rules triple yahtzee/1=50 yahtzee/2=50 yahtzee/3=0 dice 44444 rolls 0 | score full-house/1 | full-house/1=0
rules triple yahtzee/1=50 dice 44444 rolls 0 | score yahtzee/1 | yahtzee/1: {NOT_OPEN}
rules triple yahtzee/1=50 dice 44444 rolls 0 | score yahtzee/2 | yahtzee/2=50
rules quintzee columns 1 bonus joker dice 12345 rolls 2 | keep 0 1 2 3 4 | {AT_LEAST_ONE}
rules quintzee columns 1 bonus normal yahtzee=50 sixes=18 dice 66666 rolls 0 | score full-house | full-house=0+100
rules quintzee columns 1 bonus normal yahtzee=50 dice 66666 rolls 0 | score bonus | bonus: {NO_EXTRA}
rules quintzee columns 1 bonus extra-turn yahtzee=50 dice 66666 rolls 0 | score bonus | bonus=100
rules quintzee columns 1 bonus extra-turn yahtzee=50 dice 66666 rolls 0 | score sixes | sixes: {BONUS_ROW}
rules quintzee columns 1 bonus extra-turn yahtzee=0 dice 66666 rolls 0 | score sixes | sixes=30
rules quintzee columns 2 bonus extra-turn yahtzee/1=50 yahtzee/2=50 dice 66666 rolls 2 | score bonus/2 | bonus/2=100
rules quintzee columns 2 bonus extra-turn yahtzee/1=50 dice 66666 rolls 2 | score bonus/2 | bonus/2: {NO_EXTRA}
"""

NO_OBJECT = "a line is an object in JSON"
KEEP = '"message": "keep", "indices"'
SCORE = '"message": "score", "category"'
PLACES = "indices are different numbers from 0 to 4"
NUMBERS = "indices is a list of whole numbers"
OF_THE_BOXES = "the category of a score is one of the boxes"

NO_MOVES = f"""
keep 0 0 | {PLACES}
keep 5 | {PLACES}
keep -1 | {PLACES}
keep 0 1 2 3 4 5 | {PLACES}
{{{KEEP}: [100000000000000000000000000000]}} | {PLACES}
{{{KEEP}: [1.0]}} | {NUMBERS}
{{{KEEP}: [true]}} | {NUMBERS}
{{{KEEP}: ["1"]}} | {NUMBERS}
{{{KEEP}: [[1]]}} | {NUMBERS}
{{{KEEP}: [null]}} | {NUMBERS}
{{{KEEP}: {{"0": 1}}}} | {NUMBERS}
{{{KEEP}: "12"}} | {NUMBERS}
{{{KEEP}: 3}} | {NUMBERS}
{{{KEEP}: [1e400]}} | {NUMBERS}
{{{KEEP}: [NaN]}} | {NO_OBJECT}
{{{KEEP}: [0], "dice": [6, 6, 6, 6, 6]}} | the message keep has indices and no other member
{{{SCORE}: "chance", "points": 300}} | the message score has category and no other member
{{{KEEP}: [0], "indices": [1]}} | {NO_OBJECT}
{{"message": "keep"}} | the message keep has indices and no other member
{{"message": "keep", "category": "chance"}} | the message keep has indices and no other member
score Chance | {OF_THE_BOXES}
score chance/1 | {OF_THE_BOXES}
score | {OF_THE_BOXES}
{{{SCORE}: 12}} | {OF_THE_BOXES}
{{{SCORE}: ["chance"]}} | {OF_THE_BOXES}
{{{SCORE}: null}} | {OF_THE_BOXES}
{{"message": "turn", "dice": [6, 6, 6, 6, 6]}} | a turn is answered with the message keep or score
{{"message": "game over"}} | a turn is answered with the message keep or score
{{"message": ["keep"]}} | a turn is answered with the message keep or score
{{"keep": [1]}} | a turn is answered with the message keep or score
{{}} | a turn is answered with the message keep or score
[] | {NO_OBJECT}
"keep" | {NO_OBJECT}
17 | {NO_OBJECT}
null | {NO_OBJECT}
{{"message": "keep", | {NO_OBJECT}
{{{KEEP}: [0]}} {{}} | {NO_OBJECT}
roll the dice! | {NO_OBJECT}
"""


class Enough(Exception):
    """Ends a game of which no more moves are needed."""


class Told(TypedDict):
    """The members of the referee's messages that the tests look at."""

    message: str
    dice: list[int]
    stage: int
    card: dict[str, int | None]
    yahtzee_bonuses: list[int]


class Script:
    """A bot that answers its first turn with a given text line; the last message that it was sent is kept."""

    def __init__(self, line: bytes) -> None:
        self._line = line
        self._answered = False
        self.told: Told = {"message": "", "dice": [], "stage": 0, "card": {}, "yahtzee_bonuses": []}
        self.hung_up = False

    @property
    def card(self) -> dict[str, int | None]:
        return self.told["card"]

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        assert message.endswith(b"}\n")
        assert seconds <= Limits().start_time
        assert f"{seconds:g} s" in rule
        self.told = json.loads(message)
        if self.told["message"] == "hello":
            return b'{"message": "hello"}', 0.0
        if self._answered:
            raise Enough
        self._answered = True
        return self._line, 0.25

    @property
    def is_running(self) -> bool:
        return False

    def hang_up(self) -> None:
        self.hung_up = True


def message(move: str) -> bytes:
    """Return the text line that a bot sends for a move of the tables of cases."""
    word, _, rest = move.partition(" ")
    if word == "keep":
        return json.dumps({"message": "keep", "indices": [*map(int, rest.split())]}).encode()
    if word == "score":
        return json.dumps({"message": "score", "category": rest}).encode()
    return move.encode()


def judged(position: str, line: bytes) -> tuple[Script, str | None]:
    """Return the bot after it answered with `line`, and the rule that it broke, None if it broke none."""
    script, breaches = Script(line), list[Breach]()
    state = parse_position(position).state()
    bot = BotContestant(script, state.rules, 1, 7, Limits())
    with suppress(Enough):
        for breach in RefereedGame(state, [bot], Dealer(1).deal).breaches():
            breaches.append(breach)
    for breach in breaches:
        assert parse_position(breach.position) == parse_position(position)
        assert (breach.seat, breach.move) == (0, line.decode())
    return script, breaches[0].rule if breaches else None


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(map(str.strip, line.split(" | "))) for line in table.strip().splitlines()]


WORKED = rows(ORDINARY + JOKERS.lstrip() + COLUMNS.lstrip())


@pytest.mark.parametrize("table", [ORDINARY, JOKERS, COLUMNS], ids=["ordinary", "jokers", "columns"])
def test_verdicts_on_moves(table: str) -> None:
    for position, move, verdict in rows(table):
        assert is_verdict(verdict, position, move), f"{position} | {move} | {verdict}"


def is_verdict(verdict: str, position: str, move: str) -> bool:
    script, rule = judged(position, message(move))
    before = parse_position(position)
    if scored := re.fullmatch(r"(\S+)=(\d+)(?:\+(\d+))?", verdict):
        name, points, bonus = scored[1], int(scored[2]), int(scored[3] or 0)
        column = int(name.partition("/")[2] or 1) - 1
        if name.startswith("bonus"):
            points, bonus = 0, points
        stands = name.startswith("bonus") or script.card[name] == points
        brought = before.card.yahtzee_bonuses[column] + bonus
        return rule is None and stands and script.told["yahtzee_bonuses"][column] == brought
    if rolled := re.fullmatch(r"(\d{5}) rolls (\d)", verdict):
        told = (script.told["dice"], script.told["stage"])
        return rule is None and told == ([*map(int, rolled[1])], 2 - int(rolled[2]))
    return rule == verdict


def test_what_is_no_move() -> None:
    for move, rule in rows(NO_MOVES):
        script, broken = judged("rules official dice 12345 rolls 2", message(move))
        assert (broken, script.hung_up) == (rule, True), move


@each(
    ("line", "shown", "rule"),
    [
        (b"\xff\xfe{}", r"\xff\xfe{}", "a line is UTF-8"),
        (b"[" * 4000, "[" * 200 + "...", NO_OBJECT),
        (b"{" + KEEP.encode() + b": [" + b"9" * 4000 + b"]}", None, PLACES),
        (b"\x1b[2J\x07\r", r"\x1b[2J\x07\r", NO_OBJECT),
        ("{}\u202e".encode(), r"{}\u202e", NO_OBJECT),
        ('{"message": "score", "category": "ch\u00e4nce"}'.encode(), None, OF_THE_BOXES),
        (b"", "", NO_OBJECT),
    ],
)
def test_bytes_that_are_no_move_are_shown_as_characters(line: bytes, shown: str | None, rule: str) -> None:
    turns = TurnMessages(OFFICIAL)
    with pytest.raises(Foul) as foul:
        turns.read(line)
    assert foul.value.rule == rule
    assert foul.value.move.isprintable()
    assert shown is None or foul.value.move == shown


@pytest.mark.parametrize("move", ["score sixes", "hello"])
def test_lenient_referee_writes_0_in_the_first_open_box(move: str) -> None:
    script, rule = judged("rules official ones=3 sixes=0 yahtzee=50 dice 66666 rolls 2", message(move))
    assert rule is not None
    assert {name: score for name, score in script.card.items() if score is not None} == {
        "ones": 3,
        "twos": 0,
        "sixes": 0,
        "yahtzee": 50,
    }
    assert script.told["stage"] == 0


def test_referee_that_is_not_lenient_ends_the_game() -> None:
    bot = BotContestant(Script(b"?"), OFFICIAL, 1, 7, Limits())
    dealer = Dealer(1)
    dice = "".join(map(str, dealer.deal(0, 0, 0, 5)))
    assert play(OFFICIAL, [bot], dealer.deal) == Breach(0, f"rules official dice {dice} rolls 2", "?", NO_OBJECT)


class Onlooker(StrategyContestant):
    """A player of the strategy `greedy` that notes the totals shown to it at its first decision of each turn."""

    def __init__(self) -> None:
        super().__init__(Greedy())
        self.shown: dict[int, tuple[int, ...]] = {}

    def move(self, state: GameState) -> Action:
        self.shown.setdefault(state.turn, state.totals())
        return super().move(state)


@pytest.mark.parametrize("duplicate", [True, False])
def test_with_the_same_dice_all_are_shown_what_stood_after_the_last_full_round(duplicate: bool) -> None:
    """A player's own total, as shown to it at the beginning of its turn, is up to date in any case."""
    players = [Onlooker() for _ in range(3)]
    result = play(OFFICIAL, players, Dealer(5, duplicate).deal, duplicate=duplicate)
    assert isinstance(result, GameResult)
    rounds = [tuple(player.shown[turn][seat] for seat, player in enumerate(players)) for turn in range(13)]
    for player in players[1:]:
        assert ([player.shown[turn] for turn in range(13)] == rounds) == duplicate
    assert [players[0].shown[turn] for turn in range(13)] == rounds


def test_there_are_enough_positions() -> None:
    assert len(rows(JOKERS)) >= 40
    assert len({row[:2] for row in WORKED}) == len(WORKED)


def sixes(*which: int) -> Dice:
    """Deal sixes only, as many dice as the last argument says; the others are the seat, the turn and the roll."""
    return (6,) * which[-1]


LOWER = 30 + 30 + 25 + 30 + 40 + 30
"""Points in the lower rows but Yahtzee: three and four of a kind, full house, both straights, chance."""


@pytest.mark.parametrize(
    ("rules", "totals", "yahtzees", "extra_yahtzees"),
    [
        (OFFICIAL, 50 + 30 + LOWER + 12 * 100, 1, 12),
        (H89, 50 + 30 + 30 + 30 + 30, 1, 0),
        (YACHT, 50 + 30 + 30 + 30 + 24, 1, 0),
    ],
    ids=lambda it: it.name if isinstance(it, RuleSet) else None,
)
def test_figures_of_a_game(rules: RuleSet, totals: int, yahtzees: int, extra_yahtzees: int) -> None:
    result = play(rules, [StrategyContestant(Greedy())], sixes)
    assert isinstance(result, GameResult)
    assert (result.yahtzees, result.extra_yahtzees) == ((yahtzees,), (extra_yahtzees,))
    assert (result.totals, result.upper_bonuses, result.penalties) == ((totals,), (0,), (0,))
