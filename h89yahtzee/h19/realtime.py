"""An H19 that is as slow as the machine: its input FIFO fills, it stops the host, and it is deaf while it resets.

The clock is the caller's: `now` is a time in seconds from any start, never before that of an earlier call. `timing`
says what an operation takes; the line is taken to be free of errors. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from h89yahtzee.h19 import timing
from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import character_time
from h89yahtzee.h19.parser import Operation, received
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress

KEY_FIFO_SIZE = 8
OUTPUT_FIFO_SIZE = 32

_SECONDS = 0.001
_KEY = 0.5
"""Milliseconds for a key, which was not measured: as for a printable byte."""
_TRANSMISSIONS = (Call("transmit_page"), Call("transmit_25th_line"))


class _Stroke(NamedTuple):
    key: KeyPress | LocalKey
    shift: bool
    ctrl: bool


class RealTimeTerminal:
    """Drives a terminal, which is to be fed and asked for what it sends by nobody else.

    Its screen, counts and states are read from `terminal`, as they are at the time of the last call here.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._firmware = terminal.firmware
        self._keys: deque[_Stroke] = deque()
        self._output: deque[int] = deque()
        self._sent = bytearray()
        self._meter = timing.Meter()
        self._ready_at = float("-inf")
        self._line_free_at = float("-inf")
        self._deaf_until = float("-inf")
        self._in_uart: int | None = None

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that have arrived at `now`: the caller delivers them as fast as the line does."""
        self.advance(now)
        for code in received(data):
            if self._firmware.off_line:
                continue
            if now < self._deaf_until:
                self._in_uart = code
            else:
                self._queue(code, now)

    def press(self, key: KeyPress | LocalKey, now: float, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key, as `Terminal.press`; one that finds 8 waiting is lost with a bell."""
        self.advance(now)
        if key is LocalKey.RESET:
            self._firmware.notice(key)
            self._reset(now)
        elif self._firmware.notice(key):
            if len(self._keys) < KEY_FIFO_SIZE:
                self._keys.append(_Stroke(key, shift, ctrl))
                self._ready_at = max(self._ready_at, now)
            else:
                self._firmware.ring_bell()

    def advance(self, now: float) -> None:
        """Do all that is done by `now`."""
        while (at := self.wakes_at()) is not None and at <= now:
            if self._output and at == self._line_free_at:
                self._sent.append(self._output.popleft())
                self._occupy_line(at)
            elif self._in_uart is not None and at == self._deaf_until:
                code, self._in_uart = self._in_uart, None
                self._queue(code, at)
            else:
                self._step(at)

    def wakes_at(self) -> float | None:
        """When there is something to do next, None if nothing is before a byte or a key arrives."""
        times = []
        if self._output:
            times.append(self._line_free_at)
        if self._in_uart is not None:
            times.append(self._deaf_until)
        if self._may_execute or self._may_serve_key:
            times.append(self._ready_at)
        return min(times, default=None)

    def data_to_send(self) -> bytes:
        """The bytes that the terminal began to send since the last call."""
        sent = bytes(self._sent)
        self._sent.clear()
        return sent

    @property
    def _may_execute(self) -> bool:
        return self._firmware.queued > 0 and not self._firmware.is_holding

    @property
    def _may_serve_key(self) -> bool:
        """Keys wait until all that was received is executed or held."""
        return bool(self._keys) and not self._may_execute

    def _queue(self, code: int, now: float) -> None:
        """XOFF is sent by the interrupt, past the output FIFO; the processor waits for the line meanwhile."""
        self._ready_at = max(self._ready_at, now)
        self._firmware.queue(code)
        for xoff in self._firmware.data_to_send():
            start = max(self._line_free_at, now)
            self._ready_at += start - now
            self._sent.append(xoff)
            self._occupy_line(start)

    def _step(self, at: float) -> None:
        if self._may_execute:
            self._execute(at)
        else:
            stroke = self._keys.popleft()
            self._firmware.serve(stroke.key, shift=stroke.shift, ctrl=stroke.ctrl)
            self._ready_at = at + _KEY * _SECONDS
        self._send_queued(at)

    def _execute(self, at: float) -> None:
        operations = self._firmware.take()
        milliseconds = self._meter.charge(operations, self._firmware.is_between_sequences, self._firmware.display)
        self._ready_at = at + milliseconds * _SECONDS
        for operation in operations:
            self._perform(operation, at)

    def _perform(self, operation: Operation, at: float) -> None:
        self._firmware.execute(operation)
        if operation == timing.RESET_CALL:
            self._reset(at)
        elif operation in _TRANSMISSIONS:
            self._transmit(at)

    def _reset(self, at: float) -> None:
        self._keys.clear()
        self._output.clear()
        self._meter.reset()
        self._in_uart = None
        self._ready_at = self._deaf_until = at + timing.RESET * _SECONDS

    def _transmit(self, at: float) -> None:
        """A page waits for the line byte by byte, and nothing else is done meanwhile."""
        self._put_out(self._firmware.data_to_send(), at)
        time = len(self._output) * character_time(self._firmware.baud_rate)
        self._ready_at = max(self._ready_at, self._line_free_at + time)

    def _send_queued(self, at: float) -> None:
        """Bytes that find the output FIFO full are lost."""
        room = max(OUTPUT_FIFO_SIZE - len(self._output), 0)
        self._put_out(self._firmware.data_to_send()[:room], at)

    def _put_out(self, data: bytes, at: float) -> None:
        if not self._output:
            self._line_free_at = max(self._line_free_at, at)
        self._output += data

    def _occupy_line(self, start: float) -> None:
        self._line_free_at = start + character_time(self._firmware.baud_rate)
