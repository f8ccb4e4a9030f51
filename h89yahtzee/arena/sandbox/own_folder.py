"""The folders in which bots may write. They are made, measured and removed here, whatever bots have put into them.

Folders that a killed tournament has left behind are removed, too.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from h89yahtzee.arena.sandbox.usage import ENTRY, FILES, nameless_files, root_of

_PREFIX = "h89yahtzee-arena-"
_WHOLE = 2**24
"""The bytes that a deleted but open file adds to the size of a bot's folder. The real size isn't known, so this is
the largest size that a file of a bot can have."""
_BLOCK = 512
_LONGEST = 2000
"""The most characters in the path of a folder that a bot makes; a longer path counts as exceeding any limit of
size."""


class PoolFolder:
    """A temporary folder that holds a folder for each bot of a pool (the bots whose processes a worker keeps
    ready). It is locked until `remove`, so that no other tournament takes it for an abandoned folder."""

    def __init__(self) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
            lock = _lock(self.path)
            # Before the folder was locked, another tournament may have taken it for an abandoned one and removed
            # it.
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
    """Remove the folders that killed tournaments of this user have left behind: those that no process has
    locked."""
    with os.scandir(tempfile.gettempdir()) as entries:
        found = [Path(entry.path) for entry in entries if entry.name.startswith(_PREFIX)]
    for path in found:
        with suppress(OSError):
            if path.lstat().st_uid == os.geteuid() and (lock := _lock(path)) is not None:
                remove(path)
                os.close(lock)


def remove(folder: Path) -> None:
    """Remove a folder if it exists, however deep it is and whatever permissions it has.

    Folders in it are moved up until only one level is left, so that paths stay short and no call recurses.
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
    """Remove the file or folder at `path`. Remove the files in a folder, too, but move its subfolders away: each to
    the next path from `names` at which there is nothing yet."""
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
    """The folder in which a bot's process may write, at `path`. It is inside the folder `outer`. While the bot is
    suspended, no bot can enter `outer`, because its permissions are taken away."""

    def __init__(self, outer: Path) -> None:
        self.outer, self.path = outer, outer / "own"
        outer.mkdir(mode=0o700)
        self.path.mkdir(mode=0o700)
        # A folder whose modification time is still 0 is empty, and needn't be measured.
        os.utime(self.path, (0, 0))

    def shut(self) -> None:
        self.outer.chmod(0)

    def open(self) -> None:
        self.outer.chmod(0o700)

    def holds_more(self, limit: int, process: int) -> bool:
        """Whether the folder holds more than `limit` bytes, or more than `FILES` files and folders.

        A file that was deleted from the folder but that `process` still has open counts as `_WHOLE` bytes.
        """
        seen = Path(f"{root_of(process)}{self.path}")
        try:
            if not seen.stat().st_mtime_ns:
                return False  # the folder is unchanged since it was made
        except OSError:
            return False
        size = _WHOLE * nameless_files(process, self.path)
        for number, more in enumerate(_sizes(str(seen)), 1):
            size += more
            if size > limit or number > FILES:
                return True
        return size > limit


def _sizes(folder: str) -> Iterator[int]:
    folders = [folder]
    while folders:
        for entry in _listed(folders.pop()):
            with suppress(OSError):
                size = max(ENTRY, _BLOCK * entry.stat(follow_symlinks=False).st_blocks)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                    size = 2**63 if len(entry.path) > _LONGEST else size
                yield size


def _listed(folder: str) -> Iterator[os.DirEntry[str]]:
    """Make a folder readable, since the bot may have changed its permissions, and yield its entries."""
    with suppress(OSError):
        Path(folder).chmod(0o700)
        with os.scandir(folder) as entries:
            yield from entries
