"""How a database of the store is opened: made if there is none, and checked before anything in it is believed."""

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

SIDE_FILES = ("-wal", "-shm")
"""Files that sqlite keeps beside a database. A log left behind would be taken for the next database's."""
BUSY_TIME = 2.0
"""The seconds to wait for another program, which needs some milliseconds a turn."""
_IS_ALONE = sys.platform == "emscripten"
"""Whether no other program can have the file: in a browser, whose file system has no links either."""
_LONGEST = 2**24
"""Bytes of a text, at most."""

Check = Callable[[sqlite3.Connection, Path], None]
"""Raises UnusableJournal where a database isn't as its program writes it."""


def connect(path: Path, schema: Iterable[str], check: Check) -> sqlite3.Connection:
    """The database at `path`, made by `schema` if there is none; UnusableJournal or another JournalError."""
    with journal_errors(path):
        if not path.exists():
            _make(path, schema)
        _check_files(path)
        keep_from_others(path)  # older versions left that to the umask
        connection = _checked(sqlite3.connect(path, timeout=BUSY_TIME, isolation_level=None), path, check)
        # A commit is on the disk when it returns: there is one a turn, and a power failure costs none.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


def connect_to_read(path: Path, check: Check) -> sqlite3.Connection:
    """The database at `path`, which must be there, for reading only."""
    with journal_errors(path):
        _check_files(path)
        try:
            return _opened_to_read(path, "mode=ro", check)
        except sqlite3.OperationalError as error:
            # To share it with writers sqlite needs a file beside it. If none can be made, there are no writers.
            refused = error.sqlite_errorcode & ERROR_CODE in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not (refused and path.is_file()):
                raise
            return _opened_to_read(path, "immutable=1", check)


def check_integrity(connection: sqlite3.Connection, path: Path) -> None:
    [problem] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise UnusableJournal(f"{path}: {problem}")


def version_of(connection: sqlite3.Connection) -> int:
    [version] = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def tables_in(connection: sqlite3.Connection) -> set[str]:
    """What made the tables and all else, without spaces: an update has its own way with these."""
    made = connection.execute("SELECT CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL")
    return without_spaces(sql for [sql] in made)


def without_spaces(statements: Iterable[str]) -> set[str]:
    return {"".join(sql.split()) for sql in statements}


def _opened_to_read(path: Path, how: str, check: Check) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", timeout=BUSY_TIME, uri=True)
    return _checked(connection, path, check)


def _check_files(path: Path) -> None:
    """OSError if the database or what sqlite keeps beside it is no file: it would wait for a FIFO."""
    for suffix in ("", *SIDE_FILES):
        check_file(path.with_name(path.name + suffix))


def _checked(connection: sqlite3.Connection, path: Path, check: Check) -> sqlite3.Connection:
    connection.text_factory = lambda text: text.decode("ascii", "replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(path: Path, statements: Iterable[str]) -> None:
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
