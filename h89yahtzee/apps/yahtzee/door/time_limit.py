"""The time that a board gives its caller: a warning, then the end."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.apps.yahtzee.door import door_texts

WARNINGS = (300.0, 60.0)
"""Seconds before the end."""


class TimeLimit:
    """Warns by `notify`, and calls `leave` when the time is up: a source for the event loop."""

    def __init__(
        self, ends_at: float, clock: Callable[[], float], notify: Callable[[str], None], leave: Callable[[], None]
    ) -> None:
        self.is_up = False
        self._clock = clock
        self._ends_at = ends_at
        self._warns_at = [ends_at - seconds for seconds in WARNINGS if ends_at - seconds > clock()]
        self._notify = notify
        self._leave = leave

    def fileno(self) -> int | None:
        return None

    def wakes_in(self) -> float | None:
        return max(0.0, min([*self._warns_at, self._ends_at]) - self._clock())

    def take_input(self) -> None:
        left = self._ends_at - self._clock()
        if left <= 0 and not self.is_up:
            self.is_up = True
            self._leave()
        elif self._warns_at and self._clock() >= self._warns_at[0]:
            del self._warns_at[0]
            self._notify(door_texts.LITTLE_TIME.format(minutes=round(left / 60)))
