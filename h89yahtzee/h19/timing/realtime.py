"""An H19 that is as slow as the machine: its input FIFO fills, it stops the host, and it is deaf while it resets.

The line is taken to be free of errors. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from math import ceil

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.fifo import SIZE
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.h19.timing import durations
from h89yahtzee.h19.timing.busy_time import BusyTime
from h89yahtzee.h19.timing.routines import moves_by_line
from h89yahtzee.h19.timing.uart import SentByte, Uart
from h89yahtzee.screen.keys import KeyPress

KEY_FIFO_SIZE = 8
MOST_WAITING = 256
"""Bytes of the host that wait for the line; while there are more, no more should be fed."""

_INSTRUCTION = 8.5 / durations.CLOCK
"""How long an interrupt waits for the instruction that is executed."""
_ENABLED = 25 / durations.CLOCK
"""How long before the end of a pass the interrupts for sending are enabled."""
_POLL = 30 / durations.CLOCK
"""How often it looks meanwhile whether the UART takes XOFF."""


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
        self._uart = Uart()
        self._meter = durations.Meter()
        self._busy = BusyTime(switches)
        self._deaf_until = float("-inf")
        self._now = self._clock = float("-inf")
        self._has_passed = False
        self._resets = False
        self._starts_output = False

    def feed(self, data: bytes, now: float = 0.0) -> None:
        self._next_byte_at = max(self._next_byte_at, now)
        self._waiting += data

    @property
    def takes_more(self) -> bool:
        return len(self._waiting) < MOST_WAITING

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that have arrived at `now`, however fast they came."""
        self._work_until(now + _INSTRUCTION)
        for code in data:
            if now < self._deaf_until:
                self._uart.receive(code)
            else:
                self._receive(code, now)

    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key; one that finds 8 waiting is lost with a bell."""
        self.advance(now)
        if key is LocalKey.RESET:
            self._processor.notice(key)
            self._forget(now)
        elif self._processor.notice(key):
            if len(self._keys) < KEY_FIFO_SIZE:
                self._interrupt(now, durations.KEY_PRESSED)
                self._keys.append(partial(self._processor.serve, key, shift=shift, ctrl=ctrl))
            else:
                self._processor.ring_bell()

    def advance(self, now: float) -> None:
        while self._host_sends and self._next_byte_at <= now:
            self.receive(bytes(self._waiting[:1]), self._next_byte_at)
            del self._waiting[:1]
            self._next_byte_at += durations.on_the_line(self.baud_rate)
        waited = self._host_waits
        self._work_until(now)
        if waited and not self._host_waits:
            self._next_byte_at = max(self._next_byte_at, now)

    def wakes_at(self) -> float | None:
        times = [] if (at := self._uart.sends_next_at(self._clock)) is None else [at]
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
        return self._uart.take_sent(self._clock)

    @property
    def overruns(self) -> int:
        """How many bytes were lost in the UART."""
        return self._uart.overruns

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
            enabled_at = self._busy.until - _ENABLED if self._starts_output else self._now
            events.append((max(self._uart.free_at, enabled_at, self._now), self._transmit_queued))
        if self._uart.received is not None:
            events.append((self._deaf_until, self._take_from_uart))
        if (sync_at := self._busy.sync_at) is not None:
            events.append((sync_at, self._sync))
        if self._has_work:
            events.append((max(self._busy.until, self._now), self._step))
        return min(events, key=lambda event: event[0], default=None)

    # Interrupts

    def _interrupt(self, at: float, states: int, until_output: int = 0) -> float:
        loop = self._pass + durations.OUTPUT_WAITS * bool(self._processor.output)
        return self._busy.interrupt(at, states, 0 if self._has_work else loop, until_output)

    @property
    def _pass(self) -> int:
        return durations.PASS_FOR_ARGUMENT if self._processor.awaits_argument else durations.PASS

    def _take_from_uart(self, at: float) -> None:
        assert self._uart.received is not None
        code, self._uart.received = self._uart.received, None
        self._receive(code, at)

    def _receive(self, code: int, at: float) -> None:
        """XOFF is sent past the output FIFO, and the processor waits for the UART meanwhile."""
        codes = () if self._processor.off_line else received(bytes((code,)))
        at = self._interrupt(at, durations.RECEIVING if codes else durations.RECEIVING_NUL, durations.UNTIL_XOFF)
        for seven_bits in codes:
            if self._processor.queued == SIZE:
                self._busy.prolong_interrupt(durations.FIFO_FULL)
            self._processor.queue(seven_bits)
        for xoff in self._processor.data_to_send():
            polls = ceil(max(0.0, self._uart.free_at - at + _POLL) / _POLL)
            self._busy.prolong_interrupt(durations.XOFF + polls * _POLL * durations.CLOCK)
            self._load(xoff, at + polls * _POLL)

    def _transmit_queued(self, at: float) -> None:
        output = self._processor.output
        self._starts_output = False
        output.is_started = bool(output)
        if output.is_started:
            at = self._interrupt(at, durations.SENDING, durations.UNTIL_SENT)
            self._load(output.get(), at)
        else:
            self._interrupt(at, durations.NOTHING_TO_SEND)

    def _sync(self, at: float) -> None:
        self._busy.sync(at)

    # Work

    @property
    def _has_work(self) -> bool:
        output = self._processor.output
        return self._may_execute or self._resets or bool(self._keys) or bool(output and not output.is_started)

    @property
    def _may_execute(self) -> bool:
        return self._processor.queued > 0 and not self._processor.is_holding

    def _step(self, at: float) -> None:
        """Execute a byte, or look for a key and for something to send.

        It does that when no byte waits, and before a sequence takes its argument.
        """
        if self._resets:
            self._processor.execute(durations.RESET_CALL)
            self._forget(at)
        elif self._may_execute and (self._has_passed or not self._processor.awaits_argument):
            self._execute(at)
        else:
            self._look_around(at)

    def _look_around(self, at: float) -> None:
        output = self._processor.output
        self._starts_output = False
        self._busy.begin(at, self._pass)
        if self._keys:
            self._keys.popleft()()
            self._busy.work(durations.KEY_SERVED)
            self._busy.hold_interrupts(at, durations.KEY_FETCHED)
        else:
            self._busy.move_cursor()
            if output and not output.is_started:
                self._processor.start_output()
                self._busy.work(durations.OUTPUT_STARTED)
                self._starts_output = True
        self._has_passed = True

    def _execute(self, at: float) -> None:
        processor = self._processor
        self._has_passed = self._starts_output = False
        code, operations, was_stopped, restarts = processor.take()
        states = self._meter.charge(code, operations, processor)
        if was_stopped:
            states += durations.XON_SENT if restarts else durations.STILL_STOPPED
        self._busy.begin(at, states)
        self._busy.hold_interrupts(at, durations.BYTE_FETCHED)
        lost = processor.output.lost
        self._resets = durations.RESET_CALL in operations
        for operation in operations[: len(operations) - self._resets]:
            if moves_by_line(operation, processor.screen):
                self._busy.move_cursor()
            processor.execute(operation)
        self._busy.work((processor.output.lost - lost) * durations.OUTPUT_LOST)
        self._put_on_line(processor.data_to_send(), at)

    def _forget(self, at: float) -> None:
        self._keys.clear()
        self._meter = durations.Meter()
        self._uart.received = None
        self._resets = self._has_passed = False
        self._busy.begin(at, durations.RESET)
        self._deaf_until = self._busy.until
        self._busy.work(durations.RESET_LISTENING)

    # The line

    def _put_on_line(self, data: bytes, at: float) -> None:
        """Send the bytes of the screen past the output FIFO; the processor waits for the UART meanwhile."""
        for code in data:
            start = max(self._uart.free_at, at)
            self._busy.work((start - at) * durations.CLOCK)
            self._load(code, start)
            at = start

    def _load(self, code: int, at: float) -> None:
        self._uart.send(code, at, self.baud_rate)
        if code in (XON, XOFF):
            self._host_waits = code == XOFF
