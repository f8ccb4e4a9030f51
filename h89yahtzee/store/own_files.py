"""Functions that open and replace the user's files: regular files of a limited size, which no other user may read.

A FIFO or device in place of a file is refused before it is read, because reading might never end.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO

MODE = 0o600
_OTHERS = 0o077


class NotAFile(OSError):
    """Raised if there is a FIFO, device or the like where a regular file is expected."""


def private(path: str, flags: int) -> int:
    """Open a file, for use as `opener` in `open`; whatever the umask, only this user may use a new file."""
    return os.open(path, flags | os.O_CLOEXEC, MODE)


def own_file(path: str | Path, flags: int) -> int:
    """Open a regular file, for use as `opener` in `open`; OSError at once for anything else, such as a FIFO."""
    descriptor = private(os.fspath(path), flags | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        _check(path, os.fstat(descriptor).st_mode)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def check_file(path: Path) -> None:
    """Raise OSError if `path` leads to anything but a regular file; a missing file is allowed."""
    with suppress(FileNotFoundError):
        _check(path, path.stat().st_mode)


def _check(path: str | Path, mode: int) -> None:
    if S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not S_ISREG(mode):
        raise NotAFile(errno.EINVAL, "not a file", os.fspath(path))


def keep_from_others(path: Path) -> None:
    """Take all permissions for other users from the file at `path`; do nothing if this user may not change them."""
    mode = path.stat().st_mode
    if mode & _OTHERS:
        with suppress(OSError):
            path.chmod(mode & ~_OTHERS)


def read_file(path: Path, most: int) -> bytes:
    """Return the content of the file at `path`; OSError if it can't be read or is longer than `most` bytes."""
    with open(path, "rb", opener=own_file) as file:
        return read_some(file, most)


def read_some(file: BinaryIO, most: int) -> bytes:
    """Return the rest of an open file or pipe; OSError if it can't be read or is longer than `most` bytes."""
    try:
        content = file.read(most + 1)
    except OSError as error:
        error.filename = file.name
        raise
    if len(content) > most:
        raise OSError(errno.EFBIG, f"expected at most {most} bytes", file.name)
    return content


def replace_file(path: Path, content: bytes) -> None:
    """Write `content` to a temporary file and rename this file to `path`, so that nobody reads an incomplete file.
    OSError on failure."""
    from tempfile import mkstemp  # imported late, because the import takes a while

    descriptor, name = mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def set_aside(path: Path, side_files: Sequence[str]) -> Path:
    """Rename the file at `path` to a name that isn't in use, and likewise the files beside it whose names have the
    suffixes `side_files`; return the new path."""
    names = (path.with_name(f"{path.stem}-set-aside-{number}{path.suffix}") for number in count(1))
    target = next(name for name in names if not name.exists())
    # The log of a database is renamed before the database itself: if the log were left behind, sqlite would take it
    # for the log of the next database.
    for suffix in (*side_files, ""):
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.rename(target.with_name(target.name + suffix))
    return target
