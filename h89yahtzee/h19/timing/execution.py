"""How long the bytes that are sent to an H19 keep its processor busy, told before they are sent.

It follows the stream with an emulator, since the time of a function depends on what came before. It knows no clock
and no line, and does not see what the terminal's own keys do to its screen and modes.
"""

from __future__ import annotations

from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.processor import Processor
from h89yahtzee.h19.timing import durations
from h89yahtzee.screen.termcap import Termcap


class ExecutionTimes:
    """An H19 just switched on; bit n of `switches` is section n of its switch S402."""

    def __init__(self, switches: int = 0) -> None:
        self._processor = Processor(switches, USUAL_SWITCHES)
        self._meter = durations.Meter()

    def feed(self, data: bytes) -> list[float]:
        """Seconds of the processor for each byte of `data`, the next of the stream; 0.0 for a NUL."""
        return [self._execute(received(bytes((code,)))) for code in data]

    def _execute(self, code: bytes) -> float:
        """Take what a byte is received as; while the page is held it waits, and is charged when it is executed."""
        for value in code:
            self._processor.queue(value)
        states = 0
        while self._processor.queued and not self._processor.is_holding:
            states += durations.RECEIVING + self._take()
        self._processor.start_output()
        states += len(self._processor.data_to_send()) * durations.SENDING
        return states / durations.CLOCK

    def _take(self) -> int:
        code, operations, *_ = self._processor.take()
        states = self._meter.charge(code, operations, self._processor)
        states += durations.PASS_FOR_ARGUMENT * self._processor.awaits_argument
        for operation in operations:
            self._processor.execute(operation)
        return states + durations.RESET * (durations.RESET_CALL in operations)


class CodeTimes:
    """The time in milliseconds that an H19 takes for a single code at a place on the screen.

    One emulator serves all codes: nothing is printed, and whatever else a code leaves changes no other's time.
    """

    def __init__(self, caps: Termcap) -> None:
        self._caps = caps
        self._times = ExecutionTimes()
        self._times.feed(caps.get("ti"))

    def __call__(self, code: bytes, row: int, column: int) -> float:
        self._times.feed(self._caps.cursor_motion(row, column))
        milliseconds = 1000 * sum(self._times.feed(code))
        self._times.feed(self._caps.get("ei"))  # in insert mode everything would take longer
        return milliseconds
