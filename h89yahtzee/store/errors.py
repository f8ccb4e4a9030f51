"""The journal's errors, so that nobody else needs to know those of sqlite3."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_UNUSABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
ERROR_CODE = 0xFF
"""The bits of an extended result code that tell the kind of error."""


class JournalError(OSError):
    """The journal can't be read or written; the text says where and why."""


class UnusableJournal(JournalError):
    """The file is damaged, or the journal of a newer version of the program."""


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Raise errors of the database and of the files beside it as JournalErrors."""
    try:
        yield
    except UnicodeDecodeError as error:  # sqlite3 can't say what is wrong in a schema
        raise UnusableJournal(f"{path}: database disk image is malformed") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        kind = UnusableJournal if code & ERROR_CODE in _UNUSABLE else JournalError
        raise kind(f"{path}: {error}") from error
    except JournalError:
        raise
    except OSError as error:
        raise JournalError(f"{error.filename or path}: {error.strerror}") from error
