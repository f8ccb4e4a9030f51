"""A computer player's search, a little at a time, and the note that counts down while it takes noticeable time."""

from __future__ import annotations

import math

from h89yahtzee.players.strategy import Search
from h89yahtzee.table import texts

SLICES = 8
"""Of a few milliseconds each, between two looks at the keys."""
NOTICEABLE = 0.5
"""Seconds."""
_LONGEST_STEP = 1.0
"""Seconds between two calls of `advance`; in more the program was stopped, or nobody could see it."""


class Thought:
    """It lasts `seconds` at most. Time counts while `advance` is called; `resume` leaves a pause out."""

    def __init__(self, search: Search, seconds: float, now: float) -> None:
        self._search = search
        self._seconds = seconds
        self._spent = 0.0
        self._last = now
        self._seconds_left = math.ceil(seconds)

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

    def resume(self, now: float) -> None:
        self._last = now

    def note(self) -> str:
        """How long it will take, once that is worth a word; the seconds never rise."""
        if self._spent < NOTICEABLE:
            return texts.THINKING
        self._seconds_left = min(self._seconds_left, max(1, math.ceil(self._left())))
        return texts.THINKING_ON.format(seconds=self._seconds_left)

    def _left(self) -> float:
        """Seconds, by the progress so far."""
        progress = self._search.progress
        until_done = self._spent * (1 - progress) / progress if progress > 0 else math.inf
        return max(0.0, min(until_done, self._seconds - self._spent))
