"""The journal of one tournament: its plan, and the outcome of each game as soon as that is known.

Plans and outcomes are lines of text here; the arena knows what they mean. An open journal is locked against other
programs, and the system unlocks it however this program ends.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from h89yahtzee.store.errors import ERROR_CODE, JournalError, UnusableJournal, journal_errors

VERSION = 101
"""The format's version; those of the journal of games, which is a database too, are other numbers."""
SUFFIX = ".tournament"
_LONGEST = 2**24
"""Bytes of a text, at most."""

_SCHEMA = (
    "CREATE TABLE plan (text TEXT NOT NULL)",
    """CREATE TABLE outcome (
        game INTEGER NOT NULL,
        seats TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, seats)
    ) WITHOUT ROWID""",
    f"PRAGMA user_version = {VERSION}",
)

Row = tuple[int, str, str]
"""The number of a game, the bots at the table, and the outcome."""


class TournamentJournal:
    """The journal at `path`. JournalError if it can't be opened, for example while another program has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with journal_errors(path):
            self._connection = _connected(path)
            try:
                self.plan = self._checked_plan()
            except BaseException:
                self._connection.close()
                raise

    @classmethod
    def begin(cls, path: Path, plan: str) -> TournamentJournal:
        """A new journal; JournalError if there is a file already."""
        with journal_errors(path):
            path.touch(mode=0o600, exist_ok=False)
            connection = _connected(path)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("BEGIN")
                for statement in _SCHEMA:
                    connection.execute(statement)
                connection.execute("INSERT INTO plan VALUES (?)", (plan,))
                connection.execute("COMMIT")
            finally:
                connection.close()
        return cls(path)

    def close(self) -> None:
        self._connection.close()

    def delete(self) -> None:
        """Close the journal and remove its file."""
        with journal_errors(self.path):
            self._connection.close()
            self.path.unlink(missing_ok=True)

    def move(self, directory: Path) -> None:
        """Close the journal and move its file to `directory`, with the next number there."""
        with journal_errors(self.path):
            self._connection.close()
            place = next_free(directory)
            place.touch(exist_ok=False)
            self.path.replace(place)

    @property
    def is_empty(self) -> bool:
        """Whether the journal has no outcomes."""
        with journal_errors(self.path):
            return self._connection.execute("SELECT 1 FROM outcome LIMIT 1").fetchone() is None

    def outcomes(self) -> Iterator[Row]:
        with journal_errors(self.path):
            # Not `yield from`: whoever stops half-way would close the rows, maybe after the connection.
            for row in self._connection.execute("SELECT game, seats, text FROM outcome"):  # noqa: UP028
                yield row

    def post(self, rows: Iterable[Row]) -> None:
        """Write the outcomes of some games, all or none; an outcome of the same game and table is replaced."""
        with journal_errors(self.path):
            self._connection.execute("BEGIN")
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO outcome VALUES (?, ?, ?)", rows)

    def _checked_plan(self) -> str:
        # The first transaction locks it against all others, for as long as it is open.
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & ERROR_CODE != sqlite3.SQLITE_BUSY:
                raise
            raise JournalError(f"{self.path}: another program has it") from None
        # What is no table is nothing that this program made.
        self._connection.execute("PRAGMA trusted_schema = OFF")
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        others = "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')"
        if self._connection.execute(others).fetchone():
            raise UnusableJournal(f"{self.path}: expected the journal of a tournament")
        [version] = self._connection.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            expected = f"expected the journal of a tournament, version {VERSION}, not {version}"
            raise UnusableJournal(f"{self.path}: {expected}")
        [plan] = self._connection.execute("SELECT text FROM plan").fetchone() or [""]
        self._connection.execute("COMMIT")
        return str(plan)


def journals(directory: Path) -> list[Path]:
    """The journals in `directory`, the newest first; the directory needn't be there."""
    found = [path for path in directory.glob(f"*{SUFFIX}") if path.stem.isdecimal()]
    return sorted(found, key=lambda path: int(path.stem), reverse=True)


def files_of_journal(path: Path) -> list[Path]:
    """The file of a journal, and the one that sqlite keeps beside it."""
    return [path, path.with_name(f"{path.name}-wal")]


def new_journal(directory: Path, plan: str) -> TournamentJournal:
    """A new journal with the next number in `directory`, which must be there."""
    return TournamentJournal.begin(next_free(directory), plan)


def next_free(directory: Path) -> Path:
    """The path of the next journal in `directory`."""
    newest = next((int(path.stem) for path in journals(directory)), 0)
    paths = (directory / f"{number}{SUFFIX}" for number in count(newest + 1))
    return next(path for path in paths if not path.exists())


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, isolation_level=None, uri=True)
