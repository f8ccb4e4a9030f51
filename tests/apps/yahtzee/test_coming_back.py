"""Ways back to a game that its players left, or that was cut off."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from h89yahtzee.store.history import History
from tests.apps.by_hand import deal
from tests.apps.far_end import LIMIT, FarEnd
from tests.apps.games import ROOT, Games, OnPty
from tests.apps.saving.saved_games import GO_ON, check_quiet, journal, leave, posts, turns_saved
from tests.apps.screens import H19Screen, Screen
from tests.parameters import few_fast

SEED = 7
SAVED = "Saved. `yahtzee --continue` resumes it."
REPEATED = f"Seed {SEED}: yahtzee -r{SEED} me"

_S = TypeVar("_S", bound=Screen)
End = Callable[[OnPty[H19Screen]], object]


def post(games: Games, game: FarEnd[_S], turns: int = 1) -> None:
    """Post the first turns of one person, each in the first open row."""
    game.wait_for("'s move")
    for turn in range(1, turns + 1):
        game.post_here()
        game.wait_for_value(lambda: turns_saved(games)[-1:] if journal(games).exists() else [], [(1, turn)])


def cut_off(games: Games, *words: str, turns: int = 1) -> None:
    game = games.on_h19(*words)
    post(games, game, turns)
    game.signal(signal.SIGKILL)
    game.wait_for_end()


def is_left(games: Games) -> list[int]:
    """Return for each game, from the oldest on, whether it was left on purpose."""
    with closing(History(journal(games))) as history:
        return [game.is_left for game in history.games()][::-1]


def test_leaving_says_it_by_lines(games: Games) -> None:
    result = games.by_lines(f"-r{SEED}", "me", answers=posts(1, 2) + "q\ny\n")
    assert result.output.endswith(f"\n{SAVED}\n{REPEATED}\n")
    upper = games.by_lines("--upper", "--continue", answers="s 3\nq\ny\n")
    assert upper.output.endswith(f"\n{SAVED}\n{REPEATED}\n")


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (("me",), "q\ny\n"),
        (("me",), posts(1, 13) + "n\n"),
        (("me", "--save", "never"), posts(1, 2) + "q\ny\n"),
        (("me", "--save", "ask"), posts(1, 2) + "q\ny\nn\n"),
        (("me", "--oldstyle"), posts(1, 2) + "q\ny\n"),
    ],
)
def test_what_is_not_saved_is_not_said_to_be(games: Games, words: tuple[str, ...], answers: str) -> None:
    result = games.by_lines(f"-r{SEED}", *words, answers=answers)
    check_quiet(result)
    assert REPEATED in result.output
    assert "Saved" not in result.output


def test_an_older_game_is_named_by_its_number(games: Games) -> None:
    check_quiet(games.by_lines("-r1", "me", answers=posts(1, 2)))
    check_quiet(games.by_lines("-r2", "me", answers=posts(1, 2)))
    assert "\nSaved. `yahtzee --continue 1` resumes it.\n" in games.by_lines("--continue", "1").output
    assert f"\n{SAVED}\n" in games.by_lines("--continue").output


@pytest.mark.parametrize(
    "called", few_fast(2, ["yahtzee", "two words/run", "./yahtzee", "python -m h89yahtzee", "scripts/play"])
)
def test_it_is_said_in_the_words_that_were_typed(games: Games, tmp_path: Path, called: str) -> None:
    """A shell calls a copy of the console script in each of these ways."""
    (tmp_path / "two words").mkdir()
    script = f"#!{sys.executable}\nimport sys\nfrom h89yahtzee.apps.yahtzee.play import main\nsys.exit(main())\n"
    for name in ("yahtzee", "two words/run"):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o700)
    (tmp_path / "python").symlink_to(sys.executable)
    environment = games.environment | {"PATH": f"{tmp_path}:{games.environment['PATH']}", "PYTHONPATH": str(ROOT)}
    del environment["H89YAHTZEE_COMMAND"]
    shown = typed = "'two words/run'" if called == "two words/run" else called
    if called == "scripts/play":  # this script tells the program through the environment how it was called
        typed = f"H89YAHTZEE_COMMAND={called} yahtzee"
    said = subprocess.run(
        ["sh", "-c", f"{typed} -r{SEED} me"],
        env=environment,
        cwd=tmp_path,
        input=posts(1, 1),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert said.stdout.endswith(f"\nSaved. `{shown} --continue` resumes it.\nSeed {SEED}: {shown} -r{SEED} me\n"), (
        said.stdout
    )


ENDS = [
    pytest.param(lambda game: game.send(b"qy"), 1, id="quit"),
    pytest.param(lambda game: game.send(b"\x03"), 1, id="ctrl-c", marks=pytest.mark.slow),
    pytest.param(lambda game: game.signal(signal.SIGTERM), 0, id="SIGTERM", marks=pytest.mark.slow),
    pytest.param(lambda game: game.signal(signal.SIGKILL), 0, id="SIGKILL"),
    pytest.param(lambda game: game.hang_up(), 0, id="hang-up", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("end", "left"), ENDS)
def test_a_game_that_was_cut_off_says_so_in_the_question(games: Games, end: End, left: int) -> None:
    game = games.on_h19(f"-r{SEED}", "me")
    post(games, game, 3)
    end(game)
    game.program.wait(LIMIT)
    assert is_left(games) == [left]
    again = games.on_h19("me")
    again.wait_for(GO_ON)
    assert ("This game was cut off in turn 4." in again.text()) is not left
    again.send(b"y")
    again.wait_until(lambda: GO_ON not in again.text(), "the answer")
    assert "cut off" not in again.text()
    leave(again)
    assert is_left(games) == [1]


def test_by_lines_it_says_so_as_well(games: Games) -> None:
    cut_off(games, f"-r{SEED}", "me", turns=3)
    game = games.on_h19("me", term="dumb")
    game.wait_until(lambda: game.received.endswith(f"{GO_ON} ".encode()), "the question")
    assert b"\r\nThis game was cut off in turn 4. me's move:\r\n" in game.received
    game.send(b"y\n")
    dice = " ".join(map(str, deal(SEED, 0, 3, 0)))
    game.wait_until(lambda: f"me rolls {dice} (2 rolls left)".encode() in game.received, "the dice")


def test_other_players_are_told_once(games: Games) -> None:
    cut_off(games, f"-r{SEED}", "reagan", "me")
    told = "reagan's game was cut off: --continue 1"
    game = games.on_h19("ann")
    game.wait_for("ann's move", told)
    game.send(b"1")
    game.wait_until(lambda: told not in game.text(), "a key")
    leave(game)
    again = games.on_h19("ann")
    again.wait_for("ann's move: 2 rolls left.", "? HELP")
    assert "cut off" not in again.text()
    leave(again)
    check_quiet(games.by_lines("--continue", "1"))


def test_games_of_an_older_program_are_resumed_and_listed(games: Games) -> None:
    journal(games).parent.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "journal_of_seven_games.sqlite3", journal(games))
    game = games.on_h19("bob")
    game.wait_for(GO_ON)
    listed = games.by_lines("--games").output
    assert [line.split()[0] for line in listed.splitlines()] == ["7", "6", "5", "4", "3", "2", "1"]
    scored = games.by_lines("--scores").output
    assert re.search(r"^ann +h89 +4 +55\.0 ", scored, re.MULTILINE)
    assert re.search(r"^ann +h89 +30 59 59 68 +68 59 59 30$", scored, re.MULTILINE)
    assert not list(journal(games).parent.glob("*aside*"))
