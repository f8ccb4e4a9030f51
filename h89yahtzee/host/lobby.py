"""The lobby of a host: the callers, the tables and the messages, independent of how they are shown.

A person can be connected on one line only, and be at one table at most. A caller's request that can't be met raises
`LobbyRefusal`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.register import People, Person, Register, WrittenTables
from h89yahtzee.players.catalogue import optimal, strategy
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.choices import ANYBODY, Choices, choices_members
from h89yahtzee.table.coach import AnalystOf
from h89yahtzee.table.daily import daily_setup, par_of
from h89yahtzee.table.match import Match, PlayerOf
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.table import MOST_SAID, Table
from h89yahtzee.table.texts import cut, plain_text
from h89yahtzee.table.turns import earliest

NEW_CODE = "Your code is {code}: with it and your name you come back from any line."
NEW_KEY = "Your key is added: by ssh it brings you back without your code, {code}."
CODE_AND_KEY = "You come back by your name and your code, {code}, or by ssh with your key."
CODE_ALONE = "Your code is {code}. Call by ssh with a key, and = adds the key."

ALONE = "Everybody plays the game of the day alone: nobody sees the dice before."

MOST_KEPT = 100
"""The most tables, besides permanent ones, that are kept although nobody is at them."""
MOST_SEATS = 5
"""The most seats at unfinished tables that a person may have."""


class Lobby:
    """A host's callers, tables and messages; `fixed` has the choices (players, rules and pace) of each permanent
    table.

    The function `resumed` takes the setup of a saved table's game, and returns the game with the turns that were
    saved; None if no turns were saved or they can't be read. `revision` is a number that grows when callers are to
    see changes. `unreadable` has a message for each saved table that can't be read.
    """

    def __init__(
        self,
        people: People,
        register: Register,
        supplies: Supplies,
        fixed: Sequence[Choices] = (),
        resumed: Callable[[Setup], Match | None] = lambda _: None,
        now: float = 0.0,
    ) -> None:
        self.people = people
        self.supplies = supplies
        self.revision = 0
        self._changes = 0
        self._here: tuple[int, str] = -1, ""
        self._now = self._told_at = now
        self._is_news = False
        self.callers: dict[str, Caller] = {}
        self.tables = {number: HostedTable(number, choices, True) for number, choices in enumerate(fixed, 1)}
        self.in_play: list[Table] = []
        self.talk = Talk()
        self._written = WrittenTables(register)
        self.unreadable: Sequence[str] = self._written.unreadable
        self._seen: object = None
        self._today: HostedTable | None = None
        self._par: tuple[Day, int] | None = None
        self._restore(resumed, now)

    # Methods for callers who come and go

    def arrive(self, person: Person, has_screen: bool, now: float, network: str = "") -> Caller:
        """Add and return the caller for `person`, who calls from `network`; `has_screen` is False in text mode.

        A person whose line was lost at a table gets back to their seat there.
        """
        before = self.callers.get(person.name)
        if before is not None:
            before.is_dismissed = True
            self.depart(before, now)
        caller = self.callers[person.name] = Caller(person, has_screen, network)
        self._change()
        awaiting = [hosted for hosted in self.tables.values() if hosted.awaits(person.name)]
        if awaiting:
            caller.hosted = awaiting[-1]
            caller.hosted.sit(person.name, now)
        if before is None:
            self._tell(f"{person.name} is here.")
        return caller

    def depart(self, caller: Caller, now: float) -> None:
        """Remove a caller whose line is gone or who has hung up; the caller's seat is kept."""
        if self.callers.get(caller.name) is caller:
            del self.callers[caller.name]
            if caller.hosted is not None:
                caller.hosted.leave(caller.name, now)
            if not caller.is_dismissed:
                self._tell(f"{caller.name} has gone.")
        caller.hosted = None
        self._clear_up()

    def here(self) -> str:
        """Return a text with the names of all callers, each with the number of the table where the caller plays or
        watches."""
        if self._here[0] != self._changes:
            self._here = self._changes, ", ".join(caller.whereabouts for caller in self.callers.values())
        return self._here[1]

    # Methods for the game of the day

    @property
    def today(self) -> HostedTable | None:
        """The entry for the game of the day in the list of tables; None if the host has no game of the day.

        Nobody sits at this entry: a person who chooses it gets a table alone, with the dice that everybody has on
        that day.
        """
        if self.supplies.today is None:
            return None
        day = self.supplies.today()
        if self._today is None or self._today.choices.day != day:
            choices = Choices((Player(ANYBODY),), OFFICIAL.name, is_hosted=True, day=day)
            self._today = HostedTable(0, choices, True)
        return self._today

    def playing(self, today: HostedTable) -> Sequence[HostedTable]:
        """Return the tables at which the game of the day is played. `today` is that game's entry in the list of
        tables."""
        return [hosted for hosted in self.tables.values() if hosted.day and hosted.day == today.choices.day]

    def own(self, caller: Caller, hosted: HostedTable) -> HostedTable:
        """Return the table that the caller means by `hosted`, which the caller has chosen in the list of tables.

        If `hosted` is the entry `today` (the game of the day), that is the table where the caller plays this game,
        if there is such a table. In all other cases it is `hosted` itself.
        """
        if hosted is not self._today:
            return hosted
        tables = self.playing(hosted)
        return next((table for table in tables if table.seat_of(caller.name) is not None), hosted)

    def results(self) -> tuple[HostedTable, int, Sequence[tuple[str, int]]]:
        """Return the entry `today`, par (the total that best play reaches with the day's dice), and the results.

        The results are the name and total of each person who has finished the game of the day, the highest total
        first. LobbyRefusal if nobody has finished it.
        """
        today, saved = self.today, self.supplies.saved_games
        found: Sequence[tuple[str, int]] = ()
        if today is not None and saved is not None and (day := today.choices.day) is not None:
            with suppress(OSError):
                found = saved.results_of(day, OFFICIAL)
            if found:
                if self._par is None or self._par[0] != day:
                    setup = daily_setup(day, OFFICIAL, Player(ANYBODY))
                    self._par = day, par_of(setup, self.supplies.analyst_of(OFFICIAL))
                return today, self._par[1], found
        raise LobbyRefusal("Nobody has finished the game of the day here yet.")

    # Methods for callers' requests

    def open_table(self, caller: Caller, choices: Choices, now: float) -> HostedTable:
        """Open and return a new table for the game that `choices` describe; the caller gets the first seat."""
        self._check_free(caller)
        self._check_seats(caller)
        self._check_pace(caller, now)
        self._make_room()
        number = self._free_number()
        hosted = self.tables[number] = HostedTable(number, choices)
        self.tables = dict(sorted(self.tables.items()))
        told = "{name} opens table {number}." if choices.day is None else "{name} plays the game of the day."
        self._tell(told.format(name=caller.name, number=number))
        self._seat(caller, hosted, now)
        return hosted

    def sit(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Seat the caller at a table: in the caller's own seat there or, if there is none, in an open seat. The
        game begins when the last seat is taken."""
        hosted = self.own(caller, hosted)
        if hosted is self._today:
            self.open_table(caller, hosted.choices, now)
            return
        self._check_free(caller, hosted)
        self._check_pace(caller, now)
        self._seat(caller, hosted, now)

    def _seat(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        if hosted.seat_of(caller.name) is None:
            self._check_seats(caller)
            hosted = self._cleared(hosted) if hosted.makes_way else hosted
        network = hosted.network if hosted.owners else caller.network
        if not hosted.sit(caller.name, now):
            raise LobbyRefusal(f"No seat is open at table {hosted.number}.")
        caller.hosted, hosted.network = hosted, network
        self._change()
        if hosted.table is None and not hosted.open_seats:
            self._begin(hosted, Fill.FEWER, now)

    def watch(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        self._check_free(caller, hosted)
        if hosted is self._today or hosted.day is not None:
            raise LobbyRefusal(ALONE)
        if not hosted.is_played:
            raise LobbyRefusal(f"Nobody plays at table {hosted.number} now.")
        self._check_pace(caller, now)
        hosted.watch(caller.name, now)
        caller.hosted = hosted
        self._change()

    def join(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Seat the caller at a table, or let the caller watch if no seat is open."""
        can_sit = hosted.open_seats or hosted.makes_way or hosted.seat_of(caller.name) is not None
        if can_sit or hosted.table is None:
            self.sit(caller, hosted, now)
        else:
            self.watch(caller, hosted, now)

    def start(self, caller: Caller, fill: Fill, now: float) -> None:
        """Begin the game at the caller's table although seats are open; `fill` says what becomes of these seats.
        LobbyRefusal unless the caller was the first to sit down there."""
        hosted = caller.hosted
        if hosted is None or hosted.table is not None:
            return
        if hosted.starter != caller.name:
            raise LobbyRefusal(f"{hosted.starter} sat down first and may start.")
        self._begin(hosted, fill, now)

    def leave_table(self, caller: Caller, now: float) -> None:
        """Take the caller back to the lobby; a seat in a game stays the caller's."""
        if caller.hosted is not None:
            caller.hosted.leave(caller.name, now, on_purpose=True)
            caller.left, caller.hosted = caller.hosted, None
            self._clear_up()

    def give_up(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Free the caller's seat at a table for good; the caller must be in the lobby."""
        self._check_free(caller)
        hosted = self.own(caller, hosted)
        self.check_owner(caller, hosted)
        hosted.give_up(caller.name, now)
        self._clear_up()

    def say(self, caller: Caller, text: str, now: float) -> None:
        """Show a message from the caller to all who are in the lobby or at a table that waits for people."""
        if not caller.speech.allows(now):
            raise LobbyRefusal("Wait a moment before you say more.")
        said = cut(plain_text(" ".join(text.split())), MOST_SAID)
        if said:
            self._tell(said, caller.name)

    def close_table(self, table: Table) -> None:
        """Remove a table after a program error; its callers must then leave. Its game stays in the journal."""
        for number, hosted in list(self.tables.items()):
            if hosted.table is table:
                del self.tables[number]
                if hosted.is_fixed:
                    self.tables[number] = HostedTable(number, hosted.choices, True)
                self._tell(f"Table {number} is closed: an error of this program. Its game is kept.")
        self.tables = dict(sorted(self.tables.items()))
        self._clear_up()

    def add_proof(self, caller: Caller) -> str:
        """Give the caller another proof of who they are: a new code if the caller has none, otherwise the ssh key
        of this call if that key is new.

        Return a sentence that tells with which proof, a code or a key, the person can come back.
        """
        if not caller.person.code:
            caller.person = self.people.give_code(caller.person)
            return NEW_CODE.format(code=caller.person.code)
        is_new = bool(caller.key) and self.people.owner(caller.key) is None
        if is_new:
            try:
                self.people.add_key(caller.person, caller.key)
            except ValueError as error:
                raise LobbyRefusal(str(error)) from None
        said = NEW_KEY if is_new else CODE_AND_KEY if caller.key else CODE_ALONE
        return said.format(code=caller.person.code)

    # Methods for the passing of time

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` must be called even if nothing happens; None if there is no such time."""
        tells_at = self._told_at + self._least_interval if self._is_news else None
        return earliest(tells_at, *(hosted.deadline for hosted in self.tables.values()))

    def advance(self, now: float) -> None:
        """Notice new turns at tables. If owners have been away for too long, free their seats or let computers play
        there."""
        self._now = now
        deadline = self.deadline
        if deadline is not None and now >= deadline:
            for hosted in self.tables.values():
                hosted.advance(now)
            self._clear_up()
        seen = [
            (hosted.number, table.events.turn_start) for hosted in self.tables.values() if (table := hosted.table)
        ]
        if seen != self._seen:
            self._seen = seen
            self._change()
        if self._is_news:
            self._tell_news()

    def save(self) -> None:
        """Save new people and changed tables; OSError if that fails, and the next call tries again.

        Call this before games are saved, so that each saved turn belongs to a saved table.
        """
        self.people.save()
        self._written.save(self.tables)

    def _restore(self, resumed: Callable[[Setup], Match | None], now: float) -> None:
        """Set up the tables that were saved. If the rules or players of a permanent table have changed since then,
        move its game to a table with a new number."""
        fixed, displaced = dict(self.tables), []
        for written in self._written.read():
            hosted = written.hosted
            match = resumed(written.setup) or Match(written.setup, self.supplies.player_of)
            match.draw = self.supplies.draw
            hosted.lay(match, now, self.supplies.bookmaker)
            choices = fixed[hosted.number].choices if hosted.number in fixed else None
            hosted.is_fixed = choices is not None and choices_members(choices) == choices_members(hosted.choices)
            if hosted.number in fixed and not hosted.is_fixed:
                displaced.append(hosted)
            else:
                self.tables[hosted.number] = hosted
        for hosted in displaced:
            hosted.number = self._free_number()
            self.tables[hosted.number] = hosted
        self.tables = dict(sorted(self.tables.items()))
        self._clear_up()

    def _begin(self, hosted: HostedTable, fill: Fill, now: float) -> None:
        hosted.begin(fill, self.supplies.draw, self.supplies.player_of, now, self.supplies.bookmaker)
        self._clear_up()

    def _clear_up(self) -> None:
        """Remove tables whose game is over or abandoned; permanent tables wait for people again instead."""
        for hosted in list(self.tables.values()):
            if hosted.is_over or hosted.is_abandoned:
                if hosted.is_fixed:
                    hosted.clear()
                else:
                    del self.tables[hosted.number]
        self.in_play[:] = [hosted.table for hosted in self.tables.values() if hosted.table is not None]
        self._change()

    def _cleared(self, fixed: HostedTable) -> HostedTable:
        """Put an empty permanent table in the place of `fixed`, whose game goes on at a table with a new number;
        return the empty table."""
        self._make_room()
        number = fixed.number
        fixed.number, fixed.is_fixed = self._free_number(), False
        self.tables |= {number: HostedTable(number, fixed.choices, True), fixed.number: fixed}
        self.tables = dict(sorted(self.tables.items()))
        return self.tables[number]

    def _make_room(self) -> None:
        """Remove an empty table (one at which nobody is) if there are `MOST_KEPT` of them besides permanent ones.
        The game of the removed table stays in the journal.

        Tables at which no turn has been posted (played to its end) are removed before others. Among equals, the
        network with the most empty tables loses a table, namely the table that was left longest ago. So a few
        networks that leave many tables without a posted turn never push out the tables of others.
        """
        left = [hosted for hosted in self.tables.values() if not (hosted.here or hosted.is_fixed)]
        if len(left) >= MOST_KEPT:
            kept = Counter(hosted.network for hosted in left)
            first = min(left, key=lambda hosted: (hosted.is_begun, -kept[hosted.network], hosted.left_at))
            del self.tables[first.number]

    def _free_number(self) -> int:
        return next(number for number in count(1) if number not in self.tables)

    def _check_free(self, caller: Caller, hosted: HostedTable | None = None) -> None:
        if caller.hosted not in (None, hosted) or self.callers.get(caller.name) is not caller:
            raise LobbyRefusal("You are at a table.")

    def check_owner(self, caller: Caller, hosted: HostedTable) -> None:
        """Raise LobbyRefusal unless the caller has a seat at the table `hosted`."""
        if self.own(caller, hosted).seat_of(caller.name) is None:
            raise LobbyRefusal(f"You have no seat at table {hosted.number}.")

    def _check_pace(self, caller: Caller, now: float) -> None:
        """Raise LobbyRefusal if the caller goes to tables too often: each time, the screens of others must be drawn
        again."""
        if not caller.visits.allows(now):
            raise LobbyRefusal("Wait a moment before you go to a table again.")

    def _check_seats(self, caller: Caller) -> None:
        seats = sum(hosted.seat_of(caller.name) is not None for hosted in self.tables.values())
        if seats >= MOST_SEATS:
            raise LobbyRefusal(f"You have {MOST_SEATS} unfinished games: finish one, or give one up.")

    def _tell(self, text: str, name: str = "") -> None:
        self.talk.tell(Message(name, text))
        self._change()

    def _change(self) -> None:
        self._changes += 1
        self._tell_news()

    @property
    def _least_interval(self) -> float:
        """The least time in seconds between two changes of `revision`. It grows with the number of callers, since
        at each change the screens of all callers in the lobby are drawn again."""
        return max(0, len(self.callers) - _FEW_CALLERS) * _GATHERING_TIME

    def _tell_news(self) -> None:
        """Raise `revision`, so that screens are drawn again. If it was raised too recently, let `advance` raise it
        later."""
        self._is_news = self._now < self._told_at + self._least_interval
        if not self._is_news:
            self.revision += 1
            self._told_at = self._now


_FEW_CALLERS = 20
"""The most callers with whom each change is shown at once. With more callers, changes wait to be shown together."""
_GATHERING_TIME = 0.004
"""The seconds that each caller above `_FEW_CALLERS` adds to the time for which changes wait to be shown together.
This is a few times the time that it takes to draw a screen."""


class Pace:
    """A rate limit for one kind of act: at most `most` acts within any span of `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._times: deque[float] = deque(maxlen=most)
        self._seconds = seconds

    def allows(self, now: float) -> bool:
        """Return whether the act is allowed now, and if so count it."""
        is_flood = len(self._times) == self._times.maxlen and now < self._times[0] + self._seconds
        if not is_flood:
            self._times.append(now)
        return not is_flood


class Caller:
    """A person who has called.

    `hosted` is the table where the person is, `left` the table that the person left last. `choices` are the choices
    (players, rules and pace) of the table that the person opened last. `network` is the network from which the call
    comes, or the person's name if the network is unknown. `is_dismissed` is True once the same person has called
    again on another line.
    """

    def __init__(self, person: Person, has_screen: bool, network: str = "") -> None:
        self.person = person
        self.network = network or person.name
        self.has_screen = has_screen
        self.hosted: HostedTable | None = None
        self.left: HostedTable | None = None
        self.choices: Choices | None = None
        self.is_dismissed = False
        self.key = ""
        """The fingerprint of the ssh key by which the person has called, empty if the person used none."""
        self.shared: Sequence[str] = ()
        """The result of the game of the day that the person has finished in this call: text lines for the person to
        show to others, empty if there is none."""
        self.speech = Pace(5, 10.0)
        self.visits = Pace(10, 20.0)

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def whereabouts(self) -> str:
        """The caller's name, followed by the number of the table where the caller plays or watches."""
        if self.hosted is None:
            return self.name
        is_player = self.hosted.seat_of(self.name) is not None
        return f"{self.name} {'at' if is_player else 'watching'} {self.hosted.shown_number}"


class LobbyRefusal(RoomRefusal):
    """Raised for a caller's request that can't be met; the message says why."""


_REMEMBERED = 20
"""The number of messages that are kept for newcomers and for callers who come back from a table."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message from the caller called `name`; if `name` is empty, from the lobby itself."""

    name: str
    text: str


class Talk:
    """The latest messages; `count` is the number of all messages so far."""

    def __init__(self) -> None:
        self.count = 0
        self._messages: deque[Message] = deque(maxlen=_REMEMBERED)

    def tell(self, message: Message) -> None:
        self._messages.append(message)
        self.count += 1

    def latest(self, most: int) -> Sequence[Message]:
        """Return the last messages, at most `most`."""
        return list(self._messages)[-most:] if most else []

    def after(self, count: int) -> Sequence[Message]:
        """Return the messages that came after the first `count` ones. Only the last `_REMEMBERED` messages are
        kept."""
        return self.latest(self.count - count)


@dataclass(frozen=True, slots=True)
class Supplies:
    """The functions and stores that a lobby's games and tables need.

    `draw(n)` returns a random number below n. `player_of` returns the strategy of a computer player, given the
    strategy's name and the game's setup. `analyst_of` takes rules and returns an `Analyst`, which judges decisions
    in games by these rules for the coach. `today` returns the date in UTC; if `today` is None, there is no game of
    the day.
    """

    draw: Callable[[int], int]
    player_of: PlayerOf = strategy
    analyst_of: AnalystOf = optimal
    saved_games: SavedGames | None = None
    bookmaker: Bookmaker = field(default_factory=Bookmaker)
    today: Callable[[], Day] | None = None
