"""The calls at a host from reception to end: each caller's line, session and way from room to room."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.host import call_log
from h89yahtzee.apps.host.call_log import Ending
from h89yahtzee.apps.host.greeting import CALLER_TERMINALS, Greeting
from h89yahtzee.apps.host.ways_in import CallersLine
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.apps.sessions.line_session import LineSession
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.frontends.faces import by_lines, on_screen
from h89yahtzee.host.doorway import LINES, Doorway
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.lobby import Caller
from h89yahtzee.host.people import People
from h89yahtzee.host.reception import Arrival, Reception
from h89yahtzee.table.table import Table
from h89yahtzee.transport.transport import TransportClosed

HostSession = ScreenSession | LineSession
Note = Callable[[str, str], None]
"""A function that logs the line or address of a caller, and what the caller did."""

IDLE_LOOK = 10.0
"""Seconds between two checks for idle callers."""


@dataclass(eq=False, slots=True)
class _Call:
    """The call of a person who has arrived on `line`; `ending` is the host's reason to end it, if any."""

    line: CallersLine
    caller: Caller
    came_at: float
    ending: Ending | None = None


class Calls:
    """Receives callers, leads them by `guide`, and as a source hangs up after `idle_time` seconds without input.

    Receptions are appended to `sources`. Set `add` before use: it is called with each new session.
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
        now = time.monotonic()
        door = Doorway(now, CALLER_TERMINALS, line.telnet, line.term, line.knocks)
        reception = Reception(self._people, door, line.address, now)
        self._sources.append(Greeting(line, reception, self._save_people, self._let_in))

    def _save_people(self) -> None:
        """Save new people; after a failure the next save tries again and reports the failure."""
        with suppress(OSError):
            self._people.save()

    def _let_in(self, greeting: Greeting) -> None:
        """End a reception: lead the caller to the lobby, or hang up."""
        self._sources.remove(greeting)
        line, arrival = greeting.line, greeting.reception.arrival
        if arrival is not None and not greeting.loss:
            self.add(self._arrive(line, arrival, time.monotonic()))
            return
        # A refusal at a terminal's own line isn't logged: perhaps nobody sits there.
        if greeting.loss or not line.is_fixed:
            self._note(line.where, greeting.loss or greeting.reception.refusal)
        line.watched.close()

    def _arrive(self, line: CallersLine, arrival: Arrival, now: float) -> HostSession:
        """Return a session in the caller's first room, with a screen if the terminal is known and large enough."""
        caps = find_terminal(arrival.terminal) if arrival.terminal is not None and line.has_room else None
        caller = self._guide.arrive(arrival.person, caps is not None, now)
        room = self._guide.first(caller, now)
        session: HostSession
        if caps is None:
            session = LineSession(by_lines(room), line.paced(), time.monotonic, line.text_terminal)
        else:
            shown = on_screen(room, now)
            session = ScreenSession(shown, line.paced(caps), ScreenTerminal(caps, hurry=True), time.monotonic)
        session.last_words = Ending.STOPPED.last_words
        self._calls[session] = _Call(line, caller, now)
        how = call_log.CAME_BACK if arrival.came_back else call_log.ARRIVED
        self._note(line.where, how.format(name=caller.name, terminal=arrival.terminal or LINES))
        return session

    # In the lobby and at tables

    def lead_on(self, session: HostSession) -> bool:
        """Lead a caller whose room has ended to the next room, or end the call and return False."""
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
        """End the call of a session whose line is gone; the caller's seat is kept."""
        self._guide.lost(self._calls[session].caller, time.monotonic())
        self._end(session, call_log.loss(closed))

    def fail(self, part: object, error: Exception) -> None:
        """End the call, or close the table, in which `error` occurred; raise the error if it occurred elsewhere."""
        if isinstance(part, ScreenSession | LineSession):
            if part in self._calls:
                with suppress(Exception):
                    self._guide.lost(self._calls[part].caller, time.monotonic())
                self._end(part, call_log.failure(error))
        elif isinstance(part, Greeting):
            self._sources.remove(part)
            self._note(part.line.where, call_log.failure(error))
            part.line.watched.close()
        elif isinstance(part, Table):
            self._note("host", call_log.failure(error))
            self._clear(part)
        else:
            raise error

    def _clear(self, table: Table) -> None:
        """Close a table and send all its callers back to the lobby."""
        self._guide.lobby.close_table(table)
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                with suppress(Exception):
                    session.leave()

    def end_all(self) -> None:
        """Log the end of all calls, as the host is stopped."""
        for session in list(self._calls):
            self._end(session, Ending.STOPPED.logged)

    def tell(self, table: Table, remark: str) -> None:
        """Show `remark` to all callers at `table`."""
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                session.notify(remark)

    def _has_followed(self, session: HostSession, caller: Caller, now: float) -> bool:
        room = self._guide.following(caller, now)
        if room is not None:
            session.enter(room)
        return room is not None

    def _end(self, session: HostSession, how: str) -> None:
        call = self._calls.pop(session)
        minutes = round((time.monotonic() - call.came_at) / 60)
        self._note(call.line.where, call_log.ENDED.format(name=call.caller.name, how=how, minutes=minutes))

    # Idle callers

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
