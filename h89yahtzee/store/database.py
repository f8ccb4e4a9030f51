"""Open the sqlite databases of the store, translate sqlite's errors, and lock games against other programs.

A missing database is created, an existing one is checked before use. Users of this module need not know the errors
of sqlite3.

A saved game is played by one program at a time. Byte n of a lock file beside the journal is locked for game n, and
byte 0 by every program that writes to the journal. The system releases the locks however a program ends. The locks
belong to the process, and the first close of the lock file releases all of them; so a process opens the lock file
only once and counts the file's users.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, lockf
from pathlib import Path
from tempfile import mkdtemp

from h89yahtzee.store.own_files import MODE, check_file, keep_from_others, own_file

_UNUSABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
ERROR_CODE = 0xFF
"""The bits of an extended sqlite result code that hold the primary code, the kind of error."""


class JournalError(OSError):
    """Raised if a database can't be read or written; the message names the file and the cause."""


class UnusableJournal(JournalError):
    """Raised if a database file is damaged, or not of the format that this version of the program writes."""


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Translate errors in the `with` block: raise those of sqlite and of the file system as JournalError, or as
    UnusableJournal if the database is damaged."""
    try:
        yield
    except UnicodeDecodeError as error:  # raised if sqlite3 can't decode its own message about a damaged schema
        raise UnusableJournal(f"{path}: database disk image is malformed") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        kind = UnusableJournal if code & ERROR_CODE in _UNUSABLE else JournalError
        raise kind(f"{path}: {error}") from error
    except JournalError:
        raise
    except OSError as error:
        raise JournalError(f"{error.filename or path}: {error.strerror}") from error


_USE = 0


@dataclass(slots=True)
class _LockFile:
    """An open lock file: its descriptor `fileno`, the number of `GameLocks` objects that use it, and the numbers of
    the games that this process has locked (`taken`)."""

    fileno: int
    users: int = 0
    taken: set[int] = field(default_factory=set)


_open_files: dict[Path, _LockFile] = {}


@contextmanager
def locks_at(path: Path) -> Iterator[GameLocks]:
    """Yield new locks on the journal at `path`. If the caller's `with` block raises an exception, the locks are
    closed; otherwise they stay open, and the caller must close them."""
    locks = GameLocks(path)
    try:
        yield locks
    except BaseException:
        locks.close()
        raise


class GameLocks:
    """Locks on the journal at `path` and on games in it. OSError if the lock file can't be opened."""

    def __init__(self, path: Path) -> None:
        self._name = path.absolute().with_name(f"{path.stem}.lock")
        if self._name not in _open_files:
            _open_files[self._name] = _LockFile(own_file(self._name, os.O_RDWR | os.O_CREAT))
        self._file = _open_files[self._name]
        self._file.users += 1
        self._taken: set[int] = set()

    def close(self) -> None:
        for game in list(self._taken):
            self.release(game)
        self._file.users -= 1
        if not self._file.users:
            os.close(self._file.fileno)
            del _open_files[self._name]

    def use(self) -> bool:
        """Lock the journal for shared use, or turn the exclusive lock of `use_alone` into a shared lock. Return
        False if another process has locked the journal for exclusive use."""
        return self._lock(LOCK_SH, _USE)

    def use_alone(self) -> bool:
        """Lock the journal for exclusive use. Return False if another `GameLocks` object, in this process or
        another, uses the journal."""
        return self._file.users == 1 and self._lock(LOCK_EX, _USE)

    def take(self, game: int) -> bool:
        """Lock the game with number `game`. Return False if another `GameLocks` object, in this process or another,
        has locked it."""
        if game in self._taken:
            return True
        if game in self._file.taken or not self._lock(LOCK_EX, game):
            return False
        self._taken.add(game)
        self._file.taken.add(game)
        return True

    def release(self, game: int) -> None:
        if game in self._taken:
            self._taken.remove(game)
            self._file.taken.remove(game)
            lockf(self._file.fileno, LOCK_UN, 1, game)

    def _lock(self, kind: int, byte: int) -> bool:
        try:
            lockf(self._file.fileno, kind | LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):  # POSIX allows either error when another process has the lock
            return False
        return True


SIDE_FILES = ("-wal", "-shm")
"""Suffixes of the files that sqlite keeps beside a database; a file left behind would damage the next database."""
BUSY_TIME = 2.0
"""Seconds to wait while another program locks the database; writing a turn takes some milliseconds."""
_IS_ALONE = sys.platform == "emscripten"
"""True in a browser, where no other program can open the file and the file system has no hard links."""
_LONGEST = 2**24
"""The most bytes of a text in a database."""


