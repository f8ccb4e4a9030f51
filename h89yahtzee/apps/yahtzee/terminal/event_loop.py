"""The event loop of games on the screen: keys, time and signals in, screens out."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Sequence

from h89yahtzee.apps.signals import ENDING, SignalWatch, wait_for_input
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.table import Table
from h89yahtzee.transport.transport import TransportClosed

POLL_DELAY = 0.02
"""Seconds between two looks at a line that can't be selected on."""


class EventLoop:
    """Runs `tables`, which may come and go meanwhile, and the `sessions` of the terminals that show them.

    `following` is asked for the room that follows when that of a session is closed; None: the session leaves.
    `save` writes down what has been played, and returns what the players are to be told about that; it is called
    before anything is shown. `wait` waits as `wait_for_input` does, by the same time as `clock`.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        sessions: Sequence[TerminalSession],
        clock: Callable[[], float],
        save: Callable[[], str],
        wait: Callable[[Sequence[int], float | None], None] = wait_for_input,
        following: Callable[[TerminalSession], Room | None] = lambda _: None,
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._clock = clock
        self._save = save
        self._wait_for_input = wait
        self._following = following
        self._present = list(sessions)

    def run(self) -> int:
        """Play until all have left. The exit status: 0, or 128 + n after signal n."""
        with SignalWatch() as signals:
            try:
                self._open()
                return self._loop(signals)
            finally:
                self._close()

    def _loop(self, signals: SignalWatch) -> int:
        while self._present:
            for session in self._present:
                session.show()
            self._wait(signals)
            for number in signals.take():
                if number in ENDING:
                    for session in self._present:
                        session.room.leave()
                    return 128 + number
                self._answer(number, signals)
            self._play()
            self._exchange_rooms()
        return 0

    def _exchange_rooms(self) -> None:
        """Lead those whose room is closed to the next one."""
        for session in list(self._present):
            if session.room.is_closed:
                room = self._following(session)
                if room is None:
                    self._present.remove(session)
                else:
                    session.room = room

    def _play(self) -> None:
        for session in self._present:
            session.take_input()
        if self._is_seen:
            for table in self._tables:
                table.advance(self._clock())
        notice = self._save()
        for session in self._present:
            if self._is_seen:
                session.room.advance(self._clock())
            if notice:
                session.room.notify(notice)

    def _answer(self, number: int, signals: SignalWatch) -> None:
        """Do what a signal that ends nothing is for."""
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._open)
        elif number == signal.SIGCONT:
            # Somebody stopped the program without asking, and used the terminal meanwhile.
            self._leave()
            self._open()
        elif number == signal.SIGWINCH:
            for session in self._present:
                session.resized()

    @property
    def _is_seen(self) -> bool:
        """Whether there is anybody to play for."""
        return any(session.is_seen() for session in self._present)

    def _wait(self, signals: SignalWatch) -> None:
        """Wait until there is input, a signal, or something to do at its time."""
        filenos = [session.transport.fileno() for session in self._present]
        waits = [session.wakes_in() for session in self._present]
        waits += [POLL_DELAY for fileno in filenos if fileno is None]
        if self._is_seen:
            deadlines = [table.deadline for table in self._tables]
            deadlines += [session.room.deadline for session in self._present]
            waits += [max(0.0, deadline - self._clock()) for deadline in deadlines if deadline is not None]
        readable = [signals.fileno(), *(fileno for fileno in filenos if fileno is not None)]
        self._wait_for_input(readable, min((wait for wait in waits if wait is not None), default=None))

    def _open(self) -> None:
        for session in self._sessions:
            session.open()

    def _leave(self) -> None:
        for session in self._sessions:
            session.close()

    def _close(self) -> None:
        """Write down how it ended and leave each terminal; one that is gone is left alone."""
        self._save()
        for session in self._sessions:
            with contextlib.suppress(TransportClosed):
                session.close()
        for session in self._sessions:
            session.transport.close()
