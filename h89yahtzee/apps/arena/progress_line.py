"""The progress of a tournament, in a line of a terminal that is written over and over."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TextIO

from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.tournament import Tournament

_BAR = 20
_EVERY = 0.2
"""Seconds between two lines."""
_LEADERS = 5


class Progress:
    """The progress line, shown if `stream` is a terminal. `clock` gives seconds."""

    def __init__(self, plan: Plan, tournament: Tournament, stream: TextIO, clock: Callable[[], float]) -> None:
        self._plan = plan
        self._tournament = tournament
        self._stream = stream if stream.isatty() else None
        self._clock = clock
        self._began = self._shown_at = clock()
        self._played = 0
        self._shown = ""

    def update(self, played: int) -> None:
        """Count games that were played, and not only read from a journal."""
        self._played += played
        now = self._clock()
        if self._stream is not None and now - self._shown_at >= _EVERY:
            self._shown_at = now
            self._show(self.line(shutil.get_terminal_size().columns - 1))

    def clear(self) -> None:
        """Leave the line empty, for what comes next."""
        if self._shown:
            self._show("")

    def line(self, width: int) -> str:
        tournament = self._tournament
        played, games = tournament.played, tournament.games
        if tournament.play_off:
            return f"play-off, game {len(tournament.play_off) + 1}"[:width]
        filled = "#" * (_BAR * played // games if games else _BAR)
        parts = [f"[{filled:.<{_BAR}}] {played}/{games}", *self._time_left(games - played)]
        if tournament.disqualified:
            parts.append(f"{len(tournament.disqualified)} out")
        parts.append(", ".join(islice(self._leaders(), _LEADERS)))
        return "  ".join(parts)[:width]

    def _show(self, line: str) -> None:
        assert self._stream is not None
        self._stream.write(f"\r{line:{len(self._shown)}}\r{line}")
        self._stream.flush()
        self._shown = line

    def _time_left(self, games: int) -> Iterator[str]:
        seconds = self._clock() - self._began
        if self._played and seconds > 0:
            left = round(games * seconds / self._played)
            yield f"{self._played / seconds:.3g} games/s  {left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"

    def _leaders(self) -> Iterator[str]:
        accounts = self._tournament.tally.accounts
        by_points = sorted(self._tournament.bots_left, key=lambda bot: -accounts[bot].points.total)
        return (f"{self._plan.entrants[bot].name} {accounts[bot].points.total}" for bot in by_points)
