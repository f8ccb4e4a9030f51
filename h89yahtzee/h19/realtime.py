"""An emulated H19 as slow as a real one, which stops the computer by XOFF, and loses bytes during a reset.

The line is assumed to be free of errors. The UART is the serial chip. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from math import ceil
from typing import NamedTuple

from h89yahtzee.h19 import busy_time, durations
from h89yahtzee.h19.busy_time import BusyTime
from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.configuration import USUAL_SWITCHES
from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.durations import moves_by_line
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.parser import Operation, received
from h89yahtzee.h19.processor import FIFO_SIZE
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.keys import KeyPress

KEY_FIFO_SIZE = 8
MOST_WAITING = 256
"""The caller should feed no more bytes while this many or more are still on their way to the terminal."""

_INSTRUCTION = 8.5 / busy_time.CLOCK
"""The mean seconds that an interrupt waits for the end of the current instruction."""
_ENABLED = 25 / busy_time.CLOCK
"""The seconds between enabling the interrupts for sending and the end of a pass through the idle loop."""
_POLL = 30 / busy_time.CLOCK
"""The seconds between two checks by the processor whether the UART can take the byte XOFF."""
_LATE = (durations.RESET_CALL, Call("keyboard_disable"), Call("keyboard_enable"))
"""The operations that take effect when the processor has finished them; other operations take effect at once."""


class RealTimeTerminal(Machine):
    """An H19 whose processor and line take as long as those of a real H19. Properties tell its state at the latest
    time that was passed to a method as `now`.

    Bytes passed to `feed` are sent by an emulated computer as fast as the line carries them; this computer obeys
    XOFF at once. A caller with a real line passes each byte to `receive` when it arrives.
    """

    _line_takes_time = True

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        super().__init__(switches, line_switches)
        self._waiting = bytearray()
        self._is_computer_stopped = False
        self._next_byte_at = float("-inf")
        self._keys: deque[Callable[[], None]] = deque()
        self._uart = Uart()
        self._meter = durations.Meter()
        self._busy = BusyTime(switches)
        self._deaf_until = float("-inf")
        self._now = self._clock = float("-inf")
        self._has_passed = False
        self._late: Sequence[Operation] = ()
        self._page: deque[int] = deque()
        self._page_from = float("-inf")
        self._starts_output = False

    def feed(self, data: bytes, now: float = 0.0) -> None:
        self._next_byte_at = max(self._next_byte_at, now)
        self._waiting += data

    @property
    def takes_more(self) -> bool:
        return len(self._waiting) < MOST_WAITING

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that arrive at the terminal at the time `now`, whatever the baud rate."""
        self._work_until(now + _INSTRUCTION)
        for code in data:
            if now < self._deaf_until:
                self._uart.receive(code)
            else:
                self._receive(code, now)

    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key; if 8 keys are waiting, the key is lost and the bell rings."""
        self.advance(now)
        if key is LocalKey.RESET:
            self._processor.notice(key)
            self._forget(now)
        elif self._processor.notice(key):
            if len(self._keys) < KEY_FIFO_SIZE:
                self._interrupt(now, busy_time.KEY_PRESSED)
                self._keys.append(partial(self._processor.serve, key, shift=shift, ctrl=ctrl))
            else:
                self._interrupt(now, busy_time.KEY_LOST)
                self._processor.ring_bell()

    def advance(self, now: float) -> None:
        while self._computer_sends and self._next_byte_at <= now:
            self.receive(bytes(self._waiting[:1]), self._next_byte_at)
            del self._waiting[:1]
            self._next_byte_at += durations.on_the_line(self.baud_rate)
        waited = self._is_computer_stopped
        self._work_until(now)
        if waited and not self._is_computer_stopped:
            self._next_byte_at = max(self._next_byte_at, now)

    def wakes_at(self) -> float | None:
        times = [] if (at := self._uart.sends_next_at(self._clock)) is None else [at]
        if self._computer_sends:
            times.append(self._next_byte_at)
        if (event := self._next_event()) is not None:
            times.append(event[0])
        return min(times, default=None)

    def data_to_send(self) -> bytes:
        """Return the bytes that the terminal began to send since the last call."""
        return bytes(byte.code for byte in self.take_sent())

    def take_sent(self) -> list[SentByte]:
        """Return the bytes that the terminal began to send since the last call, with their times."""
        return self._uart.take_sent(self._clock)

    @property
    def overruns(self) -> int:
        """The number of received bytes lost because the processor didn't fetch them from the UART in time."""
        return self._uart.overruns

    @property
    def _computer_sends(self) -> bool:
        return bool(self._waiting) and not self._is_computer_stopped

    def _work_until(self, now: float) -> None:
        self._clock = max(self._clock, now)
        while (event := self._next_event()) is not None and event[0] <= now:
            at, act = event
            self._now = at
            act(at)

    def _next_event(self) -> tuple[float, Callable[[float], object]] | None:
        """Return the time of the machine's next event and the method that carries it out; None if there is none."""
        events: list[tuple[float, Callable[[float], object]]] = []
        if self._processor.output.is_started:
            # The interrupts for sending are enabled at the end of the pass through the idle loop that starts the
            # output.
            enabled_at = self._busy.until - _ENABLED if self._starts_output else self._now
            events.append((max(self._uart.free_at, enabled_at, self._now), self._transmit_queued))
        if self._uart.received is not None:
            events.append((self._deaf_until, self._take_from_uart))
        if self._page:
            polled_at = max(self._uart.free_at, self._page_from, self._busy.interrupted_until, self._now)
            events.append((polled_at, self._transmit))
            return min(events, key=lambda event: event[0])
        if (sync_at := self._busy.sync_at) is not None:
            events.append((sync_at, self._busy.sync))
        if self._has_work:
            events.append((max(self._busy.until, self._now), self._step))
        return min(events, key=lambda event: event[0], default=None)

    # Methods for interrupts

    def _interrupt(self, at: float, states: int, until_output: int = 0) -> float:
        loop = self._pass + (busy_time.OUTPUT_WAITS if self._processor.output else 0)
        return self._busy.interrupt(at, states, 0 if self._has_work else loop, until_output)

    @property
    def _pass(self) -> int:
        return busy_time.PASS_FOR_ARGUMENT if self._processor.parser.awaits_argument else busy_time.PASS

    def _take_from_uart(self, at: float) -> None:
        assert self._uart.received is not None
        code, self._uart.received = self._uart.received, None
        self._receive(code, at)

    def _receive(self, code: int, at: float) -> None:
        """Receive a byte in an interrupt, and send XOFF if the byte must be answered by XOFF."""
        codes = () if self._processor.off_line else received(bytes((code,)))
        at = self._interrupt(at, busy_time.RECEIVING if codes else busy_time.RECEIVING_NUL, busy_time.UNTIL_XOFF)
        for seven_bits in codes:
            if self._processor.queued == FIFO_SIZE:
                self._busy.prolong_interrupt(busy_time.FIFO_FULL)
            self._processor.queue(seven_bits)
        # XOFF bypasses the output FIFO: the processor waits until the UART can take the XOFF.
        for xoff in self._processor.data_to_send():
            polls = ceil(max(0.0, self._uart.free_at - at + _POLL) / _POLL)
            self._busy.prolong_interrupt(busy_time.XOFF + polls * _POLL * busy_time.CLOCK)
            self._load(xoff, at + polls * _POLL)

    def _transmit_queued(self, at: float) -> None:
        output = self._processor.output
        self._starts_output = False
        output.is_started = bool(output)
        if output.is_started:
            at = self._interrupt(at, busy_time.SENDING, busy_time.UNTIL_SENT)
            self._load(output.popleft(), at)
        else:
            self._interrupt(at, busy_time.NOTHING_TO_SEND)

    # Methods for the work between interrupts

    @property
    def _has_work(self) -> bool:
        output = self._processor.output
        has_output = bool(output) and not output.is_started
        is_called = bool(self._late or self._keys or self._page) or self._processor.must_scroll
        return self._may_execute or is_called or has_output

    @property
    def _may_execute(self) -> bool:
        return self._processor.queued > 0 and not self._processor.is_holding

    def _step(self, at: float) -> None:
        """Execute a byte, or look for a key and for bytes to send.

        The processor looks for keys and bytes to send when no received byte waits, and before a function takes its
        argument.
        """
        late, self._late = self._late, ()
        for operation in late:
            self._processor.execute(operation)
        if durations.RESET_CALL in late:
            self._forget(at)
        elif late and not self._has_work:
            pass
        elif self._processor.must_scroll:
            self._scroll(at)
        elif self._may_execute and (self._has_passed or not self._processor.parser.awaits_argument):
            self._execute(at)
        else:
            self._look_around(at)

    def _scroll(self, at: float) -> None:
        """Scroll the held page by one row, because the input FIFO is full."""
        self._busy.begin(at, durations.line_feed(self._processor.screen))
        self._busy.move_cursor()
        self._processor.scroll()

    def _look_around(self, at: float) -> None:
        output = self._processor.output
        self._starts_output = False
        self._busy.begin(at, self._pass)
        if self._keys:
            scrolling = durations.line_feed(self._processor.screen) if self._processor.is_holding else 0
            self._keys.popleft()()
            self._busy.work(busy_time.KEY_SERVED + (0 if self._processor.is_holding else scrolling))
            self._busy.hold_interrupts(at, busy_time.KEY_FETCHED)
        else:
            self._busy.move_cursor()
            if output and not output.is_started:
                self._processor.start_output()
                self._busy.work(busy_time.OUTPUT_STARTED)
                self._starts_output = True
        self._has_passed = True

    def _execute(self, at: float) -> None:
        processor = self._processor
        self._has_passed = self._starts_output = False
        code, operations, was_stopped, restarts = processor.take()
        states = self._meter.charge(code, operations, processor)
        if was_stopped:
            states += busy_time.XON_SENT if restarts else busy_time.STILL_STOPPED
        self._busy.begin(at, states)
        self._busy.hold_interrupts(at, busy_time.BYTE_FETCHED)
        lost = processor.output.lost
        early = [*takewhile(lambda operation: operation not in _LATE, operations)]
        self._late = operations[len(early) :]
        for operation in early:
            if moves_by_line(operation, processor.screen):
                self._busy.move_cursor()
            processor.execute(operation)
        self._busy.work((processor.output.lost - lost) * busy_time.OUTPUT_LOST)
        self._page.extend(processor.data_to_send())
        self._page_from = self._busy.until

    def _transmit(self, at: float) -> None:
        """Give the UART the next byte of the page or 25th line to transmit; the processor does nothing else
        meanwhile."""
        self._load(self._page.popleft(), at)
        self._busy.begin(at, durations.TRANSMITTED)

    def _forget(self, at: float) -> None:
        self._keys.clear()
        self._page.clear()
        self._meter = durations.Meter()
        self._uart.received = None
        self._late, self._has_passed = (), False
        self._busy.begin(at, busy_time.RESET)
        self._deaf_until = self._busy.until
        self._busy.work(busy_time.RESET_LISTENING)

    def _load(self, code: int, at: float) -> None:
        self._uart.send(code, at, self.baud_rate)
        if code in (XON, XOFF):
            self._is_computer_stopped = code == XOFF


