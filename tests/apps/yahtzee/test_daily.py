"""`--daily`: a game in text mode and one in a window have the same dice, figures and text; which games count; the
list of days."""

from __future__ import annotations

import json
import re
from base64 import b64decode

import pytest

from h89yahtzee.game.day import Day
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.table.daily import BLOCKS, seed_of
from tests.apps.games import Games
from tests.apps.saving.saved_games import check_quiet, posts

TEXT = re.compile(
    r"H89 Yahtzee (\S+), (\S+)\nI made (\d+)( \(practice\))?, par (\d+), perfect (\d+)\n([#+.-]{13})\n(.*)\n"
)


def shared(output: str) -> re.Match[str]:
    found = TEXT.search(output)
    assert found is not None, output
    return found


def test_the_first_game_counts_and_the_next_is_practice(games: Games) -> None:
    words = ("ann", "--daily", "2026-11-22")
    first = games.by_lines(*words, answers=posts() + "n\n")
    check_quiet(first)
    assert "2026-11-22, official. This game counts." in first.output
    counted = shared(first.output)
    assert (counted[1], counted[2], counted[4]) == ("2026-11-22", "official", None)
    assert counted[8] == "yahtzee --daily 2026-11-22 --rules official"
    by_seed = games.by_lines(f"-r{seed_of(Day(2026, 11, 22), OFFICIAL)}", "--rules=official", "--duplicate", "bob")
    dice = re.compile("rolls ([1-6 ]+)")
    assert dice.findall(by_seed.output)[0] == dice.findall(first.output)[0]
    second = games.by_lines(*words, answers=posts() + "n\n")
    assert dice.findall(second.output) == dice.findall(first.output)
    assert f"Practice: the game that counts made {counted[3]}." in second.output
    assert shared(second.output)[4] == " (practice)"
    days = games.by_lines("--scores", "daily")
    check_quiet(days)
    total, par = int(counted[3]), int(counted[5])
    assert days.output.splitlines()[1].split() == ["ann", "official", *"111", str(int(total >= par)), counted[3]]
    assert days.output.splitlines()[-1].split() == ["2026-11-22", counted[3], "par", str(par), f"{total - par:+d}"]
    figures = {"player": "ann", "rules": "official", "in_a_row": 1, "most_in_a_row": 1}
    expected = [{**figures, "days": [{"day": "2026-11-22", "total": total, "par": par}]}]
    assert json.loads(games.by_lines("--scores", "daily", "--json").output) == expected
    spoken = games.by_lines("--scores", "daily", "--accessible").output
    assert spoken.startswith(
        "ann has finished the game of the day by the rules official on 1 day, 1 of them in a row"
    )
    assert spoken.endswith(f"the best total is {total}.\n")


def test_playing_again_has_the_same_dice(games: Games) -> None:
    twice = games.by_lines("--daily", "2026-11-21", answers=posts() + "y\n" + posts() + "n\n").output
    first, second = twice.split("This game counts.")
    dice = re.compile("rolls ([1-6 ]+)")
    assert dice.findall(first) == dice.findall(second)
    assert "Practice: the game that counts made" in second


def test_the_page_is_told_again_by_its_word_and_in_sentences(games: Games) -> None:
    twice = games.by_lines("ann", "--daily", "2026-11-22", answers=posts() + "day\n?\nn\n").output
    assert twice.count("This game counts.") == 2
    assert "day tells the figures of the day again." in " ".join(twice.split())
    found = shared(twice)
    # Commands have numbers: 2 scores, and the number of the row follows.
    answers = "".join(f"2\n{row}\n" for row in range(1, 14)) + "7\n6\n"
    aloud = games.by_lines("--accessible", "bob", "--daily", "2026-11-22", answers=answers).output
    told = f"You made {found[3]}. Par is {found[5]}: best play, which doesn't know the dice to come."
    assert aloud.count(told) == 2
    assert f"Perfect is {found[6]}: " in aloud


