"""A game that can't be saved continues and says so: once on the screen, and when it is over."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games, Result
from tests.apps.saving.saved_games import posts
from tests.parameters import few_fast

SEED = 7
NOT_SAVED = "This game can't be saved"
LOST = "not everything that was played is saved"
TOTAL = totals([SCORES[row](deal(SEED, 0, row, 0)) for row in range(13)])[3]


def obeying_permissions() -> Sequence[str]:
    """The prefix of a command that makes even root obey the permissions of directories."""
    if os.geteuid():
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and setpriv isn't installed")
    return ("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override")


def run(games: Games, command: Sequence[str], answers: str, most: int = resource.RLIM_INFINITY) -> Result:
    """Return the result of a command with these answers in text mode; no file that it writes may exceed `most`
    bytes."""
    program = subprocess.run(
        command,
        cwd=ROOT,
        env={**games.environment, "PYTHONDONTWRITEBYTECODE": "1"},  # else .pyc files would be cut off at `most`
        input=answers,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY)),
    )
    return Result(program.returncode, program.stdout, program.stderr)


def check_went_on(result: Result, where: Path, total: int = TOTAL) -> None:
    assert result.status == 0
    assert f"me: {total}, games played: 1\n" in result.output
    assert len(re.findall(f"^{NOT_SAVED}: [A-Za-z/ ]+[.]$", result.output, re.MULTILINE)) == 1
    assert re.fullmatch(rf"yahtzee: {re.escape(str(where))}[^\n]*: {LOST}\n", result.errors)


def test_a_directory_that_cant_be_made(games: Games) -> None:
    (games.home / "DATA").write_text("a file")
    result = games.by_lines(f"-r{SEED}", "me", answers=posts())
    check_went_on(result, games.home / "DATA")


def test_a_directory_that_may_only_be_read(games: Games) -> None:
    command = [*obeying_permissions(), *YAHTZEE]
    (games.home / "DATA").mkdir()
    (games.home / "DATA").chmod(0o500)
    check_went_on(run(games, [*command, f"-r{SEED}", "me"], posts()), games.home / "DATA")
    assert list((games.home / "DATA").iterdir()) == []


@pytest.mark.parametrize("kept", ["only the journal", "all of sqlite's files"])
@pytest.mark.slow
def test_a_game_that_was_saved_before_the_directory_could_only_be_read(games: Games, kept: str) -> None:
    command = [*obeying_permissions(), *YAHTZEE]
    directory = games.home / "DATA" / "h89yahtzee"
    assert run(games, [*command, f"-r{SEED}", "me"], posts(1, 4)).status == 0
    for file in directory.iterdir():
        if file.name != "journal.sqlite3" and kept == "only the journal":
            file.unlink()
        else:
            file.chmod(0o400)
    directory.chmod(0o500)
    before = (directory / "journal.sqlite3").read_bytes()
    listed = run(games, [*command, "--games"], "")
    assert re.fullmatch(r" +1 .* turn 5: me \d+\n", listed.output)
    assert run(games, [*command, "--scores"], "").output == "No games are finished.\n"
    check_went_on(run(games, [*command, "--continue"], posts(5)), directory)
    assert (directory / "journal.sqlite3").read_bytes() == before


@pytest.mark.parametrize("most", few_fast(1, [0, 20000, 512, 40000]))
def test_a_disk_that_is_full_sooner_or_later(games: Games, most: int) -> None:
    """Two games are played in a row, so that some limits are reached in the middle of the second game."""
    both = posts() + "y\n" + posts()
    result = run(games, [*YAHTZEE, f"-r{SEED}", "me"], both, most)
    check_went_on(result, games.home / "DATA" / "h89yahtzee")
    listed = games.by_lines("--games")
    assert listed.errors == ""
    for line in listed.output.splitlines():
        assert re.fullmatch(r"No games are saved\.| +1  .* (turn \d+: )?me \d+", line)


@pytest.mark.slow
def test_a_home_that_isnt_known(games: Games) -> None:
    """The user has no entry in the list of users, as in some containers."""
    if os.geteuid():
        pytest.skip("only root may become another user")
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv isn't installed")
    for name in [*games.environment]:
        if name == "HOME" or name.startswith("XDG_"):
            del games.environment[name]
    command = ["setpriv", "--reuid=54321", *YAHTZEE]
    if subprocess.run([*command, "--version"], env=games.environment, cwd=ROOT, check=False).returncode:
        pytest.skip("another user can't run this Python")
    result = run(games, [*command, f"-r{SEED}", "me"], posts())
    assert result.status == 0
    assert result.errors == f"yahtzee: this user has no home directory: expected HOME to be set: {LOST}\n"
