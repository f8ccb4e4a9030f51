"""An H19 that is as slow as the machine: its input FIFO fills, it stops the host, and it is deaf while it resets.

`durations` says what an operation takes; the line is taken to be free of errors. Source: the firmware (Heath part
444-46).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import USUAL_SWITCHES, character_time
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.h19.timing import durations
from h89yahtzee.screen.keys import KeyPress

KEY_FIFO_SIZE = 8
OUTPUT_FIFO_SIZE = 32
MOST_WAITING = 256
"""Bytes of the host that wait for the line; while there are more, no more should be fed."""

_SECONDS = 0.001
_KEY = 0.5
"""Milliseconds for a key, which was not measured: as for a printable byte."""
_TRANSMISSIONS = (Call("transmit_page"), Call("transmit_25th_line"))


class RealTimeTerminal(Machine):
    """An H19 that takes its time, on a line that takes its own. Screen and counts are as of the last call.

    What is fed waits on the host's side until the line carries it, and the host obeys XOFF at once. Whoever plays
    line and host hands over each byte when it arrives, by `receive`.
    """

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        super().__init__(switches, line_switches)
        self._waiting = bytearray()
        self._host_waits = False
        self._next_byte_at = float("-inf")
        self._keys: deque[Callable[[], None]] = deque()
        self._output: deque[int] = deque()
        self._sent = bytearray()
        self._meter = durations.Meter()
        self._ready_at = float("-inf")
        self._line_free_at = float("-inf")
        self._deaf_until = float("-inf")
        self._in_uart: int | None = None

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
        arrives = self._next_byte_at if self._host_sends else None
        return min((time for time in (self._works_at(), arrives) if time is not None), default=None)

    def data_to_send(self) -> bytes:
        """The bytes that the terminal began to send since the last call."""
        sent = bytes(self._sent)
        self._sent.clear()
        return sent

    @property
    def _host_sends(self) -> bool:
        return bool(self._waiting) and not self._host_waits

    def _work_until(self, now: float) -> None:
        while (at := self._works_at()) is not None and at <= now:
            if self._output and at == self._line_free_at:
                self._put_on_line(self._output.popleft(), at)
            elif self._in_uart is not None and at == self._deaf_until:
                code, self._in_uart = self._in_uart, None
                self._queue(code, at)
            else:
                self._step(at)

    def _works_at(self) -> float | None:
        times = []
        if self._output:
            times.append(self._line_free_at)
        if self._in_uart is not None:
            times.append(self._deaf_until)
        if self._may_execute or self._keys:
            times.append(self._ready_at)
        return min(times, default=None)

    @property
    def _may_execute(self) -> bool:
        return self._processor.queued > 0 and not self._processor.is_holding

    def _queue(self, code: int, now: float) -> None:
        """XOFF is sent by the interrupt, past the output FIFO; the processor waits for the line meanwhile."""
        self._ready_at = max(self._ready_at, now)
        self._processor.queue(code)
        for xoff in self._processor.data_to_send():
            start = max(self._line_free_at, now)
            self._ready_at += start - now
            self._put_on_line(xoff, start)

    def _step(self, at: float) -> None:
        """Execute a byte; keys wait until all that was received is executed or held."""
        if self._may_execute:
            self._execute(at)
        else:
            self._keys.popleft()()
            self._ready_at = at + _KEY * _SECONDS
        self._send_queued(at)

    def _execute(self, at: float) -> None:
        operations = self._processor.take()
        milliseconds = self._meter.charge(operations, self._processor.is_between_sequences, self._processor.screen)
        self._ready_at = at + milliseconds * _SECONDS
        for operation in operations:
            self._processor.execute(operation)
            if operation == durations.RESET_CALL:
                self._reset(at)
            elif operation in _TRANSMISSIONS:
                self._transmit(at)

    def _reset(self, at: float) -> None:
        self._keys.clear()
        self._output.clear()
        self._meter = durations.Meter()
        self._in_uart = None
        self._ready_at = self._deaf_until = at + durations.RESET * _SECONDS

    def _transmit(self, at: float) -> None:
        """A page waits for the line byte by byte, and nothing else is done meanwhile."""
        self._put_out(self._processor.data_to_send(), at)
        time = len(self._output) * character_time(self.baud_rate)
        self._ready_at = max(self._ready_at, self._line_free_at + time)

    def _send_queued(self, at: float) -> None:
        """Bytes that find the output FIFO full are lost."""
        room = max(OUTPUT_FIFO_SIZE - len(self._output), 0)
        self._put_out(self._processor.data_to_send()[:room], at)

    def _put_out(self, data: bytes, at: float) -> None:
        if not self._output:
            self._line_free_at = max(self._line_free_at, at)
        self._output += data

    def _put_on_line(self, code: int, start: float) -> None:
        self._sent.append(code)
        self._line_free_at = start + character_time(self.baud_rate)
        if code in (XON, XOFF):
            self._host_waits = code == XOFF
