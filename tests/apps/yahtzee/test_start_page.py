"""The program started without names: a page on which a game is chosen, also between games."""

from __future__ import annotations

import signal
import stat
import sys
from pathlib import Path

import pytest

from tests.apps import screens
from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.far_end import FarEnd
from tests.apps.games import YAHTZEE, Games
from tests.apps.persons import LITTLE
from tests.apps.screens import H19Screen
from tests.solver.backends import needs_kernel

SEED = 350
F5, ERASE, BLUE, KEYPAD_2 = b"\x1bW", b"\x1bJ", b"\x1bP", b"\x1b?r"
"""The bytes of these keys in the H19's manual, with the keypad in alternate mode."""
PAGE = ("WHO PLAYS", "RETURN starts the game.", "? HELP")


def last_choice(games: Games) -> Path:
    return games.home / "STATE" / "h89yahtzee" / "last-choice.json"


def test_return_starts_the_game_that_was_played_last(games: Games) -> None:
    game = games.in_window()
    game.wait_for(*PAGE, "1 You")
    game.send(b"nann\rjxjll")  # chooses a game of ann alone by the rules free-choice
    game.send(b"\r")
    game.wait_for("ann's move")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert stat.S_IMODE(last_choice(games).stat().st_mode) == 0o600
    again = games.in_window(f"-r{SEED}")
    again.wait_for(*PAGE, "1 ann", "free-choice")
    again.send(b"\r")
    again.wait_for("free-choice", "ann's move")
    again.wait_for_value(lambda: screens.dice(again.screen.rows()), deal(SEED, 0, 0, 0))
    said = games.in_window("--rules", "yatzy")
    said.wait_for(*PAGE, "1 ann", "yatzy")


def test_a_game_that_another_program_plays_is_left_to_it(games: Games) -> None:
    """The other program resumed the game while this one showed its start page."""
    first = SCORES[0](deal(SEED, 0, 0, 0))
    left = games.on_h19(f"-r{SEED}", "ann")
    left.wait_for("ann's move: 2 rolls left.")
    left.post_here()
    left.wait_for_value(lambda: screens.dice(left.screen.rows()), deal(SEED, 0, 1, 0))
    left.signal(signal.SIGKILL)
    left.wait_for_end()
    page = games.on_h19()
    page.wait_for(*PAGE, f"h89, cut off in turn 2: ann {first}")
    other = games.on_h19("--continue")
    other.wait_for("ann's move: 2 rolls left.")
    page.send(ERASE)
    page.wait_for("game 1 is played by another yahtzee: leave it there first (q)", "WHO PLAYS")
    page.send(b"\r")
    page.wait_for("our move: 2 rolls left.")


def test_q_leaves_without_a_word(games: Games) -> None:
    game = games.on_h19()
    game.wait_for(*PAGE)
    game.send(b"q")
    assert game.exit_status() == 0
    assert not last_choice(games).exists()
    assert b"Seed" not in game.received


@needs_kernel
def test_players_who_need_a_moment(games: Games) -> None:
    game = games.on_serial_line("--level", "hard", "--rules", "yacht")
    game.wait_for(*PAGE, "hard")
    game.send(b"\r")
    game.wait_for("move", "TOTAL SCORE")
    assert b"One moment ..." in game.received


def test_the_page_on_an_h19_imports_no_more_than_a_game(games: Games) -> None:
    times = games.home / "times"
    script = f'exec "$@" 2>"{times}"'
    command = ("/bin/sh", "-c", script, "sh", sys.executable, "-X", "importtime", *YAHTZEE[1:])
    game = games.on_h19(command=command)
    game.wait_for(*PAGE)
    game.send(b"\r")
    game.wait_for("Your move: 2 rolls left.")
    game.send(b"qy")
    assert game.exit_status() == 0
    imported = {line.split("|")[-1].strip().split(".")[0] for line in times.read_text("utf-8").splitlines()}
    assert "h89yahtzee" in imported
    assert not imported & {"blessed", "numpy", "serial", "sqlite3"}


@pytest.mark.slow
def test_a_page_of_few_bytes(games: Games) -> None:
    """The start page takes less than a second at 9600 baud, and a step on it less than a tenth of a second."""
    game = games.on_serial_line()
    game.wait_for(*PAGE)
    game.wait_for_silence()
    before = len(game.received)
    assert before < 960
    game.send(KEYPAD_2)
    game.wait_for("The computer player of the original game.")
    game.wait_for_silence()
    assert len(game.received) - before < 96


def wait_for_line(game: FarEnd[H19Screen], text: str, times: int = 1) -> None:
    game.wait_until(lambda: game.received.count(text.encode()) == times, text)


def test_a_whole_game_by_prompts(games: Games) -> None:
    """Prompts ask what to play if the input and the output are a terminal; after the game s asks again, and q
    leaves."""
    game = games.on_h19("--plain", f"-r{SEED}")
    for prompt, answer in (
        ("Players (= before a computer's name) [You =H89]: ", "ann"),
        ("Rules (? lists them) [h89]: ", "oficial"),
        ("did you mean 'official'?", "official"),
    ):
        wait_for_line(game, prompt)
        game.send(f"{answer}\n".encode())
    points = [SCORES[row](deal(SEED, 0, row, 0)) for row in range(13)]
    for row in range(13):
        wait_for_line(game, "dice to re-roll? ", row + 1)
        game.send(f"s {row + 1}\n".encode() + b"y\n" * (points[row] < LITTLE))
    wait_for_line(game, "Play again? (y/n) ")
    assert f"ann: {totals(points)[3]}, games".encode() in game.received
    assert b"s at this question leads to other players and rules." in game.received
    game.send(b"s\n")
    wait_for_line(game, "Players (= before a computer's name) [ann]: ")
    game.send(b"\n\n")
    wait_for_line(game, "dice to re-roll? ", 14)
    game.send(b"q\ny\n")
    assert game.exit_status() == 0
    assert f"Seed {SEED + 1}: yahtzee -r{SEED + 1} --rules official ann".encode() in game.received


def test_a_pipe_is_asked_nothing(games: Games) -> None:
    result = games.by_lines("--plain", answers="q\ny\n")
    assert result.output.startswith("Yahtzee by the rules of h89.")
    assert "Players," not in result.output
