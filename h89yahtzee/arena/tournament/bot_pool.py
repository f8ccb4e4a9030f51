"""Pools of entrants that stay ready to play from game to game, some kept by a worker between batches of games.

The program's strategies decide in this process. Each bot has a process of its own, started before its first game.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b, scrypt
from itertools import accumulate
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from time import monotonic
from typing import NamedTuple

from h89yahtzee.arena.entrant import Entrant, Kind, setup_of
from h89yahtzee.arena.protocol import BYE, BotContestant, Channel, Limits
from h89yahtzee.arena.referee import Outcome, play
from h89yahtzee.arena.sandbox.bot_files import located, needed, own_files
from h89yahtzee.arena.sandbox.bot_process import BotProcess
from h89yahtzee.arena.sandbox.fork_server import ForkServer
from h89yahtzee.arena.sandbox.own_folder import OwnFolder, PoolFolder
from h89yahtzee.arena.sandbox.parcels import Parcel
from h89yahtzee.arena.sandbox.usage import memory_for_idle_bots
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Strategy

_BOTS = b"h89yahtzee.bots"

LEAST_IDLE, MOST_IDLE = 32, 512
"""The number of bots outside the current game that keep their processes: at least, in any memory, and at most."""

_FILES_OF_A_BOT = 3
_OTHER_FILES = 128

_WATCH = 0.05
"""The least number of seconds between two inspections of the bots."""
_REST = 10
"""The length of the pause after an inspection, as a multiple of the inspection's."""

_PATIENCE = 0.5
"""Seconds that all bots together have to end after they are told that the tournament is over."""


class _Closed(NamedTuple):
    """Resolved paths closed to bots: those in `tournament` to all, each bot's files in `own` to all other bots."""

    tournament: set[str]
    own: set[str]

    def to(self, entrant: Entrant) -> set[str]:
        return self.tournament | (self.own - _resolved(own_files(entrant)))


@dataclass(slots=True)
class _Bot:
    """The channel to a bot; it starts the bot's process at the first message and after `hang_up`."""

    entrant: Entrant
    limits: Limits
    folder: Path
    log: Path | None
    closed: _Closed
    server: ForkServer
    readable: Sequence[str] | None = None
    process: BotProcess | None = None

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        # Find a bot's files once, and only if the bot plays, since the search takes a while.
        if self.readable is None:
            self.readable = needed(self.entrant, self.closed.to(self.entrant))
        if self.process is None:
            folder = OwnFolder(self.folder)
            self.process = BotProcess(self.entrant, self.limits, folder, self.log, self.server, self.readable)
        return self.process.ask(message, seconds, rule)

    def watch(self) -> None:
        if (process := self.process) is not None:
            process.watch()

    def dismiss(self) -> None:
        if self.process is not None:
            self.process.dismiss(BYE)

    def hang_up(self, patience: float = 0.0) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.close(patience)


class BotPool:
    """Entrants that are ready to play until `close`, or until the end of a `with` statement.

    Bots end with the thread that made the pool.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        limits: Limits | None = None,
        logs: Path | None = None,
        hidden: Sequence[Path] = (),
        seed: int = 0,
        parcels: Sequence[Parcel] = (),
    ) -> None:
        """Append the standard error of each bot to NAME.log in the folder `logs`, which is made if necessary.

        Bots can't read `hidden` files and folders, nor each other's files. The seeds of bots' randomness are
        derived from the tournament's `seed`. `parcels`, if there are any, are unpacked and replace `entrants`.
        Raise ValueError for an entrant with a missing file.
        """
        self._folder = PoolFolder()
        try:
            unpacked = [parcel.unpack(self._folder.path / "files") for parcel in parcels]
            self.entrants = tuple(map(located, unpacked or entrants))
        except (OSError, ValueError):
            self._folder.remove()
            raise
        self._limits = limits or Limits()
        self._memory_for_idle = memory_for_idle_bots()
        self._seed = seed
        if logs is not None:
            logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        players = {index: it for index, it in enumerate(self.entrants) if it.kind is not Kind.STRATEGY}
        self._server = ForkServer() if players else None
        logged = {index: logs / f"{entrant.name}.log" for index, entrant in players.items()} if logs else {}
        own = [path for entrant in players.values() for path in own_files(entrant) if not _is_shared(path)]
        closed = _Closed(_resolved([*hidden, *logged.values()]), _resolved(own))
        self._bots = {
            index: self._bot(index, entrant, logged.get(index), closed) for index, entrant in players.items()
        }
        _allow_files(_OTHER_FILES + _FILES_OF_A_BOT * len(self._bots))
        self._closing = Event()
        self._watch = Thread(target=self._watch_bots, daemon=True)
        if self._bots:
            self._watch.start()

    def _bot(self, index: int, entrant: Entrant, log: Path | None, closed: _Closed) -> _Bot:
        assert self._server is not None
        return _Bot(entrant, self._limits, self._folder.path / str(index), log, closed, self._server)

    def _watch_bots(self) -> None:
        pause = _WATCH
        while not self._closing.wait(pause):
            started = monotonic()
            for bot in [*self._bots.values()]:
                bot.watch()
            pause = max(_WATCH, _REST * (monotonic() - started))

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Tell the bots that the tournament is over, end their processes, and remove their folders."""
        _end([*self._bots.values()])
        self._closing.set()
        if self._server is not None:
            self._watch.join()
            self._server.close()
        self._folder.remove()

    def play(
        self, rules: RuleSet, seats: tuple[int, ...], seed: int, duplicate: bool = True, lenient: bool = False
    ) -> Outcome:
        """Play a game of the entrants with these indices, by seat and all different; the dice follow from `seed`.

        A bot may play later games even after a breach.
        """
        assert len(set(seats)) == len(seats)
        setup = setup_of(self.entrants, seats, seed, rules, duplicate)
        seated = [self.seated(index, seat, setup) for seat, index in enumerate(seats)]
        self._make_room(seats)
        return play(rules, seated, Dealer(seed, duplicate).deal, lenient)

    def _make_room(self, seats: tuple[int, ...]) -> None:
        """End the bots that have been idle longest if too many idle ones run, or use too much memory."""
        for index in seats:
            if index in self._bots:
                # Keep the dictionary in the order in which the bots last played.
                self._bots[index] = self._bots.pop(index)
        idle = [bot for index, bot in self._bots.items() if bot.process is not None and index not in seats]
        latest_first = accumulate(bot.process.memory for bot in reversed(idle) if bot.process is not None)
        fitting = sum(memory <= self._memory_for_idle for memory in latest_first)
        most = min(max(fitting, LEAST_IDLE), MOST_IDLE)
        _end(idle[: max(0, len(idle) - most)])

    def channel(self, index: int) -> Channel:
        return self._bots[index]

    def seated(self, index: int, seat: int, setup: Setup) -> StrategyContestant | BotContestant:
        """Return the entrant `index` as the contestant at `seat` in the game that `setup` begins."""
        entrant = self.entrants[index]
        if index in self._bots:
            own_seed = _bot_seed(slow_key(self._seed), setup.seed, seat)
            return BotContestant(self._bots[index], setup.rules, len(setup.players), own_seed, self._limits)
        return StrategyContestant(strategy(entrant.strategy, replace(setup, ha=entrant.ha, hb=entrant.hb)))


