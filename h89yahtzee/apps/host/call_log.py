"""The log of a host: who came, from where, what they did and how it ended, a line each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from h89yahtzee.apps.command import complain, printable, reason
from h89yahtzee.store.own_files import own_file

_LONGEST = 500
"""Characters of a line, at most."""


class CallLog:
    """Appends to the file `path`, which may be rotated meanwhile, or writes to standard error without one.

    `clock` gives the seconds since 1970. A line that can't be written is lost; that is told once, at the
    beginning if it is known then.
    """

    def __init__(self, path: str | None, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._has_failed = False
        if path is not None:
            self._append(path, b"")

    def note(self, where: str, what: str) -> None:
        """Note what somebody on the line or at the address `where` did; no control character of theirs passes."""
        time = datetime.fromtimestamp(self._clock(), tz=UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        line = printable(f"{time} {where}: {what}")[:_LONGEST].encode("ascii", "backslashreplace") + b"\n"
        if self._path is None:
            with suppress(OSError):
                sys.stderr.buffer.write(line)
                sys.stderr.flush()
        else:
            self._append(self._path, line)

    def _append(self, path: str, line: bytes) -> None:
        try:
            with open(path, "ab", buffering=0, opener=own_file) as file:
                file.write(line)
            self._has_failed = False
        except OSError as error:
            if not self._has_failed:
                complain("yahtzee-host", f"{reason(error)}: the log isn't written")
            self._has_failed = True
