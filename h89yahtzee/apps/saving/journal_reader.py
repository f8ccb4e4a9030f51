"""Access to the journal for tables and rooms, which read saved games, lists and statistics there.

The modules of `store` are imported at the first call, so that the program starts faster.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import CommandError
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.saved_games import PastTotals, Scores

if TYPE_CHECKING:
    from h89yahtzee.store.history import SavedGame
    from h89yahtzee.table.reviews import PendingLines


class JournalReader:
    """A reader of the journal at `path`, by default the user's own. It implements the protocol `SavedGames` (in
    `table.saved_games`), through which tables and rooms read saved games.

    `command` has the words that start this program; it is empty if people can't type commands.
    """

    def __init__(self, path: Path | None = None, command: Sequence[str] = ()) -> None:
        self._path = path
        self._command = command
        self._lines: dict[int, str] = {}
        self._scores: tuple[SavedGame | None, Scores] | None = None

    def numbers(self) -> Sequence[int]:
        from h89yahtzee.apps.saving.resuming import read_journal

        self._lines.clear()
        return read_journal(lambda history: [game.number for game in history.games()], [], self._path)

    def line(self, number: int) -> str:
        from h89yahtzee.apps.saving.game_lists import game_line

        if number not in self._lines:
            try:
                self._lines[number] = game_line(number, self._path)
            except (CommandError, OSError) as error:  # the game may have been deleted meanwhile
                return f"{number:5}  ({error})"
        return self._lines[number]

    def sentence(self, number: int) -> str:
        from h89yahtzee.apps.saving.game_lists import game_sentence

        try:
            return game_sentence(number, self._path)
        except (CommandError, OSError) as error:
            return f"Game {number} can't be read: {error}."

    def record(self, number: int) -> Record:
        from h89yahtzee.apps.saving.resuming import find_game, whole_record

        try:
            return whole_record(find_game(number, self._path), self._path)
        except CommandError as error:
            raise ValueError(str(error)) from None

    def how_to_resume(self, number: int) -> str:
        return shlex.join([*self._command, "--continue", str(number)]) if self._command else ""

    def scores(self) -> Scores:
        """Return statistics and best games. They are computed again only if another game has been finished since
        the last call."""
        from h89yahtzee.apps.saving.game_lists import scores
        from h89yahtzee.apps.saving.resuming import read_journal

        last = read_journal(lambda history: history.last_finished(), None, self._path)
        if self._scores is None or self._scores[0] != last:
            self._scores = last, scores(self._path)
        return self._scores[1]

    def days(self, aloud: bool) -> PendingLines:
        from h89yahtzee.apps.saving.day_lists import pending_days

        return pending_days(self._path, aloud)

    def totals_like(self, setup: Setup) -> Sequence[int]:
        from h89yahtzee.apps.saving.day_lists import totals_like

        return totals_like(setup, self._path)

    def results_of(self, day: Day, rules: RuleSet) -> Sequence[tuple[str, int]]:
        from h89yahtzee.apps.saving.day_lists import results_of

        return results_of(day, rules, self._path)

    def past_totals(self, setup: Setup, name: str) -> PastTotals | None:
        from h89yahtzee.apps.saving.game_lists import person_statistics

        found = person_statistics(setup.rules, name, self._path)
        return None if found is None else PastTotals(found.last, found.best[0], found.average)


NOT_YET = "The scores are being added up: ask again in a moment."
PATIENCE = 0.05
"""The most seconds that a call waits for the scores to be added up."""
FRESH = 1.0
"""Seconds for which scores are used before they are added up again."""


class ScoresBeside(JournalReader):
    """A reader of the journal at `path` that adds up the scores in a thread, since with thousands of games that
    takes too long for the event loop of a host.

    So the result of `scores` may lack the newest finished games. A call of `scores` waits at most `patience`
    seconds, and raises RoomRefusal if no scores at all have been added up by then. `clock` returns seconds.
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
