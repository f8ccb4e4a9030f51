"""What it costs to send a code: bytes, or the time of the line and of the terminal's processor."""

from __future__ import annotations

from collections.abc import Callable

Milliseconds = Callable[[bytes, int, int], float]
"""The processor's time for a code that is executed at a row and a column."""

_TIE = 1e-4
"""A millisecond as a part of a byte, where bytes decide: less than a byte over a whole screen."""


class Tariff:
    """Prices in bytes. A printed character costs 1.

    Without a `byte_time` bytes decide, and between equals the processor's time. With one, the milliseconds that
    the line takes for a byte, a code costs what takes longer, line or processor. A processor that is not known is
    taken to be faster than any line.
    """

    def __init__(self, milliseconds: Milliseconds | None, byte_time: float | None = None) -> None:
        self._milliseconds = milliseconds
        self._byte_time = byte_time
        self._prices: dict[tuple[bytes, int, int], float] = {}

    def price(self, code: bytes, row: int = 0, column: int = 0) -> float:
        """Of a code that does one thing, executed at a place where the processor's time depends on it."""
        key = (code, row, column)
        price = self._prices.get(key)
        if price is None:
            time = self._milliseconds(code, row, column) if self._milliseconds else 0.0
            price = self._prices[key] = self._price(len(code), time)
        return price

    def _price(self, length: int, milliseconds: float) -> float:
        if self._byte_time is None:
            return length + milliseconds * _TIE
        return max(length, milliseconds / self._byte_time) + length * _TIE
