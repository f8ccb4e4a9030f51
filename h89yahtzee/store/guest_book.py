"""The guest book of a host, a sqlite database: people with codes and keys, and each game in progress.

One program at a time has the book open. A file of version 1, in which no keys could be stored, is extended. A file
that is damaged or of another version is renamed, and a new book begun.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from h89yahtzee.store import database
from h89yahtzee.store.own_files import set_aside

_VERSION = 2
_WITHOUT_KEYS = 1
"""The version of guest books that had no table for keys."""
_KEYS = "CREATE TABLE key (fingerprint TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"
_TABLES = (
    "CREATE TABLE person (name TEXT PRIMARY KEY, code TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE seating (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    _KEYS,
)
_ADD_PERSON = "INSERT OR REPLACE INTO person VALUES (?, ?)"
_ADD_KEY = "INSERT OR REPLACE INTO key VALUES (?, ?)"
_ADD_TABLE = "INSERT OR REPLACE INTO seating VALUES (?, ?)"
_SET_VERSION = f"PRAGMA user_version = {_VERSION}"
_SCHEMA = (*_TABLES, _SET_VERSION)


class GuestBook:
    """The guest book at `path`, in an existing directory. Constructor and methods raise JournalError on failure.

    A method that writes returns once everything is on the disk. `set_aside` is the new path of an unusable file
    that was renamed, None if there was none. `note` is called with a text line each time `check` has written
    everything anew.
    """

    def __init__(self, path: Path, note: Callable[[str], None] = lambda _: None) -> None:
        self._path = path
        self._note = note
        self.set_aside: Path | None = None
        with database.journal_errors(path), database.locks_at(path) as self._locks:
            self._connection = self._connect()
        self._stamp = database.stamp(path)
        # Copies of the file's content, from which the file is written anew if it is lost.
        self._people, self._keys, self._tables = dict(self.people()), dict(self.key_owners()), dict(self.tables())

    def close(self) -> None:
        self._connection.close()
        self._locks.close()

    def people(self) -> Sequence[tuple[str, str]]:
        """Return pairs of the name and code of each person, sorted by name."""
        with database.journal_errors(self._path):
            return list(self._connection.execute("SELECT CAST(name AS TEXT), CAST(code AS TEXT) FROM person"))

    def write_people(self, people: Sequence[tuple[str, str]]) -> None:
        self._write_all(_ADD_PERSON, people)
        self._people |= people

    def key_owners(self) -> Sequence[tuple[str, str]]:
        """Return pairs of the fingerprint of each key and the name of its owner, sorted by fingerprint."""
        with database.journal_errors(self._path):
            return list(self._connection.execute("SELECT CAST(fingerprint AS TEXT), CAST(name AS TEXT) FROM key"))

    def write_key_owners(self, keys: Sequence[tuple[str, str]]) -> None:
        self._write_all(_ADD_KEY, keys)
        self._keys |= keys

    def tables(self) -> Sequence[tuple[int, str]]:
        """Return pairs of the number and text of each table, sorted by number."""
        with database.journal_errors(self._path):
            return list(self._connection.execute("SELECT number, CAST(text AS TEXT) FROM seating ORDER BY number"))

    def write_table(self, number: int, text: str) -> None:
        self._write(_ADD_TABLE, number, text)
        self._tables[number] = text

    def drop_table(self, number: int) -> None:
        self._write("DELETE FROM seating WHERE number = ?", number)
        self._tables.pop(number, None)

    def check(self) -> None:
        """Write everything anew if the file was removed or replaced, or if another program has damaged it."""
        found = database.stamp(self._path)
        if found == self._stamp:
            return
        with database.journal_errors(self._path):
            if fault := self._fault(found):
                self._renew(fault)
            self._stamp = database.stamp(self._path)

    def _fault(self, changed: database.Stamp) -> str:
        """Return a message about what is wrong with the file, "" if nothing is. `changed` is the file's present
        stamp (facts that change at each write), which isn't the one that was noted last."""
        if not changed.is_same_file(self._stamp):
            return f"{self._path}: {database.OTHER_FILE}"
        try:
            database.connect(self._path, _SCHEMA, _check).close()
        except database.UnusableJournal as error:
            return str(error)
        return ""

    def _renew(self, fault: str) -> None:
        self._connection.close()
        self._connection = self._connect()
        with self._connection:
            self._connection.execute("BEGIN")
            self._connection.executemany(_ADD_PERSON, self._people.items())
            self._connection.executemany(_ADD_KEY, self._keys.items())
            self._connection.executemany(_ADD_TABLE, self._tables.items())
        self._note(f"{fault}; people and tables are written anew")

    def _write_all(self, statement: str, rows: Sequence[tuple[str, str]]) -> None:
        with database.journal_errors(self._path), self._connection:
            self._connection.execute("BEGIN")
            self._connection.executemany(statement, rows)
        self._stamp = database.stamp(self._path)

    def _write(self, statement: str, *values: object) -> None:
        with database.journal_errors(self._path):
            self._connection.execute(statement, values)
        self._stamp = database.stamp(self._path)

    def _connect(self) -> sqlite3.Connection:
        if not self._locks.use_alone():
            raise database.JournalError(
                f"{self._path}: another host has it; give this one another folder by --data"
            )
        try:
            return database.connect(self._path, _SCHEMA, _brought_up_to_date)
        except database.UnusableJournal:
            self.set_aside = set_aside(self._path, database.SIDE_FILES)
            return database.connect(self._path, _SCHEMA, _check)


def _brought_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """If the book is undamaged and of the version without keys, add a table for keys. Then check the book;
    UnusableJournal as from `_check`."""
    [found] = connection.execute("PRAGMA user_version").fetchone()
    if found == _WITHOUT_KEYS:
        database.check_kind(
            connection, path, "a guest book", _WITHOUT_KEYS, [table for table in _TABLES if table != _KEYS]
        )
        database.check_integrity(connection, path)
        for statement in ("BEGIN", _KEYS, _SET_VERSION, "COMMIT"):
            connection.execute(statement)
    _check(connection, path)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise UnusableJournal unless the database is undamaged and has the tables of this version."""
    database.check_kind(connection, path, "a guest book", _VERSION, _TABLES)
    database.check_integrity(connection, path)
