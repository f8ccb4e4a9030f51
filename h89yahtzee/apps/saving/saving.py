"""Saves the games that are played at tables: in a journal, and in the file that `--record` names.

A table reports each change to `Saving`, which writes a posted turn at once, before any player sees the result. If
writing fails, the game goes on and the people at the table see a remark.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from os import SEEK_END
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import reason
from h89yahtzee.apps.options.declarations import Policy
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.notation.record_text import MAGIC, format_record
from h89yahtzee.store.own_files import own_file
from h89yahtzee.table import texts
from h89yahtzee.table.match import GameSeries, Match, has_begun
from h89yahtzee.table.table import Table

if TYPE_CHECKING:
    from h89yahtzee.store.journal import Saver


RETRY_TIME = 5.0
"""Seconds after a failed write until the next attempt, even if no further turn was posted."""


def _open_own_saver() -> Saver:
    # Imported when the first turn is posted: importing the store earlier would delay the first screen.
    from h89yahtzee.apps.saving.resuming import open_saver

    return open_saver()


@dataclass(slots=True)
class _SavedTable:
    """The saving of the games at one table: how it is done, and in `seen` the record of the current game as it was
    last passed to `saver`.

    If the last write failed, `retries_at` is the time to repeat it; otherwise `retries_at` is infinite.
    """

    policy: Policy | None
    saver: Saver | None
    seen: Record | None = None
    retries_at: float = math.inf

    @property
    def has_failed(self) -> bool:
        return self.retries_at < math.inf

    def has_news(self, series: GameSeries) -> bool:
        """Return whether the record of the current game of `series` (the games at the table, one after another) has
        changed since it was last saved, and is to be saved. With `Policy.NEVER` only finished games are saved."""
        if self.policy is None or not isinstance(series, Match) or series.record is self.seen:
            return False
        return series.has_ended if self.policy is Policy.NEVER else has_begun(series.state)


class Saving:
    """Saves the games of the tables given to `begin`. Savers, which `open_saver` returns, write them to the
    journal; if there is a `recorder`, it also writes them to the file that `--record` names.

    `note` is called with a line of text when saving fails and when it works again. `clock` returns seconds and
    never goes back. The event loop should call `advance` at `deadline`, to repeat failed writes.
    """

    def __init__(
        self,
        recorder: Recorder | None = None,
        open_saver: Callable[[], Saver] = _open_own_saver,
        note: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._recorder = recorder
        self._open_saver = open_saver
        self._note = note
        self._clock = clock
        self._tables: dict[Table, _SavedTable] = {}
        self._remarks: dict[Table, str] = {}
        self._left: int | None = None
        self._set_aside: list[str] = []
        self._failures: dict[Setup, OSError] = {}
        self.finished: Callable[[], None] = lambda: None
        """A function that is called when a finished game has been written."""

    def begin(self, table: Table, policy: Policy | None = Policy.ALWAYS, saver: Saver | None = None) -> None:
        """Save the games at `table` from now on. For a resumed game, `saver` must be the one that resumed it.

        `policy` says whether unfinished games are kept in the journal; if it is None, no games are saved, not even
        finished games.
        """
        self._left = None
        self._tables[table] = _SavedTable(policy, saver)
        table.on_change = self._save
        self._save(table)

    def leave(self, staying: Collection[Table] = ()) -> None:
        """Stop saving the games at all tables but `staying`, and mark the games as left on purpose, not cut off."""
        for table in self._tables.keys() - set(staying):
            self._left = self._number_to_resume(table)
            saved = self._tables.pop(table)
            if saved.saver is not None:
                with suppress(OSError):
                    saved.saver.leave()
                saved.saver.close()

    def discard(self) -> None:
        """Delete the unfinished games at all tables from the journal: the players don't want to keep them."""
        for table, saved in self._tables.items():
            if saved.saver is not None:
                try:
                    saved.saver.discard()
                except OSError as error:
                    self._failures[table.series.setup] = error

    def take_remarks(self) -> dict[Table, str]:
        """Return the messages since the last call, keyed by table, each a text that tells the people at that table
        of trouble with saving."""
        taken, self._remarks = self._remarks, {}
        return taken

    def take_remark(self) -> str:
        """Return the text of `take_remarks` in a program with only one table; "" if there is no new message."""
        return " ".join(self.take_remarks().values())

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` repeats a failed write; None if no write has failed."""
        retries_at = min((saved.retries_at for saved in self._tables.values()), default=math.inf)
        return None if math.isinf(retries_at) else retries_at

    def advance(self, now: float) -> None:
        for table, saved in self._tables.items():
            if not saved.has_failed or saved.retries_at > now:
                continue
            if has_begun(table.series.state):
                self._write(table, saved)
            else:  # the turns that couldn't be saved belong to the previous game and are lost
                saved.retries_at = now + RETRY_TIME

    def how_to_resume(self) -> list[str]:
        """Return the command-line options that resume the current game, or else the game that was left last.

        The list is empty if no such game is saved.
        """
        numbers = (self._number_to_resume(table) for table in self._tables)
        number = next((number for number in numbers if number is not None), self._left)
        if number is None:
            return []
        from h89yahtzee.apps.saving.resuming import options_to_resume

        return options_to_resume(number)

    def is_at_table(self, number: int) -> bool:
        """Return whether game `number` of the journal is being played at one of the tables."""
        return any(self._number_to_resume(table) == number for table in self._tables)

    def close(self) -> list[str]:
        """Repeat failed writes and close the journal; return complaints, each a line of text for the terminal."""
        self.advance(math.inf)
        for saved in self._tables.values():
            if saved.saver is not None:
                saved.saver.close()
        self._tables.clear()
        if self._recorder is not None:
            self._recorder.close()
        failures = [reason(failure) for failure in self._failures.values()]
        return self._set_aside + [f"{fault}: not everything that was played is saved" for fault in failures[:1]]

    def _save(self, table: Table) -> None:
        """Write the turns posted at `table`, before any player sees the result."""
        saved, series = self._tables.get(table), table.series
        if saved is None:  # saving has ended, but the game at the table goes on
            return
        if self._recorder is not None and isinstance(series, Match):
            self._recorder.update(series.record)
        if saved.has_news(series):
            saved.seen = series.record
            self._write(table, saved)

    def _write(self, table: Table, saved: _SavedTable) -> None:
        series = table.series
        saver = saved.saver = saved.saver or self._open_saver()
        failed_before, saved.retries_at = saved.has_failed, math.inf
        try:
            saver.save(series.record, series.earlier)
        except OSError as error:
            saved.retries_at = self._clock() + RETRY_TIME
            self._failures[series.setup] = error
            if not failed_before:
                self._note(f"{reason(error)}: a game can't be saved")
                cause = texts.cut(reason(error).rpartition(": ")[2], 40)  # the reason without the file's name
                self._remarks[table] = f"{texts.GAME_NOT_SAVED[:-1]}: {cause}."
            return
        self._failures.pop(series.setup, None)
        if series.has_ended:
            self.finished()
        if failed_before:
            self._note("the game is saved again")
        if saver.set_aside:
            self._note(saver.set_aside)
            self._set_aside.append(saver.set_aside)
            saver.set_aside = ""
            self._remarks[table] = texts.GAMES_SET_ASIDE

    def _number_to_resume(self, table: Table) -> int | None:
        series, saver = table.series, self._tables[table].saver
        if series.has_ended or saver is None or series.setup in self._failures:
            return None
        return saver.number_of(series.setup)


class Recorder:
    """Appends the records of games to the file at `path`, as `--record` asks.

    OSError if the file can't be opened, ValueError if it holds anything but records.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b", buffering=0, opener=own_file)  # noqa: SIM115 - closed by close
        self._written = ""
        self._seen: Record | None = None
        self.failure: OSError | None = None
        self._file.seek(0)
        if self._file.read(len(MAGIC)) not in (b"", MAGIC.encode()):
            self._file.close()
            raise ValueError(f"{path}: expected a new file or one of records")
        if self._file.tell():
            self._file.seek(-1, SEEK_END)
            self._append("" if self._file.read() == b"\n" else "\n")

    def update(self, record: Record) -> None:
        """Append the part of `record` that is new since the last call; if that fails, only set `failure`."""
        if record is self._seen:
            return
        self._seen, text = record, format_record(record)
        if not text.startswith(self._written):
            self._append("" if self._written.endswith("\n") else "\n")
            self._written = ""
        if self.failure is None and text != self._written:
            self._append(text[len(self._written) :])
            self._written = text

    def _append(self, text: str) -> None:
        data = text.encode("ascii")
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            self.failure = error

    def close(self) -> None:
        self._file.close()
