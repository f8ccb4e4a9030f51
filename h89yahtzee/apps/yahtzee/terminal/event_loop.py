"""The event loop: input, time and signals in, screens and lines out, for all tables and terminals at once."""

from __future__ import annotations

import math
import selectors
import signal
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from h89yahtzee.apps.signals import ENDING, SignalWatch
from h89yahtzee.apps.yahtzee.terminal.session import Session, Source
from h89yahtzee.transport.transport import TransportClosed

POLL_DELAY = 0.02
"""Seconds between two looks at a line that can't be selected on."""

S = TypeVar("S", bound=Session)

Wait = Callable[[Collection[int], float | None], Collection[int]]
"""Waits until one of the descriptors has input, at most so many seconds (None: for ever); returns which have."""


class Timed(Protocol):
    """What goes on by itself in time: a table."""

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do; None while only a person can change anything."""

    def advance(self, now: float) -> None: ...


@dataclass(eq=False, slots=True)
class _Place(Generic[S]):
    """A session in the loop; `revision` is what its room has taken in, `is_due` whether there may be more to do."""

    session: S
    revision: object = None
    wakes_at: float = math.inf
    is_due: bool = True


class EventLoop(Generic[S]):
    """Runs `tables`, which may come and go meanwhile, and the `sessions` of the terminals that show them.

    `following` leads a session whose room is closed to the next one, or returns False: the session leaves.
    `save` writes down what has been played, and returns what all are to be told about that; it is called
    before anything is shown. `lost` hears of each session whose line is gone, after that was dropped. `sources`,
    which may come and go too, are what else input comes from; while there are any the loop waits for sessions.
    `failed` hears of each session, table or source that ran into an error of the program, and takes those out of
    the collections; the others go on. Without it the error ends the loop.
    A session costs nothing but a look at its revision unless it has input, its time has come or its room changed.
    """

    def __init__(
        self,
        tables: Collection[Timed],
        sessions: Iterable[S],
        clock: Callable[[], float],
        save: Callable[[], str],
        wait: Wait | None = None,
        following: Callable[[S], bool] = lambda _: False,
        lost: Callable[[S, TransportClosed], None] | None = None,
        sources: Collection[Source] = (),
        failed: Callable[[S | Timed | Source, Exception], None] | None = None,
    ) -> None:
        self._tables = tables
        self._places = [_Place(session) for session in sessions]
        self._leaving: list[S] = []
        self._clock = clock
        self._save = save
        self._wait_for_input = wait or InputWait()
        self._following = following
        self._lost = lost
        self._sources = sources
        self._failed = failed

    def add(self, session: S) -> None:
        """Take in a session while the loop runs."""
        place = _Place(session)
        self._places.append(place)
        self._safely(place, session.open)

    def run(self) -> int:
        """Play until all have left. The exit status: 0, or 128 + n after signal n."""
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

    # The steps of `run`, for those who wait in a way of their own

    def open(self) -> None:
        """Open all terminals and show their rooms."""
        self._open()
        self._show()

    def turn(self, ready: Collection[int]) -> None:
        """Take the input of these descriptors, let pass what time has passed, and show what came of it."""
        self._take_input(ready)
        self._play()
        self._exchange_rooms()
        self._see_off()
        self._show()

    def seconds_to_wait(self) -> float | None:
        """Return after how long the next turn is due; None: when there is input."""
        return self._seconds_to_wait(self._source_waits())

    def close(self) -> None:
        """Write down how it ended and leave each terminal; one that is gone is left alone."""
        self._save()
        self._leave()
        for session in [*self._leaving, *(place.session for place in self._places)]:
            session.exit()
            session.hang_up()

    def _show(self) -> None:
        for place in [place for place in self._places if place.is_due]:
            place.is_due = False
            if self._safely(place, place.session.show):
                wait = place.session.wakes_in()
                place.wakes_at = math.inf if wait is None else self._clock() + wait

    def _take_input(self, ready: Collection[int]) -> None:
        now = self._clock()
        for place in list(self._places):
            fileno = place.session.fileno()
            if fileno is None or fileno in ready or place.wakes_at <= now or place.is_due:
                place.is_due = True
                self._safely(place, place.session.take_input)
        for source in list(self._sources):
            wait = source.wakes_in()
            if source.fileno() in ready or (wait is not None and wait <= 0):
                self._surviving(source, source.take_input)

    def _play(self) -> None:
        """Let time pass at the tables, and all see what has changed there."""
        is_seen = self._is_seen
        if is_seen:
            for table in list(self._tables):
                self._surviving(table, partial(table.advance, self._clock()))
        notice = self._save()
        for place in list(self._places):
            if place.is_due or notice or place.session.revision != place.revision:
                place.is_due = True
                self._safely(place, partial(self._take_in, place, notice, is_seen))

    def _take_in(self, place: _Place[S], notice: str, is_seen: bool) -> None:
        """Let a session see what has changed in its room."""
        session = place.session
        if is_seen:
            session.advance(self._clock())
        if notice:
            session.notify(notice)
        place.revision = session.revision

    def _exchange_rooms(self) -> None:
        """Lead those whose room is closed to the next one, or to the door."""
        for place in [place for place in self._places if place.session.is_closed]:
            place.is_due = True
            self._safely(place, partial(self._exchange_room, place))

    def _exchange_room(self, place: _Place[S]) -> None:
        if not self._following(place.session):
            self._places.remove(place)
            self._leaving += filter(_says_farewell, [place.session])

    def _safely(self, place: _Place[S], use: Callable[[], None]) -> bool:
        """Use the line of a session, and drop that if the line is gone; raises if nobody is to hear of it."""
        try:
            return self._surviving(place.session, use, partial(self._drop, place))
        except TransportClosed as closed:
            self._drop(place)
            if self._lost is None:
                raise
            self._lost(place.session, closed)
            return False

    def _surviving(
        self, part: S | Timed | Source, use: Callable[[], None], drop: Callable[[], None] = lambda: None
    ) -> bool:
        """Use a part of the loop, and `drop` it where that fails by an error of the program."""
        try:
            use()
        except TransportClosed:
            raise
        except Exception as error:  # whatever it is, the others go on
            if self._failed is None:
                raise
            drop()
            self._failed(part, error)
            return False
        return True

    def _drop(self, place: _Place[S]) -> None:
        if place in self._places:
            self._places.remove(place)
        place.session.exit()
        place.session.hang_up()

    def _answer(self, number: int, signals: SignalWatch) -> None:
        """Do what a signal that ends nothing is for."""
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._open)
        elif number == signal.SIGCONT:
            # Somebody stopped the program without asking, and used the terminal meanwhile.
            self._leave()
            self._open()
        elif number == signal.SIGWINCH:
            for place in list(self._places):
                self._safely(place, place.session.resized)
        for place in self._places:
            place.is_due = True

    @property
    def _is_seen(self) -> bool:
        """Whether there is anybody to play for; where nobody is, tables know by themselves."""
        return not self._places or any(place.session.is_seen() for place in self._places)

    # Waiting

    def _wait(self, signals: SignalWatch) -> Collection[int]:
        """Wait until there is input, a signal, or something to do at its time."""
        filenos = [place.session.fileno() for place in self._places]
        waits = [POLL_DELAY] * bool(None in filenos or self._leaving)
        filenos += [source.fileno() for source in self._sources]
        readable = [signals.fileno(), *(fileno for fileno in filenos if fileno is not None)]
        return self._wait_for_input(readable, self._seconds_to_wait([*waits, *self._source_waits()]))

    def _source_waits(self) -> list[float]:
        return [wait for source in self._sources if (wait := source.wakes_in()) is not None]

    def _seconds_to_wait(self, waits: list[float]) -> float | None:
        if any(place.session.revision != place.revision for place in self._places if place.revision is not None):
            return 0.0
        times = [place.wakes_at for place in self._places if place.wakes_at < math.inf]
        if self._is_seen:
            times += [table.deadline for table in self._tables if table.deadline is not None]
        if times:
            waits.append(max(0.0, min(times) - self._clock()))
        return min(waits, default=None)

    # Coming and going

    def _open(self) -> None:
        for place in list(self._places):
            self._safely(place, place.session.open)

    def _leave(self) -> None:
        """Leave all terminals as they were found, for a while."""
        sessions = [place.session for place in self._places]
        self._drain([*filter(_says_farewell, sessions), *self._leaving])
        for session in sessions:
            session.exit()

    def _see_off(self) -> None:
        """Hang up on those who have left."""
        for session in list(filter(_has_left, self._leaving)):
            self._leaving.remove(session)
            session.exit()
            session.hang_up()

    def _drain(self, sessions: Iterable[S]) -> None:
        """Send what is left to all of them at once: a line that takes nothing holds up no other."""
        leaving = list(sessions)
        while leaving := [session for session in leaving if not _has_left(session)]:
            self._wait_for_input([], POLL_DELAY)


def _says_farewell(session: Session) -> bool:
    with suppress(TransportClosed):
        session.farewell()
        return True
    return False


def _has_left(session: Session) -> bool:
    """Whether nothing more can be sent to it."""
    with suppress(TransportClosed):
        return session.has_left()
    return True


class InputWait:
    """Waits for input on any number of descriptors, which may differ from time to time."""

    def __init__(self) -> None:
        self._selector = selectors.PollSelector()
        self._watched = frozenset[int]()

    def __call__(self, filenos: Collection[int], seconds: float | None) -> Collection[int]:
        wanted = frozenset(filenos)
        for fileno in self._watched - wanted:
            self._selector.unregister(fileno)
        for fileno in wanted - self._watched:
            self._selector.register(fileno, selectors.EVENT_READ)
        self._watched = wanted
        return {key.fd for key, _ in self._selector.select(seconds)}
