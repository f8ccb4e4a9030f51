"""The line to the terminal under test. Bytes are sent at the line's speed, and received bytes are kept with their
times. `opened` opens the line that the options name: a device, a TCP port, a pty or this terminal.

XOFF and XON are obeyed, noted and removed from the received bytes. This module doesn't interpret other bytes.
"""

from __future__ import annotations

import math
import os
import select
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from h89yahtzee.apps.command import UsageError, say
from h89yahtzee.apps.h19_test.h19_test_options import H19TestOptions
from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.transport.descriptors import Descriptors, TtyTransport
from h89yahtzee.transport.pacing import WORK_MARGIN, LineClock, Work, no_work
from h89yahtzee.transport.transport import Transport

BITS = 10
"""The bits of a byte on the line, its start bit and its stop bit included."""
STOPPED_TIME = 8.0
"""Seconds without an XON after an XOFF until sending goes on, because the XON must have been lost."""
GIVEN_UP = 2 * STOPPED_TIME
"""Seconds after which a line that takes no bytes is given up."""
LONGEST = 240.0
"""The most seconds for which an answer is received: longer than a page at 110 baud takes."""
_MOST_LATE_XONS = 5
"""Once this many XONs were late, the wait for an XON is no longer STOPPED_TIME but only `_STEP`."""
_RETRY = 0.02
_STEP = 0.5
"""The most seconds to wait at once: on some media the wait doesn't end by itself when bytes arrive."""


class Received(NamedTuple):
    """A byte and the time at which it was received."""

    code: int
    at: float


class Line:
    """A line over `transport` that carries `bytes_per_second`; this is inf for a line without a speed of its own,
    such as a TCP connection.

    `wait` is called with a number of seconds, and waits for input for at most as long; `clock` returns seconds.
    `work` is called with the bytes to send, and returns for each byte the seconds that the terminal needs to
    execute it.
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
        """Send `data`, and keep bytes received meanwhile; return early if no byte can be sent for `given_up`
        seconds."""
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

        The seconds of `patience` and `limit` begin when the line has carried all bytes that were sent before.
        """
        since = max(self._clock(), self._pace.done_at)
        while not is_complete(data := bytes(byte.code for byte in self._received)):
            self._take_in()
            last = max(since, self._received[-1].at if self._received else since)
            # A terminal that has much to execute sends XOFF and XON before it answers, so these prolong the wait.
            last = max(last, min(self._flow_at(), last + self._stopped_time))
            if self._clock() >= min(last + patience, since + limit):
                break
            if len(self._received) == len(data):
                self._wait(min(_STEP, last + patience - self._clock()))
        self.span = self._received[-1].at - self._received[0].at if self._received else 0.0
        self._received.clear()
        return data

    def quiet(self, seconds: float, limit: float = LONGEST) -> bytes:
        """Return the received bytes once no byte has come for `seconds`, or after `limit` seconds."""
        return self.collect(lambda _: False, seconds, limit)

    def pause(self, seconds: float) -> None:
        """Wait until the line has carried all bytes, and `seconds` more; keep the bytes received meanwhile."""
        until = max(self._clock(), self._pace.done_at) + seconds
        while (left := until - self._clock()) > 0:
            self._take_in()
            self._wait(min(left, _STEP))

    @contextmanager
    def disobeying(self) -> Iterator[None]:
        """While the `with` block runs, go on sending after an XOFF, and let `collect` return XOFF and XON like
        other bytes."""
        self._obeys = False
        try:
            yield
        finally:
            self._obeys, self._is_stopped = True, False

    @property
    def _stopped_time(self) -> float:
        return STOPPED_TIME if self.late_xons < _MOST_LATE_XONS else _STEP

    def _flow_at(self) -> float:
        """Return the time at which the last XOFF or XON was received; minus infinity if there was none."""
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


DEFAULT_BAUD = 9600
_POLL = 0.05
_LONGEST = 1000
_SIGNALS = (b"\x03", b"\x1a", b"\x1c")
"""CTRL-C, CTRL-Z and CTRL-\\, by which a program is ended or stopped from its terminal."""


