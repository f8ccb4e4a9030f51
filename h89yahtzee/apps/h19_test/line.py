"""The line to the terminal under test: bytes out at its speed, bytes in with their times.

XOFF and XON are obeyed, noted and removed from the received bytes. This module doesn't interpret other bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.transport.pacing import LineClock, Work, no_work
from h89yahtzee.transport.transport import Transport

STOPPED_TIME = 8.0
"""Seconds without an XON after an XOFF until sending goes on, because the XON must have been lost."""
GIVEN_UP = 2 * STOPPED_TIME
"""Seconds after which a line that takes no bytes is given up."""
LONGEST = 240.0
"""The most seconds for which an answer is received: longer than a page at 110 baud takes."""
_MOST_LATE_XONS = 5
"""The number of late XONs after which another one is waited for only shortly."""
_RETRY = 0.02
_STEP = 0.5
"""The most seconds of one wait, in case a medium can't be waited for."""


class Received(NamedTuple):
    """A byte and the time at which it was received."""

    code: int
    at: float


class Line:
    """A line over `transport` with `bytes_per_second`, inf if the medium has no speed.

    `wait` waits for input, at most for the seconds that it is given; `clock` returns seconds. `work` returns the
    time that the terminal needs to execute each byte.
    """

    def __init__(
        self,
        transport: Transport,
        bytes_per_second: float,
        clock: Callable[[], float],
        wait: Callable[[float], None],
        work: Work = no_work,
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._wait = wait
        self._pace = LineClock(bytes_per_second, clock, work)
        self._received: list[Received] = []
        self._is_stopped = False
        self._obeys = True
        self.flow: list[Received] = []
        """Every XOFF and XON received so far."""
        self.late_xons = 0
        """The number of times that no XON came within STOPPED_TIME after an XOFF."""
        self.span = 0.0
        """The seconds between the first and the last byte of the last result of `collect`."""
        self.bytes_received = 0
        self.bit_7 = 0
        """The number of received bytes with bit 7 set, which an H19 without parity never sends."""

    def now(self) -> float:
        return self._clock()

    def send(self, data: bytes, given_up: float = GIVEN_UP) -> None:
        """Send all of `data`, and keep the bytes received meanwhile.

        A line that takes no bytes for `given_up` seconds is given up.
        """
        sent = 0
        since = self._clock()
        while sent < len(data) and self._clock() - since < given_up:
            self._take_in()
            if self._is_stopped and self._obeys:
                if self._clock() - since > self._stopped_time:
                    self._is_stopped = False
                    self.late_xons += 1
                else:
                    self._wait(_RETRY)
                continue
            room = self._pace.room()
            count = self._transport.send(data[sent : sent + int(min(len(data) - sent, room))]) if room >= 1 else 0
            if count:
                self._pace.carry(data[sent : sent + count])
                sent += count
                since = self._clock()
            else:
                self._wait(max(self._pace.room_in(1), 0.001) if room < 1 else _RETRY)

    def collect(self, is_complete: Callable[[bytes], bool], patience: float, limit: float = LONGEST) -> bytes:
        """Return the received bytes once `is_complete` returns True for them, or once no byte has come for
        `patience` seconds, or after `limit` seconds.

        The time counts from the end of the bytes sent before, which may still be on their way.
        """
        since = max(self._clock(), self._pace.done_at)
        while not is_complete(data := bytes(byte.code for byte in self._received)):
            self._take_in()
            last = max(since, self._received[-1].at if self._received else since)
            # A terminal that has much to execute sends XOFF and XON before it answers.
            last = max(last, min(self._flow_at(), last + self._stopped_time))
            if self._clock() >= min(last + patience, since + limit):
                break
            if len(self._received) == len(data):
                self._wait(min(_STEP, last + patience - self._clock()))
        self.span = self._received[-1].at - self._received[0].at if self._received else 0.0
        self._received.clear()
        return data

    def quiet(self, seconds: float, limit: float = LONGEST) -> bytes:
        """Return the bytes received until none has come for `seconds`, at most for `limit` seconds."""
        return self.collect(lambda _: False, seconds, limit)

    def pause(self, seconds: float) -> None:
        """Wait until the line has carried all bytes, and `seconds` more; keep the bytes received meanwhile."""
        until = max(self._clock(), self._pace.done_at) + seconds
        while (left := until - self._clock()) > 0:
            self._take_in()
            self._wait(min(left, _STEP))

    @contextmanager
    def disobeying(self) -> Iterator[None]:
        """Go on sending after an XOFF while the `with` block runs, and keep XOFF and XON like other bytes."""
        self._obeys = False
        try:
            yield
        finally:
            self._obeys, self._is_stopped = True, False

    @property
    def _stopped_time(self) -> float:
        return STOPPED_TIME if self.late_xons < _MOST_LATE_XONS else _STEP

    def _flow_at(self) -> float:
        """Return the time of the last XOFF or XON."""
        return self.flow[-1].at if self.flow else float("-inf")

    def _take_in(self) -> None:
        data = self._transport.receive()
        at = self._clock()
        self.bytes_received += len(data)
        for byte in data:
            self.bit_7 += byte >> 7
            code = byte & 0x7F
            if code in (XOFF, XON):
                self._is_stopped = code == XOFF
                self.flow.append(Received(code, at))
            if code not in (XOFF, XON) or not self._obeys:
                self._received.append(Received(code, at))
