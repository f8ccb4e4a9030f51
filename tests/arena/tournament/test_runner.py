"""The runner of a tournament: when it prepares the strategies, and how its worker processes end."""

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import active_children
from typing import ParamSpec, TypeVar

import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, Workers, processes, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.state import GameState
from h89yahtzee.players import catalogue
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.strategy import Decision
from tests.arena.processes import wait_until_gone

P = ParamSpec("P")
T = TypeVar("T")

PLAN = Plan(parse_entrants(["optimal", "random"]), Pairing(2, Pool.ALL, 2, 7), "official")


class Prepared:
    """A strategy that notes when it is set up."""

    def __init__(self, events: list[str]) -> None:
        self._events = events

    def set_up(self, _: Callable[[float], None] = lambda _: None) -> None:
        self._events.append("set up")

    def decide(self, state: GameState) -> Decision:
        return Greedy().decide(state)


class Noting(Executor):
    """An executor that runs each call in this process, and notes it in `events`."""

    def __init__(self, events: list[str]) -> None:
        self._events = events

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self._events.append("batch")
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize(
    ("are_copies", "expected"), [(True, ["set up", "batch", "batch"]), (False, ["batch", "batch"])]
)
def test_strategies_are_set_up_once_for_workers_that_begin_as_copies(
    are_copies: bool, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    monkeypatch.setitem(catalogue.STRATEGIES, "optimal", lambda *_: Prepared(events))
    tournament = Tournament(PLAN.pairing)
    run(tournament, Workers(Noting(events), 1, are_copies), Conditions(PLAN), lambda _: None)
    assert tournament.played == 2
    assert events == expected


def test_workers_end_when_one_is_told_once_in_mid_call() -> None:
    """The executor mustn't take SystemExit for the outcome of the call, and the worker wait for the next call."""
    with processes(2) as workers:
        with pytest.raises(BrokenExecutor):
            workers.executor.submit(signal.raise_signal, signal.SIGTERM).result()
        assert all(wait_until_gone(child.pid) for child in active_children() if child.pid is not None)
