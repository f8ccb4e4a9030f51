"""Which games a program plays, so that no other goes on with them.

Byte n of a file beside the journal is locked for game n, and byte 0 by everybody who writes to the journal. The
system takes the locks back however a program ends. They are a process's: one that opened the file twice would not
be kept out by itself, and would lose all of them with the first that it closed.
"""

from __future__ import annotations

import os
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, lockf
from pathlib import Path

_USE = 0


class GameLocks:
    """The locks of this process on the journal at `path`. OSError where they can't be had."""

    def __init__(self, path: Path) -> None:
        name = path.with_name(f"{path.stem}.lock")
        self._fileno = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def close(self) -> None:
        os.close(self._fileno)

    def use(self) -> bool:
        """Use the journal beside others; False while somebody has it alone. Ends `use_alone`."""
        return self._lock(LOCK_SH, _USE)

    def use_alone(self) -> bool:
        """Have the journal alone, as far as nobody else uses it."""
        return self._lock(LOCK_EX, _USE)

    def take(self, game: int) -> bool:
        """Play `game`; False when another process does."""
        return self._lock(LOCK_EX, game)

    def release(self, game: int) -> None:
        lockf(self._fileno, LOCK_UN, 1, game)

    def _lock(self, kind: int, byte: int) -> bool:
        try:
            lockf(self._fileno, kind | LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):  # POSIX has both for a lock that somebody else has
            return False
        return True
