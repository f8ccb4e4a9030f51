"""Locks on games, so that only one player of the game, in whatever program, has each.

Byte n of a file beside the journal is locked for game n, and byte 0 by everybody who writes to the journal. The
system releases the locks however a program ends. They belong to the process, which would lose all of them with the
first time that it closes the file: so a process opens it once, and counts who uses it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, lockf
from pathlib import Path

from h89yahtzee.store.own_files import own_file

_USE = 0


@dataclass(slots=True)
class _LockFile:
    """A file that is open, with the games that this process has locked in it."""

    fileno: int
    users: int = 0
    taken: set[int] = field(default_factory=set)


_open_files: dict[Path, _LockFile] = {}


@contextmanager
def locks_at(path: Path) -> Iterator[GameLocks]:
    """Locks on the journal at `path`, which stay open unless an error is raised meanwhile."""
    locks = GameLocks(path)
    try:
        yield locks
    except BaseException:
        locks.close()
        raise


class GameLocks:
    """Locks on the journal at `path`. OSError if there can be none."""

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
        """Share the journal with others; False while another has it alone. Ends `use_alone`."""
        return self._lock(LOCK_SH, _USE)

    def use_alone(self) -> bool:
        """Have the journal alone; False while another uses it."""
        return self._file.users == 1 and self._lock(LOCK_EX, _USE)

    def take(self, game: int) -> bool:
        """Lock `game`; False if somebody else has it."""
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
        except (BlockingIOError, PermissionError):  # POSIX has both for a lock that somebody else has
            return False
        return True
