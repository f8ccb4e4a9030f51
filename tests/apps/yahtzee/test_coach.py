"""The coach and the review in whole programs: by keys through a pty, by lines through pipes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from h89yahtzee.apps.yahtzee.beginning import BegunGame
from h89yahtzee.apps.yahtzee.line_mode import LineMode
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, OFFICIAL
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.table.preferences import Coach, preferences_for
from h89yahtzee.table.series.match import Match
from tests.apps.games import Games, OnPty
from tests.apps.screens import H19Screen
from tests.apps.yahtzee.twins import play, see
from tests.solver.backends import needs_kernel
from tests.table.tables import NoGames, TableForOne, viewer_of
from tests.table.turns.searching import Slow

SEED = 42
WHOLE_GAME = "\n".join([*(f"s {row}" for row in range(1, 14)), "n", ""])


def twin(opponent: str, coach: Coach, *, duplicate: bool = False) -> TableForOne:
    match = Match(Setup((Player("me", HUMAN), Player("king", opponent)), SEED, OFFICIAL, duplicate=duplicate))
    preferences = replace(preferences_for(OFFICIAL), coach=coach)
    return TableForOne(match, viewer_of(match, 0.0, preferences=preferences, saved_games=NoGames()))


@needs_kernel
@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("words", "coach", "opponent"),
    [
        (["--coach"], Coach.ASK, "greedy"),
        pytest.param(["--coach=ask"], Coach.ASK, "winner", marks=pytest.mark.slow),
        pytest.param(["--coach", "warn"], Coach.WARN, "winner", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_whole_game_with_the_coach(games: Games, words: list[str], coach: Coach, opponent: str) -> None:
    table = twin(opponent, coach)
    game = games.on_h19("-d0", f"-r{SEED}", "--rules", "official", "me", f"=king:{opponent}", *words)
    see(game, table)
    game.send(b"a")
    game.wait_for("Best: keep 66", "keep 366 -2.23")
    table.press("a")
    play(game, table, Greedy())
    assert "REVIEW" in game.screen.rows()[0]
    game.wait_for("Luck of the dice", "Lost in turn 13", "was worth", "Any key returns to the game.")
    game.send(b"x")
    table.press("x")
    see(game, table)
    game.wait_for("Play again? (y/n)")
    game.send(b"v")
    game.wait_for("Decisions")
    game.send(b"xn")
    assert game.exit_status() == 0


@pytest.mark.slow
@needs_kernel
@pytest.mark.timeout(180)
def test_the_same_dice_and_par(games: Games) -> None:
    table = twin("optimal", Coach.OFF, duplicate=True)
    game = games.on_h19("-d0", f"-r{SEED}", "--rules", "official", "--duplicate", "me", "=king:optimal")
    play(game, table, Greedy())
    game.send(b"c")
    game.wait_for("TURN BY TURN", "par")
    king = table.match.state.totals()[1]
    [totals] = [row for row in game.screen.rows() if row.rstrip().endswith(f" {king}")]
    assert totals.split()[1:] == [str(king)] * 2
    game.send(b"xn")
    assert game.exit_status() == 0


def test_by_lines(games: Games) -> None:
    result = games.by_lines(f"-r{SEED}", "--coach", "always", "me", "=king:optimal", answers=WHOLE_GAME)
    assert (result.status, result.errors) == (0, "")
    assert result.output.count("Best: ") == 13
    assert "king: no mistakes." in result.output


@pytest.mark.parametrize(
    ("words", "answers", "is_loaded"),
    [
        ([], "s 1\nq\ny\n", False),
        pytest.param(["--coach=ask"], "s 1\nq\ny\n", True, marks=[needs_kernel, pytest.mark.slow]),
        pytest.param([], "a\nq\ny\n", True, marks=needs_kernel),
        pytest.param(["--coach", "warn"], "s 1\nq\ny\n", True, marks=[needs_kernel, pytest.mark.slow]),
    ],
)
def test_values_are_loaded_by_who_needs_them(games: Games, words: list[str], answers: str, is_loaded: bool) -> None:
    """The kernel is called through ctypes; without one, numpy computes."""
    command = (sys.executable, "-X", "importtime", "-m", "h89yahtzee")
    result = games.by_lines(f"-r{SEED}", *words, "me", answers=answers, command=command)
    loaded = {line.split("|")[-1].strip() for line in result.errors.split("\n")}
    assert bool(loaded & {"_ctypes", "numpy"}) == is_loaded
    assert result.status == 0


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_key_ends_a_long_search(games: Games) -> None:
    """With about ten boxes open, a search of two columns takes several seconds."""
    words = "-d0 --rules quintzee --columns 2 --analysis-time 600 =king:optimal"
    game = games.on_h19(f"-r{SEED}", *words.split())
    game.wait_until(lambda: boxes_filled(game) >= 8, "some turns")
    ended = 0
    while "Play again?" not in game.text():
        game.wait_until(lambda: "Thinking: " in game.text() or "Play again?" in game.text(), "a note")
        if "Thinking: " in game.text():
            game.send(b"x")
            ended += 1
            game.wait_until(lambda: "Thinking: " not in game.text(), "a decision")
    assert ended
    game.send(b"n")
    assert game.exit_status() == 0


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_line_ends_a_long_search(games: Games) -> None:
    words = "-d0 --rules quintzee --columns 2 --analysis-time 600 --plain =king:optimal"
    game = games.on_h19(f"-r{SEED}", *words.split())
    note = b"king rolls 4 4 1 3 3 (2 rolls left)\r\nThinking, 600 s at most; RETURN ends it."
    game.wait_until(lambda: note in game.received, "a note")
    game.send(b"\n")
    game.wait_until(lambda: b"(1 roll left)" in game.received.partition(note)[2], "a decision")
    game.send(b"\x03")
    assert game.exit_status() == 130


def test_answers_from_a_pipe_end_no_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = tmp_path / "answers"
    answers.write_text(WHOLE_GAME)
    slow = Slow(20)
    match = Match(Setup((Player("me", HUMAN), Player("king", "greedy")), SEED), lambda _, __: slow)
    with answers.open() as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        chosen = replace(preferences_for(H89), analysis_time=60)
        LineMode(Options(), GameSaving(None)).play_game(BegunGame(match, chosen, save=None))
    assert match.state.is_over
    assert [search.is_done for search in slow.searches.values()] == [True] * 13


def boxes_filled(game: OnPty[H19Screen]) -> int:
    """The number of filled boxes: figures in the rows that have a note of what they score."""
    rows = [row for row in game.screen.rows()[2:20] if row[20:28].strip() and "onus" not in row]
    return sum(len(re.findall(r"\d+", row[30:])) for row in rows)
