"""The lobby of a host: who is here, the tables, and what is said to all; the same however it is shown.

A person is here once, at one table at most. What callers ask for and can't have is a `LobbyRefusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from h89yahtzee.game.record import Setup
from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller, LobbyRefusal
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.people import People, Person
from h89yahtzee.host.register import Register
from h89yahtzee.host.supplies import Supplies
from h89yahtzee.host.talk import Message, Talk
from h89yahtzee.host.written_tables import WrittenTables
from h89yahtzee.table.series.match import Match
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.table import MOST_SAID, Table
from h89yahtzee.table.texts import cut, plain_text

MOST_TABLES = 100
MOST_SEATS = 5
"""How many seats at unfinished tables a person may have."""


class Lobby:
    """`fixed` are tables that are always there. `revision` grows with every change that all see.

    `resumed` gives the game that was begun with a setup as far as it was saved, or None. `unreadable` tells which
    tables were written down and can't be read.
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
        self.callers: dict[str, Caller] = {}
        self.tables = {number: HostedTable(number, choices, True) for number, choices in enumerate(fixed, 1)}
        self.in_play: list[Table] = []
        self.talk = Talk()
        self._written = WrittenTables(register)
        self.unreadable: Sequence[str] = self._written.unreadable
        self._seen: object = None
        self._restore(resumed, now)

    # Who is here

    def arrive(self, person: Person, has_screen: bool, now: float) -> Caller:
        """Somebody comes, or comes back to the seat that their line was cut off from."""
        before = self.callers.get(person.name)
        if before is not None:
            before.is_dismissed = True
            self.depart(before, now)
        caller = self.callers[person.name] = Caller(person, has_screen)
        self._change()
        awaiting = [hosted for hosted in self.tables.values() if hosted.awaits(person.name)]
        if awaiting:
            caller.hosted = awaiting[-1]
            caller.hosted.sit(person.name, now)
        if before is None:
            self._tell(lobby_texts.CAME.format(name=person.name))
        return caller

    def depart(self, caller: Caller, now: float) -> None:
        """The caller's line is gone, or they hung up; a seat is kept for them."""
        if self.callers.get(caller.name) is caller:
            del self.callers[caller.name]
            if caller.hosted is not None:
                caller.hosted.leave(caller.name, now)
            if not caller.is_dismissed:
                self._tell(lobby_texts.WENT.format(name=caller.name))
        caller.hosted = None
        self._clear_up()

    # What callers ask for

    def open_table(self, caller: Caller, choices: Choices, now: float) -> HostedTable:
        """A new table, at which the caller has the first seat."""
        self._check_free(caller)
        self._check_seats(caller)
        self._make_room()
        number = self._free_number()
        hosted = self.tables[number] = HostedTable(number, choices)
        self.tables = dict(sorted(self.tables.items()))
        self._tell(lobby_texts.OPENED.format(name=caller.name, number=number))
        self.sit(caller, hosted, now)
        return hosted

    def sit(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Take a seat, or return to one's own; the game begins with the last seat."""
        self._check_free(caller, hosted)
        if hosted.seat_of(caller.name) is None:
            self._check_seats(caller)
            hosted = self._cleared(hosted) if hosted.makes_way else hosted
        if not hosted.sit(caller.name, now):
            raise LobbyRefusal(lobby_texts.NO_SEAT.format(number=hosted.number))
        caller.hosted = hosted
        self._change()
        if hosted.table is None and not hosted.open_seats:
            self._begin(hosted, Fill.FEWER, now)

    def watch(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        self._check_free(caller, hosted)
        if not hosted.is_played:
            raise LobbyRefusal(lobby_texts.NOTHING_TO_WATCH.format(number=hosted.number))
        hosted.watch(caller.name, now)
        caller.hosted = hosted
        self._change()

    def join(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Sit down if there is a seat for the caller, else watch."""
        can_sit = hosted.open_seats or hosted.makes_way or hosted.seat_of(caller.name) is not None
        (self.sit if can_sit or hosted.table is None else self.watch)(caller, hosted, now)

    def start(self, caller: Caller, fill: Fill, now: float) -> None:
        """Begin although seats are open; only who sat down first may."""
        hosted = caller.hosted
        if hosted is None or hosted.table is not None:
            return
        if hosted.starter != caller.name:
            raise LobbyRefusal(lobby_texts.NOT_STARTER.format(name=hosted.starter))
        self._begin(hosted, fill, now)

    def leave_table(self, caller: Caller, now: float) -> None:
        """Back to the lobby; the seat in a game stays the caller's."""
        if caller.hosted is not None:
            caller.hosted.leave(caller.name, now, on_purpose=True)
            caller.left, caller.hosted = caller.hosted, None
            self._clear_up()

    def give_up(self, caller: Caller, hosted: HostedTable, now: float) -> None:
        """Leave a seat for good from the lobby."""
        self._check_free(caller)
        self.check_owner(caller, hosted)
        hosted.give_up(caller.name, now)
        self._clear_up()

    def say(self, caller: Caller, text: str, now: float) -> None:
        """Tell something to all who are in the lobby or wait at a table."""
        if not caller.may_say(now):
            raise LobbyRefusal(lobby_texts.TOO_MUCH_SAID)
        said = cut(plain_text(" ".join(text.split())), MOST_SAID)
        if said:
            self._tell(said, caller.name)

    def close_table(self, table: Table) -> None:
        """Clear a table that can't go on; those who are there are to leave it. Its game stays in the journal."""
        for number, hosted in list(self.tables.items()):
            if hosted.table is table:
                del self.tables[number]
                if hosted.is_fixed:
                    self.tables[number] = HostedTable(number, hosted.choices, True)
                self._tell(lobby_texts.CLOSED.format(number=number))
        self.tables = dict(sorted(self.tables.items()))
        self._clear_up()

    def scores(self) -> Sequence[str]:
        """Lines that tell of all finished games."""
        saved = self.supplies.saved_games
        try:
            lines = () if saved is None else saved.scores()
        except OSError:
            lines = ()
        if not lines:
            raise LobbyRefusal(lobby_texts.NO_SCORES)
        return lines

    # As time passes

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do."""
        deadlines = [hosted.deadline for hosted in self.tables.values()]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def advance(self, now: float) -> None:
        """See what has happened at the tables, and let seats go whose owners are away for too long."""
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

    def save(self) -> None:
        """Write down whatever isn't yet; OSError where that fails, and the next call tries again.

        To be called before the games are saved, so that what is posted belongs to a table.
        """
        self.people.save()
        self._written.save(self.tables)

    def _restore(self, resumed: Callable[[Setup], Match | None], now: float) -> None:
        """Set up the tables that were written down, a game at a fixed table that is no longer wanted at another."""
        fixed, displaced = dict(self.tables), []
        for written in self._written.read():
            hosted = written.hosted
            match = resumed(written.setup) or Match(written.setup, self.supplies.player_of)
            match.draw = self.supplies.draw
            hosted.lay(match, now, self.supplies.bookmaker)
            hosted.is_fixed = hosted.number in fixed and fixed[hosted.number].is_like(hosted)
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
        """Clear the tables that nobody needs any more."""
        for hosted in list(self.tables.values()):
            if hosted.is_over or hosted.is_abandoned:
                if hosted.is_fixed:
                    hosted.clear()
                else:
                    del self.tables[hosted.number]
        self.in_play[:] = [hosted.table for hosted in self.tables.values() if hosted.table is not None]
        self._change()

    def _cleared(self, fixed: HostedTable) -> HostedTable:
        """The same table without its game, which goes on at another."""
        self._make_room()
        number = fixed.number
        fixed.number, fixed.is_fixed = self._free_number(), False
        self.tables |= {number: HostedTable(number, fixed.choices, True), fixed.number: fixed}
        self.tables = dict(sorted(self.tables.items()))
        return self.tables[number]

    def _make_room(self) -> None:
        """Have room for one more: clear the table that all have left longest ago. Its game stays in the journal."""
        if len(self.tables) < MOST_TABLES:
            return
        left = [hosted for hosted in self.tables.values() if not (hosted.here or hosted.is_fixed)]
        if not left:
            raise LobbyRefusal(lobby_texts.TOO_MANY_TABLES)
        del self.tables[min(left, key=lambda hosted: hosted.left_at).number]

    def _free_number(self) -> int:
        return next(number for number in count(1) if number not in self.tables)

    def _check_free(self, caller: Caller, hosted: HostedTable | None = None) -> None:
        if caller.hosted not in (None, hosted) or self.callers.get(caller.name) is not caller:
            raise LobbyRefusal(lobby_texts.ALREADY_AT_TABLE)

    def check_owner(self, caller: Caller, hosted: HostedTable) -> None:
        """LobbyRefusal unless the caller has a seat there."""
        if hosted.seat_of(caller.name) is None:
            raise LobbyRefusal(lobby_texts.NOT_YOURS.format(number=hosted.number))

    def _check_seats(self, caller: Caller) -> None:
        seats = sum(hosted.seat_of(caller.name) is not None for hosted in self.tables.values())
        if seats >= MOST_SEATS:
            raise LobbyRefusal(lobby_texts.TOO_MANY_SEATS.format(most=MOST_SEATS))

    def _tell(self, text: str, name: str = "") -> None:
        self.talk.tell(Message(name, text))
        self._change()

    def _change(self) -> None:
        self.revision += 1
