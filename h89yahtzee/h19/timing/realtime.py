"""An H19 that is as slow as the machine: its input FIFO fills, it stops the host, and it is deaf while it resets.

`durations` says what an operation takes; the line is taken to be free of errors. Source: the firmware (Heath part
444-46).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import USUAL_SWITCHES, character_time
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.h19.timing import durations
from h89yahtzee.screen.keys import KeyPress

KEY_FIFO_SIZE = 8
MOST_WAITING = 256
"""Bytes of the host that wait for the line; while there are more, no more should be fed."""

_SECONDS = 0.001
_KEY = 1.2
"""Milliseconds for a key."""


class SentByte(NamedTuple):
    """A byte, and when the line begins and ends to carry it."""

    code: int
    begun_at: float
    carried_at: float


class RealTimeTerminal(Machine):
    """An H19 that takes its time, on a line that takes its own. Screen and counts are as of the last call.

    What is fed waits on the host's side until the line carries it, and the host obeys XOFF at once. Whoever plays
    line and host hands over each byte when it arrives, by `receive`.
    """

    _line_takes_time = True

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        super().__init__(switches, line_switches)
        self._waiting = bytearray()
        self._host_waits = False
        self._next_byte_at = float("-inf")
        self._keys: deque[Callable[[], None]] = deque()
        self._sent: list[SentByte] = []
        self._meter = durations.Meter()
        self._ready_at = float("-inf")
        self._line_free_at = float("-inf")
        self._uart_free_at = float("-inf")
        self._deaf_until = float("-inf")
        self._now = self._clock = float("-inf")
        self._in_uart: int | None = None
        self.overruns = 0
        self._has_started = False

    def feed(self, data: bytes, now: float = 0.0) -> None:
        self._next_byte_at = max(self._next_byte_at, now)
        self._waiting += data

    @property
    def takes_more(self) -> bool:
        return len(self._waiting) < MOST_WAITING

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that have arrived at `now`, however fast they came."""
        self._work_until(now)
        for code in received(data):
            if self._processor.off_line:
                continue
            if now < self._deaf_until:
                self.overruns += self._in_uart is not None
                self._in_uart = code
            else:
                self._queue(code, now)

    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key; one that finds 8 waiting is lost with a bell."""
        self.advance(now)
        if key is LocalKey.RESET:
            self._processor.notice(key)
            self._reset(now)
        elif self._processor.notice(key):
            if len(self._keys) < KEY_FIFO_SIZE:
                self._keys.append(partial(self._processor.serve, key, shift=shift, ctrl=ctrl))
                self._ready_at = max(self._ready_at, now)
            else:
                self._processor.ring_bell()

    def advance(self, now: float) -> None:
        while self._host_sends and self._next_byte_at <= now:
            self.receive(bytes(self._waiting[:1]), self._next_byte_at)
            del self._waiting[:1]
            self._next_byte_at += character_time(self.baud_rate)
        waited = self._host_waits
        self._work_until(now)
        if waited and not self._host_waits:
            self._next_byte_at = max(self._next_byte_at, now)

    def wakes_at(self) -> float | None:
        times = [byte.begun_at for byte in self._sent[-1:] if byte.begun_at > self._clock]
        if self._host_sends:
            times.append(self._next_byte_at)
        if (event := self._next_event()) is not None:
            times.append(event[0])
        return min(times, default=None)

    def data_to_send(self) -> bytes:
        """The bytes that the terminal began to send since the last call."""
        return bytes(byte.code for byte in self.take_sent())

    def take_sent(self) -> list[SentByte]:
        """The same bytes with their times."""
        begun = [byte for byte in self._sent if byte.begun_at <= self._clock]
        self._sent = self._sent[len(begun) :]
        return begun

    @property
    def _host_sends(self) -> bool:
        return bool(self._waiting) and not self._host_waits

    def _work_until(self, now: float) -> None:
        self._clock = max(self._clock, now)
        while (event := self._next_event()) is not None and event[0] <= now:
            at, act = event
            self._now = at
            act(at)

    def _next_event(self) -> tuple[float, Callable[[float], None]] | None:
        """What the machine does next, and when."""
        events: list[tuple[float, Callable[[float], None]]] = []
        if self._processor.output.is_started:
            events.append((max(self._uart_free_at, self._now), self._transmit_queued))
        if self._in_uart is not None:
            events.append((self._deaf_until, self._take_from_uart))
        if self._may_execute or self._keys or self._may_start_output:
            events.append((max(self._ready_at, self._now), self._step))
        return min(events, key=lambda event: event[0], default=None)

    def _take_from_uart(self, at: float) -> None:
        assert self._in_uart is not None
        code, self._in_uart = self._in_uart, None
        self._queue(code, at)

    @property
    def _may_execute(self) -> bool:
        return self._processor.queued > 0 and not self._processor.is_holding

    @property
    def _may_start_output(self) -> bool:
        output = self._processor.output
        return bool(output) and not output.is_started

    def _queue(self, code: int, now: float) -> None:
        """XOFF is sent by the interrupt, past the output FIFO; the processor waits for the line meanwhile."""
        self._ready_at = max(self._ready_at, now) + durations.INTERRUPT * _SECONDS
        self._processor.queue(code)
        self._put_on_line(self._processor.data_to_send(), now)

    def _step(self, at: float) -> None:
        """Execute a byte. Keys and the output wait until there is none, or a sequence waits for its argument."""
        if self._may_execute and not self._is_busy and not self._has_started:
            self._processor.start_output()
            self._has_started = True
        if self._keys and not self._is_busy:
            self._keys.popleft()()
            self._ready_at = at + _KEY * _SECONDS
        elif self._may_execute:
            self._execute(at)
        else:
            self._processor.start_output()

    @property
    def _is_busy(self) -> bool:
        return self._may_execute and not self._processor.awaits_argument

    def _execute(self, at: float) -> None:
        self._has_started = False
        operations = self._processor.take()
        milliseconds = self._meter.charge(operations, self._processor)
        self._ready_at = at + (milliseconds - durations.INTERRUPT) * _SECONDS
        for operation in operations:
            self._processor.execute(operation)
            if operation == durations.RESET_CALL:
                self._reset(at)
        self._put_on_line(self._processor.data_to_send(), at)

    def _reset(self, at: float) -> None:
        self._keys.clear()
        self._meter = durations.Meter()
        self._in_uart = None
        self._ready_at = self._deaf_until = at + durations.RESET * _SECONDS

    def _put_on_line(self, data: bytes, at: float) -> None:
        """Send bytes past the output FIFO; the processor waits for the UART meanwhile."""
        for code in data:
            start = max(self._uart_free_at, at)
            self._ready_at += max(0.0, start - at) + durations.XOFF * _SECONDS
            self._load(code, start)
            at = start

    def _transmit_queued(self, at: float) -> None:
        self._load(self._processor.output.get(), at)
        self._ready_at = max(self._ready_at, at) + durations.TRANSMISSION * _SECONDS

    def _load(self, code: int, at: float) -> None:
        """Hand a byte to the UART, which sends it once the one before is sent, and then has room for another."""
        self._uart_free_at = max(at, self._line_free_at)
        self._line_free_at = self._uart_free_at + character_time(self.baud_rate)
        self._sent.append(SentByte(code, self._uart_free_at, self._line_free_at))
        if code in (XON, XOFF):
            self._host_waits = code == XOFF
