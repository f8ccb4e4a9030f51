"""The line to send to others at the end of a duplicate game: what was made of the dice, beside par.

Par is worked out a decision at a time, while the page goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.game.record import Record
from h89yahtzee.table.review.coach_texts import against_par
from h89yahtzee.table.review.par import has_par, play_par
from h89yahtzee.table.series.match import GameSeries, Match


class AgainstPar:
    """A source of the event loop, which `look`s at the game; `tell` is given the record and the line.

    The line is empty once the game is left. Games with several columns have no par that is exact, and none here.
    """

    def __init__(self, tell: Callable[[Record, str], None]) -> None:
        self._tell = tell
        self._record: Record | None = None
        self._steps: Generator[float, None, Record] | None = None
        self._is_told = False

    def look(self, series: GameSeries | None) -> None:
        """See whether a game has ended, or has been left."""
        has_line = isinstance(series, Match) and series.has_people and has_par(series.record)
        record = series.record if series is not None and has_line else None
        if record is self._record:
            return
        if self._is_told and self._record is not None:
            self._tell(self._record, "")
        self._record, self._is_told, self._steps = record, False, None
        if record is not None and record.setup.rules.columns == 1:
            self._steps = _working_out(record)

    def fileno(self) -> int | None:
        return None

    def wakes_in(self) -> float | None:
        return None if self._steps is None else 0.0

    def take_input(self) -> None:
        assert self._steps is not None
        assert self._record is not None
        try:
            next(self._steps)
        except StopIteration as end:
            self._steps, self._is_told = None, True
            self._tell(self._record, against_par(self._record, end.value))


def _working_out(record: Record) -> Generator[float, None, Record]:
    """Play par, once the end of the game has been seen: the coach may have to be set up for that."""
    yield 0.0
    return (yield from play_par(record, coach_of(record.setup.rules)))
