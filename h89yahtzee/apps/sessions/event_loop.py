"""The event loop: handles input, time and signals for all tables and terminals, and lets sessions show changes."""

from __future__ import annotations

import math
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from h89yahtzee.apps.signals import ENDING, InputWait, SignalWatch, Wait
from h89yahtzee.rooms.room import Room
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.turns import earliest
from h89yahtzee.transport.pacing import Drain, PacedTransport
from h89yahtzee.transport.transport import TransportClosed

POLL_DELAY = 0.02
"""Seconds between two reads of a serial line that has no descriptor to select on."""
SHOW_TIME = 0.03
"""The seconds for showing changes in one turn of the loop; after that, sessions without input wait for the next
turn."""


class Source(Protocol):
    """A source of input for the event loop: a terminal, a port for callers, the pipe of another process.

    The loop calls `take_input` when the descriptor `fileno` has input, or after `wakes_in` seconds, and for a
    session that has no descriptor also every `POLL_DELAY` seconds. `take_input` never blocks. The loop handles
    TransportClosed from a session; other sources must handle the loss of their connections themselves.
    """

    def fileno(self) -> int | None: ...
    def wakes_in(self) -> float | None:
        """Return the seconds until `take_input` must be called even without input; None if it needn't be."""

    def take_input(self) -> None: ...


class Face(Protocol):
    """A room (a seat at a table, the lobby, the start page) in the form in which a session shows it to a person, on
    a screen or in text mode.

    Times such as `now` are seconds of any clock that never goes back; the session calls `advance` at `deadline`.
    `revision` changes whenever there may be something new to show. `ending` says how the person leaves the room,
    and is None before that.
    """

    @property
    def ending(self) -> Ending | None: ...
    @property
    def revision(self) -> object: ...
    @property
    def deadline(self) -> float | None: ...

    def advance(self, now: float) -> None: ...
    def leave(self) -> None: ...


F = TypeVar("F", bound=Face)
AnyRoom = Room | Seat
"""The kinds of rooms in which a person can be; a seat at a table counts as a room."""


class Session(ABC, Generic[F]):
    """A terminal at the other end of `transport`, and the room (a seat, the lobby, the start page) shown there.

    All methods but `exit` and `hang_up` use the transport and may raise TransportClosed. `last_words` are
    lines of text that the terminal shows when the person has left.
    """

    def __init__(self, room: F, transport: PacedTransport, clock: Callable[[], float]) -> None:
        self.room = room
        self.last_words = ""
        self.transport = transport
        self._clock = clock
        self._drain = Drain(transport, clock)

    @property
    def is_closed(self) -> bool:
        """Whether the person has left the room."""
        return self.room.ending is not None

    @property
    def revision(self) -> object:
        """A value that changes whenever the screen may have to change."""
        return self.room, self.room.revision

    def is_seen(self) -> bool:
        """Return whether the person can see the game: a window may be too small for it."""
        return True

    def fileno(self) -> int | None:
        return self.transport.fileno()

    @abstractmethod
    def wakes_in(self) -> float | None:
        """Return the seconds until `take_input` must be called even without input; None if it needn't be."""

    @abstractmethod
    def take_input(self) -> None: ...

    @abstractmethod
    def enter(self, room: AnyRoom) -> None:
        """Show another room from now on."""

    @abstractmethod
    def open(self) -> None: ...

    def advance(self, now: float) -> None:
        """Tell the room the time, so that the room does everything that is due by then."""
        self.room.advance(now)

    @abstractmethod
    def notify(self, text: str) -> None: ...

    @abstractmethod
    def show(self) -> None:
        """Send the room's changes to the terminal, as many as the line can carry now."""

    def resized(self) -> None:
        """Note that the window has a new size. By default nothing depends on the size."""

    def leave(self) -> None:
        """Leave the room at once, without a question."""
        self.room.leave()

    @abstractmethod
    def farewell(self) -> None:
        """Queue the bytes that restore the terminal, after dropping all bytes that wait to be sent."""

    def has_left(self) -> bool:
        """Send the queued farewell; return True once it is sent, or if the line has taken no bytes for a while."""
        return self._drain.is_over()

    def exit(self) -> None:
        """Restore the modes of this machine's terminal. Afterwards `open` may be called again."""

    def hang_up(self) -> None:
        self.transport.close()

    def _wait(self, is_due: bool, *times: float | None) -> float | None:
        """Return the seconds until the line takes bytes again or the earliest of `times` has come, whichever is
        first.

        Return 0.0 if input has arrived, or if `is_due`, which says that the caller has something to do at once.
        Return None if there is nothing to wait for.
        """
        if is_due or self.transport.has_received:
            return 0.0
        due = earliest(*times)
        return earliest(self.transport.ready_in(), None if due is None else max(0.0, due - self._clock()))


