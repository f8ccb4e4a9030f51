"""The games of a host's tables in its journal: each posted turn before anybody sees it, resumed after a restart.

A game goes on when that fails: its people are told once, and what is missing is written as soon as it can be.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.apps.command import reason
from h89yahtzee.apps.yahtzee.saving.resuming import wins_before
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.notation.record_text import header_lines
from h89yahtzee.store.history import History
from h89yahtzee.store.journal import Journal
from h89yahtzee.store.saver import Saver
from h89yahtzee.table.series.match import Match, PlayerOf, has_begun
from h89yahtzee.table.table import Table

RETRY_TIME = 5.0
"""Seconds after which a game that couldn't be written is tried again, though nothing more was posted."""


@dataclass(slots=True)
class _SavedTable:
    """What saves the games of a table; `seen` is what it has saved last, `retries_at` is there after a failure."""

    saver: Saver
    seen: Record | None = None
    retries_at: float = math.inf

    @property
    def has_failed(self) -> bool:
        return self.retries_at < math.inf


class HostedGames:
    """The games in the journal at `path`, whose directory exists. `note` takes a line for the log.

    `clock` gives seconds and never goes back; `player_of` gives the computer players of games that are resumed.
    """

    def __init__(
        self,
        path: Path,
        note: Callable[[str], None],
        clock: Callable[[], float],
        player_of: PlayerOf = player_of,
    ) -> None:
        self._path = path
        self._note = note
        self._clock = clock
        self._player_of = player_of
        self._resumed: dict[Setup, Saver] = {}
        self._saved: dict[Table, _SavedTable] = {}

    def resumed(self, setup: Setup) -> Match | None:
        """The newest game that began with `setup`, as far as it was saved; None if nothing of it can be read.

        What is posted in it from now on is saved after that.
        """
        saver = self._new_saver()
        try:
            match = self._left_match(setup, saver)
        except (OSError, ValueError) as error:
            self._note(f"a game can't be resumed: {error}")
            match = None
        if match is None:
            saver.close()
        else:
            self._resumed[setup] = saver
        return match

    def save(self, tables: Collection[Table]) -> list[Table]:
        """Write what has been posted at these tables; those of which it can't be written for the first time now."""
        for table in self._saved.keys() - set(tables):
            self._leave(self._saved.pop(table))
        return [table for table in tables if self._fails(table)]

    def close(self) -> None:
        """Write what isn't yet, if that can be done now, and close the journal."""
        for table, saved in self._saved.items():
            if saved.has_failed:
                saved.retries_at = -math.inf
                self._fails(table)
            saved.saver.close()
        for saver in self._resumed.values():
            saver.close()

    def _fails(self, table: Table) -> bool:
        """Save the game of a table; whether that fails where it didn't before."""
        series = table.series
        saved = self._saved.get(table)
        if saved is None:
            saver = self._resumed.pop(series.setup, None) or self._new_saver()
            saved = self._saved[table] = _SavedTable(saver)
        if not self._has_news(saved, series.record) or not has_begun(series.state):
            return False
        failed_before, saved.seen, saved.retries_at = saved.has_failed, series.record, math.inf
        try:
            saved.saver.save(series.record, series.earlier)
        except OSError as error:
            saved.retries_at = self._clock() + RETRY_TIME
            if not failed_before:
                self._note(f"{reason(error)}: a game can't be saved")
            return not failed_before
        if failed_before:
            self._note("the game is saved again")
        if saved.saver.set_aside:
            self._note(saved.saver.set_aside)
            saved.saver.set_aside = ""
        return False

    def _has_news(self, saved: _SavedTable, record: Record) -> bool:
        return record is not saved.seen or (saved.has_failed and self._clock() >= saved.retries_at)

    def _leave(self, saved: _SavedTable) -> None:
        with suppress(OSError):
            saved.saver.leave()
        saved.saver.close()

    def _new_saver(self) -> Saver:
        return Saver(lambda: Journal(self._path, time.time))

    def _left_match(self, setup: Setup, saver: Saver) -> Match | None:
        if not self._path.exists():
            return None
        header = "\n".join(header_lines(setup))
        with closing(History(self._path)) as history:
            game = next((game for game in history.games() if game.header == header), None)
            if game is None or not saver.take(game):
                return None
            record = history.record(game)
            match = Match.resume(record, wins_before(history, game), self._player_of, game.played_columns())
        if match.has_ended:
            match.wins = tuple(won + (seat in match.state.winners()) for seat, won in enumerate(match.wins))
        saver.go_on_from(record)
        return match
