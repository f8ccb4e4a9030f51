"""Locks on games, so that only one program plays each.

Byte n of a file beside the journal is locked for game n, and byte 0 by everybody who writes to the journal. The
system releases the locks however a program ends. They belong to the process: one that opened the file twice would
not lock itself out, and would lose all its locks with the first file that it closed.
"""

from __future__ import annotations

import os
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, lockf
from pathlib import Path

_USE = 0


class GameLocks:
    """The locks of this process on the journal at `path`. OSError if there can be none."""

    def __init__(self, path: Path) -> None:
        name = path.with_name(f"{path.stem}.lock")
        self._fileno = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def close(self) -> None:
        os.close(self._fileno)

    def use(self) -> bool:
        """Share the journal with others; False while another has it alone. Ends `use_alone`."""
        return self._lock(LOCK_SH, _USE)

    def use_alone(self) -> bool:
        """Have the journal alone; False while another uses it."""
        return self._lock(LOCK_EX, _USE)

    def take(self, game: int) -> bool:
        """Lock `game`; False if another process has it."""
        return self._lock(LOCK_EX, game)

    def release(self, game: int) -> None:
        lockf(self._fileno, LOCK_UN, 1, game)

    def _lock(self, kind: int, byte: int) -> bool:
        try:
            lockf(self._fileno, kind | LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):  # POSIX has both for a lock that somebody else has
            return False
        return True
