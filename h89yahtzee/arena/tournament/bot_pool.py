"""Pools: entrants whose processes stay ready from game to game. A worker, which plays the games of a tournament in
batches, keeps its pool between two batches.

The program's strategies decide in this process. Each bot has a process of its own, started before its first game.
"""

from __future__ import annotations

import os
import resource
import secrets
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from time import monotonic
from typing import NamedTuple

from h89yahtzee.arena.entrant import Entrant, Kind, setup_of
from h89yahtzee.arena.protocol import BYE, BotContestant, Channel, Limits
from h89yahtzee.arena.referee import Outcome, play
from h89yahtzee.arena.sandbox.bot_files import is_interpreter, located, needed, own_files
from h89yahtzee.arena.sandbox.bot_process import BotProcess, ForkServer
from h89yahtzee.arena.sandbox.own_folder import OwnFolder, PoolFolder, remove
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
"""Idle bots are those that aren't in the current game. LEAST_IDLE of them always keep their processes, even if they
use much memory; at most MOST_IDLE of them may keep their processes."""

_FILES_OF_A_BOT = 3
_OTHER_FILES = 128

_WATCH, _SELDOM = 0.05, 0.2
"""The first number is the shortest pause between two inspections of the bots. The second is the longest time from
the start of one inspection to the start of the next, unless the inspection itself is slow. Both are seconds."""
_REST = 10
"""The pause after an inspection, as a multiple of the time that the inspection took."""
_SWITCH = 0.0005
"""The interval of Python's switches between threads, in seconds.

An inspection of the bots makes many system calls. After each of them, the inspecting thread may have to wait for an
interval while a strategy decides in another thread.
"""

_PATIENCE = 0.5
"""Seconds that all bots together have to end after they are told that the tournament is over."""


class _Closed(NamedTuple):
    """Resolved paths that bots may not read. Those in `tournament` are closed to all bots. Those in `own` are the
    bots' files, each closed to all bots except the bot that it belongs to."""

    tournament: set[str]
    own: set[str]

    def to(self, entrant: Entrant) -> set[str]:
        return self.tournament | (self.own - _resolved(own_files(entrant)))


@dataclass(slots=True)
class _Shared:
    """The things that all bots of a pool share; `awake` is the bot that was asked last.

    All other bots are suspended, since bots that run at the same time could signal to each other by keeping
    processors busy.
    """

    limits: Limits
    folder: Path
    server: ForkServer
    closed: _Closed
    awake: _Bot | None = None

    def wake(self, bot: _Bot) -> None:
        if self.awake is not None and self.awake is not bot:
            self.awake.rest()
        self.awake = bot


@dataclass(slots=True)
class _Bot:
    """A channel to a bot. The first message, and the first message after each `hang_up`, starts the bot's
    process."""

    entrant: Entrant
    log: Path | None
    shared: _Shared
    readable: Sequence[str] | None = None
    process: BotProcess | None = None

    @property
    def is_running(self) -> bool:
        return self.process is not None

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        self.shared.wake(self)
        # Find the paths that a bot may read once, and only if the bot plays, since the search takes a while.
        if self.readable is None:
            self.readable = needed(self.entrant, self.shared.closed.to(self.entrant))
        if self.process is None:
            # If another bot could guess the folder's name, it could ask for the sizes of the files in the folder.
            folder, shared = OwnFolder(self.shared.folder / secrets.token_hex(16)), self.shared
            self.process = BotProcess(self.entrant, shared.limits, folder, self.log, shared.server, self.readable)
        return self.process.ask(message, seconds, rule)

    def watch(self) -> None:
        if (process := self.process) is not None and not process.rests:
            process.watch()

    def rest(self) -> None:
        if self.process is not None:
            self.process.rest()

    def dismiss(self) -> None:
        if self.process is not None:
            self.process.dismiss(BYE)

    def hang_up(self, patience: float = 0.0) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.close(patience)
            remove(process.folder.outer)


def pause_after(seconds: float) -> float:
    """Return the length of the pause, in seconds, after an inspection of the bots that took `seconds`."""
    return max(_WATCH, min(_REST * seconds, _SELDOM - seconds))


