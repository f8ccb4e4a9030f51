"""The tables of the journal of games, and what older versions of it lack.

A game is a row of `game` and a row of `turn` for each posted turn. `header`, `line` and `total` are lines of the
game's record. `sitting` is the number of the first of the games that were played in a row. `finished`
numbers the finished games in the order of their ends, since clocks may be set back. `is_left` is whether an
unfinished game was left on purpose, not cut off. `grid` has what was played before on the same grid of columns, as
`notation.played_columns_text` writes it.

A journal of an older version is brought up to date where it is. What was added has defaults, so that an older
program that has it open goes on.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from h89yahtzee.store.database import (
    check_integrity,
    connect,
    connect_to_read,
    tables_in,
    version_of,
    without_spaces,
)
from h89yahtzee.store.errors import UnusableJournal, journal_errors

VERSION = 2
_GAME = """CREATE TABLE game (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        sitting INTEGER NOT NULL,
        begun INTEGER NOT NULL,
        header TEXT NOT NULL,
        total TEXT,
        finished INTEGER UNIQUE{}
    )"""
_ADDED = ("is_left INTEGER NOT NULL DEFAULT 0", "grid TEXT NOT NULL DEFAULT ''")
"""The columns that version 1 lacks."""
_SCHEMA = (
    _GAME.format("".join(f", {column}" for column in _ADDED)),
    """CREATE TABLE turn (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID""",
    f"PRAGMA user_version = {VERSION}",
)
_FROM_VERSION_1 = (
    *(f"ALTER TABLE game ADD COLUMN {column}" for column in _ADDED),
    # Nobody knows how they ended: none is called cut off that wasn't.
    "UPDATE game SET is_left = 1",
    "PRAGMA user_version = 2",
)
_MOST = 2**40
"""More than all numbers of games: what is larger was never written by this program, and the next one would fail."""
_NUMBERS = """SELECT 1 WHERE coalesce((SELECT max(number) FROM game), 0) >= :most
    OR coalesce((SELECT max(seq) FROM sqlite_sequence), 0) >= :most
    OR typeof((SELECT max(finished) FROM game)) NOT IN ('null', 'integer')
    OR (SELECT max(finished) FROM game) >= :most"""


def connect_to_games(path: Path) -> sqlite3.Connection:
    """The journal's database, brought up to date."""
    return connect(path, _SCHEMA, _check_and_update)


def connect_to_read_games(path: Path) -> sqlite3.Connection:
    """The journal's database, which must be there and may be of an older version, for reading only."""
    return connect_to_read(path, _check)


def check_whole(path: Path) -> None:
    """Read all of the database; UnusableJournal if any part of it is damaged."""
    with closing(connect_to_games(path)) as connection, journal_errors(path):
        check_integrity(connection, path)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """UnusableJournal unless it has the tables of its version, which another program may update in the meantime."""
    connection.execute("BEGIN")
    version = version_of(connection)
    if not 1 <= version <= VERSION:
        raise UnusableJournal(f"{path}: expected a journal of version {VERSION}, not of version {version}")
    if tables_in(connection) != _tables_of(version):
        raise UnusableJournal(f"{path}: expected the tables of a journal")
    connection.execute("COMMIT")


def _check_and_update(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an older version up to date in one transaction, unless another program was first."""
    _check(connection, path)
    if connection.execute(_NUMBERS, {"most": _MOST}).fetchone():
        raise UnusableJournal(f"{path}: expected games with numbers below {_MOST}")
    if version_of(connection) == 1:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            if version_of(connection) == 1:
                for statement in _FROM_VERSION_1:
                    connection.execute(statement)


def _tables_of(version: int) -> set[str]:
    """What `tables_in` finds in a journal of that version."""
    game = _SCHEMA[0] if version > 1 else _GAME.format("")
    return without_spaces((game, _SCHEMA[1], "CREATE TABLE sqlite_sequence(name,seq)"))
