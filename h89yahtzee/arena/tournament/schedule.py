"""The schedule of a tournament, which tells for each game the bots, their seats and the seed of the dice. All of
them follow from the `Pairing`.

Bots are numbers here, from 0 in the order in which they were entered. When a bot is put out after a breach of the
rules, all games keep their numbers, and games without this bot stay the same. If a game of the bot is dealt again
without it, the new game has another seed, since the other bots know the first dice of the old game.

The seeds of games are hashes by blake2b, so they are the same on every platform and Python version. Dice are drawn
from hashes by blake2b, too; its parameter `person` makes the hashes here independent of those for dice. The hashes
have a key that is slow to compute from the tournament's seed, so that bots can't try all the numbers that a person
might have typed as the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b, scrypt
from itertools import combinations

from h89yahtzee.arena.tournament.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.swiss import Match, SwissTable

_SEED_BYTES = 8
"""The size of a seed in bytes: `dealer.SEEDS` is 256 ** 8."""
_ARENA = b"h89yahtzee.arena"
_KEY_COST, _KEY_MEMORY = 2**16, 2**27
"""The first number is the cost parameter N of scrypt: to compute a key takes a fifth of a second and 64 MiB. The
second is the most bytes of memory that scrypt may use."""

Seats = tuple[int, ...]
"""The numbers of the bots at a table, by seat."""


class Pool(Enum):
    """The ways to choose the bots that meet in a game."""

    ALL = "all bots"
    PAIRS = "every two bots"
    GAUNTLET = "the first bot and another"
    SWISS = "bots that stand alike"
    TABLES = "bots drawn at random"


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the schedule; `seats` are empty if too few bots are left to play it.

    If `is_independent`, each seat has its own dice, otherwise all seats have the same. `generation` is a number:
    games of the same generation are played by the same processes. A game of another generation is played by new
    processes, which know nothing of earlier games with the same dice or of games that were broken off.
    """

    number: int
    seats: Seats
    seed: int
    is_independent: bool = False
    generation: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """The terms of a schedule.

    What `games` counts depends on `pool`. With `Pool.ALL` it is the number of games in the tournament. With
    `Pool.TABLES` it is the number of games that each bot plays. With any other pool it is the number of
    games in each meeting of two bots.

    With `Pool.TABLES`, each table has `size` seats, and some bots play one game more if the last table would
    otherwise have free seats. A Swiss tournament has `rounds` rounds. If there is a sequential `test` of two bots,
    the tournament ends when the test is decided. With `is_independent`, each bot has its own dice; in a sequential
    test each second game then has the dice of the game before, swapped between the bots.
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
    """The games of a tournament; `out` lists the bots that no longer play, in the order in which they were put out.

    The bots of the first `drawn` games are known. In a Swiss tournament these are the games of the rounds drawn so
    far, and `draw` draws one more round. In other tournaments `drawn` is the number of all games.
    """

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.out: tuple[int, ...] = ()
        bots = range(pairing.bots)
        first = bots[:1] if pairing.pool is Pool.GAUNTLET else bots
        self._pairs: tuple[Seats, ...] = tuple(pair for pair in combinations(bots, 2) if pair[0] in first)
        self._tables = _drawn_tables(pairing) if pairing.pool is Pool.TABLES else []
        # Draw the order only if it is used: the draw needs the key of the hash, which is slow to compute, and
        # rating lists make the schedules of many finished tournaments.
        order = _order(pairing, 0) if pairing.pool is Pool.SWISS else ()
        self.swiss = SwissTable(order, pairing.rounds)
        self._round = pairing.games * (pairing.bots // 2)
        self._end: int | None = None
        self._replaced_at: list[Seats] = [() for _ in self._tables]
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
        # In a sequential test with independent dice, games come in pairs with the same seed and swapped seats. So
        # in the second game of a pair, each bot has the dice that the other bot had in the first.
        is_of_pairs = self.pairing.test is not None and self.pairing.is_independent
        seed = derived(self.pairing.seed, "game", number // 2 if is_of_pairs else number, *self._missing(number))
        generation = number if is_of_pairs else len(self.out)
        return Game(number, self.seats(number), seed, self.pairing.is_independent, generation)

    def _missing(self, number: int) -> Seats:
        """Return the bots that had a seat in this game when they were put out; the game was then dealt again
        without them."""
        if self.pairing.pool is Pool.ALL:
            return self.out
        return self._replaced_at[number] if self.pairing.pool is Pool.TABLES else ()

    def end_at(self, number: int) -> None:
        """End the schedule before game `number`."""
        self._end = number

    def draw(self, totals: Callable[[int], tuple[int, ...]]) -> bool:
        """Draw the next Swiss round, or return False if none is left.

        `totals` is a function that takes the number of a finished game and returns the game's totals.
        """
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
        """Return, for each match of the last round, how many games more the first bot won than lost."""
        leads: Counter[Match] = Counter()
        for number in range(self.drawn - self._round, self.drawn):
            if seats := self.seats(number):
                match, (first, second) = self._match(number), totals(number)
                assert match is not None
                leads[match] += ((first > second) - (first < second)) * (1 if seats == match else -1)
        return leads

    def _match(self, number: int) -> Match | None:
        """Return the two bots that meet in game `number` of a Swiss tournament; None if no match has this number.

        Each round has the same number of game numbers. Some are left over if a round has fewer matches because bots
        are out.
        """
        turn, rest = divmod(number, self._round)
        matches, place = self.swiss.rounds[turn], rest % (self.pairing.bots // 2)
        return matches[place] if place < len(matches) else None

    def _are_left(self, bots: Seats) -> bool:
        return not set(bots) & set(self.out)

    def put_out(self, bot: int) -> None:
        """Leave `bot` out of all games: a table of all bots plays on without it, and its games against a single bot
        are dropped.

        At a table drawn at random, the seat of `bot` goes to another bot: of the bots that aren't at this table,
        the one that has the fewest games.
        """
        self.out += (bot,)
        games = Counter(bot for seats in self._tables for bot in seats)
        for number, seats in enumerate(self._tables):
            if bot in seats:
                self._tables[number] = self._replaced(number, seats, bot, games)
                self._replaced_at[number] += (bot,)

    def _replaced(self, number: int, seats: Seats, bot: int, games: Counter[int]) -> Seats:
        def order(other: int) -> tuple[int, int]:
            return games[other], derived(self.pairing.seed, "substitute", number, bot, other)

        substitute = min((other for other in self.bots_left if other not in seats), key=order, default=None)
        if substitute is None:
            return tuple(other for other in seats if other != bot)
        games[substitute] += 1
        # Put the substitute into the free seat, so that the other bots keep their seats.
        return tuple(substitute if other == bot else other for other in seats)

    def seats(self, number: int) -> Seats:
        """Return the bots at the table in game `number`, by seat; empty if too few are left."""
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
    """Return a seed below `dealer.SEEDS`, computed from the tournament's `seed` and from `labels` that name the
    purpose of the new seed."""
    text = "/".join(map(str, labels))
    return int.from_bytes(blake2b(text.encode(), digest_size=_SEED_BYTES, key=_key(seed), person=_ARENA).digest())


@cache
def _key(seed: int) -> bytes:
    return scrypt(str(seed).encode(), salt=_ARENA, n=_KEY_COST, r=8, p=1, maxmem=_KEY_MEMORY, dklen=64)


def rotated(bots: Seats, turns: int) -> Seats:
    """Return the bots after moving the first one to the end `turns` times."""
    if not bots:
        return ()
    first = turns % len(bots)
    return bots[first:] + bots[:first]


def _drawn_tables(pairing: Pairing) -> list[Seats]:
    """Return the seats at all tables, drawn at random so that at any time the bots' numbers of games differ by at
    most one.

    All bots are called in a random order, then all in another order, and so on; a bot that is called for a table at
    which it already sits waits for the next table.
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
