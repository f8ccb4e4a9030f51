"""The UART of an H19 with the line that it sends on: it takes the next byte while it still sends one.

It receives without a FIFO: a byte that nobody fetches before the next arrives is lost.
"""

from __future__ import annotations

from typing import NamedTuple

from h89yahtzee.h19.timing import durations


class SentByte(NamedTuple):
    """A byte, and when the line begins and ends to carry it."""

    code: int
    begun_at: float
    carried_at: float


class Uart:
    def __init__(self) -> None:
        self.free_at = float("-inf")
        """When it takes a byte to send."""
        self.received: int | None = None
        self.overruns = 0
        self._line_free_at = float("-inf")
        self._sent: list[SentByte] = []

    def send(self, code: int, at: float, baud_rate: int) -> None:
        """Take a byte, not before it is free; the line carries it once the one before is carried."""
        self.free_at = max(at, self._line_free_at)
        self._line_free_at = self.free_at + durations.on_the_line(baud_rate)
        self._sent.append(SentByte(code, self.free_at, self._line_free_at))

    def receive(self, code: int) -> None:
        self.overruns += self.received is not None
        self.received = code

    def take_sent(self, now: float) -> list[SentByte]:
        """The bytes that the line began to carry since the last call."""
        begun = [byte for byte in self._sent if byte.begun_at <= now]
        self._sent = self._sent[len(begun) :]
        return begun

    def sends_next_at(self, now: float) -> float | None:
        """When the line begins with the last byte, if it has not yet."""
        return next((byte.begun_at for byte in self._sent[-1:] if byte.begun_at > now), None)
