"""A line that shows the progress of a long task. On a terminal it is rewritten, in other output printed now and
then."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import TextIO

_EVERY = 0.2
_RARELY = 60.0
"""The seconds between two updates of the line: `_EVERY` on a terminal, `_RARELY` in other output."""
_WIDTH = 100
"""The most characters of the progress line if it isn't shown on a terminal."""


class LineNowAndThen:
    """A line that shows progress. On a terminal it is rewritten, in other output printed once a minute.

    `clock` returns seconds. `unit` is a plural such as "games": the line tells how many games are done per second.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float], unit: str = "games") -> None:
        self._stream = stream
        self._unit = unit
        self._every = _EVERY if stream.isatty() else _RARELY
        self._clock = clock
        self._began = self._shown_at = clock()
        self._shown = ""

    def show(self, line: Callable[[], str]) -> None:
        """Show the text that `line` returns, cut to the terminal's width, unless the last text was shown only just
        now: then `line` isn't called."""
        now = self._clock()
        if now - self._shown_at < self._every:
            return
        self._shown_at = now
        if self._stream.isatty():
            self._rewrite(line()[: shutil.get_terminal_size().columns - 1])
        else:
            self._stream.write(f"{line()[:_WIDTH]}\n")
            self._stream.flush()

    def count(self, doing: str, number: int, total: int) -> None:
        """Show the text `doing`, the number (from 1) of the task that begins, out of `total`, and the time left."""
        left = partial(self.time_left, number - 1, total - number + 1)
        self.show(lambda: "  ".join([f"{doing} {number} of {total}", *left()]))

    def clear(self) -> None:
        """Erase the line of a terminal, to make room for other output."""
        if self._shown:
            self._rewrite("")

    def _rewrite(self, line: str) -> None:
        # Blanks cover the rest of a longer previous line.
        self._stream.write(f"\r{line:{len(self._shown)}}\r{line}")
        self._stream.flush()
        self._shown = line

    def time_left(self, played: int, games: int) -> Iterator[str]:
        """Yield one text: the speed at which `played` games (or other units) were done so far, and the time that
        `games` more of them will take. Yield nothing if `played` is 0."""
        seconds = self._clock() - self._began
        if played and seconds > 0:
            left = round(games * seconds / played)
            yield f"{played / seconds:.3g} {self._unit}/s  {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"
