"""The entrants of a tournament, kept ready from game to game.

The program's strategies decide in this process; a bot is a process of its own, started before its first game.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b, scrypt
from itertools import accumulate
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from h89yahtzee.arena.contestants import BotContestant, Channel, StrategyContestant
from h89yahtzee.arena.entrant import Entrant, Kind, setup_of
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.protocol import BYE
from h89yahtzee.arena.referee import Outcome, play
from h89yahtzee.arena.sandbox.bot_process import BotProcess
from h89yahtzee.arena.sandbox.entrant_files import located, own_files
from h89yahtzee.arena.sandbox.fork_server import ForkServer
from h89yahtzee.arena.sandbox.needed_files import needed
from h89yahtzee.arena.sandbox.own_folder import OwnFolder, PoolFolder
from h89yahtzee.arena.sandbox.parcels import Parcel
from h89yahtzee.arena.sandbox.usage import memory_for_idle_bots
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.catalogue import strategy

_BOTS = b"h89yahtzee.bots"

IDLE = 32
"""Bots that keep their processes without being in the current game, whatever their memory."""
_MOST_IDLE = 512

_FILES_OF_A_BOT = 3
_OTHER_FILES = 128

_WATCH = 0.05
_REST = 10
"""Seconds between two looks at what the bots have, at least, and how much longer that is than the look."""

_PATIENCE = 0.5
"""Seconds that all bots together have to end once they are told that the tournament is over."""


class _Closed(NamedTuple):
    """The resolved paths that are closed: those of the tournament to all bots, each one's `own` to the others."""

    tournament: set[str]
    own: set[str]

    def to(self, entrant: Entrant) -> set[str]:
        return self.tournament | (self.own - _resolved(own_files(entrant)))


@dataclass(slots=True)
class _Bot:
    """A bot that has a process while it needs one, and a new one after `hang_up`."""

    entrant: Entrant
    limits: Limits
    folder: Path
    log: Path | None
    closed: _Closed
    server: ForkServer
    readable: Sequence[str] | None = None
    process: BotProcess | None = None

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
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
    """Entrants that are ready to play, until `close` is called or a `with` statement ends.

    Bots don't outlive the thread that made the pool.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        limits: Limits | None = None,
        logs: Path | None = None,
        hidden: Sequence[Path] = (),
        seed: int = 0,
        idle: int | None = None,
        parcels: Sequence[Parcel] = (),
    ) -> None:
        """What bots say on standard error is appended to NAME.log in the folder `logs`, which is made if necessary.

        Bots can't read the files and folders that are `hidden`, nor each other's files. Their own randomness
        follows from the `seed` of the tournament. Those that aren't in the current game keep their processes as
        far as memory allows, or as many as `idle`. Entrants in `parcels` replace the others. ValueError if
        the files of one aren't there.
        """
        self._folder = PoolFolder()
        try:
            unpacked = [parcel.unpack(self._folder.path / "files") for parcel in parcels]
            self._entrants = tuple(map(located, unpacked or entrants))
        except (OSError, ValueError):
            self._folder.remove()
            raise
        self._limits = limits or Limits()
        self._least_idle, self._most_idle = (IDLE, _MOST_IDLE) if idle is None else (idle, idle)
        self._memory_for_idle = memory_for_idle_bots()
        self._seed = seed
        if logs is not None:
            logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        players = {index: it for index, it in enumerate(self._entrants) if it.kind is not Kind.STRATEGY}
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
        """Tell the bots that the tournament is over, and end them."""
        _end([*self._bots.values()])
        self._closing.set()
        if self._server is not None:
            self._watch.join()
            self._server.close()
        self._folder.remove()

    def play(
        self,
        rules: RuleSet,
        seats: tuple[int, ...],
        seed: int,
        duplicate: bool = True,
        lenient: bool = False,
    ) -> Outcome:
        """Play a game of the entrants at these indices, by seat, each at most once; the dice follow from `seed`.

        After a breach, a bot can play another game all the same.
        """
        assert len(set(seats)) == len(seats)
        setup = setup_of(self._entrants, seats, seed, rules, duplicate)
        seated = [self.seated(index, seat, setup) for seat, index in enumerate(seats)]
        self._make_room(seats)
        return play(rules, seated, Dealer(seed, duplicate).deal, lenient)

    def _make_room(self, seats: tuple[int, ...]) -> None:
        """If too many bots are running, or with too much memory, end those that haven't played for longest."""
        for index in seats:
            if index in self._bots:
                self._bots[index] = self._bots.pop(index)
        idle = [bot for index, bot in self._bots.items() if bot.process is not None and index not in seats]
        latest_first = accumulate(bot.process.memory for bot in reversed(idle) if bot.process is not None)
        fitting = sum(memory <= self._memory_for_idle for memory in latest_first)
        most = min(max(fitting, self._least_idle), self._most_idle)
        _end(idle[: len(idle) - most] if most < len(idle) else [])

    def channel(self, index: int) -> Channel:
        """The way to the bot at this index."""
        return self._bots[index]

    def seated(self, index: int, seat: int, setup: Setup) -> StrategyContestant | BotContestant:
        """The entrant as a contestant in the game that `setup` begins."""
        entrant = self._entrants[index]
        if index in self._bots:
            own_seed = _bot_seed(slow_key(self._seed), setup.seed, seat)
            return BotContestant(self._bots[index], setup.rules, len(setup.players), own_seed, self._limits)
        return StrategyContestant(strategy(entrant.strategy, replace(setup, ha=entrant.ha, hb=entrant.hb)))


def _end(bots: Sequence[_Bot]) -> None:
    for bot in bots:
        bot.dismiss()
    deadline = monotonic() + _PATIENCE
    for bot in bots:
        bot.hang_up(max(0.0, deadline - monotonic()))


def _resolved(paths: Iterable[Path]) -> set[str]:
    return {str(path.resolve()) for path in paths}


def _is_shared(path: Path) -> bool:
    """Whether it may be an interpreter, which other bots need as well."""
    return path.parent.name == "bin"


def _allow_files(number: int) -> None:
    """Allow this process that many open files at a time, or as many as it may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft not in (resource.RLIM_INFINITY, hard) and soft < number:
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@cache
def slow_key(seed: int) -> bytes:
    """The key that the seeds of bots follow from. It takes long, so that they don't help in guessing the seed."""
    return scrypt(str(seed).encode(), salt=_BOTS, n=2**14, r=8, p=1, dklen=32)


def _bot_seed(key: bytes, seed: int, seat: int) -> int:
    """The seed of a bot's own randomness in the game of this seed, below 2**32; it tells nothing of the dice."""
    return int.from_bytes(blake2b(f"{seed}/{seat}".encode(), digest_size=4, key=key, person=_BOTS).digest(), "big")