OTHER_FILE = "another file, or none, is in its place"
"""The end of an error message about an open database whose file was then moved, removed or replaced."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Facts that change when a program writes to a database: the inode numbers of its `file` and of its write-ahead
    `log`, the file's `size`, and the `time` of the file's last change.

    All are 0 in a browser, where no other program can write, and for a missing file.
    """

    file: int = 0
    log: int = 0
    size: int = 0
    time: int = 0

    def is_same_file(self, before: Stamp) -> bool:
        """Return whether the database's file and log are still those of `before`. If `before` had no log, a new log
        doesn't matter."""
        return self.file == before.file and before.log in (0, self.log)


def stamp(path: Path) -> Stamp:
    found = Stamp()
    with suppress(FileNotFoundError):
        if not _IS_ALONE:
            file = path.stat()
            found = Stamp(file.st_ino, 0, file.st_size, file.st_mtime_ns)
            found = replace(found, log=path.with_name(f"{path.name}-wal").stat().st_ino)
    return found


Check = Callable[[sqlite3.Connection, Path], None]
"""A function that takes a connection to a database and the database's path, and raises UnusableJournal with the
path in the message if the database isn't of the expected format."""


def connect(path: Path, schema: Iterable[str], check: Check) -> sqlite3.Connection:
    """Open the database at `path` for writing; if it is missing, create it with the SQL statements `schema`.

    UnusableJournal if the database is damaged or `check` refuses it, JournalError for other failures.
    """
    with journal_errors(path):
        if not path.exists():
            _make(path, schema)
        _check_files(path)
        keep_from_others(path)  # older versions of this program left the file's permissions to the umask
        connection = _checked(sqlite3.connect(path, timeout=BUSY_TIME, isolation_level=None), path, check)
        # With FULL a commit is on the disk when it returns, so that a power failure loses no posted turn.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


def connect_to_read(path: Path, check: Check) -> sqlite3.Connection:
    """Open the existing database at `path` for reading only. The errors are those of `connect`."""
    with journal_errors(path):
        _check_files(path)
        try:
            return _opened_to_read(path, "mode=ro", check)
        except sqlite3.OperationalError as error:
            # Readers share a database with writers by a file beside the database. If sqlite can't make this file,
            # there are no writers, and the database can be read without it.
            refused = error.sqlite_errorcode & ERROR_CODE in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not (refused and path.is_file()):
                raise
            return _opened_to_read(path, "immutable=1", check)


def check_integrity(connection: sqlite3.Connection, path: Path) -> None:
    [problem] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise UnusableJournal(f"{path}: {problem}")


def check_kind(
    connection: sqlite3.Connection, path: Path, kind: str, version: int, statements: Iterable[str] = ()
) -> None:
    """Raise UnusableJournal unless the database has this `version` and, if `statements` are given, its tables were
    made by exactly these SQL statements (white space may differ). `kind` is what the error's message calls such a
    database, such as "a journal"."""
    [found] = connection.execute("PRAGMA user_version").fetchone()
    if found != version:
        raise UnusableJournal(f"{path}: expected {kind} of version {version}, not of version {found}")
    made = connection.execute("SELECT CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL")
    if statements and {"".join(sql.split()) for [sql] in made} != {"".join(sql.split()) for sql in statements}:
        raise UnusableJournal(f"{path}: expected the tables of {kind}")


_IN_URI = str.maketrans({"%": "%25", "?": "%3f", "#": "%23"})
"""The replacements for characters of a path in sqlite's URI of a database. `Path.as_uri` isn't used, since it would
first import modules for networks."""


def _opened_to_read(path: Path, how: str, check: Check) -> sqlite3.Connection:
    address = f"file://{path.absolute()}".translate(_IN_URI)
    connection = sqlite3.connect(f"{address}?{how}", timeout=BUSY_TIME, uri=True)
    return _checked(connection, path, check)


def _check_files(path: Path) -> None:
    """Raise OSError unless the database and the files beside it are regular files; if one of them were a FIFO,
    sqlite would wait without end."""
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
    """Create the database with the SQL `statements` under a temporary name; then move it to `path`, unless another
    program has made a database there meanwhile.

    The new file is switched to a write-ahead log before it gets its name: if two programs switched the same file at
    once, one of them would fail.
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