class SentByte(NamedTuple):
    """A byte, and the times at which the line begins and ends to carry it."""

    code: int
    begun_at: float
    carried_at: float


class Uart:
    """The UART (serial chip) and its outgoing line; the UART can take the next byte while it still sends one.

    The UART has no FIFO for received bytes: a byte that isn't fetched before the next arrives is lost.
    """

    def __init__(self) -> None:
        self.free_at = float("-inf")
        """The time from which on the UART can take another byte to send."""
        self.received: int | None = None
        self.overruns = 0
        self._line_free_at = float("-inf")
        self._sent: list[SentByte] = []

    def send(self, code: int, at: float, baud_rate: int) -> None:
        """Take a byte at the time `at` (`free_at` or later), and send it after the bytes taken earlier."""
        self.free_at = max(at, self._line_free_at)
        self._line_free_at = self.free_at + durations.sent_in(baud_rate)
        self._sent.append(SentByte(code, self.free_at, self._line_free_at))

    def receive(self, code: int) -> None:
        self.overruns += self.received is not None
        self.received = code

    def take_sent(self, now: float) -> list[SentByte]:
        """Return the bytes that the line began to carry since the last call."""
        begun = [byte for byte in self._sent if byte.begun_at <= now]
        self._sent = self._sent[len(begun) :]
        return begun

    def sends_next_at(self, now: float) -> float | None:
        """Return the time at which the line begins to carry the byte taken last; None if this has happened by
        `now`."""
        return next((byte.begun_at for byte in self._sent[-1:] if byte.begun_at > now), None)
