"""The progress of a tournament or a check, in a line that is written over and over, or in a line now and then."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TextIO

from h89yahtzee.apps.arena.reports.sequential_report import state
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.tournament import LONGEST_PLAY_OFF, Tournament

_BAR = 20
_EVERY = 0.2
_RARELY = 60.0
"""Seconds between two lines, on a terminal and elsewhere."""
_WIDTH = 100
_LEADERS = 5


class LastLine:
    """A line of a terminal that is written over and over; nothing if `stream` is none."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream if stream.isatty() else None
        self._shown = ""

    def show(self, line: str) -> None:
        if self._stream is not None:
            self._stream.write(f"\r{line:{len(self._shown)}}\r{line}")
            self._stream.flush()
            self._shown = line

    def clear(self) -> None:
        """Leave the line empty, for what comes next."""
        if self._shown:
            self.show("")


class LineNowAndThen:
    """The last line of a terminal, or a line a minute for any other stream, with the time that is left.

    `clock` gives seconds.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._line = LastLine(stream)
        self._every = _EVERY if stream.isatty() else _RARELY
        self._clock = clock
        self._began = self._shown_at = clock()

    def show(self, line: Callable[[int], str]) -> None:
        """Show what `line` says for a width, if it is time for that."""
        now = self._clock()
        if now - self._shown_at < self._every:
            return
        self._shown_at = now
        if self._stream.isatty():
            self._line.show(line(shutil.get_terminal_size().columns - 1))
        else:
            self._stream.write(f"{line(_WIDTH)}\n")
            self._stream.flush()

    def clear(self) -> None:
        self._line.clear()

    def time_left(self, played: int, games: int) -> Iterator[str]:
        """How fast games are `played`, and the time for so many more; nothing until it is known."""
        seconds = self._clock() - self._began
        if played and seconds > 0:
            left = round(games * seconds / played)
            yield f"{played / seconds:.3g} games/s  {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"


class Progress:
    """The progress of a tournament."""

    def __init__(self, plan: Plan, tournament: Tournament, stream: TextIO, clock: Callable[[], float]) -> None:
        self._plan = plan
        self._tournament = tournament
        self._line = LineNowAndThen(stream, clock)
        self._played = 0

    def update(self, played: int) -> None:
        """Count games that were played, and not only read from a journal."""
        self._played += played
        self._line.show(self.line)

    def clear(self) -> None:
        self._line.clear()

    def line(self, width: int) -> str:
        tournament = self._tournament
        played, games = tournament.played, tournament.games
        if tournament.play_off:
            return f"play-off, game {len(tournament.play_off) + 1} of at most {LONGEST_PLAY_OFF}"[:width]
        if tournament.test is not None:
            parts = [
                f"{played} of at most {games}",
                state(tournament.test),
                *self._line.time_left(self._played, games - played),
            ]
            return "  ".join(parts)[:width]
        filled = "#" * (_BAR * played // games if games else _BAR)
        parts = [f"[{filled:.<{_BAR}}] {played}/{games}", *self._line.time_left(self._played, games - played)]
        if tournament.disqualified:
            parts.append(f"{len(tournament.disqualified)} out")
        parts.append(", ".join(islice(self._leaders(), _LEADERS)))
        return "  ".join(parts)[:width]

    def _leaders(self) -> Iterator[str]:
        accounts = self._tournament.tally.accounts
        by_points = sorted(self._tournament.bots_left, key=lambda bot: -accounts[bot].points.total)
        return (f"{self._plan.entrants[bot].name} {accounts[bot].points.total}" for bot in by_points)
