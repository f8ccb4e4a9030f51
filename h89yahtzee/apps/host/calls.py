"""The calls at a host from the reception (questions for name and code) to the end: each caller's line and session,
and the rooms (lobby, pages, table) that the session shows."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import PurePath

from h89yahtzee.apps.described_terminals import H19, described_terminal, find_terminal
from h89yahtzee.apps.host.call_log import Strangers
from h89yahtzee.apps.host.ways_in import CallersLine
from h89yahtzee.apps.sessions.event_loop import POLL_DELAY, Source
from h89yahtzee.apps.sessions.line_session import LineSession, by_lines
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal, on_screen
from h89yahtzee.host.doorway import ACCESSIBLE, LINES, Doorway, Terminals
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.lobby import Caller
from h89yahtzee.host.reception import Arrival, Reception
from h89yahtzee.host.register import People
from h89yahtzee.table.table import Table
from h89yahtzee.table.turns import earliest
from h89yahtzee.transport.pacing import Drain
from h89yahtzee.transport.transport import HungUp, TransportClosed

NAMES = (H19, "h19-ansi", "z29", "vt52", "vt100", "adm3a", "wyse50", "ansi")

_ALIKE = {
    "vt100": r"(xterm|vt[1-5]\d\d|screen|tmux|linux|putty|rxvt|konsole|iterm|foot|alacritty|kitty|dtterm)\b.*",
    "ansi": r"(ansi|pcansi|pc-ansi|ansi-bbs|scoansi|syncterm|netrunner|cygwin|cons25|mtelnet|icy[- ]?term)\b.*",
    "vt52": r"(dec[- ])?vt-?5[025]\b.*",
    LINES: r"(lines?|dumb|tty\d*|teletype|printer|asr-?33|glass-?tty|plain)",
    ACCESSIBLE: r"(accessible|screen[- ]?reader|braille)",
}
"""A dict from this program's name for a terminal, or for text mode, to a pattern. The pattern matches the names
that telnet clients and TERM have for compatible terminals."""


def find_caller_terminal(name: str) -> str | None:
    """Return this program's name for the terminal that a caller calls `name`; `LINES` if the name stands for text
    mode, `ACCESSIBLE` if it stands for text mode with a screen reader, None if it is unknown."""
    plain = re.sub(r"^dec-", "", name.strip().lower())
    if plain.startswith("mtts "):
        return _told_by_mtts(int(plain[5:])) if plain[5:].isdecimal() else None
    caps = described_terminal(plain)
    if caps is not None:
        return caps.names[0]
    return next((terminal for terminal, alike in _ALIKE.items() if re.fullmatch(alike, plain)), None)


_MTTS_VT100, _MTTS_SCREEN_READER = 2, 64
"""Bits of the MTTS number (Mud Terminal Type Standard, see tintin.mudhalla.net), by which clients of MUDs tell what
they can do."""


def _told_by_mtts(number: int) -> str | None:
    """Return `ACCESSIBLE` (text mode for a screen reader) if a client says that a screen reader reads it aloud,
    else `LINES` (text mode) if the client doesn't obey a VT100's codes, else None.

    `number` is the client's MTTS number, whose bits tell what the client can do.
    """
    if number & _MTTS_SCREEN_READER:
        return ACCESSIBLE
    return None if number & _MTTS_VT100 else LINES


CALLER_TERMINALS = Terminals(NAMES, find_caller_terminal)


class Greeting:
    """A `Source` (called by the event loop when input comes) that runs the `reception` of the caller on `line`.

    `is_saved` returns whether all people (their names, codes and keys) are saved. If they aren't, output waits for
    one turn of the event loop, in which the host saves all new people together. So a new code is shown after it was
    saved, unless saving fails.

    `over` is called with this greeting when the caller has arrived, or when the host should hang up. In the latter
    case `loss` says why if the line was lost; otherwise `reception.refusal` does.
    """

    def __init__(
        self,
        line: CallersLine,
        reception: Reception,
        is_saved: Callable[[], bool],
        over: Callable[[Greeting], None],
    ) -> None:
        self.line = line
        self.reception = reception
        self.loss = ""
        self._is_saved = is_saved
        self._waits_for_save = False
        self._over = over
        self._clock = line.watched.clock
        self._transport = line.paced()
        self._end: HungUp | None = None
        self._drain: Drain | None = None
        self._looks_at = 0.0
        """The time to read again from a line that has no descriptor to select on."""
        self._has_begun = False

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def wakes_in(self) -> float | None:
        waits = [0.0 if self._waits_for_save else self._transport.ready_in()]
        if not self._has_begun or self.fileno() is None:
            waits.append(max(0.0, self._looks_at - self._clock()))
        if self._drain is None:
            waits.append(max(0.0, self.reception.deadline - self._clock()))
        elif self._transport.idle:
            waits.append(0.0)
        return earliest(*waits)

    def take_input(self) -> None:
        self._looks_at, self._has_begun = self._clock() + POLL_DELAY, True
        try:
            if self._drain is None:
                self._hear(self._clock())
            if self._drain is None or not self._drain.is_over():
                return
        except TransportClosed as closed:
            self.loss = loss(closed)
        self._over(self)

    @property
    def typed(self) -> bytes:
        """The bytes that the caller has typed since the last answer: input for the first room."""
        heard = b"" if self._drain is None else bytes(self._drain.heard)
        return self.reception.typed + heard

    def _receive(self) -> bytes:
        """Return the bytes that the caller typed. At the end of the input return b"" instead of raising HungUp,
        since the caller may still read what is sent."""
        try:
            return self._transport.receive()
        except HungUp as end:
            self._end = end
            return b""

    def _hear(self, now: float) -> None:
        self.reception.receive(self._receive(), now)
        self.reception.advance(now)
        if self._end is not None and self.reception.needs_input:
            raise self._end
        self.line.has_pressed_keys = not self.reception.is_silent
        # Output waits for only one turn of the loop, so that callers come in even if saving fails. The log reports
        # such a failure.
        self._waits_for_save = not self._waits_for_save and not self._is_saved()
        if self._waits_for_save:
            return
        self._transport.queue(self.reception.data_to_send())
        self._transport.pump()
        if self.reception.is_over:
            self._drain = Drain(self._transport, self._clock)


class Ending(Enum):
    """A reason to end a call whose line still works. Its value is a pair: the last words to the caller, and the
    text for the log."""

    LEFT = "Goodbye, {name}.", "left"
    IDLE = "You did nothing for a long time. A seat of yours is kept: call again when you like.", "hung up, idle"
    CALLED_AGAIN = "You have called again on another line.", "called again on another line"
    STOPPED = "The host is being stopped. Games are saved and seats are kept.", "the host was stopped"

    @property
    def last_words(self) -> str:
        return self.value[0]

    @property
    def logged(self) -> str:
        return self.value[1]


# Texts for the log.
ARRIVED = "{name} came for the first time, {terminal}"
CAME_BACK = "{name} came back, {terminal}"
ENDED = "{name}: {how} after {minutes} min"
FAILURE = "an error of this program, {kind}: {error} ({file}, line {line})"

HostSession = ScreenSession | LineSession
Note = Callable[[str, str], None]
"""A function that writes to the log: its arguments are a caller's line or address, and what the caller did."""

