"""The clock of a host: it doesn't count the time in which the host was stopped, as by SIGSTOP."""

from collections.abc import Callable

LONGEST_GAP = 15.0
"""The most seconds between two looks at the clock while the host runs: it looks for idle callers every 10 s."""


class RunningClock:
    """The seconds of `clock`, which never goes back, less gaps of more than `LONGEST_GAP` between two looks.

    So no time for a turn, a code or an answer runs out while nobody could be heard.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen = clock()
        self._lost = 0.0

    def __call__(self) -> float:
        now = self._clock()
        if now - self._seen > LONGEST_GAP:
            self._lost += now - self._seen
        self._seen = now
        return now - self._lost
