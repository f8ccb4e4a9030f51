"""The man page for authors of bots, compared with what referees and bots really say."""

import json
import re
from pathlib import Path

import pytest

from h89yahtzee.arena import bot
from h89yahtzee.arena.bot import Bot, Card, Row
from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import BYE, MEBIBYTE, Limits, TurnMessages, check_answer, hello
from h89yahtzee.arena.sandbox.bot_process import environment
from h89yahtzee.arena.sandbox.usage import FILES, MAPPINGS, THREADS
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.game.rules import BONUSES, H89, OFFICIAL, RULE_SETS, YACHT, YACHT_DICE, YATZY
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.notation.positions import parse_position
from tests.arena.outcomes import result_of

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "docs" / "h89yahtzee-bot.7"
PAGE = FILE.read_text("utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n.Sh {title}\n")[2].partition("\n.Sh ")[0]


def literal(title: str) -> str:
    return section(title).partition(".Bd -literal -offset indent\n")[2].partition("\n.Ed")[0]


def dialogue() -> tuple[list[dict[str, object]], list[bytes]]:
    """Return the messages of the referee and those of the bot in the man page's sample dialogue."""
    lines = [" ".join(line.split("\n")) for line in re.split(r"\n(?=[<>] )", literal("OTHER BOTS"))]
    told = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    return told, [line[2:].encode() for line in lines if line.startswith("< ")]


CARD = "sixes=18 fours=12 yahtzee=50 chance=22 bonus=100"
END = "ones=2 twos=6 threes=9 fives=20 three-of-a-kind=24 four-of-a-kind=17 full-house=25 small-straight=30"


def seen(position: str, opponent: int) -> GameState:
    """Return a position as it is in a game against an opponent who has `opponent` points."""
    state = parse_position(f"rules official {position} dice 11111 rolls 0").state()
    upper, rest = min(opponent, 30), max(0, opponent - 30)
    other = Scorecard(OFFICIAL, ((None,) * 5 + (upper,) + (None,) * 6 + (rest,),))
    return GameState(OFFICIAL, (state.cards[0], other), 0, 5, state.dice, 0)


def test_sample_is_what_a_referee_says() -> None:
    told, _ = dialogue()
    turns = TurnMessages(OFFICIAL)
    state = seen(CARD, 230)
    begun = hello(OFFICIAL, 2, 2886794313, Limits())
    first = turns.write(GameState(OFFICIAL, state.cards, 0, 5, (6, 6, 6, 6, 2), 1))
    second = turns.write(GameState(OFFICIAL, state.cards, 0, 5, (6, 6, 6, 6, 6), 0))
    full = seen(f"{END} {CARD} bonus=200".replace("bonus=100 ", ""), 251)
    card = full.cards[0].with_score(Box(OFFICIAL.row("large-straight")), 40)
    over = turns.write_end(GameState(OFFICIAL, (card, full.cards[1]), 0, 13, (), 0), 0)
    assert told == [json.loads(line) for line in (begun, first, second, over, BYE)]


def test_sample_answers_are_taken() -> None:
    _, (greeting, keep, score, over) = dialogue()
    check_answer(greeting, "hello")
    check_answer(over, "game over")
    assert TurnMessages(OFFICIAL).read(keep) == Roll((4,))
    assert TurnMessages(OFFICIAL).read(score) == Score(Box(OFFICIAL.row("large-straight")))


@pytest.mark.parametrize("number", [0, 1], ids=["hello", "turn"])
def test_every_member_of_a_message_is_told(number: int) -> None:
    message = dialogue()[0][number]
    listed = section("OTHER BOTS").partition(f"\n.It Cm {message['message']}\n")[2].partition(".El")[0]
    names = [name for row in re.findall(r"^\.It Cm (.*)$", listed, re.MULTILINE) for name in row.split(" , ")]
    assert sorted(names) == sorted(message.keys() - {"message"})


def test_bot_of_the_sample_plays(tmp_path: Path) -> None:
    (tmp_path / "cautious.py").write_text(literal("BOTS IN PYTHON"))
    with BotPool([parse_entrant(str(tmp_path / "cautious.py"))], Limits(move_time=20.0)) as pool:
        assert result_of(pool).totals[0] > 50


def test_what_a_bot_in_python_has_is_told() -> None:
    told = section("BOTS IN PYTHON")
    attributes = {name for name in (*vars(Bot), *Bot.__annotations__) if not name.startswith("_")}
    for name in attributes - {"begin", "see"}:
        assert re.search(rf"\b{name}\b", told), name
    for name in vars(Card):
        assert name.startswith("_") or f"{name}(" in told, name
    for name in ("is_upper", "is_lower", "matches", "score", "matching"):
        assert name in vars(Row)
        assert f"ategory.{name}" in told, name
    for family in (bot.Category, bot.YachtCategory, bot.YachtDiceCategory, bot.YatzyCategory):
        assert family.__name__ in told


def test_rules_and_their_boxes_are_told() -> None:
    told = section("THE GAME")
    for name in (*RULE_SETS, *BONUSES):
        assert re.search(rf"\.(It )?Cm (.* , )?{name}( ,|$)", told, re.MULTILINE), name
    for rules in (H89, YACHT, YACHT_DICE, YATZY):
        text = told if rules is H89 else told.partition(f".It Cm {rules.name}\n")[2].partition("\n.It")[0]
        for category in rules.categories[6:]:
            assert category.name in text, category.name


def test_limits_are_told() -> None:
    limits, told = Limits(), " ".join(section("LIMITS").split())
    assert f"at most {limits.start_time:g} seconds, each other one {limits.move_time:g} second," in told
    assert f"a game {limits.game_time:g} seconds together" in told
    assert f"at most {limits.line} bytes" in told
    assert f"{limits.memory // MEBIBYTE} MiB of memory for its data, {THREADS} threads" in told
    assert f"{limits.files // MEBIBYTE} MiB in {FILES} files" in told
    assert f"{MAPPINGS} mappings" in told
    assert f"{limits.log // MEBIBYTE} MiB is kept" in told
    names = re.findall(r"[A-Z]{4,}", " ".join(re.findall(r"^\.Ev (.*)$", told.replace(" .", "\n."), re.MULTILINE)))
    assert {*names} == environment(str(ROOT)).keys()


def test_files_are_there() -> None:
    named = re.findall(r"^\.It Pa (.*)$", section("FILES"), re.MULTILINE)
    assert sorted(named) == sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "h89yahtzee" / "arena" / "examples").iterdir()
        if path.is_file()
    )