IDLE_LOOK = 10.0
"""Seconds between two checks for idle callers."""


@dataclass(eq=False, slots=True)
class _Call:
    """The call of a person on `line`, after the reception. `ending` is the reason why the host is ending the call;
    None while the host isn't ending it."""

    line: CallersLine
    caller: Caller
    came_at: float
    ending: Ending | None = None


class Calls:
    """The calls at a host. Callers are received and led to the rooms that `guide` chooses; those who have typed
    nothing for `idle_time` seconds are hung up on.

    Each reception is appended to `sources`, which the event loop runs. Before the first call, set `add` to a
    function that takes a new session and adds it to the event loop.
    """

    def __init__(
        self,
        people: People,
        guide: Guide,
        sources: list[Source],
        note: Note,
        idle_time: float,
        clock: Callable[[], float],
    ) -> None:
        self._people = people
        self._guide = guide
        self._sources = sources
        self._note = note
        self._idle_time = idle_time
        self._clock = clock
        self._calls: dict[HostSession, _Call] = {}
        self._next_look = 0.0
        self._strangers = Strangers(note, clock)
        self.add: Callable[[HostSession], None] = lambda _: None

    def greet(self, line: CallersLine) -> None:
        now = self._clock()
        door = Doorway(now, CALLER_TERMINALS, line.telnet, line.term, line.knocks, line.signboard)
        reception = Reception(self._people, door, line.address, now, line.key)
        self._sources.append(Greeting(line, reception, lambda: self._people.is_saved, self._let_in))

    def _let_in(self, greeting: Greeting) -> None:
        """End a reception: begin a session in the caller's first room, or hang up if the caller was refused or the
        line was lost."""
        self._sources.remove(greeting)
        line, arrival = greeting.line, greeting.reception.arrival
        if arrival is not None and not greeting.loss:
            session = self._arrive(line, arrival, self._clock())
            session.transport.unread(greeting.typed)
            self.add(session)
            return
        # A refusal on a fixed line isn't logged: perhaps nobody sits at that terminal.
        if greeting.loss or not line.is_fixed:
            note = self._strangers.note if greeting.reception.is_stranger else self._note
            note(line.where, greeting.loss or greeting.reception.refusal)
        line.watched.close()

    def _arrive(self, line: CallersLine, arrival: Arrival, now: float) -> HostSession:
        """Return a session in the caller's first room: on a screen if the terminal is known, large enough and not
        read aloud, otherwise in text mode."""
        line.has_arrived = True
        is_aloud, caps = arrival.terminal == ACCESSIBLE, None
        if arrival.terminal is not None and line.has_room and not is_aloud:
            caps = find_terminal(arrival.terminal)
        caller = self._guide.arrive(arrival.person, caps is not None, now, line.network)
        caller.key = line.key
        room = self._guide.first(caller, now, line.watches)
        session: HostSession
        if caps is None:
            text = replace(line.text_terminal, is_aloud=is_aloud)
            session = LineSession(by_lines(room, text), line.paced(), text, line.watched.clock)
        else:
            terminal = ScreenTerminal(caps, hurry=True, display=partial(line.display, caps))
            session = ScreenSession(on_screen(room, now), line.paced(caps), terminal, line.watched.clock)
        session.last_words = Ending.STOPPED.last_words
        self._calls[session] = _Call(line, caller, now)
        how = CAME_BACK if arrival.came_back else ARRIVED
        self._note(line.where, how.format(name=caller.name, terminal=arrival.terminal or LINES))
        return session

    def lead_on(self, session: HostSession) -> bool:
        """Show the next room to a caller who has left the lobby, a table or a page, and return True.

        If there is no next room, end the call and return False.
        """
        call, now = self._calls[session], self._clock()
        room = self._guide.following(call.caller, now) if call.ending is None else None
        if room is not None:
            session.enter(room)
            return True
        if call.ending is not None:
            self._guide.lost(call.caller, now)
        ending = call.ending or (Ending.CALLED_AGAIN if call.caller.is_dismissed else Ending.LEFT)
        farewell = ending.last_words.format(name=call.caller.name)
        session.last_words = "\n".join([*call.caller.shared, farewell])
        self._end(session, ending.logged)
        return False

    def lose(self, session: HostSession, closed: TransportClosed) -> None:
        """End the call of a session whose line is gone, as the error `closed` reports; the caller's seat is
        kept."""
        self._guide.lost(self._calls[session].caller, self._clock())
        self._end(session, loss(closed))

    def fail(self, part: object, error: Exception) -> None:
        """Handle `error`, which occurred in `part`: if `part` is a session or a reception, end its call; if it is a
        table, close the table; if it is anything else, raise the error."""
        if isinstance(part, ScreenSession | LineSession):
            if part in self._calls:
                with suppress(Exception):
                    self._guide.lost(self._calls[part].caller, self._clock())
                self._end(part, failure(error))
        elif isinstance(part, Greeting):
            self._sources.remove(part)
            self._note(part.line.where, failure(error))
            part.line.watched.close()
        elif isinstance(part, Table):
            self._note("host", failure(error))
            self._clear(part)
        else:
            raise error

    def _clear(self, table: Table) -> None:
        """Close a table after an error, and send all callers who are there back to the lobby."""
        self._guide.lobby.close_table(table)
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                with suppress(Exception):
                    session.leave()

    def end_all(self) -> None:
        """Log the end of all calls, because the host is being stopped."""
        for session in list(self._calls):
            self._end(session, Ending.STOPPED.logged)

    def tell(self, table: Table, remark: str) -> None:
        """Show `remark` to all callers at `table`."""
        for session, call in self._calls.items():
            if call.caller.hosted is not None and call.caller.hosted.table is table:
                session.notify(remark)

    def _end(self, session: HostSession, how: str) -> None:
        call = self._calls.pop(session)
        minutes = round((self._clock() - call.came_at) / 60)
        self._note(call.line.where, ENDED.format(name=call.caller.name, how=how, minutes=minutes))

    # Methods that the event loop calls (see its `Source`); `take_input` checks for idle callers.

    def fileno(self) -> None: ...

    def wakes_in(self) -> float:
        return max(0.0, self._next_look - self._clock())

    def take_input(self) -> None:
        now = self._clock()
        self._next_look = now + IDLE_LOOK
        self._strangers.tell()
        for session, call in self._calls.items():
            idle_time = 0.0 if call.line.is_wanted else self._idle_time
            if now - call.line.watched.quiet_since > idle_time and call.ending is None:
                call.ending = Ending.IDLE
                session.leave()


def failure(error: Exception) -> str:
    """Return a text for the log about an unexpected error: its kind, its message, and the file and line where it
    occurred."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return FAILURE.format(kind=type(error).__name__, error=error, file=PurePath(at.filename).name, line=at.lineno)


def loss(error: OSError) -> str:
    """Return the reason why a line was lost, without the line's name, which precedes the reason in the log."""
    return str(error).rpartition(": ")[2]
