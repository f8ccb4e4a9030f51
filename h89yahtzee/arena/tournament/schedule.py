"""The schedule of a tournament: who plays whom, and with which seed, as a function of its pairing.

Bots are numbers here, from 0 in the order in which they were entered. When a bot is put out, the numbers of the
games stay, and so do the games that it wasn't to play in.

Seeds are derived with blake2b, so they are the same on every platform and Python version; its personalisation keeps
them apart from the dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from itertools import combinations

from h89yahtzee.arena.ratings.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.swiss import Match, SwissTable

_SEED_BYTES = 8
"""The size of a seed: `dealer.SEEDS` is 256 ** 8."""
_ARENA = b"h89yahtzee.arena"

Seats = tuple[int, ...]
"""The bots at a table, by seat."""


class Pool(Enum):
    """How the bots of a game are chosen."""

    ALL = "all bots"
    PAIRS = "every two bots"
    GAUNTLET = "the first bot and another"
    SWISS = "bots that stand alike"
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

    `games` are played at the one table, by each two bots that meet, or by each bot at tables of `size`; if the last
    doesn't come out even, some bots play one more. A Swiss tournament has a number of `rounds`. A sequential test
    plays until it is decided, each two games with each other's dice if bots have dice of their own.
    """

    bots: int
    pool: Pool
    games: int
    seed: int
    size: int = 0
    is_independent: bool = False
    rounds: int = 0
    test: Hypotheses | None = None

    def __post_init__(self) -> None:
        assert self.bots >= (1 if self.pool is Pool.ALL else 2)
        assert self.pool is not Pool.TABLES or 2 <= self.size <= self.bots
        assert self.test is None or (self.pool is Pool.PAIRS and self.bots == 2)

    @property
    def most_at_a_table(self) -> int:
        return {Pool.ALL: self.bots, Pool.TABLES: self.size}.get(self.pool, 2)


class Schedule:
    """The games of a tournament without the bots that were put `out`, in that order.

    The tables of the first `drawn` games are known; `draw` finds those of another round.
    """

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.out: tuple[int, ...] = ()
        bots = range(pairing.bots)
        first = bots[:1] if pairing.pool is Pool.GAUNTLET else bots
        self._pairs: tuple[Seats, ...] = tuple(pair for pair in combinations(bots, 2) if pair[0] in first)
        self._tables = _drawn_tables(pairing) if pairing.pool is Pool.TABLES else []
        self.swiss = SwissTable(_order(pairing, 0))
        self._round = pairing.games * (pairing.bots // 2)
        self._end: int | None = None
        self.draw(lambda _: ())

    def __len__(self) -> int:
        match self.pairing.pool:
            case _ if self._end is not None:
                return self._end
            case Pool.ALL:
                return self.pairing.games
            case Pool.PAIRS | Pool.GAUNTLET:
                return self.pairing.games * len(self._pairs)
            case Pool.TABLES:
                return len(self._tables)
            case Pool.SWISS:
                return self._round * self.pairing.rounds

    @property
    def drawn(self) -> int:
        return self._round * len(self.swiss.rounds) if self.pairing.pool is Pool.SWISS else len(self)

    @property
    def bots_left(self) -> tuple[int, ...]:
        return tuple(bot for bot in range(self.pairing.bots) if bot not in self.out)

    @property
    def games_to_play(self) -> int:
        """The number of games that still have enough bots to be played."""
        left = len(self.bots_left)
        match self.pairing.pool:
            case _ if self._end is not None:
                return self._end
            case Pool.ALL:
                return self.pairing.games if left else 0
            case Pool.PAIRS | Pool.GAUNTLET:
                return self.pairing.games * sum(self._are_left(pair) for pair in self._pairs)
            case Pool.TABLES:
                return sum(len(seats) > 1 for seats in self._tables)
            case Pool.SWISS:
                drawn = sum(self._are_left(pair) for matches in self.swiss.rounds for pair in matches)
                coming = self.pairing.rounds - len(self.swiss.rounds)
                return self.pairing.games * (drawn + coming * (left // 2))

    def game(self, number: int) -> Game:
        is_of_pairs = self.pairing.test is not None and self.pairing.is_independent
        seed = derived(self.pairing.seed, "game", number // 2 if is_of_pairs else number)
        return Game(number, self.seats(number), seed, self.pairing.is_independent)

    def end_at(self, number: int) -> None:
        """Play no game from this number on."""
        self._end = number

    def draw(self, totals: Callable[[int], tuple[int, ...]]) -> bool:
        """Draw the next round, if one is left; `totals` has those of a game of the last one, by its number."""
        swiss = self.swiss
        if self.pairing.pool is not Pool.SWISS or len(swiss.leads) == self.pairing.rounds:
            return False
        if swiss.rounds:
            swiss.leads.append(self._leads(totals))
        if self.drawn == len(self) or len(self.bots_left) < 2:
            return False
        swiss.draw(self.out)
        return True

    def _leads(self, totals: Callable[[int], tuple[int, ...]]) -> Counter[Match]:
        """By how many points the first bot of each match of the last round is ahead."""
        leads: Counter[Match] = Counter()
        for number in range(self.drawn - self._round, self.drawn):
            if seats := self.seats(number):
                match, (first, second) = self._match(number), totals(number)
                assert match is not None
                leads[match] += ((first > second) - (first < second)) * (1 if seats == match else -1)
        return leads

    def _match(self, number: int) -> Match | None:
        """The match that a game of a Swiss tournament belongs to; None where a round without byes has one more."""
        turn, rest = divmod(number, self._round)
        matches, place = self.swiss.rounds[turn], rest % (self.pairing.bots // 2)
        return matches[place] if place < len(matches) else None

    def _are_left(self, bots: Seats) -> bool:
        return not set(bots) & set(self.out)

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
            case Pool.PAIRS | Pool.GAUNTLET:
                turn, pair = divmod(number, len(self._pairs))
                return rotated(self._pairs[pair], turn) if self._are_left(self._pairs[pair]) else ()
            case Pool.SWISS:
                match = self._match(number)
                turn = number % self._round // (self.pairing.bots // 2)
                return () if match is None or not self._are_left(match) else rotated(match, turn)
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
