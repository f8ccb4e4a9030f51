"""What the people of a series have reached in the games that they finished, asked for when another one ends."""

from __future__ import annotations

from h89yahtzee.game.record import Record, Setup
from h89yahtzee.table.saved_games import PastTotals, SavedGames
from h89yahtzee.table.series.match import GameSeries


class SeriesTotals:
    """The past totals of people who play `series`; `saved` is asked once a person and finished game."""

    def __init__(self, series: GameSeries, saved: SavedGames | None) -> None:
        self._series = series
        self._saved = saved
        self._record: Record | None = None
        self._found: dict[int, PastTotals | None] = {}

    def of(self, seat: int) -> PastTotals | None:
        """None unless a game has just ended that is saved and isn't the person's first."""
        record = self._series.record
        if self._saved is None or record.totals is None:
            return None
        if record is not self._record:
            self._record, self._found = record, {}
        if seat not in self._found:
            past = self._ask(self._saved, record.setup, seat)
            is_later = past is not None and len(past.last) > 1 and past.last[-1] == record.totals[seat]
            self._found[seat] = past if is_later else None
        return self._found[seat]

    def _ask(self, saved: SavedGames, setup: Setup, seat: int) -> PastTotals | None:
        try:
            return saved.past_totals(setup, setup.players[seat].name)
        except OSError:
            return None
