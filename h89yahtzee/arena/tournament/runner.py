"""The runner of a tournament, which gives games in batches to workers and notes the outcomes that come back.

The workers are this process, other processes of this machine, or a cluster of dask.distributed, which is imported
only on request. The results are the same with any workers: `tournament` decides which games count.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, connection, parent_process
from pathlib import Path
from pkgutil import resolve_name
from threading import Event, Thread
from typing import NoReturn, ParamSpec, TypeVar

from h89yahtzee.arena.referee import GameResult, Outcome
from h89yahtzee.arena.sandbox.confinement import gap_in_sandbox
from h89yahtzee.arena.sandbox.own_folder import remove_abandoned
from h89yahtzee.arena.sandbox.parcels import Parcel
from h89yahtzee.arena.tournament.bot_pool import BotPool, close_kept_pools, kept_pool
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.record import Setup
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Preparing

_SHORT, _LONG = 1.0, 4.0
"""The least and most seconds that a batch should take: a batch that is too short wastes its fixed cost, and a batch
that is too long loses many games if it is interrupted."""
_PLAY_OFF_GAMES = 32
"""The number of games of a play-off that are divided among the workers at a time."""
_TICK = 0.2


@dataclass(frozen=True, slots=True)
class Played:
    game: Game
    outcome: Outcome


def run(
    tournament: Tournament, workers: Workers, conditions: Conditions, noted: Callable[[list[Played]], None]
) -> None:
    """Play the rest of the tournament.

    `noted` is called a few times a second with a list, possibly empty: the games counted since the last call.
    """
    batches = _Batches(tournament, workers, conditions)
    while batches.hand_out():
        noted(batches.take_in())


class _Batches:
    """The batches of games that the workers are playing."""

    def __init__(self, tournament: Tournament, workers: Workers, conditions: Conditions) -> None:
        self._tournament = tournament
        self._workers = workers
        self._conditions = conditions
        self._running: dict[Future[tuple[list[Played], float]], list[Game]] = {}
        self._size = 1
        self._is_ready = not workers.are_copies

    def hand_out(self) -> bool:
        """Hand out batches until there is one more than there are workers, so that no worker has to wait; return
        whether any batch is being played."""
        most = self._workers.number + (self._workers.number > 1)
        while len(self._running) < most and (games := self._next()):
            # Set up strategies only if there are games: a resumed tournament may have none left.
            if not self._is_ready:
                _get_ready(self._conditions.plan)
                self._is_ready = True
            self._running[self._workers.executor.submit(_timed, self._conditions, games)] = games
        return bool(self._running)

    def take_in(self) -> list[Played]:
        """Return the games newly counted since the last call, after a short wait for workers to finish."""
        done, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
        news: list[Played] = []
        for future in done:
            games, (batch, seconds) = self._running.pop(future), future.result()
            news += [played for played in batch if self._tournament.note(played.game, played.outcome)]
            # A batch ends early at a breach of the rules. Give back the rest of its games, which may then get other
            # players.
            self._tournament.give_back(games[len(batch) :])
            self._size = _next_size(self._size, len(games), seconds)
        return news

    def _next(self) -> list[Game]:
        """Return the next batch of games; near the tournament's end and in a play-off the batch is small, so that
        there is a batch for each worker."""
        left = self._tournament.games - self._tournament.played or _PLAY_OFF_GAMES
        return self._tournament.take(max(1, min(self._size, left // (2 * self._workers.number))))


def _get_ready(plan: Plan) -> None:
    """Set up the strategies in this process, so that workers, which start as copies of it, needn't do so."""
    for entrant in plan.entrants:
        if entrant.strategy:
            player = strategy(entrant.strategy, Setup((), 0, plan.rule_set))
            if isinstance(player, Preparing):
                player.set_up()


