"""The time that a person has for a turn: it warns first, then the turn is over; who overruns is counted."""

from __future__ import annotations

import math

from h89yahtzee.table.events import Happening

WARNING_TIME = 15.0
"""Seconds before the end at which it warns; a short turn has half of its time left then."""
STEP = 5
"""Seconds between two changes of what is shown of the time left: a slow line has better things to carry."""
MOST_OVERDUE = 2
"""After so many overdue turns in a row a computer keeps the seat."""
_CLOSE = 1e-6


class TurnClock:
    """The clock beside the table. Once it has warned, `seconds_left` are shown, and so many are really left.

    It stands still until it is started. `ends` is the end of the turn; None while it stands still.
    """

    def __init__(self) -> None:
        self.ends: float | None = None
        self.seconds_left: int | None = None
        self._warning_time = 0.0
        self._overdue: dict[int, int] = {}

    def start(self, seconds: float | None, now: float) -> None:
        """Give a turn `seconds` from now; None: any time."""
        self.stop()
        if seconds is not None:
            self.ends = now + seconds
            self._warning_time = min(WARNING_TIME, seconds / 2)

    def stop(self) -> None:
        self.ends = self.seconds_left = None

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do."""
        if self.ends is None:
            return None
        if self.seconds_left is None:
            return self.ends - self._warning_time
        return self.ends - (self.seconds_left - 1) // STEP * STEP

    def advance(self, now: float) -> Happening | None:
        """Return WARNED or OVERDUE if that is due now. Nobody's turn ends who hasn't been warned in time."""
        if self.ends is None or self.deadline is None or now < self.deadline:
            return None
        if self.seconds_left is None:
            self.ends = max(self.ends, now + self._warning_time)
            self.seconds_left = math.ceil(self._warning_time)
            return Happening.WARNED
        if now < self.ends:
            self.seconds_left = math.ceil(self.ends - now - _CLOSE)
            return None
        self.stop()
        return Happening.OVERDUE

    def count_overdue(self, seat: int) -> bool:
        """Count a turn that `seat` didn't end in time, and return whether these were too many in a row."""
        self._overdue[seat] = self._overdue.get(seat, 0) + 1
        return self._overdue[seat] >= MOST_OVERDUE

    def forgive(self, seat: int) -> None:
        """Count anew for `seat`."""
        self._overdue.pop(seat, None)
