"""Who plays whom, and with which seed: the games of a tournament as a function of its seed and who takes part.

Bots are numbers here, from 0 in the order in which they were entered. A schedule keeps its numbering when a bot is
out: the games that it wasn't to play in stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from h89yahtzee.arena.tournament.seeds import derived

Seats = tuple[int, ...]
"""The bots at a table, by seat."""


class Pool(Enum):
    """Who sits at a table."""

    ALL = "all bots"
    PAIRS = "every two bots"
    TABLES = "bots drawn at random"


@dataclass(frozen=True, slots=True)
class Game:
    """`seats` are empty where too few bots are left for it to be played."""

    number: int
    seats: Seats
    seed: int
    is_independent: bool = False
    """Whether each seat has dice of its own."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a schedule is made from.

    `games` are those of the one table, of each two, or of each bot at tables of `size`. Where these don't come out
    even, some bots play one more.
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
    """The games of a tournament without those who are out, in the order in which they were put out."""

    def __init__(self, pairing: Pairing, out: Sequence[int] = ()) -> None:
        self.pairing = pairing
        self.out: tuple[int, ...] = ()
        self._pairs: tuple[Seats, ...] = tuple(combinations(range(pairing.bots), 2))
        self._tables = _drawn_tables(pairing) if pairing.pool is Pool.TABLES else []
        for bot in out:
            self.put_out(bot)

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
        """Those that are left to be played, with enough bots at the table."""
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
        """At one table the others play on, and who was to play alone against it doesn't play.

        At random tables the bot with the fewest games takes its place, as long as there is one.
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
        """Of one of the games."""
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


def rotated(bots: Seats, turns: int) -> Seats:
    """The same table, each seat later by one with each turn."""
    if not bots:
        return ()
    first = turns % len(bots)
    return bots[first:] + bots[:first]


def _drawn_tables(pairing: Pairing) -> list[Seats]:
    """Tables in a row, so that no bot is ever more than a game ahead of another.

    All bots are called up in a random order, then all in another, and so on; who is called up for a table that it
    sits at already sits down at the next.
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
