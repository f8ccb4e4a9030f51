"""Bots that attack: their attempts are refused, or they are out and a sentence says why; no files are left."""

import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import MEBIBYTE, Limits
from h89yahtzee.arena.tournament import bot_pool
from h89yahtzee.arena.tournament.bot_pool import BotPool
from tests.arena.attempts import (
    REFUSED,
    hostile,
    outcomes_of_attempts,
    reported_as_nobody,
    skip_without_filters,
)
from tests.arena.outcomes import breach_in, result_of
from tests.arena.processes import folders_in, wait_until_gone
from tests.parameters import few_fast

LIMITS = Limits(move_time=0.2, memory=64 * MEBIBYTE)
PATIENT = Limits(move_time=20.0, memory=64 * MEBIBYTE)
ROOMY = Limits(move_time=20.0)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="the sandbox is Linux's"
)

NO_END = "a bot doesn't end in a game: "
FILES = "a bot has at most 64 MiB of files, and 1000 of them"
IN_TIME = "a move takes at most 0.2 s"
HARM = {
    "trap": f"{NO_END}it was killed by SIGTRAP (with too little memory for it? --memory gives more)",
    "abort": f"{NO_END}it was killed by SIGABRT (with too little memory for it? --memory gives more)",
    "odd-signal": f"{NO_END}it was killed by signal 40",
    "nest": FILES,
    "fill-folder": FILES,
    "fill-without-names": FILES,
    "fill-behind-maps": FILES,
    "fill-with-files": FILES,
    "fill-behind-long-maps": FILES,
    "fill-behind-a-long-path": FILES,
    "fill-without-a-first-thread": FILES,
    "threads": "a bot has at most 256 threads",
    "tables-of-pages": "a bot has at most 64 MiB of memory",
    "tables-without-a-first-thread": "a bot has at most 64 MiB of memory",
    "read-own-answer": IN_TIME,
    "stop": IN_TIME,
    "spin": IN_TIME,
}


@pytest.mark.parametrize("harm", few_fast(5, HARM))
def test_bot_that_does_harm_is_out_with_a_sentence_and_leaves_nothing(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    limits = ROOMY if harm == "threads" else LIMITS if HARM[harm] == IN_TIME else PATIENT
    with BotPool([parse_entrant("random"), hostile(harm)], limits) as pool:
        breach = breach_in(pool, (0, 1))
    assert (breach.seat, breach.rule) == (1, HARM[harm])
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_bot_that_makes_files_while_the_machine_is_busy_is_out_with_the_same_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the bot is inspected, it makes more than sixteen times as many files as it may."""
    monkeypatch.setattr(bot_pool, "_WATCH", 0.7)
    with BotPool([parse_entrant("random"), hostile("fill-with-files")], PATIENT) as pool:
        assert breach_in(pool, (0, 1)).rule == FILES


def test_bot_that_computes_while_it_is_not_asked_is_ended(tmp_path: Path) -> None:
    with BotPool([hostile("compute-unasked")], Limits(move_time=0.3), tmp_path) as pool:
        result_of(pool)
        [folder] = folders_in(tmp_path / "compute-unasked.log")
        assert wait_until_gone(folder)
        assert breach_in(pool).rule == "a bot computes when it is asked, or at most 0.3 s"


def test_whatever_a_bot_attempts_is_refused(tmp_path: Path) -> None:
    skip_without_filters()
    told = outcomes_of_attempts(tmp_path / "home", tmp_path / "logs")
    assert len(told) > 80
    assert {what: error for what, error in told.items() if error not in REFUSED} == {}


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="root and setpriv are needed")
def test_whatever_a_bot_of_another_user_attempts_is_refused() -> None:
    told, left = reported_as_nobody("report")
    assert len(told) > 80
    assert {what: error for what, error in told.items() if error not in REFUSED} == {}
    assert left == []
