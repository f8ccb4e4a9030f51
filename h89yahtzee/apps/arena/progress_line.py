"""The progress of a tournament or a check of bots, on a terminal's last line, or as one line a minute in a file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import TextIO

from h89yahtzee.apps.arena.standings_report import sprt_state
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.tournament import LONGEST_PLAY_OFF, Tournament

_BAR = 20
_EVERY = 0.2
_RARELY = 60.0
"""Seconds between two updates, on a terminal (`_EVERY`) and elsewhere (`_RARELY`)."""
_WIDTH = 100
"""The number of characters in a line that goes to no terminal."""
_LEADERS = 5


class LineNowAndThen:
    """A line of progress, rewritten on a terminal and repeated once a minute elsewhere; `clock` gives seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._every = _EVERY if stream.isatty() else _RARELY
        self._clock = clock
        self._began = self._shown_at = clock()
        self._shown = ""

    def show(self, line: Callable[[], str]) -> None:
        """Show the text that `line` returns, cut off at the width, unless the last text is too recent."""
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
        """Yield the speed so far and the time for `games` more games as one text; nothing if none was `played`."""
        seconds = self._clock() - self._began
        if played and seconds > 0:
            left = round(games * seconds / played)
            yield f"{played / seconds:.3g} games/s  {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"


class Progress:
    def __init__(self, plan: Plan, tournament: Tournament, stream: TextIO, clock: Callable[[], float]) -> None:
        self._plan = plan
        self._tournament = tournament
        self._line = LineNowAndThen(stream, clock)
        self._played = 0

    def update(self, played: int) -> None:
        """Count `played` further games, not those read from a journal, and show the line."""
        self._played += played
        self._line.show(self.line)

    def clear(self) -> None:
        self._line.clear()

    def line(self) -> str:
        tournament = self._tournament
        played, games = tournament.played, tournament.games
        if tournament.play_off:
            return f"play-off, game {len(tournament.play_off) + 1} of at most {LONGEST_PLAY_OFF}"
        left = self._line.time_left(self._played, games - played)
        if tournament.test is not None:
            return "  ".join([f"{played} of at most {games}", sprt_state(tournament.test), *left])
        filled = "".ljust(_BAR * played // games if games else _BAR, "#")
        out = [f"{len(tournament.disqualified)} out"] if tournament.disqualified else []
        accounts = tournament.tally.accounts
        by_points = sorted(tournament.bots_left, key=lambda bot: -accounts[bot].points.total)[:_LEADERS]
        leaders = ", ".join(f"{self._plan.entrants[bot].name} {accounts[bot].points.total}" for bot in by_points)
        return "  ".join([f"[{filled:.<{_BAR}}] {played}/{games}", *left, *out, leaders])