def _typed() -> str:
    """Return the first letter of a text line typed on standard input, "" if there is none yet."""
    if not select.select([0], [], [], 0)[0]:
        return ""
    return os.read(0, _LONGEST).decode("ascii", "replace").strip().lower()[:1]


@dataclass(frozen=True, slots=True)
class Medium:
    """A line, its `name` and its properties. `change_speed` changes the speed at this computer's end; it is None if
    the line has no speed.

    `carries_after_xoff` tells whether bytes that the test sends after an XOFF still reach the terminal, or are held
    back until XON. `typed` returns the first letter of a text line typed where the program was started, "" if
    nothing was typed. `tell` shows a text where the program was started. `kept` are the bytes that this computer
    takes as signals: the test can't receive them.
    """

    line: Line
    name: str
    change_speed: Callable[[int], None] | None = None
    carries_after_xoff: bool = False
    typed: Callable[[], str] = _typed
    tell: Callable[[str], None] = say
    kept: tuple[bytes, ...] = ()


@contextmanager
def opened(options: H19TestOptions) -> Iterator[Medium]:
    """Open the line that the options name, perhaps after waiting for a caller; close the line afterwards."""
    if options.line == "-":
        with closing(TtyTransport(0, 1, obeys_xon_xoff=False)) as terminal:
            terminal.enter()
            yield replace(_medium(terminal, "this terminal"), typed=str, tell=_tell_nobody, kept=_SIGNALS)
    elif options.line is not None:
        yield from _on_line(options.line, options.baud or DEFAULT_BAUD)
    elif options.listen is not None:
        yield from _by_caller(options.listen)
    else:
        yield from _on_pty()


def _tell_nobody(_: str) -> None: ...


def _on_line(url: str, baud: int) -> Iterator[Medium]:
    from h89yahtzee.h19.durations import ExecutionTimes
    from h89yahtzee.transport.serial_line import open_serial

    try:
        serial = open_serial(url, baud, obeys_xon_xoff=False)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    with closing(serial):
        if "://" in url:
            yield _medium(serial, url)
            return
        work = ExecutionTimes().feed
        line = Line(serial, baud / BITS, time.monotonic, _waiting(serial.fileno), lambda data: _slower(work(data)))
        yield Medium(line, f"{url} at {baud} baud", serial.set_baud_rate, carries_after_xoff=True)


def _slower(times: list[float]) -> list[float]:
    return [WORK_MARGIN * seconds for seconds in times]


def _by_caller(place: str) -> Iterator[Medium]:
    from h89yahtzee.transport.sockets import listen, parse_listen
    from h89yahtzee.transport.switchboard import CallLimits

    try:
        host, port = parse_listen(place)
    except ValueError as error:
        raise UsageError(f"--listen: {error}") from None
    with closing(listen(host, port, CallLimits(in_all=1), time.monotonic, is_trusted=True)) as listener:
        say(f"waiting for an emulator to call {listener.name}")
        while (caller := listener.accept()) is None:
            _waiting(listener.fileno)(1.0)
        with closing(caller):
            yield _medium(caller, caller.name)


def _on_pty() -> Iterator[Medium]:
    own, other = os.openpty()
    tty.setraw(other)
    path = os.ttyname(other)
    os.close(other)
    try:
        say(path)
        _wait_until_opened(own)
        yield _medium(Descriptors(own, own, path), path)
    finally:
        os.close(own)


def _wait_until_opened(own: int) -> None:
    poll = select.poll()
    poll.register(own, select.POLLIN)
    while any(events & select.POLLHUP for _, events in poll.poll(0)):
        time.sleep(_POLL)


def _medium(transport: Transport, name: str) -> Medium:
    return Medium(Line(transport, math.inf, time.monotonic, _waiting(transport.fileno)), name)


def _waiting(fileno: Callable[[], int | None]) -> Callable[[float], None]:
    """Return a function that waits for input, at most for the seconds that it is given."""

    def wait(seconds: float) -> None:
        descriptor = fileno()
        if descriptor is None:
            time.sleep(min(seconds, _POLL))
        else:
            select.select([descriptor], [], [], seconds)

    return wait
