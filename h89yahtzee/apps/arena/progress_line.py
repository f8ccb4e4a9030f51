"""The progress of a tournament or a check of bots, on a terminal's last line, or as one line a minute in a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from h89yahtzee.apps.arena.standings_report import sprt_state
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.tournament import LONGEST_PLAY_OFF, Tournament

_BAR = 20
_LEADERS = 5


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
