"""How long the bytes that are sent to an H19 keep its processor busy, told before they are sent.

It follows the stream with an emulator, since the time of a function depends on what came before. It knows no clock
and no line, and what the terminal's own keys do to its screen and modes is not seen.
"""

from __future__ import annotations

from h89yahtzee.h19 import timing
from h89yahtzee.h19.firmware import Firmware
from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.parser import received

_SECONDS = 0.001


class ExecutionTimes:
    """An H19 just switched on; bit n of `switches` is section n of its switch S402."""

    def __init__(self, switches: int = 0) -> None:
        self._firmware = Firmware(switches, USUAL_SWITCHES)
        self._meter = timing.Meter()

    def feed(self, data: bytes) -> list[float]:
        """Seconds of the processor for each byte of `data`, the next of the stream; 0.0 for a NUL."""
        times = [self._execute(received(bytes((code,)))) for code in data]
        self._firmware.data_to_send()  # answers are the terminal's to send
        return times

    def _execute(self, code: bytes) -> float:
        """Take what a byte is received as; while the page is held it waits, and is charged when it is executed."""
        for value in code:
            self._firmware.queue(value)
        milliseconds = 0.0
        while self._firmware.queued and not self._firmware.is_holding:
            milliseconds += self._take()
        return milliseconds * _SECONDS

    def _take(self) -> float:
        operations = self._firmware.take()
        milliseconds = self._meter.charge(operations, self._firmware.is_between_sequences, self._firmware.display)
        for operation in operations:
            self._firmware.execute(operation)
        return timing.RESET if timing.RESET_CALL in operations else milliseconds