class BotPool:
    """Entrants that are ready to play until `close`, or until the end of a `with` statement.

    The processes of the bots end with the thread that made the pool.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        limits: Limits | None = None,
        logs: Path | None = None,
        hidden: Sequence[Path] = (),
        parcels: Sequence[Parcel] = (),
    ) -> None:
        """Get the entrants ready. If there are `parcels`, unpack them, and use the bots in them instead of
        `entrants`.

        The standard error of each bot is appended to NAME.log in the folder `logs`, which is made if necessary.
        Bots can't read `hidden` files and folders, nor each other's files. Raise ValueError for an entrant with a
        missing file.
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
        self._generation = 0
        if logs is not None:
            logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        players = {index: it for index, it in enumerate(self.entrants) if it.kind is not Kind.STRATEGY}
        self._server = ForkServer() if players else None
        logged = {index: logs / f"{entrant.name}.log" for index, entrant in players.items()} if logs else {}
        # An interpreter stays open to all bots, since another bot may need the same one.
        own = [path for entrant in players.values() for path in own_files(entrant) if not is_interpreter(path)]
        closed = _Closed(_resolved([*hidden, *logged.values()]), _resolved(own))
        self._bots: dict[int, _Bot] = {}
        if self._server is not None:
            shared = _Shared(self._limits, self._folder.path, self._server, closed)
            self._bots = {index: _Bot(entrant, logged.get(index), shared) for index, entrant in players.items()}
        _allow_files(_OTHER_FILES + _FILES_OF_A_BOT * len(self._bots))
        self._closing = Event()
        self._watch = Thread(target=self._watch_bots, daemon=True)
        if self._bots:
            self._watch.start()

    def _watch_bots(self) -> None:
        pause = _WATCH
        sys.setswitchinterval(_SWITCH)
        while not self._closing.wait(pause):
            started = monotonic()
            for bot in [*self._bots.values()]:
                bot.watch()
            pause = pause_after(monotonic() - started)

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

    def begin(self, generation: int) -> None:
        """End all bots' processes if the next game is of another `generation` (see `Game`) than the last one."""
        if generation != self._generation:
            _end([*self._bots.values()])
        self._generation = generation

    def play(
        self, rules: RuleSet, seats: tuple[int, ...], seed: int, duplicate: bool = True, lenient: bool = False
    ) -> Outcome:
        """Play a game; `seats` has the index of the bot at each seat, all different, and the dice follow from
        `seed`.

        Without `lenient`, the game ends at the first breach of the rules. With or without it, a bot that breaks the
        rules stays in the pool and may play later games.
        """
        assert len(set(seats)) == len(seats)
        setup = setup_of(self.entrants, seats, seed, rules, duplicate)
        seated = [self.seated(index, seat, setup) for seat, index in enumerate(seats)]
        self._make_room(seats)
        return play(rules, seated, Dealer(seed, duplicate).deal, lenient, duplicate)

    def _make_room(self, seats: tuple[int, ...]) -> None:
        """End the bots that have been idle longest, if the idle bots are too many or use too much memory. All bots
        that aren't in `seats`, the seats of the next game, are idle."""
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
        """Return the bot or strategy at `index` in `entrants` as the player at `seat` in a game with this setup."""
        entrant = self.entrants[index]
        if index in self._bots:
            own_seed = _bot_seed(setup.seed, seat)
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


def _allow_files(number: int) -> None:
    """Raise this process's limit of open files to `number`, or as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft not in (resource.RLIM_INFINITY, hard) and soft < number:
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _bot_seed(seed: int, seat: int) -> int:
    """Return a seed for a bot's own use in a game, below 2**32; it reveals nothing about the game's `seed`."""
    return int.from_bytes(blake2b(f"{seed}/{seat}".encode(), digest_size=4, person=_BOTS).digest())


_KEPT_FOR = 20.0
"""The most seconds for which an unused pool is kept."""
_FIRST = 100
"""The `exitpriority` (of multiprocessing) of closing the kept pools at the end of a process. It is high, so that
they are closed early, while the threads of the pools still run."""

# The kept pools, each with its purpose and its timer. There can be several, since a worker may have several
# threads, and each batch that is being played needs a pool for itself. All kept pools are closed at the end of the
# process or, since the worker of a cluster isn't told that a tournament is over, as soon as any timer runs out.
_kept: list[tuple[Hashable, BotPool, Timer]] = []
_lock = Lock()
os.register_at_fork(after_in_child=_kept.clear)


@contextmanager
def kept_pool(purpose: Hashable, make: Callable[[], BotPool]) -> Iterator[BotPool]:
    """Provide a pool for a `with` statement, and keep the pool afterwards for the next call with the same `purpose`
    (any value that tells which tournament a pool serves).

    If no pool was kept for `purpose`, close all kept pools, and provide a new one, which `make` returns. If the
    `with` statement ends with an exception, close the pool instead of keeping it.
    """
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

    The parameter is the number of this process, and serves only as the key of the cache. A second call in the same
    process does nothing. A forked process inherits the cache, but has another number, so its first call works.
    """
    Finalize(None, close_kept_pools, exitpriority=_FIRST)


class StrategyContestant:
    """A strategy of the program as a player in one game."""

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
