"""The schedule of a tournament: who plays whom, and with which seed, as a function of its pairing.

Bots are numbers here, from 0 in the order in which they were entered. When a bot is put out, the numbers of the
games stay, and so do the games that it wasn't to play in.

Seeds are derived with blake2b, so they are the same on every platform and Python version; its personalisation keeps
them apart from the dice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from itertools import combinations

_SEED_BYTES = 8
"""The size of a seed: `dealer.SEEDS` is 256 ** 8."""
_ARENA = b"h89yahtzee.arena"

Seats = tuple[int, ...]
"""The bots at a table, by seat."""


class Pool(Enum):
    """How the bots of a game are chosen."""

    ALL = "all bots"
    PAIRS = "every two bots"
    TABLES = "bots drawn at random"


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the schedule; `seats` are empty if too few bots are left to play it."""

    number: int
    seats: Seats
    seed: int
    is_independent: bool = False
    """Whether each seat has its own dice."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The terms of a schedule.

    `games` are played at the one table, by each two bots, or by each bot at tables of `size`; if the last doesn't
    come out even, some bots play one more.
    """

    bots: int
    pool: Pool
    games: int
    seed: int
    size: int = 0
    is_independent: bool = False

    def __post_init__(self) -> None:
        assert self.bots >= (1 if self.pool is Pool.ALL else 2)
        assert self.pool is not Pool.TABLES or 2 <= self.size <= self.bots


class Schedule:
    """The games of a tournament without the bots that were put `out`, in that order."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.out: tuple[int, ...] = ()
        self._pairs: tuple[Seats, ...] = tuple(combinations(range(pairing.bots), 2))
        self._tables = _drawn_tables(pairing) if pairing.pool is Pool.TABLES else []

    def __len__(self) -> int:
        match self.pairing.pool:
            case Pool.ALL:
                return self.pairing.games
            case Pool.PAIRS:
                return self.pairing.games * len(self._pairs)
            case Pool.TABLES:
                return len(self._tables)

    @property
    def bots_left(self) -> tuple[int, ...]:
        return tuple(bot for bot in range(self.pairing.bots) if bot not in self.out)

    @property
    def games_to_play(self) -> int:
        """The number of games that still have enough bots to be played."""
        left = len(self.bots_left)
        match self.pairing.pool:
            case Pool.ALL:
                return self.pairing.games if left else 0
            case Pool.PAIRS:
                return self.pairing.games * left * (left - 1) // 2
            case Pool.TABLES:
                return sum(len(seats) > 1 for seats in self._tables)

    def game(self, number: int) -> Game:
        seed = derived(self.pairing.seed, "game", number)
        return Game(number, self.seats(number), seed, self.pairing.is_independent)

    def put_out(self, bot: int) -> None:
        """Play on without a bot: at the one table, and in pairs that it wasn't one of.

        At random tables the bot with the fewest games takes its place, as long as one is free.
        """
        self.out += (bot,)
        games = Counter(bot for seats in self._tables for bot in seats)
        for number, seats in enumerate(self._tables):
            if bot in seats:
                self._tables[number] = self._replaced(number, seats, bot, games)

    def _replaced(self, number: int, seats: Seats, bot: int, games: Counter[int]) -> Seats:
        def order(other: int) -> tuple[int, int]:
            return games[other], derived(self.pairing.seed, "substitute", number, bot, other)

        substitute = min((other for other in self.bots_left if other not in seats), key=order, default=None)
        if substitute is None:
            return tuple(other for other in seats if other != bot)
        games[substitute] += 1
        return tuple(substitute if other == bot else other for other in seats)

    def seats(self, number: int) -> Seats:
        """The bots at the table in game `number`, by seat."""
        match self.pairing.pool:
            case Pool.ALL:
                return rotated(self.bots_left, number)
            case Pool.PAIRS:
                turn, pair = divmod(number, len(self._pairs))
                seats = self._pairs[pair]
                return () if set(seats) & set(self.out) else rotated(seats, turn)
            case Pool.TABLES:
                seats = self._tables[number]
                return seats if len(seats) > 1 else ()


def derived(seed: int, *labels: str | int) -> int:
    """The seed for the purpose that the labels name, a function of the one above it; below `dealer.SEEDS`."""
    text = "/".join(map(str, (seed, *labels)))
    return int.from_bytes(blake2b(text.encode(), digest_size=_SEED_BYTES, person=_ARENA).digest())


def rotated(bots: Seats, turns: int) -> Seats:
    """The same bots, each one seat earlier with each turn."""
    if not bots:
        return ()
    first = turns % len(bots)
    return bots[first:] + bots[:first]


def _drawn_tables(pairing: Pairing) -> list[Seats]:
    """Tables in such an order that no bot is ever more than a game ahead of another.

    All bots are called up in a random order, then all in another, and so on; a bot that is called up for a table
    at which it already sits waits for the next.
    """
    tables: list[Seats] = []
    called: list[int] = []
    rounds = 0
    while len(tables) * pairing.size < pairing.bots * pairing.games:
        seats: Seats = ()
        while len(seats) < pairing.size:
            free = [bot for bot in called if bot not in seats][: pairing.size - len(seats)]
            seats += tuple(free)
            called = [bot for bot in called if bot not in free]
            if len(seats) < pairing.size:
                called += _order(pairing, rounds)
                rounds += 1
        tables.append(seats)
    return tables


def _order(pairing: Pairing, number: int) -> list[int]:
    return sorted(range(pairing.bots), key=lambda bot: derived(pairing.seed, "order", number, bot))
