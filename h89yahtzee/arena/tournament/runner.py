"""The runner of a tournament: it sends games in batches to workers, and notes their outcomes.

The table is the same with any workers: `tournament` says what counts.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.pool.kept_pool import kept_pool
from h89yahtzee.arena.referee import GameResult, Outcome
from h89yahtzee.arena.sandbox.confinement import gap_in_sandbox
from h89yahtzee.arena.sandbox.own_folder import remove_abandoned
from h89yahtzee.arena.sandbox.parcels import Parcel
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Game
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.arena.tournament.workers import Workers
from h89yahtzee.game.record import Setup
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Preparing

_SHORT, _LONG = 1.0, 4.0
"""Seconds that a batch should take, at least and at most: each starts its bots anew, and an interruption loses the
batches that are being played."""
_PLAY_OFF_GAMES = 32
"""Games of a play-off that are shared out among the workers at a time."""
_TICK = 0.2


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played."""

    game: Game
    outcome: Outcome


def run(
    tournament: Tournament,
    workers: Workers,
    conditions: Conditions,
    noted: Callable[[list[Played]], None],
) -> None:
    """Play what is left of the tournament.

    `noted` is called with the games that have come to count, and a few times a second with none.
    """
    batches = _Batches(tournament, workers, conditions)
    while batches.hand_out():
        noted(batches.take_in())


class _Batches:
    """The batches that are being played."""

    def __init__(self, tournament: Tournament, workers: Workers, conditions: Conditions) -> None:
        self._tournament = tournament
        self._workers = workers
        self._conditions = conditions
        self._running: dict[Future[tuple[list[Played], float]], list[Game]] = {}
        self._size = 1
        self._is_ready = not workers.are_copies

    def hand_out(self) -> bool:
        """Hand out a batch more than there are workers, so that none waits; False if none is being played then."""
        most = self._workers.number + (self._workers.number > 1)
        while len(self._running) < most and (games := self._next()):
            if not self._is_ready:
                _get_ready(self._conditions.plan)
                self._is_ready = True
            self._running[self._workers.executor.submit(_timed, self._conditions, games)] = games
        return bool(self._running)

    def take_in(self) -> list[Played]:
        """The games that have come to count since the last time, after a moment's wait for them."""
        done, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
        news: list[Played] = []
        for future in done:
            games, (batch, seconds) = self._running.pop(future), future.result()
            news += [played for played in batch if self._tournament.note(played.game, played.outcome)]
            self._tournament.give_back(games[len(batch) :])
            self._size = _next_size(self._size, len(games), seconds)
        return news

    def _next(self) -> list[Game]:
        """The next batch: short at the end, so that all workers have a part, and in a play-off."""
        left = self._tournament.games - self._tournament.played or _PLAY_OFF_GAMES
        return self._tournament.take(max(1, min(self._size, left // (2 * self._workers.number))))


def _get_ready(plan: Plan) -> None:
    """Work out what strategies know before a game, once for all workers that are copies of this process."""
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
    """What `_play_batch` says, and how many seconds it took."""
    started = time.monotonic()
    return _play_batch(conditions, games), time.monotonic() - started


@dataclass(frozen=True, slots=True)
class Conditions:
    """The plan, and in `logs` what bots say on standard error.

    Bots can't read what is in `hidden`, as far as the system can prevent it. If it can't and that `is_required`,
    nothing is played. `parcels` have the files of the entrants for workers elsewhere.
    """

    plan: Plan
    logs: Path | None = None
    hidden: tuple[Path, ...] = ()
    is_required: bool = False
    parcels: tuple[Parcel, ...] = ()


def _play_batch(conditions: Conditions, games: list[Game]) -> list[Played]:
    """Play these games up to the first breach: what comes after it may have to be played at other tables."""
    plan, rules = conditions.plan, conditions.plan.rule_set
    if conditions.is_required and plan.has_bots and (gap := gap_in_sandbox()):
        raise OSError(f"{socket.gethostname()}: {gap}")
    batch: list[Played] = []

    with kept_pool(conditions, lambda: _pool(conditions)) as pool:
        for game in games:
            outcome = pool.play(rules, game.seats, game.seed, not game.is_independent, plan.is_lenient)
            batch.append(Played(game, outcome))
            if not isinstance(outcome, GameResult):
                break
    return batch


def _pool(conditions: Conditions) -> BotPool:
    """The bots of the tournament, ready to play; elsewhere without logs where these have no place."""
    plan, logs = conditions.plan, conditions.logs
    if conditions.parcels:
        remove_abandoned()
        try:
            if logs is not None:
                logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            logs = None
    seed, parcels = plan.pairing.seed, conditions.parcels
    return BotPool(plan.entrants, plan.limits, logs, conditions.hidden, seed, parcels=parcels)
