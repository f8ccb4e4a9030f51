"""The scores of a host, added up in a thread: with thousands of games that takes too long for the event loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.saved_games import Scores

NOT_YET = "The scores are being added up: ask again in a moment."
PATIENCE = 0.05
"""The most seconds to wait for the scores."""
FRESH = 1.0
"""Seconds for which scores are used before they are added up again."""


class ScoresBeside(JournalReader):
    """The journal at `path`, whose `scores` may lack the games that were finished last; `clock` returns seconds.

    RoomRefusal while the scores are added up for the first time.
    """

    def __init__(self, path: Path, clock: Callable[[], float], patience: float = PATIENCE) -> None:
        super().__init__(path)
        self._clock = clock
        self._patience = patience
        self._thread: Thread | None = None
        self._asks_at = clock()
        self._found: list[Scores] = []

    def scores(self) -> Scores:
        now = self._clock()
        if now >= self._asks_at and (self._thread is None or not self._thread.is_alive()):
            self._asks_at = now + FRESH
            self._thread = Thread(target=self._add_up, daemon=True)
            self._thread.start()
            self._thread.join(self._patience)
        if not self._found:
            raise RoomRefusal(NOT_YET)
        return self._found[-1]

    def wait(self) -> None:
        """Wait until the scores that were asked for are added up."""
        if self._thread is not None:
            self._thread.join()

    def _add_up(self) -> None:
        try:
            self._found[:] = [super().scores()]
        except OSError:
            self._found[:] = [Scores()]