def _end(bots: Sequence[_Bot]) -> None:
    # Tell all bots first, so that they end at the same time.
    for bot in bots:
        bot.dismiss()
    deadline = monotonic() + _PATIENCE
    for bot in bots:
        bot.hang_up(max(0.0, deadline - monotonic()))


def _resolved(paths: Iterable[Path]) -> set[str]:
    return {str(path.resolve()) for path in paths}


def _is_shared(path: Path) -> bool:
    """Whether the file may be an interpreter, which other bots need as well: whether its folder is a `bin`."""
    return path.parent.name == "bin"


def _allow_files(number: int) -> None:
    """Raise this process's limit of open files to `number`, or as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft not in (resource.RLIM_INFINITY, hard) and soft < number:
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@cache
def slow_key(seed: int) -> bytes:
    """Return the key for bots' seeds, slow to compute, so that a bot can't find the tournament's seed by search."""
    return scrypt(str(seed).encode(), salt=_BOTS, n=2**14, r=8, p=1, dklen=32)


def _bot_seed(key: bytes, seed: int, seat: int) -> int:
    """Return the seed of a bot's randomness in a game, below 2**32; it reveals nothing about the dice."""
    return int.from_bytes(blake2b(f"{seed}/{seat}".encode(), digest_size=4, key=key, person=_BOTS).digest(), "big")


_KEPT_FOR = 20.0
"""Seconds for which an unused pool is kept."""
_FIRST = 100
"""The exit priority at which multiprocessing closes pools while their threads still run."""

# A pool serves one batch at a time, so a worker with several threads has several pools. The worker of a cluster
# isn't told that a tournament is over, so a timer and the end of the process close unused pools.
_kept: list[tuple[Hashable, BotPool, Timer]] = []
_lock = Lock()
os.register_at_fork(after_in_child=_kept.clear)


@contextmanager
def kept_pool(purpose: Hashable, make: Callable[[], BotPool]) -> Iterator[BotPool]:
    """Lend the pool kept for `purpose`, or a new one, and keep it afterwards; close pools for other purposes."""
    pool = _taken(purpose) or make()
    try:
        yield pool
    except BaseException:
        # Don't keep the pool: a bot may be in the middle of a game.
        pool.close()
        raise
    _keep(purpose, pool)


def close_kept_pools() -> None:
    with _lock:
        closed = [*_kept]
        _kept.clear()
    for _, pool, end in closed:
        end.cancel()
        pool.close()


def _taken(purpose: Hashable) -> BotPool | None:
    with _lock:
        place = next((place for place, (other, *_) in enumerate(_kept) if other == purpose), None)
        _, pool, end = _kept.pop(place) if place is not None else (None, None, None)
    if end is None:
        close_kept_pools()
    else:
        end.cancel()
    return pool


def _keep(purpose: Hashable, pool: BotPool) -> None:
    _close_at_end_of(os.getpid())
    end = Timer(_KEPT_FOR, close_kept_pools)
    end.daemon = True
    with _lock:
        _kept.append((purpose, pool, end))
    end.start()


@cache
def _close_at_end_of(_process: int) -> None:
    """Close the kept pools when this process ends.

    A forked process must call this again: the argument, its number, keeps the cache from taking the call for its
    parent's.
    """
    Finalize(None, close_kept_pools, exitpriority=_FIRST)


class StrategyContestant:
    """A strategy of the program as a contestant in one game."""

    has_failed_to_start = False

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._said: tuple[GameState, Action] | None = None

    def move(self, state: GameState) -> Action:
        action = self._strategy.decide(state).action
        self._said = state, action
        return action

    def said(self) -> str:
        assert self._said is not None
        state, action = self._said
        if isinstance(action, Roll):
            return f"roll {' '.join(str(position) for position in action.positions) or '-'}"
        return f"score {box_name(state.rules, action.box)}"

    def slowest(self) -> float:
        return 0.0

    def end(self, state: GameState, seat: int) -> None:
        """Do nothing: a strategy doesn't need the final state."""
