"""Opens the files that the program keeps for its user: regular files of a limited size, for nobody else to read.

A FIFO or a device in the place of one is refused before it is read: it might never end.
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
    """Something other than a file stands in the place of one."""


def private(path: str, flags: int) -> int:
    """An opener for `open`: what it makes is this user's alone, whatever the umask."""
    return os.open(path, flags | os.O_CLOEXEC, MODE)


def own_file(path: str | Path, flags: int) -> int:
    """An opener for `open`, which takes files only; OSError for all else, and nothing is waited for."""
    descriptor = private(os.fspath(path), flags | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        _check(path, os.fstat(descriptor).st_mode)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def check_file(path: Path) -> None:
    """OSError if there is something at `path` that is no file."""
    with suppress(FileNotFoundError):
        _check(path, path.stat().st_mode)


def _check(path: str | Path, mode: int) -> None:
    if S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not S_ISREG(mode):
        raise NotAFile(errno.EINVAL, "not a file", os.fspath(path))


def keep_from_others(path: Path) -> None:
    """Take a file away from all others, if it is this user's."""
    mode = path.stat().st_mode
    if mode & _OTHERS:
        with suppress(OSError):
            path.chmod(mode & ~_OTHERS)


def read_file(path: Path, most: int) -> bytes:
    """What is in a file of at most so many bytes; OSError if it is longer or can't be read."""
    with open(path, "rb", opener=own_file) as file:
        return read_some(file, most)


def read_some(file: BinaryIO, most: int) -> bytes:
    """What is left in an open file of any kind, which may be a pipe; OSError if that is more than so many bytes."""
    try:
        content = file.read(most + 1)
    except OSError as error:
        error.filename = file.name
        raise
    if len(content) > most:
        raise OSError(errno.EFBIG, f"expected at most {most} bytes", file.name)
    return content


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside `path` and rename it: it is never there in part. OSError if that fails."""
    from tempfile import mkstemp  # which takes a while

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
    """Rename a file to a free name, and before it those beside it, a database's log: alone it does no harm."""
    names = (path.with_name(f"{path.stem}-set-aside-{number}{path.suffix}") for number in count(1))
    target = next(name for name in names if not name.exists())
    for suffix in (*side_files, ""):
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.rename(target.with_name(target.name + suffix))
    return target
