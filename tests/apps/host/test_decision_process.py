"""Computer players whose decisions are made in another process, so that nobody at the host waits for them.

The expected decisions are made by the same strategies in this process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.apps.host.decision_process import DECIDER, DecisionProcess
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action
from h89yahtzee.players.strategy import Decision, Remote
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences, TableOptions
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import Table
from tests.apps.far_end import LIMIT
from tests.naming import each
from tests.programs import Popen


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[DecisionProcess]:
    """A DecisionProcess that `tests.programs` forks quickly; tests that need another command make their own."""
    monkeypatch.setattr("subprocess.Popen", Popen)
    process = DecisionProcess()
    yield process
    process.close()


def wait_for_answer(process: DecisionProcess) -> None:
    fileno = process.fileno()
    assert fileno is not None
    assert select([fileno], [], [], LIMIT)[0]
    process.take_input()


def told(decision: Decision) -> tuple[Action, Box | None, float | None]:
    """Return a decision's action, box and value, rounded: in the process's answers the value has nine decimals."""
    return decision.action, decision.box, None if decision.value is None else round(decision.value, 6)


def test_the_same_game_as_in_this_process(process: DecisionProcess) -> None:
    setup = Setup(tuple(Player(name, name) for name in ("optimal", "greedy", "optimal")), 7)
    match, expected = Match(setup, process.player_of), Match(setup, player_of)
    while len(match.record.turns) <= 9:
        while match.is_thinking(0):
            wait_for_answer(process)
        assert told(match.decide()) == told(expected.decide())
        for game in (match, expected):
            game.act(expected.decide().action)


@pytest.mark.slow
def test_a_table_goes_on_once_the_answer_is_there(process: DecisionProcess) -> None:
    """Until the answer is there, the table looks for it twenty times a second and changes nothing."""
    setup = Setup((Player("me", HUMAN), Player("king", "optimal")), 42)
    match = Match(setup, process.player_of)
    table = Table(match, TableOptions(think_time=0.0), 0.0)
    SeatLines(Seat(table, 0.0, Preferences()))
    match.act(player_of("optimal", setup).decide(match.state).action)
    while match.state.seat == 0:
        match.act(player_of("optimal", setup).decide(match.state).action)
    table.begin(1.0)
    before = table.revision
    table.advance(1.0)
    assert (table.revision, table.deadline) == (before, 1.05)
    wait_for_answer(process)
    table.advance(1.05)
    assert table.revision > before
    assert table.marks.selected is not None


def test_a_process_that_has_died_is_started_anew(tmp_path: Path) -> None:
    """The first process reads its question and ends without an answer."""
    first = f"[ -e {tmp_path}/been ] || {{ touch {tmp_path}/been; read question; exit 1; }}"
    process = DecisionProcess(("sh", "-c", f'{first}; exec "$@"', "sh", *DECIDER))
    setup = Setup((Player("king", "optimal"),), 1)
    player, state = process.player_of("optimal", setup), Match(setup).state
    assert isinstance(player, Remote)
    assert player.is_thinking(state, 0)
    wait_for_answer(process)
    assert player.is_thinking(state, 0)
    wait_for_answer(process)
    assert not player.is_thinking(state, 0)
    assert told(player.decide(state)) == told(player_of("optimal", setup).decide(state))
    process.close()


@pytest.mark.slow
def test_where_no_process_may_be_made_nice_it_answers_all_the_same(
    process: DecisionProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    setup = Setup((Player("king", "optimal"),), 1)
    player, state = process.player_of("optimal", setup), Match(setup).state
    assert isinstance(player, Remote)
    assert player.is_thinking(state, 0)
    wait_for_answer(process)
    assert not player.is_thinking(state, 0)
    assert process.fileno() is not None


@each("command", [("true",), ("echo", '{"error": "no"}'), ("echo", "[1]"), ("echo", "ready"), ("/nowhere/at/all",)])
def test_where_there_is_no_answer_the_decision_falls_here(command: tuple[str, ...]) -> None:
    process = DecisionProcess(command)
    setup = Setup((Player("king", "optimal"),), 1)
    player, state = process.player_of("optimal", setup), Match(setup).state
    assert isinstance(player, Remote)
    while player.is_thinking(state, 0):
        wait_for_answer(process)
    assert player.decide(state) == player_of("optimal", setup).decide(state)
    process.close()