def _next_size(size: int, games: int, seconds: float) -> int:
    if seconds > _LONG:
        return max(1, min(size, games // 2))
    return max(size, 2 * games) if seconds < _SHORT else size


def _timed(conditions: Conditions, games: list[Game]) -> tuple[list[Played], float]:
    """Play a batch of games; return the result of `_play_batch`, and the seconds that it took."""
    started = time.monotonic()
    try:
        _playing.set()
        return _play_batch(conditions, games), time.monotonic() - started
    except SystemExit:
        _end_now()
    finally:
        _playing.clear()


@dataclass(frozen=True, slots=True)
class Conditions:
    """The plan of a tournament, and the conditions in which its bots run.

    The standard error of bots goes to files in the folder `logs`. Bots can't read the `hidden` paths. With
    `is_required`, confinement is required: on a system that can't confine bots they don't play. `parcels` has the
    files of the entrants for workers on other machines; it is empty if all workers are on this machine.
    """

    plan: Plan
    logs: Path | None = None
    hidden: tuple[Path, ...] = ()
    is_required: bool = False
    parcels: tuple[Parcel, ...] = ()


def _play_batch(conditions: Conditions, games: list[Game]) -> list[Played]:
    """Play the games up to and including the first one with a breach of the rules; return the games played, with
    their outcomes. Later games may get other players, since the bot that broke the rules will be out."""
    plan, rules = conditions.plan, conditions.plan.rule_set
    if conditions.is_required and plan.has_bots and (gap := gap_in_sandbox()):
        raise OSError(f"{socket.gethostname()}: {gap}")
    batch: list[Played] = []

    with kept_pool(conditions, lambda: _pool(conditions)) as pool:
        for game in games:
            pool.begin(game.generation)
            outcome = pool.play(rules, game.seats, game.seed, not game.is_independent, plan.is_lenient)
            batch.append(Played(game, outcome))
            if not isinstance(outcome, GameResult):
                break
    return batch


def _pool(conditions: Conditions) -> BotPool:
    """Return a pool with the bots and strategies of the tournament."""
    plan, logs = conditions.plan, conditions.logs
    if conditions.parcels:
        remove_abandoned()
        # On another machine it may be impossible to make the folder of logs. Play without logs then.
        try:
            if logs is not None:
                logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            logs = None
    return BotPool(plan.entrants, plan.limits, logs, conditions.hidden, conditions.parcels)


_CONNECT_TIME = 10
"""Seconds within which a cluster must answer."""
_GRACE = 2
"""Seconds that a worker process has to end its bots before the worker process itself is ended."""

_playing = Event()
"""An event that is set while this worker process plays a batch."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor of batches of games, and the `number` of its workers. With `are_copies`, each worker is this
    process itself or a process forked from it; otherwise the workers may be on other machines."""

    executor: Executor
    number: int
    are_copies: bool = True


class _Here(Executor):
    """An executor that runs each call at once in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """Provide `number` worker processes, which end with this process; a single worker is this process itself."""
    if number == 1:
        try:
            yield Workers(_Here(), 1)
        finally:
            close_kept_pools()
        return
    with ProcessPoolExecutor(number, initializer=_begin_work) as executor:
        try:
            yield Workers(executor, number)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise


@contextmanager
def cluster(address: str, version: str) -> Iterator[Workers]:
    """Provide the workers of a dask.distributed cluster, which must have this `version` of the package.

    The workers need the interpreters of the bots. Raise ImportError if dask.distributed isn't installed; OSError if
    the cluster doesn't answer, has no worker, or has a worker with another version. A worker with another version
    would end at its first batch, and dask would wait for other workers.
    """
    from distributed import Client

    _look_for(address)
    with Client(address, timeout=_CONNECT_TIME) as client:  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIME)
        except TimeoutError:
            raise ConnectionError(
                f"{address}: the cluster has no worker; expected one within {_CONNECT_TIME} s"
            ) from None
        found = client.run(resolve_name, "h89yahtzee:__version__", on_error="return")
        for worker, its_version in found.items():
            if its_version != version:
                raise ConnectionError(f"{worker}: expected a worker with h89yahtzee {version}, found {its_version}")
        # With pure=True dask would play only the first of several equal batches, and return its outcomes for all of
        # them.
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()), False)


def _look_for(address: str) -> None:
    """Raise ConnectionError at once if nothing listens at `address`, since dask's client would go on trying for
    long."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), _CONNECT_TIME).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"{address}: {error}") from None


def _begin_work() -> None:
    """Prepare a worker process: ignore ^C, which the parent process handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_soon)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_soon(*_: object) -> None:
    """End the bots and this process; set an alarm that ends the process if that takes longer than `_GRACE`."""
    signal.alarm(_GRACE)
    if _playing.is_set():
        sys.exit(1)  # SystemExit closes everything that the batch has opened
    _end_now()


def _end_now() -> NoReturn:
    """Close the kept pools and end this process at once, without returning to the executor's code.

    That code would send SystemExit to the parent as the outcome of the call, and wait for the next call. If
    SystemExit interrupted the reading of a call, another worker would read the rest of that call as garbage.
    """
    close_kept_pools()
    os._exit(1)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    # The main thread may be in a call that no handler of a signal interrupts.
    time.sleep(_GRACE)
    os._exit(1)
