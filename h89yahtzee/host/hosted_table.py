"""A table of a host: seats that callers take, then the game that is played there.

A seat stays its owner's until the owner gives it up. Anybody without a seat may watch. People are identified by
name. The game of the day has the same dice for everybody on one day; each person plays it alone at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum, auto

from h89yahtzee.game.day import Day
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table import texts
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.choices import COMPUTER_NAMES, Choices
from h89yahtzee.table.daily import day_of
from h89yahtzee.table.match import Match, PlayerOf, has_begun
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.table import MOST_SAID, STAND_IN, Table

GRACE = 60.0
"""Seconds to wait for a player whose line was lost, at a table where turns have no time limit."""


class Fill(Enum):
    """The treatment of open seats when a game begins: computers take these seats, or the seats are removed."""

    COMPUTERS = auto()
    FEWER = auto()


class HostedTable:
    """The host's table `number`. While it waits for people, `table` is None; later `table` holds their game.

    `choices` are the players, rules and pace chosen for the game. `owners` maps seats to the names of their owners,
    in the order in which they sat down. Seats are numbered as in `choices` while the table waits, later as in the
    game. `here` has the names of the people at the table, players and watchers. `left_at` is the time when somebody
    left last, `network` the network from which the first person to sit down called. A table that `is_fixed` is
    never removed: when all have left a finished game, the table waits for people again.
    """

    def __init__(self, number: int, choices: Choices, is_fixed: bool = False) -> None:
        self.number = number
        self.choices = choices
        self.is_fixed = is_fixed
        self.table: Table | None = None
        self.owners: dict[int, str] = {}
        self.here: list[str] = []
        self._away_since: dict[str, float] = {}
        self._left: set[str] = set()
        self.left_at = 0.0
        self.network = ""
        self._attended_since = 0.0

    # Methods for seats and owners

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the order of seats. While the table waits they are the players of `choices`, later those
        of the game's setup."""
        return self.choices.players if self.table is None else self.table.series.setup.players

    @property
    def starter(self) -> str | None:
        """The name of the person who may begin the game before all seats are taken: the first who sat down."""
        return None if self.table is not None else next(iter(self.owners.values()), None)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The numbers of the seats that anybody may take. While the table waits these are the free seats for
        people, later the seats of computers; while the game is paused there are none."""
        if self.table is not None and not self.is_played:
            return ()
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            if seat not in self.owners and (player.strategy == HUMAN) == (self.table is None)
        )

    @property
    def is_played(self) -> bool:
        """Whether there is a game and the owner of at least one seat is at the table. If no owner is, the game is
        paused."""
        return self.table is not None and any(owner in self.here for owner in self.owners.values())

    @property
    def makes_way(self) -> bool:
        """Whether this table is fixed and all people have left its game. The game may then move to another table,
        so that others can sit down here."""
        return self.is_fixed and self.table is not None and not self.here

    @property
    def watchers(self) -> list[str]:
        return [name for name in self.here if self.seat_of(name) is None]

    @property
    def day(self) -> Day | None:
        """If the game here is a game of the day, its day; None if it is another game, or if there is no game
        yet."""
        return None if self.table is None else day_of(self.table.series.setup)

    @property
    def shown_number(self) -> int:
        """The number under which the lobby's list shows this table: 0 for a game of the day, since all tables with
        such a game share one entry; otherwise `number`."""
        return self.number if self.day is None else 0

    @property
    def owned(self) -> tuple[Setup, dict[int, str]]:
        """The setup of the game, and a dict from seats to the names of their owners, for a register to store."""
        assert self.table is not None
        return self.table.series.setup, dict(self.owners)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and nobody is at the table any more."""
        return self.table is not None and self.table.series.has_ended and not self.here

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody is at the table, and nobody is expected back.

        The owners of seats are expected back. But as long as no turn has been posted (played to its end), owners
        who left on purpose aren't expected.
        """
        if self.here:
            return False
        return not self.owners if self.is_begun else not any(map(self.awaits, self.owners.values()))

    @property
    def is_begun(self) -> bool:
        """Whether a turn has been posted in the present game."""
        return self.table is not None and has_begun(self.table.series.state)

    def seat_of(self, name: str) -> int | None:
        return next((seat for seat, owner in self.owners.items() if owner == name), None)

    def awaits(self, name: str) -> bool:
        """Return whether the person called `name` has a seat here and didn't leave on purpose."""
        return self.seat_of(name) is not None and name not in self._left

    # Methods for people who come and go

    def sit(self, name: str, now: float) -> bool:
        """Give person `name` their own seat again or, if they have none, the first open seat; return False if no
        seat is open."""
        if self.seat_of(name) is None:
            if not self.open_seats:
                return False
            self.owners[self.open_seats[0]] = name
        self.watch(name, now)
        return True

    def watch(self, name: str, now: float) -> None:
        """Note that person `name` is at the table now: the owner of a seat plays again, anybody else watches."""
        if not self.is_played:
            self._attended_since = now
        if name not in self.here:
            self.here.append(name)
        self._left.discard(name)
        was_away = self._away_since.pop(name, None) is not None
        seat = self.seat_of(name)
        if self.table is not None and seat is not None:
            if was_away and self.table.series.is_person(seat):
                self._tell(texts.is_back(name, MOST_SAID))
            self.table.seat(seat, HUMAN, now)

    def leave(self, name: str, now: float, on_purpose: bool = False) -> None:
        """Note that person `name` has left; the others don't wait for a player who has left `on_purpose`.

        The owner of a seat keeps it, except after leaving on purpose while the table waits for people.
        """
        is_owner = self.seat_of(name) is not None
        if name in self.here:
            self.here.remove(name)
            gone = texts.has_left if on_purpose else texts.line_went_away
            self._tell(gone(name, MOST_SAID) if is_owner else "")
        self.left_at = now
        if is_owner:
            self._away_since[name] = now - self.grace if on_purpose else now
            if on_purpose:
                self._left.add(name)
                if self.table is None:
                    self.give_up(name, now)

    def give_up(self, name: str, now: float) -> None:
        """Take a person's seat away for good; in a game, a computer goes on playing in the seat."""
        seat = self.seat_of(name)
        if seat is not None:
            self._let_computer_play(seat, now)
            del self.owners[seat]
            self._away_since.pop(name, None)

    def _tell(self, text: str) -> None:
        if self.table is not None:
            self.table.say("", text)

    # Methods for seats whose owners are away

    @property
    def grace(self) -> float:
        return self.choices.turn_time or GRACE

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` must be called; None if the others wait for no absent player."""
        if not self._away_since:
            return None
        return min((self._due(name) for name in self._waited_for()), default=None)

    def advance(self, now: float) -> None:
        """Let computers play for owners who have been away for too long; if there is no game yet, free these
        owners' seats instead."""
        for name in [name for name in self._waited_for() if now >= self._due(name)]:
            if self.table is None:
                self.give_up(name, now)
            else:
                self._let_computer_play(self._seat_owned_by(name), now)

    def _waited_for(self) -> list[str]:
        """Return the names of the absent owners whom the others wait for, since no computer plays in their seats
        yet. If the game is paused or finished, return an empty list."""
        table = self.table
        if not self._away_since or (table is not None and (table.series.has_ended or not self.is_played)):
            return []
        return [
            name for name in self._away_since if table is None or table.series.is_person(self._seat_owned_by(name))
        ]

    def _due(self, name: str) -> float:
        since = self._away_since[name]
        return (since if self.table is None else max(since, self._attended_since)) + self.grace

    def _seat_owned_by(self, name: str) -> int:
        seat = self.seat_of(name)
        assert seat is not None
        return seat

    def _let_computer_play(self, seat: int, now: float) -> None:
        """Let a computer play in a seat: the seat's own computer player, or a stand-in in a person's seat."""
        if self.table is not None:
            strategy = self.players[seat].strategy
            self.table.seat(seat, STAND_IN if strategy == HUMAN else strategy, now)

    # Methods for the game

    def begin(
        self,
        fill: Fill,
        draw: Callable[[int], int],
        player_of: PlayerOf,
        now: float,
        bookmaker: Bookmaker | None = None,
    ) -> None:
        """Begin a game; `fill` says what becomes of open seats. With `Fill.FEWER`, seats after a removed one get
        lower numbers.

        `draw(n)` returns a random number below n, from which the dice's seeds are made. `player_of` returns the
        strategy of a computer player, given the strategy's name and the game's setup. `bookmaker` computes the
        chances to win.
        """
        taken = [seat for seat in range(len(self.players)) if fill is Fill.COMPUTERS or seat not in self.open_seats]
        players = tuple(self._seated(taken))
        places = {seat: place for place, seat in enumerate(taken)}
        self.owners = {places[seat]: name for seat, name in self.owners.items()}
        match = Match(replace(self.choices, players=players).setup(draw(SEEDS)), player_of)
        match.draw = draw
        self.lay(match, now, bookmaker)

    def lay(self, match: Match, now: float, bookmaker: Bookmaker | None = None) -> None:
        """Put the game of `match` on the table. Where a person's seat has no owner, a computer plays.

        `bookmaker` computes the chances to win.
        """
        usual, chosen = preferences_for(match.setup.rules), self.choices
        options = replace(usual, think_time=chosen.think_time, turn_time=chosen.turn_time)
        self.table = Table(match, options, now, bookmaker)
        if self.day is not None:
            match.draw = lambda _: match.setup.seed  # further games at this table have the same dice, for practice
        self._attended_since = self.left_at = now
        for seat, player in enumerate(self.players):
            if seat not in self.owners and player.strategy == HUMAN:
                self._let_computer_play(seat, now)
        self._away_since |= {name: now for name in self.owners.values() if name not in self.here}

    def clear(self) -> None:
        """Remove the game and all owners, so that the table waits for people again."""
        self.table = None
        self.owners.clear()
        self._away_since.clear()
        self._left.clear()

    def _seated(self, seats: Iterable[int]) -> Iterator[Player]:
        """Yield the player of each of `seats`: the seat's owner, or a computer with a name that no other player
        has."""
        rules = self.choices.rule_set
        taken = {name.casefold() for name in self.owners.values()}
        for seat in seats:
            player = self.players[seat]
            if seat in self.owners:
                yield Player(self.owners[seat])
                continue
            own = () if player.strategy == HUMAN else (player.name,)
            name = next(name for name in (*own, *COMPUTER_NAMES) if name.casefold() not in taken)
            taken.add(name.casefold())
            yield Player(name, default_for(rules) if player.strategy == HUMAN else self.choices.kind(player))
