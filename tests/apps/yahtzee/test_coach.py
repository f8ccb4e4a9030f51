"""The coach and the review in whole programs: by keys through a pty, by lines through pipes."""

from __future__ import annotations

import math
import os
import re
import sys
import time
from pathlib import Path

import pytest

from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks
from h89yahtzee.apps.sessions.line_session import LineSession, TextTerminal, Typing
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences, TableOptions
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import Table
from h89yahtzee.transport.descriptors import Descriptors
from h89yahtzee.transport.pacing import PacedTransport
from tests.apps.games import Games
from tests.apps.saving.saved_games import posts
from tests.solver.backends import needs_kernel
from tests.table.test_turns import Slow

SEED = 42
WHOLE_GAME = posts() + "n\n"


@pytest.mark.parametrize(
    ("words", "answers", "is_loaded"),
    [
        (["=king:greedy"], "w\nq\ny\n", False),
        pytest.param(["--coach=ask"], "s 1\nq\ny\n", True, marks=[needs_kernel, pytest.mark.slow]),
        pytest.param([], "a\nq\ny\n", True, marks=needs_kernel),
        pytest.param(["--coach", "warn"], "s 1\nq\ny\n", True, marks=[needs_kernel, pytest.mark.slow]),
    ],
)
def test_values_are_loaded_by_who_needs_them(games: Games, words: list[str], answers: str, is_loaded: bool) -> None:
    """The solver's kernel is called through ctypes; without a kernel, numpy computes. So imports show if values
    were loaded."""
    command = (sys.executable, "-X", "importtime", "-m", "h89yahtzee")
    result = games.by_lines(f"-r{SEED}", "me", *words, answers=answers, command=command)
    loaded = {line.split("|")[-1].strip() for line in result.errors.split("\n")}
    assert bool(loaded & {"_ctypes", "numpy"}) == is_loaded
    assert "h89yahtzee.players.chance_judges" not in loaded
    assert not {name.partition(".")[0] for name in loaded} & {"gymnasium", "mcp", "pettingzoo", "pyarrow"}
    assert result.status == 0


def test_answers_from_a_pipe_end_no_search(tmp_path: Path) -> None:
    answers = tmp_path / "answers"
    answers.write_text(WHOLE_GAME)
    slow = Slow(20)
    match = Match(Setup((Player("me", HUMAN), Player("king", "greedy")), SEED), lambda _, __: slow)
    table = Table(match, TableOptions(think_time=0.0, analysis_time=60.0), time.monotonic())
    with answers.open() as stdin, Path(os.devnull).open("w") as nowhere:
        streams = PacedTransport(Descriptors(stdin.fileno(), nowhere.fileno()), math.inf, time.monotonic, False)
        piped = TextTerminal(typing=Typing.PIPED)
        session = LineSession(SeatLines(Seat(table, time.monotonic(), Preferences())), streams, piped)
        EventLoop([table], [session], time.monotonic, LoopCallbacks(str)).run()
    assert match.state.is_over
    assert [search.is_done for search in slow.searches.values()] == [True] * 13


@needs_kernel
@pytest.mark.slow
def test_chances_to_win_are_told_by_lines(games: Games) -> None:
    words = ("--plain", f"-r{SEED}", "me", "=king:greedy")
    said = games.by_lines("--chances", "on", *words, answers="w\na\nq\ny\n")
    assert (said.status, said.errors) == (0, "")
    told = " ".join(said.output.split())
    found = re.search(r"Chances to win, estimated: me (\d+\.\d) %, king (\d+\.\d) %\.", told)
    assert found is not None
    assert abs(sum(map(float, found.groups())) - 100) < 0.11
    assert re.search(r"Wins %: keep 66 ~\d+\.\d  ", said.output)
    assert "hances" not in games.by_lines(*words, answers="w\na\nq\ny\n").output
