"""Whether the programs that a test waits for have come to rest, so that waiting any longer is in vain."""

import os
from pathlib import Path
from select import select
from time import monotonic

SETTLING = 8.0
"""Seconds without output and work after which a program is at rest: more than the longest pause of any program."""
_WORK = 0.04
"""The part of a core that programs at rest may use, as a browser does."""
_STEP = 1.0
LIMIT = 120.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Rest:
    """A watch that tells whether this process and its descendants have come to rest since the watch was made."""

    def __init__(self) -> None:
        self._since, self._worked = monotonic(), _work()[0]

    def is_reached(self) -> bool:
        """Whether nothing has worked for `SETTLING` seconds. Programs that wait for a core count as working."""
        now, (worked, is_working) = monotonic(), _work()
        if is_working or worked - self._worked > _WORK * max(now - self._since, _STEP):
            self._since, self._worked = now, worked
        return now - self._since >= SETTLING


def readable_before_rest(fileno: int, seconds: float) -> bool:
    """Return whether a file becomes readable within `seconds` and before all programs have come to rest."""
    if select([fileno], [], [], min(_STEP, seconds))[0]:
        return True
    deadline, rest = monotonic() + seconds - _STEP, Rest()
    while not rest.is_reached() and monotonic() < deadline:
        if select([fileno], [], [], _STEP)[0]:
            return True
    return False


def wait_until_readable(fileno: int | None) -> None:
    assert fileno is not None
    assert readable_before_rest(fileno, LIMIT), "nothing came"


def _work() -> tuple[float, bool]:
    """Processor seconds of this process and its descendants, and whether a descendant works or waits for a core.

    Where there is no /proc, the seconds are 0 and descendants count as working.
    """
    ticks, is_working, numbers = 0, not Path("/proc/self/stat").exists(), [os.getpid()]
    while numbers:
        number = numbers.pop()
        try:
            for task in Path(f"/proc/{number}/task").iterdir():
                state, *figures = (task / "stat").read_text().rpartition(")")[2].split()
                ticks += int(figures[10]) + int(figures[11])
                is_working |= state in "RD" and number != os.getpid()
                numbers += map(int, (task / "children").read_text().split())
        except OSError:
            continue  # it has just ended
    return ticks / _TICKS, is_working