def test_an_unfinished_game_of_the_day_is_resumed_with_its_dice(games: Games) -> None:
    words = ("--plain", "--resume", "always", "--daily")
    left = games.by_lines(*words, "2026-11-21", answers=posts(last=3) + "q\ny\n").output
    assert left.endswith("Game of the day: yahtzee --daily 2026-11-21 --rules official\n")
    games.by_lines(*words, "2026-11-20", answers=posts(last=2) + "q\ny\n")
    assert "This game counts." in games.by_lines(*words, "2026-11-20", answers=posts(3) + "n\n").output


@pytest.mark.slow
def test_in_a_window_it_is_the_same_game(games: Games) -> None:
    by_lines = shared(games.by_lines("ann", "--daily", "2026-11-22", answers=posts() + "n\n").output)
    game = games.in_window("--take-back", "off", "--confirm-zero", "off", "ann", "--daily", "2026-11-22")
    for turn in range(13):
        game.wait_for("ann's move: 2 rolls left", f"{turn and ''}")
        game.send(b"d")
    game.wait_for("THE GAME OF THE DAY", by_lines[7], f"perfect {by_lines[6]}", f"par {by_lines[5]}")
    game.send(b"x")
    game.wait_for("t THE DAY")
    game.send(b"t")
    game.wait_for("THE GAME OF THE DAY", f"perfect {by_lines[6]}")
    game.send(b"xn")
    assert game.exit_status() == 0
    copied = re.findall(rb"\x1b]52;c;([A-Za-z0-9+/=]+)\x1b\\", game.screen.received)
    assert len(copied) == 1  # the text is copied only when the player asks for it
    text = b64decode(copied[0]).decode("utf-8")
    for mark, block in BLOCKS.items():
        text = text.replace(block, mark)
    assert shared(text + "\n").groups()[:3] == by_lines.groups()[:3]
    assert shared(text + "\n").groups()[4:7] == by_lines.groups()[4:7]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--daily tomorrow", "--daily: expected a date as 2026-11-22, and names before --daily, not 'tomorrow'"),
        ("--daily 2026-02-30", "--daily: expected a date as 2026-11-22"),
        ("ann bob --daily", "--daily is for one person: expected one name, without =, not ann bob"),
        ("=king --daily", "--daily is for one person"),
        ("--daily --rules triple", "--daily is for one column: expected other rules than triple"),
        ("--daily -r3", "--daily says who plays and the dice: expected it without -r"),
        ("--scores weekly", "--scores: expected daily or skill, not 'weekly'"),
    ],
)
def test_what_is_refused(games: Games, words: str, message: str) -> None:
    result = games.by_lines(*words.split())
    assert result.status == 2
    assert message in result.errors


def test_no_days(games: Games) -> None:
    for words in (["--scores", "daily"], ["--scores", "daily", "--accessible"]):
        assert games.by_lines(*words).output == "No game of the day is finished.\n"
    assert games.by_lines("--scores", "daily", "--json").output == "[]\n"


def test_how_much_was_skill(games: Games) -> None:
    assert games.by_lines("--scores", "skill").output == "No two players have had the same dice.\n"
    for seed in "12":
        games.by_lines(f"-r{seed}", "--rules=official", "--duplicate", "ann", "=king", answers=posts() + "n\n")
    told = games.by_lines("--scores", "skill")
    check_quiet(told)
    # A player who posts every first roll from the top row down loses some 200 points, so that luck matters little.
    found = re.fullmatch(
        "official: ([0-9]+) % of the differences in 2 games with the same dice are skill, give or take [0-9]+.\n",
        told.output,
    )
    assert found is not None
    assert 70 < int(found[1]) < 130
    [share] = json.loads(games.by_lines("--scores", "skill", "--json").output)
    assert (share["rules"], share["games"], share["pairs"]) == ("official", 2, 2)
    assert round(100 * share["share"]) == int(found[1])
    assert share["error"] > 0
