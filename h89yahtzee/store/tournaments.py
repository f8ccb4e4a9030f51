"""The journal of one tournament, a sqlite database: the plan, and the outcome of each game as soon as it is known.

Plans and outcomes are text that only the arena interprets. An open journal is locked against other programs, and
the system unlocks it however this program ends.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from h89yahtzee.store.database import ERROR_CODE, JournalError, UnusableJournal, check_kind, connect, journal_errors

VERSION = 102
"""The version number that is stored in the database. Journals of games, which are databases too, never have this
number."""
SUFFIX = ".tournament"

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
"""The number of a game, the bots at its table as a text, and its outcome as a text."""


class TournamentJournal:
    """The existing journal at `path`, locked. JournalError if it can't be opened, or another program has it
    open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise JournalError(f"{path}: expected the journal of a tournament")
        self._connection = connect(path, _SCHEMA, _check)
        with journal_errors(path):
            [plan] = self._connection.execute("SELECT text FROM plan").fetchone() or [""]
        self.plan = str(plan)

    @classmethod
    def begin(cls, path: Path, plan: str) -> TournamentJournal:
        """Create a journal with `plan` at `path` and open it; JournalError if a file exists there."""
        if path.exists():
            raise JournalError(f"{path}: expected no file")
        with closing(connect(path, _SCHEMA, _check)) as connection, journal_errors(path):
            connection.execute("INSERT INTO plan VALUES (?)", (plan,))
        return cls(path)

    def close(self) -> None:
        self._connection.close()

    def delete(self) -> None:
        """Close the journal and remove its file."""
        with journal_errors(self.path):
            self._connection.close()
            self.path.unlink(missing_ok=True)

    def move(self, directory: Path) -> None:
        """Close the journal and move its file to `directory`, named by the next free number there."""
        with journal_errors(self.path):
            self._connection.close()
            place = next_free(directory)
            place.touch(exist_ok=False)
            self.path.replace(place)

    @property
    def is_empty(self) -> bool:
        with journal_errors(self.path):
            return self._connection.execute("SELECT 1 FROM outcome LIMIT 1").fetchone() is None

    def outcomes(self) -> Iterator[Row]:
        with journal_errors(self.path):
            # If the iterator is abandoned, `yield from` would close the cursor, which fails after the connection is
            # closed.
            for row in self._connection.execute("SELECT game, seats, text FROM outcome"):  # noqa: UP028
                yield row

    def post(self, rows: Iterable[Row]) -> None:
        """Write `rows`, outcomes of games, in one transaction; a row replaces an earlier one with the same game and
        bots."""
        with journal_errors(self.path):
            self._connection.execute("BEGIN")
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO outcome VALUES (?, ?, ?)", rows)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Lock the database; JournalError if another program has it open, UnusableJournal if it isn't the journal
    of a tournament."""
    # Another tournament keeps its lock for hours, so waiting for it is of no use.
    connection.execute("PRAGMA busy_timeout = 0")
    # In this mode the first transaction locks the file against all other programs until the connection is closed.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & ERROR_CODE != sqlite3.SQLITE_BUSY:
            raise
        raise JournalError(f"{path}: another program has it") from None
    # A database with a trigger or a view wasn't made by this program.
    others = "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    if connection.execute(others).fetchone():
        raise UnusableJournal(f"{path}: expected the journal of a tournament")
    check_kind(connection, path, "the journal of a tournament", VERSION)
    connection.execute("COMMIT")


def journals(directory: Path) -> list[Path]:
    """Return the paths of the journals in `directory`, the newest first; none if the directory is missing."""
    found = [path for path in directory.glob(f"*{SUFFIX}") if path.stem.isdecimal()]
    return sorted(found, key=lambda path: int(path.stem), reverse=True)


def new_journal(directory: Path, plan: str) -> TournamentJournal:
    """Create and open a journal named by the next free number in `directory`, which must exist."""
    return TournamentJournal.begin(next_free(directory), plan)


def next_free(directory: Path) -> Path:
    """Return the path for the next journal in `directory`, numbered above all others there."""
    newest = next((int(path.stem) for path in journals(directory)), 0)
    paths = (directory / f"{number}{SUFFIX}" for number in count(newest + 1))
    return next(path for path in paths if not path.exists())
