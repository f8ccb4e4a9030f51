"""Saved games looked at again: reviews, comparisons, and the game played back."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.apps.games import ROOT, Games, Result
from tests.apps.saving.saved_games import check_quiet, journal, leave, posts
from tests.solver.backends import needs_kernel


@pytest.fixture
def older(games: Games) -> Games:
    """A home directory with a journal that an older version of the program wrote; it printed the totals in these
    tests."""
    journal(games).parent.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "journal_of_seven_games.sqlite3", journal(games))
    return games


@pytest.mark.parametrize(
    ("words", "number", "totals"),
    [
        ((), 6, [68, 191]),
        (("3",), 3, [59, 59]),
        (("1",), 1, [30]),
        pytest.param(("4",), 4, [76], marks=pytest.mark.slow, id="two columns"),
    ],
)
def test_any_finished_game_is_reviewed(
    older: Games, words: tuple[str, ...], number: int, totals: list[int]
) -> None:
    result = older.by_lines("--review", *words)
    check_quiet(result)
    head, *lines = result.output.splitlines()
    assert re.fullmatch(rf"Game {number}, 2026-11-2[123] [0-9:]+, (h89|quintzee), seed [0-9]+, finished", head)
    shown = {line[:16].rstrip(): [float(word) for word in line[16:].split()] for line in lines[1:5]}
    assert shown["Total"] == totals
    # The expected points, luck and the losses by decisions add up to the total, each rounded to a tenth.
    for place, total in enumerate(totals):
        parts = sum(shown[label][place] for label in ("Expected", "Luck of the dice", "Decisions"))
        assert parts == pytest.approx(total, abs=0.2)


def test_it_is_the_review_that_is_shown_after_a_game(games: Games) -> None:
    after = games.by_lines("-r7", "me", answers=posts() + "v\nn\n").output
    _, *lines = games.by_lines("--review").output.splitlines()
    assert "\n".join(lines) in after


@needs_kernel
def test_who_had_the_same_dice_is_compared(older: Games) -> None:
    compared = older.by_lines("--review", "3").output.rpartition("\n\n")[2].splitlines()
    assert compared[0].split() == ["ann", "bob", "par", "perfect"]
    assert compared[-1].split()[:2] == ["59", "59"]
    assert len(compared) == 15
    assert "par" not in older.by_lines("--review", "1").output


def test_a_saved_game_is_played_back(older: Games, tmp_path: Path) -> None:
    result = older.by_lines("--replay", "3")
    check_quiet(result)
    assert result.output.endswith("\nann 59, bob 59\n")
    assert result.output.count("scores") == 26
    assert older.by_lines("--replay", "7").output.count("bob scores") == 4
    check_quiet(older.by_lines("-r5", "you", "--record", str(tmp_path / "12"), answers=posts() + "n\n"))
    shutil.copy(tmp_path / "12", older.home / "3")
    assert "you scores" in older.by_lines("--replay", str(older.home / "3")).output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--review", "5"), "game 5 is unfinished: expected a finished one"),
        (("--review", "99"), "there is no game 99: expected one that --games lists"),
        (("--replay", "99"), "there is no game 99: expected one that --games lists"),
    ],
)
def test_a_game_that_cant_be_looked_at(older: Games, words: tuple[str, ...], message: str) -> None:
    assert older.by_lines(*words) == Result(1, "", f"yahtzee: {message}\n")


def test_the_best_games_follow_the_statistics(older: Games) -> None:
    *_, h89, quintzee = older.by_lines("--scores").output.split("\n\n")
    assert [line.split()[:3] for line in h89.splitlines()[1:]] == [
        ["1.", "68", "ann"],
        ["2.", "59", "ann"],
        ["3.", "59", "ann"],
        ["4.", "59", "bob"],
        ["5.", "30", "ann"],
    ]
    assert quintzee.splitlines()[0] == "quintzee, 2 columns: the best games of all"


def test_a_finished_game_offers_them(games: Games) -> None:
    check_quiet(games.by_lines("-r5", "ann", answers="s 1\n"))
    game = games.on_h19("-r7", "me", "--confirm-zero", "off", "--take-back", "off")
    game.wait_for("me's move", "? HELP")
    game.send(b"d" * 13)
    game.wait_for("Play again?", "g SAVED GAMES")
    game.send(b"g")
    game.wait_until(lambda: bool(re.search(r"^ >     2  .* me \d+ *$", game.text(), re.MULTILINE)), "the game")
    game.send(b"j\r")
    game.wait_for("Game 1 isn't finished. `r` resumes it.")
    leave(game, b"xn")
