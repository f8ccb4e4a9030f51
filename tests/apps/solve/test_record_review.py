"""`yahtzee-solve --review`: small records by hand, sums that hold in any game, files that are no records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.apps.solve.solving import at, number_at, output, read_json, refusal, rows_at

HEAD = "h89yahtzee-record 1\nrules {}\nseed 1\ndealing own\nknobs ha=0 hb=0\nplayer human me\n"
OFFICIAL = 254.587728734


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


def expected_after(box: str) -> float:
    return number_at(read_json("--position", f"rules official {box}"), "expected")


def test_one_decision(file: Path) -> None:
    """Five sixes are scored in ones, when they could have been a Yahtzee."""
    file.write_text(HEAD.format("official") + "turn 1 1 66666 score ones 0\n")
    best, played = expected_after("yahtzee=50"), expected_after("ones=0")
    games = read_json("--review", file)
    assert len(rows_at(games)) == 1
    assert [at(games, 0, name) for name in ("game", "rules", "finished", "exact")] == [1, "official", False, True]
    player = at(games, 0, "players", 0)
    assert [at(player, name) for name in ("name", "strategy", "total")] == ["me", "human", None]
    numbers = [number_at(player, name) for name in ("start", "luck", "loss", "end")]
    assert numbers == pytest.approx([OFFICIAL, best - OFFICIAL, best - played, played])
    decision = at(player, "decisions", 0)
    assert [at(decision, name) for name in ("turn", "dice", "rolls_left")] == [1, [6] * 5, 2]
    assert [at(decision, which, "box") for which in ("played", "best")] == ["ones", "yahtzee"]
    mistake = at(player, "mistakes", 0)
    assert len(rows_at(mistake, "posts")) == 13
    assert at(mistake, "posts", 0, "box") == "yahtzee"
    assert at(mistake, "after_played") == [{"column": 0, "row": 0, "box": "ones", "probability": 1.0, "points": 0}]


def test_one_decision_in_words(file: Path) -> None:
    file.write_text(HEAD.format("official") + "turn 1 1 66666 score ones 0\n")
    best, played = expected_after("yahtzee=50"), expected_after("ones=0")
    lines = output("--review", file).splitlines()
    assert lines[0] == "Game 1: official, seed 1, unfinished, values exact"
    assert lines[2] == "me"
    luck, loss = f"{best - OFFICIAL:+.2f}", f"{best - played:.2f}"
    assert lines[4].split() == ["1", "66666", "2", luck, loss, *["score", "ACES", "0", "score", "YAHTZEE", "50"]]
    assert [line.split()[-1] for line in lines[5:9]] == [f"{OFFICIAL:.2f}", luck, f"-{loss}", f"{played:.2f}"]
    assert lines[9] == "costliest mistakes:"
    assert lines[10] == f"- turn 1, 66666 and 2 rolls left, {loss} lost:"
    assert f"score YAHTZEE 50: {best:.2f}" in lines[12]


def test_roll_instead_of_posting_says_where_turns_end(file: Path) -> None:
    file.write_text(HEAD.format("h89") + "turn 1 1 12345 roll 12345 66666 roll 12345 12345 score chance 15\n")
    text = output("--review", file)
    assert "  after the best the turn ends in: 5 Straight 100 % for 40.0\n" in text
    assert "keep none, roll 12345" in text
    assert "score 5 Straight 40" in text


def test_nothing_lost_has_no_sign_of_a_loss(file: Path) -> None:
    file.write_text(HEAD.format("official") + "turn 1 1 66666 score yahtzee 50\n")
    assert re.search(r"^skill +\+0\.00$", output("--review", file), re.MULTILINE)


def test_one_game_of_a_file_and_no_other_rules(file: Path) -> None:
    file.write_text(
        "".join(HEAD.format(rules) + "turn 1 1 66666 score ones 0\n" for rules in ("official", "yacht"))
    )
    assert [at(game, "game") for game in rows_at(read_json("--review", file, "--game", "2"))] == [2]
    assert output("--review", file, "--game", "1").startswith(
        "Game 1: official, seed 1, unfinished, values exact\n"
    )
    assert "there is no game 3" in refusal("--review", file, "--game", "3", status=1)
    said = refusal("--review", file, "--rules", "official", status=1)
    assert "game 2 was played by yacht, not by official" in said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected 'h89yahtzee-record 1' as the first line"),
        (HEAD.format("h89") + "turn 1 1 66666 score o", "line 7: expected ones, twos"),
        (HEAD.format("h89") + "turn 1 1 66666 score sixes 24\n", "(6, 6, 6, 6, 6) score 30, not 24 as recorded"),
    ],
)
def test_file_that_is_no_record(file: Path, text: str, expected: str) -> None:
    file.write_text(text)
    message = refusal("--review", file, status=1)
    assert expected in message
    assert str(file) in message


def test_file_that_can_not_be_read(file: Path) -> None:
    assert "No such file" in refusal("--review", file, status=1)
    file.write_bytes(b"\xff\xfe")
    assert "not a file of bytes" in refusal("--review", file, status=1)
