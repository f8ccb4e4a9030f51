"""The cost of sending a code: bytes, or the time of the line and of the terminal's processor."""

from __future__ import annotations

from collections.abc import Callable

Milliseconds = Callable[[bytes, int, int], float]
"""The processor's time for a code, executed at a row and a column."""

_TIE = 1e-4
"""The bytes that a millisecond counts as where bytes decide: less than one over a whole screen."""


class CostModel:
    """Costs in bytes; a printed character costs 1.

    Without a `byte_time` bytes decide, and on ties the processor's time. With one, in milliseconds on the line, a
    code costs the longer of the two, line or processor. An unknown processor is taken to be faster than any line.
    """

    def __init__(self, milliseconds: Milliseconds | None, byte_time: float | None = None) -> None:
        self._milliseconds = milliseconds
        self._byte_time = byte_time
        self._costs: dict[tuple[bytes, int, int], float] = {}

    def cost(self, code: bytes, row: int = 0, column: int = 0) -> float:
        """The cost of a code that does one thing, at a place where the processor's time depends on it."""
        key = (code, row, column)
        cost = self._costs.get(key)
        if cost is None:
            time = self._milliseconds(code, row, column) if self._milliseconds else 0.0
            cost = self._costs[key] = self._cost(len(code), time)
        return cost

    def _cost(self, length: int, milliseconds: float) -> float:
        if self._byte_time is None:
            return length + milliseconds * _TIE
        return max(length, milliseconds / self._byte_time) + length * _TIE
