"""A terminal at the other end of a serial line, which this program opens."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from h89yahtzee.apps.sessions.screen_session import execution
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.transport.pacing import PacedTransport

if TYPE_CHECKING:
    from h89yahtzee.apps.sessions.session_report import LineReport

DEFAULT_BAUD = 9600


def open_line(url: str, baud: int, caps: Termcap, report: LineReport | None = None) -> PacedTransport:
    """Open the line `url` to the terminal described by `caps`, at `baud` bits a second.

    With a `report` this program obeys XOFF, not the operating system, which would keep XOFF from the report.
    ValueError for a wrong name, TransportClosed if the line can't be opened.
    """
    from h89yahtzee.transport.serial_line import open_serial

    line = open_serial(url, baud, obeys_xon_xoff=report is None)
    transport = line if report is None else report.measured(line)
    speed, own_flow_control = bytes_per_second(baud), not line.honours_xon_xoff
    return PacedTransport(transport, speed, time.monotonic, own_flow_control, execution(caps))


RETRY_DELAY = 1.0
"""Seconds between two attempts to open a lost line."""
_POLL_DELAY = 0.1
"""Seconds between two checks whether an attempt to open a line is over."""

T = TypeVar("T")


class Reopening(Generic[T]):
    """Calls `open_again` until it succeeds, and then `opened` with the result; run by the event loop.

    Attempts run in a thread, since a TCP connection may take seconds to fail. `opened` must remove this source from
    the loop.
    """

    def __init__(self, open_again: Callable[[], T], opened: Callable[[T], None]) -> None:
        self._open_again = open_again
        self._opened = opened
        self._found: list[T] = []
        self._attempt: Thread | None = None
        self._next_look = time.monotonic() + RETRY_DELAY

    def fileno(self) -> None: ...

    def wakes_in(self) -> float:
        return max(0.0, self._next_look - time.monotonic())

    def take_input(self) -> None:
        if self._attempt is None:
            self._attempt = Thread(target=self._try, daemon=True)
            self._attempt.start()
        elif not self._attempt.is_alive():
            self._attempt = None
        self._next_look = time.monotonic() + (RETRY_DELAY if self._attempt is None else _POLL_DELAY)
        if self._found:
            self._opened(self._found.pop())

    def _try(self) -> None:
        with suppress(OSError, ValueError):
            self._found.append(self._open_again())
