"""The calls at a host, from the reception to the end: who is on which line, and in which room."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.host import host_texts
from h89yahtzee.apps.host.caller_terminals import CALLER_TERMINALS
from h89yahtzee.apps.host.callers_line import CallersLine
from h89yahtzee.apps.host.greeting import Greeting
from h89yahtzee.apps.host.host_texts import Ending
from h89yahtzee.apps.yahtzee.terminal.line_session import LineSession
from h89yahtzee.apps.yahtzee.terminal.session import Source
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.doorway import LINES
from h89yahtzee.host.people import People
from h89yahtzee.host.reception import Arrival, Reception
from h89yahtzee.host.rooms.guide import Guide
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.table import Table
from h89yahtzee.table.texts import GAME_NOT_SAVED
from h89yahtzee.transport.transport import TransportClosed

HostSession = TerminalSession | LineSession
Note = Callable[[str, str], None]
"""Notes in the log from where somebody is and what they did."""

IDLE_LOOK = 10.0
"""Seconds between two looks for callers who do nothing."""


@dataclass(eq=False, slots=True)
class _Call:
    """Somebody who has arrived on `line`; `ending` is why the host ends the call, None as long as it doesn't."""

    line: CallersLine
    caller: Caller
    came_at: float
    ending: Ending | None = None


class Calls:
    """Receives callers and leads them by `guide`. A source that hangs up on those who do nothing for `idle_time`.

    `sources` takes the receptions, and `add`, which is to be set, a session into the loop.
    """

    def __init__(self, people: People, guide: Guide, sources: list[Source], note: Note, idle_time: float) -> None:
        self._people = people
        self._guide = guide
        self._sources = sources
        self._note = note
        self._idle_time = idle_time
        self._calls: dict[HostSession, _Call] = {}
        self._next_look = 0.0
        self.add: Callable[[HostSession], None] = lambda _: None

    # The reception

    def greet(self, line: CallersLine) -> None:
        """Receive whoever is on the line."""
        reception = Reception(
            self._people,
            time.monotonic(),
            line.address,
            CALLER_TERMINALS,
            line.telnet,
            line.term,
            line.knocks,
        )
        self._sources.append(Greeting(line, reception, self._save_people, self._let_in))

    def _save_people(self) -> None:
        """Write down who is new; if that fails, the next save tries again and says so."""
        with suppress(OSError):
            self._people.save()

    def _let_in(self, greeting: Greeting) -> None:
        """Lead who has arrived to the lobby, or hang up."""
        self._sources.remove(greeting)
        line, arrival = greeting.line, greeting.reception.arrival
        if arrival is not None and not greeting.loss:
            self.add(self._arrive(line, arrival, time.monotonic()))
            return
        if greeting.loss or not line.is_fixed:  # nobody may sit at a terminal that is there
            self._note(line.where, greeting.loss or greeting.reception.refusal)
        line.watched.close()

    def _arrive(self, line: CallersLine, arrival: Arrival, now: float) -> HostSession:
        """The session of who has arrived, and is in a room."""
        caps = find_terminal(arrival.terminal) if arrival.terminal is not None and line.has_room else None
        caller = self._guide.arrive(arrival.person, caps is not None, now)
        session = self._by_lines(line, caller, now) if caps is None else self._on_screen(line, caller, caps, now)
        session.last_words = Ending.STOPPED.last_words
        self._calls[session] = _Call(line, caller, now)
        how = host_texts.CAME_BACK if arrival.came_back else host_texts.ARRIVED
        self._note(line.where, how.format(name=caller.name, terminal=arrival.terminal or LINES))
        return session

    def _by_lines(self, line: CallersLine, caller: Caller, now: float) -> LineSession:
        room = self._guide.following_by_lines(caller, now)
        assert room is not None  # nobody leaves before they have come
        return LineSession(room, line.paced(), time.monotonic, line.has_echo, line.columns)

    def _on_screen(self, line: CallersLine, caller: Caller, caps: Termcap, now: float) -> TerminalSession:
        room = self._guide.following(caller, now)
        assert room is not None
        return TerminalSession(room, line.paced(caps), caps, time.monotonic, alternate_keypad=True, hurry=True)

    # In the lobby and at tables

    def lead_on(self, session: HostSession) -> bool:
        """Lead a caller to the room after that which they have left; False where they have left altogether."""
        call, now = self._calls[session], time.monotonic()
        if call.ending is None and self._has_followed(session, call.caller, now):
            return True
        if call.ending is not None:
            self._guide.lost(call.caller, now)
        ending = call.ending or (Ending.CALLED_AGAIN if call.caller.is_dismissed else Ending.LEFT)
        session.last_words = ending.last_words.format(name=call.caller.name)
        self._end(session, ending.logged)
        return False

    def lose(self, session: HostSession, closed: TransportClosed) -> None:
        """The line of a caller is gone; the seat is kept."""
        self._guide.lost(self._calls[session].caller, time.monotonic())
        self._end(session, host_texts.loss(closed))

    def fail(self, part: object, error: Exception) -> None:
        """Let a caller or a table go that ran into an error of the program; raise it if it is anything else's."""
        if isinstance(part, TerminalSession | LineSession):
            if part in self._calls:
                with suppress(Exception):
                    self._guide.lost(self._calls[part].caller, time.monotonic())
                self._end(part, host_texts.failure(error))
        elif isinstance(part, Greeting):
            self._sources.remove(part)
            self._note(part.line.where, host_texts.failure(error))
            part.line.watched.close()
        elif isinstance(part, Table):
            self._note("host", host_texts.failure(error))
            self._clear(part)
        else:
            raise error

    def _clear(self, table: Table) -> None:
        """Lead all who are at a table back to the lobby."""
        self._guide.close_table(table)
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                with suppress(Exception):
                    session.leave()

    def end_all(self) -> None:
        """Note how the calls end that are left when the host is stopped."""
        for session in list(self._calls):
            self._end(session, Ending.STOPPED.logged)

    def tell_of_unsaved(self, table: Table) -> None:
        """Tell those at a table that its game can't be saved."""
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                session.notify(GAME_NOT_SAVED)

    def _has_followed(self, session: HostSession, caller: Caller, now: float) -> bool:
        if isinstance(session, LineSession):
            room = self._guide.following_by_lines(caller, now)
            session.room = room or session.room
            return room is not None
        screen = self._guide.following(caller, now)
        session.room = screen or session.room
        return screen is not None

    def _end(self, session: HostSession, how: str) -> None:
        call = self._calls.pop(session)
        minutes = round((time.monotonic() - call.came_at) / 60)
        self._note(call.line.where, host_texts.ENDED.format(name=call.caller.name, how=how, minutes=minutes))

    # Who does nothing

    def fileno(self) -> None: ...

    def wakes_in(self) -> float:
        return max(0.0, self._next_look - time.monotonic())

    def take_input(self) -> None:
        now = time.monotonic()
        self._next_look = now + IDLE_LOOK
        for session, call in self._calls.items():
            if now - call.line.watched.quiet_since > self._idle_time and call.ending is None:
                call.ending = Ending.IDLE
                session.leave()
