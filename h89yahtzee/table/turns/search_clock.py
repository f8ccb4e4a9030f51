"""A computer player's search, a little at a time, and the seconds it has left once that takes noticeable time."""

from __future__ import annotations

import math

from h89yahtzee.players.strategy import Search

SLICES = 8
"""How many slices of a few milliseconds are searched between two looks at the keys."""
NOTICEABLE = 0.5
"""Seconds."""
_LONGEST_STEP = 1.0
"""Seconds between two calls of `advance`; after more the program was stopped, or nobody could see it."""


class SearchClock:
    """A search that takes `seconds` at most. Time counts while `advance` is called; `resume` leaves a pause out.

    `seconds_left` is None until the search has taken noticeable time, and never rises.
    """

    def __init__(self, search: Search, seconds: float, now: float) -> None:
        self._search = search
        self._seconds = seconds
        self._spent = 0.0
        self._last = now
        self.seconds_left: int | None = None

    @property
    def is_done(self) -> bool:
        """Whether the search found what it was for."""
        return self._search.is_done

    @property
    def is_over(self) -> bool:
        return self.is_done or self._spent >= self._seconds

    def advance(self, now: float) -> None:
        self._spent += min(now - self._last, _LONGEST_STEP)
        self._last = now
        for _ in range(SLICES):
            if not self.is_over:
                self._search.advance()
        if self._spent >= NOTICEABLE:
            before = math.ceil(self._seconds) if self.seconds_left is None else self.seconds_left
            self.seconds_left = min(before, max(1, math.ceil(self._left())))

    def resume(self, now: float) -> None:
        self._last = now

    def _left(self) -> float:
        """Estimate the seconds left from the progress so far."""
        progress = self._search.progress
        until_done = self._spent * (1 - progress) / progress if progress > 0 else math.inf
        return max(0.0, min(until_done, self._seconds - self._spent))
