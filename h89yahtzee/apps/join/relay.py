"""Passes bytes between a terminal and a host, unchanged."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable

from h89yahtzee.apps.signals import ENDING, IN_REAL_TIME, SignalWatch, Waiting
from h89yahtzee.transport.pacing import Drain, PacedTransport
from h89yahtzee.transport.transport import HungUp, Transport

ESCAPE = b"\x1d"
"""The key that ends the connection, as in telnet(1): CTRL-]."""
MOST_UNSENT = 4096
"""The most typed bytes that wait for a host that takes none; further ones are dropped."""
MOST_UNSHOWN = 256
"""While this many bytes wait for the terminal, the host isn't read, so that it sends a newer screen later."""
POLL_DELAY = 0.02
"""Seconds between two attempts to send to a host that takes nothing, or to send last words to a slow terminal."""


class Relay:
    """Connects a terminal with a host, at most until `ends_at`; `enter` and `leave` switch the terminal's modes."""

    def __init__(
        self,
        terminal: PacedTransport,
        host: Transport,
        enter: Callable[[], None],
        leave: Callable[[], None],
        ends_at: float = math.inf,
        waiting: Waiting = IN_REAL_TIME,
    ) -> None:
        self.has_ended = False
        """Whether the host has hung up."""
        self._terminal = terminal
        self._host = host
        self._enter = enter
        self._leave = leave
        self._clock = waiting.clock
        self._wait_for_input = waiting.for_input
        self._ends_at = ends_at
        self._typed = bytearray()
        self._is_leaving = False

    def run(self) -> int:
        """Pass bytes until the person leaves or the host hangs up (return 0), or signal n comes (return 128 + n).

        TransportClosed if the terminal is gone, or the connection is lost.
        """
        with SignalWatch() as signals:
            self._enter()
            try:
                return self._run(signals)
            finally:
                self._leave()

    @property
    def is_time_up(self) -> bool:
        return self._clock() >= self._ends_at

    def _run(self, signals: SignalWatch) -> int:
        while not self._is_leaving and not self.is_time_up:
            self._wait(signals)
            for number in signals.take():
                if number in ENDING:
                    return 128 + number
                self._notice(number, signals)
            try:
                self._carry()
            except HungUp:
                self.has_ended = True
                self._say_last_words(signals)
                return 0
        return 0

    def _wait(self, signals: SignalWatch) -> None:
        readable = [signals.fileno(), self._terminal.fileno()]
        waits = [self._terminal.ready_in(), POLL_DELAY if self._typed else None]
        if math.isfinite(self._ends_at):
            waits.append(max(0.0, self._ends_at - self._clock()))
        if self._terminal.pending < MOST_UNSHOWN:
            readable.append(self._host.fileno())
        given = min((wait for wait in waits if wait is not None), default=None)
        self._wait_for_input([fileno for fileno in readable if fileno is not None], given)

    def _notice(self, number: int, signals: SignalWatch) -> None:
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._enter)
        elif number == signal.SIGCONT:
            self._enter()

    def _carry(self) -> None:
        if self._terminal.pending < MOST_UNSHOWN:
            # Receive before sending, which fails once the host has hung up: its last words would be lost.
            self._terminal.queue(self._host.receive())
        self._terminal.pump()
        typed, escape, _ = self._terminal.receive().partition(ESCAPE)
        self._is_leaving = bool(escape)
        self._typed += typed[: MOST_UNSENT - len(self._typed)]
        if self._typed:
            del self._typed[: self._host.send(bytes(self._typed))]

    def _say_last_words(self, signals: SignalWatch) -> None:
        drain = Drain(self._terminal, self._clock)
        while not drain.is_over():
            self._wait_for_input([signals.fileno()], min(POLL_DELAY, self._terminal.ready_in() or POLL_DELAY))
