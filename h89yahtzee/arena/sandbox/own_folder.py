"""The folders of bots: made, measured, removed whatever is in them, also after a tournament that was killed."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from h89yahtzee.arena.sandbox.process_state import nameless_files

_PREFIX = "h89yahtzee-arena-"
_WHOLE = 2**24
"""What a file counts that a process has without a name: as much as a file may have."""
_ENTRY = 4096
"""What a file or folder counts at least."""
_BLOCK = 512
FILES, _LONGEST = 1000, 2000
"""Files and folders that are counted, and the length of a path; more are more than any limit."""


class PoolFolder:
    """A folder for the folders of some bots, locked as long as they play."""

    def __init__(self) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
            lock = _lock(self.path)
            # Until it was locked, another tournament may have taken it for one that was left behind.
            if lock is not None and self.path.exists():
                break
        self._lock = lock

    def remove(self) -> None:
        remove(self.path)
        os.close(self._lock)


def _lock(folder: Path) -> int | None:
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def remove_abandoned() -> None:
    """Remove what tournaments of this user have left that were killed."""
    with os.scandir(tempfile.gettempdir()) as entries:
        found = [Path(entry.path) for entry in entries if entry.name.startswith(_PREFIX)]
    for path in found:
        with suppress(OSError):
            if path.lstat().st_uid == os.geteuid() and (lock := _lock(path)) is not None:
                remove(path)
                os.close(lock)


def remove(folder: Path) -> None:
    """Remove a folder, however deep it is and whatever its modes are; nothing happens if it isn't there.

    Folders in it are moved up until it has no levels: paths stay short, and nothing is called by itself.
    """
    names = (folder / f"~{number}" for number in count())
    with suppress(OSError):
        folder.chmod(0o700)
        while entries := _entries(folder):
            for entry in entries:
                _flatten(entry, names)
        folder.rmdir()


def _entries(folder: Path) -> list[Path]:
    with os.scandir(folder) as found:
        return [Path(entry.path) for entry in found]


def _flatten(path: Path, names: Iterator[Path]) -> None:
    """Remove a file; of a folder remove the files and move the folders to other names."""
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    path.chmod(0o700)
    for entry in _entries(path):
        if entry.is_symlink() or not entry.is_dir():
            entry.unlink()
        else:
            entry.chmod(0o700)
            entry.rename(next(name for name in names if not name.exists()))
    path.rmdir()


class OwnFolder:
    """The folder of one process of a bot, empty at first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        remove(path)
        path.mkdir(mode=0o700)
        os.utime(path, (0, 0))

    def holds_more(self, limit: int, process: int) -> bool:
        """Whether all files have more bytes than `limit`, with those that the process has open without a name."""
        if not self.path.exists() or not self.path.stat().st_mtime_ns:
            return False  # nothing was ever made in it
        size = _WHOLE * nameless_files(process, self.path)
        for number, more in enumerate(self._sizes()):
            size += more
            if size > limit or number > FILES:
                return True
        return size > limit

    def _sizes(self) -> Iterator[int]:
        folders = [str(self.path)]
        while folders:
            for entry in _listed(folders.pop()):
                with suppress(OSError):
                    yield max(_ENTRY, _BLOCK * entry.stat(follow_symlinks=False).st_blocks)
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                        yield 2**63 if len(entry.path) > _LONGEST else 0


def _listed(folder: str) -> Iterator[os.DirEntry[str]]:
    """The entries of a folder, which the bot may have made so that nobody may read it."""
    with suppress(OSError):
        Path(folder).chmod(0o700)
        with os.scandir(folder) as entries:
            yield from entries
