"""The journal's database: its schema and version, and how it is opened.

A game is a row of `game` and a row of `turn` for each posted turn. `header`, `line` and `total` are lines of the
game's record. `sitting` is the number of the first of the games that were played in a row. `finished`
numbers the finished games in the order of their ends, since clocks may be set back. `is_left` is whether an
unfinished game was left on purpose, not cut off. `grid` has what was played before on the same grid of columns, as
`notation.played_columns_text` writes it.

A journal of an older version is brought up to date where it is. What was added has defaults, so that an older
program that has it open goes on.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import mkdtemp

from h89yahtzee.store.errors import ERROR_CODE, UnusableJournal, journal_errors
from h89yahtzee.store.own_files import MODE, check_file, keep_from_others

VERSION = 2
SIDE_FILES = ("-wal", "-shm")
"""Files that sqlite keeps beside a database. A log left behind would be taken for the next database's."""
BUSY_TIME = 2.0
"""The seconds to wait for another program, which needs some milliseconds a turn."""
_IS_ALONE = sys.platform == "emscripten"
"""Whether no other program can have the file: in a browser, whose file system has no links either."""

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
_LONGEST = 2**24
"""Bytes of a text, at most."""


def connect(path: Path) -> sqlite3.Connection:
    """The database at `path`, made if there is none; UnusableJournal or another JournalError."""
    with journal_errors(path):
        if not path.exists():
            make_database(path, _SCHEMA)
        check_files(path)
        keep_from_others(path)  # older versions left that to the umask
        connection = _checked(sqlite3.connect(path, timeout=BUSY_TIME, isolation_level=None), path, _update)
        # A commit is on the disk when it returns: there is one a turn, and a power failure costs none.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """The database at `path`, which must be there, for reading only; it may be of an older version."""
    with journal_errors(path):
        check_files(path)
        try:
            return _opened_to_read(path, "mode=ro")
        except sqlite3.OperationalError as error:
            # To share it with writers sqlite needs a file beside it. If none can be made, there are no writers.
            refused = error.sqlite_errorcode & ERROR_CODE in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not (refused and path.is_file()):
                raise
            return _opened_to_read(path, "immutable=1")


def check_whole(path: Path) -> None:
    """Read all of the database; UnusableJournal if any part of it is damaged."""
    with closing(connect(path)) as connection, journal_errors(path):
        [problem] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if problem != "ok":
            raise UnusableJournal(f"{path}: {problem}")


def check_files(path: Path) -> None:
    """OSError if the database or what sqlite keeps beside it is no file: it would wait for a FIFO."""
    for suffix in ("", *SIDE_FILES):
        check_file(path.with_name(path.name + suffix))


def _opened_to_read(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", timeout=BUSY_TIME, uri=True)
    return _checked(connection, path)


def _checked(
    connection: sqlite3.Connection, path: Path, update: Callable[[sqlite3.Connection, Path], None] | None = None
) -> sqlite3.Connection:
    connection.text_factory = lambda text: text.decode("ascii", "replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        _check(connection, path)
        if update is not None:
            update(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """UnusableJournal unless it has the tables of its version, which another program may update in the meantime."""
    connection.execute("BEGIN")
    version = version_of(connection)
    if not 1 <= version <= VERSION:
        raise UnusableJournal(f"{path}: expected a journal of version {VERSION}, not of version {version}")
    if tables_in(connection) != _tables_of(version):
        raise UnusableJournal(f"{path}: expected the tables of a journal")
    connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection) -> int:
    [version] = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def _update(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an older version up to date in one transaction, unless another program was first."""
    if connection.execute(_NUMBERS, {"most": _MOST}).fetchone():
        raise UnusableJournal(f"{path}: expected games with numbers below {_MOST}")
    if version_of(connection) == 1:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            if version_of(connection) == 1:
                for statement in _FROM_VERSION_1:
                    connection.execute(statement)


def make_database(path: Path, statements: Iterable[str]) -> None:
    """Make the file beside `path` and rename it when it is whole, unless another program was first.

    Programs that switch the same new file to a write-ahead log don't wait for each other.
    """
    scratch = Path(mkdtemp(prefix="new-", dir=path.parent))
    try:
        (scratch / path.name).touch(MODE)
        with closing(sqlite3.connect(scratch / path.name, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA journal_mode = {'DELETE' if _IS_ALONE else 'WAL'}")
            connection.execute("BEGIN")
            for statement in (*statements, "COMMIT"):
                connection.execute(statement)
        if _IS_ALONE:
            (scratch / path.name).rename(path)
        else:
            with suppress(FileExistsError):
                path.hardlink_to(scratch / path.name)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def tables_in(connection: sqlite3.Connection) -> set[str]:
    """What made the tables and all else, without spaces: an update has its own way with these."""
    made = connection.execute("SELECT CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL")
    return {"".join(sql.split()) for [sql] in made}


def _tables_of(version: int) -> set[str]:
    """What `tables_in` finds in a journal of that version."""
    game = _SCHEMA[0] if version > 1 else _GAME.format("")
    return {"".join(sql.split()) for sql in (game, _SCHEMA[1], "CREATE TABLE sqlite_sequence(name,seq)")}
