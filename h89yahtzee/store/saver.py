"""Saves the games of a sitting in the journal while they are played.

It is given a game's record and writes the new turns. A game without a posted turn isn't written at all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from h89yahtzee.game.played_columns import PlayedColumns
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.store.errors import JournalError, UnusableJournal
from h89yahtzee.store.history import SavedGame
from h89yahtzee.store.journal import Journal


class Saver:
    """`open_journal` is called when there is something to write, and again after an error.

    If a game couldn't be written, the next turn tries again and writes all that is missing. `set_aside` says in a
    line that a journal couldn't be used; it is empty if none was set aside.
    """

    def __init__(self, open_journal: Callable[[], Journal]) -> None:
        self._open_journal = open_journal
        self._journal: Journal | None = None
        self.set_aside = ""
        self._number: int | None = None
        self._sitting: int | None = None
        self._is_claimed = False
        self._saved: Record | None = None

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def take(self, game: SavedGame) -> bool:
        """Lock `game` to resume it; False if another program plays it. Then read it, and `go_on_from` that.

        JournalError if nothing can be written; the next turn tries again.
        """
        self._number, self._sitting, self._is_claimed = game.number, game.sitting, False
        if not self._claim():
            self._leave_game()
            return False
        return True

    def go_on_from(self, record: Record) -> None:
        """Resume with `record`, what was saved of the game taken. It counts as cut off until it is left."""
        self._saved = record.posted()
        if self._journal is not None and self._number is not None and self._is_claimed:
            with suppress(JournalError):
                self._journal.resume(self._number)

    def save(self, record: Record, played: PlayedColumns = ()) -> None:
        """Write the posted turns of `record` that aren't saved yet; JournalError if they can't be.

        `played` are the columns that were on its grid before.
        """
        posted = record.posted()
        if self._saved is not None and not posted.continues(self._saved):
            self._leave_game()
        if len(posted.turns) > self._turns_saved:
            try:
                self._post(posted, played)
            except UnusableJournal:
                journal = self._opened()
                journal.replace()
                self._note_set_aside(journal)
                self._number = self._sitting = self._saved = None
                self._post(posted, played)

    def number_of(self, setup: Setup) -> int | None:
        """The number of the game that is being played, if it began with `setup` and anything of it is saved."""
        return self._number if self._saved is not None and self._saved.setup == setup else None

    def leave(self) -> None:
        """Note that the game that is being played was left on purpose."""
        if self._journal is not None and self._number is not None and self._is_claimed:
            self._journal.leave(self._number)

    def discard(self) -> None:
        """Forget the game that is being played."""
        if self._journal is not None and self._number is not None:
            self._journal.discard(self._number)
            self._leave_game()

    @property
    def _turns_saved(self) -> int:
        return 0 if self._saved is None else len(self._saved.turns)

    def _opened(self) -> Journal:
        if self._journal is None:
            self._journal = self._open_journal()
            self._note_set_aside(self._journal)
        return self._journal

    def _note_set_aside(self, journal: Journal) -> None:
        if journal.set_aside is not None:
            self.set_aside = f"{journal.fault}; it was set aside as {journal.set_aside}"

    def _claim(self) -> bool:
        if self._number is not None and not self._is_claimed:
            self._is_claimed = self._opened().take(self._number)
        return self._number is None or self._is_claimed

    def _post(self, posted: Record, played: PlayedColumns) -> None:
        if not self._claim():
            raise JournalError(f"game {self._number} is played by another program")
        for turn in range(self._turns_saved, len(posted.turns)):
            self._number = self._opened().post(posted, turn, self._number, self._sitting, played)
            self._is_claimed = True
            self._sitting = self._sitting or self._number
            self._saved = replace(posted, turns=posted.turns[: turn + 1])

    def _leave_game(self) -> None:
        """Release the game, since another one is played."""
        if self._journal is not None and self._number is not None and self._is_claimed:
            self._journal.leave(self._number)
            self._journal.release(self._number)
        self._number = self._saved = None
        self._is_claimed = False
