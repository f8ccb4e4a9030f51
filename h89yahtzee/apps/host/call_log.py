"""The log of a host, a line for each event of a call, and texts for callers and for the host's owner."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from pathlib import PurePath

from h89yahtzee.apps.command import complain, printable, reason
from h89yahtzee.store.own_files import own_file

_LONGEST = 500
"""The most characters in a line of the log."""


class CallLog:
    """Appends to the file at `path`, which may be rotated meanwhile, or writes to standard error if `path` is None.

    `clock` gives the seconds since 1970. A line that can't be written is lost; the first of several failures is
    reported on standard error, already when the log is made.
    """

    def __init__(self, path: str | None, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._has_failed = False
        if path is not None:
            self._append(path, b"")

    def note(self, where: str, what: str) -> None:
        """Log the time, the line or address `where`, and `what` happened there; control characters become `?`."""
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


class Ending(Enum):
    """A reason to end a call whose line still works: the last words to the caller, and the words for the log."""

    LEFT = "Goodbye, {name}.", "left"
    IDLE = "You did nothing for a long time. Your seat is kept: call again when you like.", "hung up, idle"
    CALLED_AGAIN = "You have called again on another line.", "called again on another line"
    STOPPED = "The host is being stopped. Your game is saved and your seat is kept.", "the host was stopped"

    @property
    def last_words(self) -> str:
        return self.value[0]

    @property
    def logged(self) -> str:
        return self.value[1]


OPEN = "{name}: open for callers"
IN_THE_CLEAR = "{name}: whoever can read along sees names and codes, since telnet is in the clear"
SET_ASIDE = "the guest book couldn't be used; it was set aside as {name}"
LINE_AWAY = "{closed}; it is tried again"

# Texts for the log.
ARRIVED = "{name} came for the first time, {terminal}"
CAME_BACK = "{name} came back, {terminal}"
ENDED = "{name}: {how} after {minutes} min"
TURNED_AWAY = "turned {count} callers away"
MADE_ROOM = "hung up, no key pressed and no room for others"
NOTHING_WRITTEN = "{reason}: who is here can't be written down"
WRITTEN_AGAIN = "who is here is written down again"
FAILURE = "an error of this program, {kind}: {error} ({file}, line {line})"


def failure(error: Exception) -> str:
    """Return a text for the log about an unexpected error: its kind, message, file and line."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return FAILURE.format(kind=type(error).__name__, error=error, file=PurePath(at.filename).name, line=at.lineno)


def loss(error: OSError) -> str:
    """Return why a line was lost, without the line's name, which the log has already."""
    return str(error).rpartition(": ")[2]