S = TypeVar("S", bound=Session[Any])


class Timed(Protocol):
    """A table, or another object that may change merely because time passes."""

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` must be called; None while only a person can change anything."""

    def advance(self, now: float) -> None: ...


@dataclass(eq=False, slots=True)
class _Place(Generic[S]):
    """The loop's data about a session. `revision` is the session's revision after its last call of `advance`.

    `wakes_at` is the time at which the session must be asked for input even if none arrives. `has_input` is True in
    a turn of the loop in which that time has come or input has arrived. `fileno` is the line's descriptor when the
    session was last shown, cached since asking hundreds of lines would take too long.
    """

    session: S
    fileno: int | None = None
    revision: object = None
    wakes_at: float = math.inf
    has_input: bool = True


@dataclass(frozen=True, slots=True)
class LoopCallbacks(Generic[S]):
    """Functions that an event loop calls.

    - `save` saves the games, before anything is shown. Its result is a text, such as a warning, that all sessions
      then show, or "" if there is nothing to show.
    - `following` takes a session whose room has ended and leads it to the next room. If it returns False, the
      session says farewell and leaves.
    - `lost` takes each session whose line is gone, after the loop has dropped the session.
    - `failed` takes each session, table or source that raised an unexpected error, and that error; then the loop
      goes on. It must remove a table or a source from the loop's `tables` or `sources`. If `failed` is None, the
      error ends the loop.
    """

    save: Callable[[], str]
    following: Callable[[S], bool] = lambda _: False
    lost: Callable[[S, TransportClosed], None] | None = None
    failed: Callable[[S | Timed | Source, Exception], None] | None = None


class EventLoop(Generic[S]):
    """Runs `tables` and the `sessions` of the terminals that show them, until all sessions have left.

    `sources` are sources of input other than sessions. While there are any, the loop goes on even without sessions.
    Tables and sources may be added and removed meanwhile. A turn of the loop is one pass through its steps. For a
    session to which nothing happens in a turn, the loop only compares the session's revision with the last one.
    """

    def __init__(
        self,
        tables: Collection[Timed],
        sessions: Iterable[S],
        clock: Callable[[], float],
        callbacks: LoopCallbacks[S],
        sources: Collection[Source] = (),
        wait: Wait | None = None,
    ) -> None:
        self._tables = tables
        self._places = [_Place(session) for session in sessions]
        self._due = dict.fromkeys(self._places)
        """The sessions whose changes are still to be shown, in the order in which the changes were noticed."""
        self._leaving: list[S] = []
        self._clock = clock
        self._callbacks = callbacks
        self._sources = sources
        self._wait_for_input = wait or InputWait()

    def add(self, session: S) -> None:
        place = _Place(session)
        self._places.append(place)
        self._due[place] = None
        self._safely(place, session.open)

    def run(self) -> int:
        """Run until all sessions have left (return the exit status 0) or signal n comes (return 128 + n)."""
        with SignalWatch() as signals:
            try:
                self.open()
                return self._loop(signals)
            finally:
                self.close()

    def _loop(self, signals: SignalWatch) -> int:
        while self._places or self._sources:
            ready = self._wait(signals)
            for number in signals.take():
                if number in ENDING:
                    for place in self._places:
                        place.session.leave()
                    return 128 + number
                self._answer(number, signals)
            self.turn(ready)
        return 0

    # Methods that are the steps of `run`, for programs that do the waiting themselves

    def open(self) -> None:
        """Open all terminals and show their rooms."""
        self._open()
        self._show()

    def turn(self, ready: Collection[int]) -> None:
        """Run one turn of the loop: take input, tell the tables the time, replace ended rooms, show changes.

        `ready` are the descriptors with input. Sessions and sources whose time is due are asked for input, too.
        """
        self._take_input(ready)
        self._play()
        self._exchange_rooms()
        self._see_off()
        self._show()

    def seconds_to_wait(self) -> float | None:
        """Return the seconds until the next turn of the loop, or None if only input makes a turn necessary."""
        return self._seconds_to_wait(self._source_waits())

    def close(self) -> None:
        """Save the games and restore each terminal whose line isn't gone."""
        self._callbacks.save()
        self._leave()
        for session in [*self._leaving, *(place.session for place in self._places)]:
            session.exit()
            session.hang_up()

    def _show(self) -> None:
        """Show changes in all sessions that had input, then in other sessions until `SHOW_TIME` is over.

        The remaining sessions show their changes in the next turn.
        """
        until = self._clock() + SHOW_TIME
        for place in sorted(self._due, key=lambda place: not place.has_input):
            if not place.has_input and self._clock() > until:
                return
            self._due.pop(place, None)
            if self._safely(place, place.session.show):
                place.fileno = place.session.fileno()
                wait = place.session.wakes_in()
                place.wakes_at = math.inf if wait is None else self._clock() + wait

    def _take_input(self, ready: Collection[int]) -> None:
        now = self._clock()
        for place in list(self._places):
            place.has_input = place.fileno is None or place.fileno in ready or place.wakes_at <= now
            if place.has_input:
                self._due[place] = None
                self._safely(place, place.session.take_input)
        for source in list(self._sources):
            wait = source.wakes_in()
            if source.fileno() in ready or (wait is not None and wait <= 0):
                self._surviving(source, source.take_input)

    def _play(self) -> None:
        """Tell the tables the time, save the games, and let each session's room notice the changes."""
        is_seen = self._is_seen
        if is_seen:
            for table in list(self._tables):
                self._surviving(table, partial(table.advance, self._clock()))
        notice = self._callbacks.save()
        for place in list(self._places):
            if place.has_input or notice or place.session.revision != place.revision:
                self._due[place] = None
                self._safely(place, partial(self._take_in, place, notice, is_seen))

    def _take_in(self, place: _Place[S], notice: str, is_seen: bool) -> None:
        session = place.session
        if is_seen:
            session.advance(self._clock())
        if notice:
            session.notify(notice)
        place.revision = session.revision

    def _exchange_rooms(self) -> None:
        """Let each session whose room has ended show the next room, or say farewell."""
        for place in [place for place in self._places if place.session.is_closed]:
            self._due[place] = None
            self._safely(place, partial(self._exchange_room, place))

    def _exchange_room(self, place: _Place[S]) -> None:
        if not self._callbacks.following(place.session):
            self._remove(place)
            self._leaving += filter(_says_farewell, [place.session])

    def _safely(self, place: _Place[S], use: Callable[[], None]) -> bool:
        """Call `use`, a method of the session in `place`, and return True; return False if that failed.

        If the line is gone, drop the session and call the callback `lost`; if `lost` is None, raise the error.
        """
        try:
            return self._surviving(place.session, use, partial(self._drop, place))
        except TransportClosed as closed:
            self._drop(place)
            if self._callbacks.lost is None:
                place.session.leave()  # SIGHUP, which the system may send instead, does the same
                raise
            self._callbacks.lost(place.session, closed)
            return False

    def _surviving(
        self, part: S | Timed | Source, use: Callable[[], None], drop: Callable[[], None] = lambda: None
    ) -> bool:
        """Call `use`, a method of `part` (a session, table or source), and return True.

        After an unexpected error call the function `drop`, then the callback `failed` with `part` and the error,
        and return False; if `failed` is None, raise the error.
        """
        try:
            use()
        except TransportClosed:
            raise
        except Exception as error:  # whatever error one part has, the other parts go on
            if self._callbacks.failed is None:
                raise
            drop()
            self._callbacks.failed(part, error)
            return False
        return True

    def _drop(self, place: _Place[S]) -> None:
        if place in self._places:
            self._remove(place)
        place.session.exit()
        place.session.hang_up()

    def _remove(self, place: _Place[S]) -> None:
        self._places.remove(place)
        self._due.pop(place, None)

    def _answer(self, number: int, signals: SignalWatch) -> None:
        """Handle a signal that doesn't end the program: suspension, continuation, or a new window size."""
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._open)
        elif number == signal.SIGCONT:
            # SIGSTOP, which can't be caught, has stopped the program: another program, such as the shell, may have
            # changed the terminal's modes.
            self._leave()
            self._open()
        elif number == signal.SIGWINCH:
            for place in list(self._places):
                self._safely(place, place.session.resized)
        for place in self._places:
            place.wakes_at = -math.inf

    @property
    def _is_seen(self) -> bool:
        """Whether any person can see a game, or there are no sessions. While this is False, the games at the tables
        stand still."""
        return not self._places or any(place.session.is_seen() for place in self._places)

    def _wait(self, signals: SignalWatch) -> Collection[int]:
        """Wait until there is input, a signal or a due time; return the descriptors with input."""
        filenos = [place.fileno for place in self._places]
        waits = [POLL_DELAY] if None in filenos or self._leaving else []
        filenos += [source.fileno() for source in self._sources]
        readable = [signals.fileno(), *(fileno for fileno in filenos if fileno is not None)]
        return self._wait_for_input(readable, self._seconds_to_wait([*waits, *self._source_waits()]))

    def _source_waits(self) -> list[float]:
        return [wait for source in self._sources if (wait := source.wakes_in()) is not None]

    def _seconds_to_wait(self, waits: list[float]) -> float | None:
        is_changed = (
            place.session.revision != place.revision for place in self._places if place.revision is not None
        )
        if self._due or any(is_changed):
            return 0.0
        times = [place.wakes_at for place in self._places if place.wakes_at < math.inf]
        if self._is_seen:
            times += [table.deadline for table in self._tables if table.deadline is not None]
        if times:
            waits.append(max(0.0, min(times) - self._clock()))
        return min(waits, default=None)

    def _open(self) -> None:
        for place in list(self._places):
            self._safely(place, place.session.open)

    def _leave(self) -> None:
        """Restore all terminals, in such a way that the sessions can be opened again."""
        sessions = [place.session for place in self._places]
        self._drain([*filter(_says_farewell, sessions), *self._leaving])
        for session in sessions:
            session.exit()

    def _see_off(self) -> None:
        """Hang up on sessions that have sent their farewell."""
        for session in list(filter(_has_left, self._leaving)):
            self._leaving.remove(session)
            session.exit()
            session.hang_up()

    def _drain(self, sessions: Iterable[S]) -> None:
        """Send the farewells of all sessions alternately, so that a stopped line doesn't hold up other lines."""
        leaving = list(sessions)
        while leaving := [session for session in leaving if not _has_left(session)]:
            self._wait_for_input([], POLL_DELAY)


def _says_farewell(session: Session[Any]) -> bool:
    with suppress(TransportClosed):
        session.farewell()
        return True
    return False


def _has_left(session: Session[Any]) -> bool:
    """Return whether a session has sent its farewell, or its line is gone."""
    with suppress(TransportClosed):
        return session.has_left()
    return True
