"""The log of a host: a text line or a line of JSON for each event. Of the callers who give no name, only a few are
logged in each minute."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from h89yahtzee.apps.command import complain, printable, reason
from h89yahtzee.store.own_files import own_file

NAME = "yahtzee-host"
_LONGEST = 500
"""The most characters of a text line in the log. If events are written as JSON, each of the two texts that `note`
takes may have so many characters."""


class CallLog:
    """The log in the file at `path`, or on standard error if `path` is None.

    The file is opened anew for each event, so that it may be rotated while the host runs. `clock` returns the
    seconds since 1970. With `is_json` each event is written as a JSON object. An event that can't be written is
    lost; the first of several failures in succession is reported on standard error. The constructor checks that the
    file can be written.
    """

    def __init__(self, path: str | None, clock: Callable[[], float], is_json: bool = False) -> None:
        self._path = path
        self._clock = clock
        self._is_json = is_json
        self._has_failed = False
        if path is not None:
            self._append(path, b"")

    def note(self, where: str, what: str) -> None:
        """Log the time, `where` (the caller's line or address, or "host"), and `what` (the event); control
        characters become `?`."""
        time = datetime.fromtimestamp(self._clock(), tz=UTC).astimezone()
        if self._is_json:
            text = self._as_json(time, where, what)
        else:
            text = printable(f"{time:%Y-%m-%d %H:%M:%S} {where}: {what}")[:_LONGEST]
        line = text.encode("ascii", "backslashreplace") + b"\n"
        if self._path is None:
            with suppress(OSError):
                sys.stderr.buffer.write(line)
                sys.stderr.flush()
        else:
            self._append(self._path, line)

    @staticmethod
    def _as_json(time: datetime, where: str, what: str) -> str:
        """Return an event, described as in `note`, as a JSON object in ASCII."""
        way, _, place = printable(where[:_LONGEST]).partition(" ")
        told = {"time": time.isoformat(timespec="seconds"), "way": way, "from": place or None}
        return json.dumps(told | {"what": printable(what[:_LONGEST])})

    def _append(self, path: str, line: bytes) -> None:
        try:
            with open(path, "ab", buffering=0, opener=own_file) as file:
                file.write(line)
            self._has_failed = False
        except OSError as error:
            if not self._has_failed:
                complain(NAME, f"{reason(error)}: the log isn't written")
            self._has_failed = True


MOST_A_MINUTE = 10
MORE = "{count} more came and gave no name"


class Strangers:
    """The log of callers who gave no name. In each minute the first ten are logged one by one, and then only the
    number of the others.

    So even a long scan of the ports doesn't fill the disk. The constructor's `note(where, what)` is the function
    that writes to the log.
    """

    def __init__(self, note: Callable[[str, str], None], clock: Callable[[], float]) -> None:
        self._note = note
        self._clock = clock
        self._minute_ends = clock()
        self._count = 0

    def note(self, where: str, what: str) -> None:
        self.tell()
        if self._count < MOST_A_MINUTE:
            self._note(where, what)
        self._count += 1

    def tell(self) -> None:
        """If the present minute is over, log how many callers in that minute weren't logged one by one, and begin a
        new minute."""
        if self._clock() < self._minute_ends:
            return
        if self._count > MOST_A_MINUTE:
            self._note("host", MORE.format(count=self._count - MOST_A_MINUTE))
        self._count, self._minute_ends = 0, self._clock() + 60.0
