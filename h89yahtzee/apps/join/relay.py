"""Carries bytes between a terminal and a host, unchanged."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Sequence

from h89yahtzee.apps.signals import ENDING, SignalWatch, wait_for_input
from h89yahtzee.transport.draining import Drain
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.transport import HungUp, Transport

ESCAPE = b"\x1d"
"""What leaves, as in telnet(1): CTRL-]."""
MOST_UNSENT = 4096
"""Keys beyond so many that the host doesn't take are dropped."""
MOST_UNSHOWN = 256
"""So much that the terminal hasn't taken is enough: the host is to send what is new then."""
POLL_DELAY = 0.02
"""Seconds between two looks at a host that takes nothing, and at a terminal that is slow to take last words."""

Wait = Callable[[Sequence[int], float | None], None]


class Relay:
    """One terminal, whose modes `enter` and `leave` switch, and its host, until `ends_at` at most."""

    def __init__(
        self,
        terminal: PacedTransport,
        host: Transport,
        enter: Callable[[], None],
        leave: Callable[[], None],
        clock: Callable[[], float],
        wait: Wait = wait_for_input,
        ends_at: float = math.inf,
    ) -> None:
        self.has_ended = False
        """Whether the host has hung up."""
        self._terminal = terminal
        self._host = host
        self._enter = enter
        self._leave = leave
        self._clock = clock
        self._wait_for_input = wait
        self._ends_at = ends_at
        self._typed = bytearray()
        self._is_leaving = False

    def run(self) -> int:
        """Carry until the person leaves or the host hangs up (0), or a signal comes (128 + n).

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
        waits += [max(0.0, self._ends_at - self._clock())] * math.isfinite(self._ends_at)
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
            # Before anything is sent: a host that has hung up is to be heard to the end.
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
