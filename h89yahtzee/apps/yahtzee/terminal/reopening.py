"""A line that was gone comes back: it is tried once a second until it can be opened."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Generic, TypeVar

RETRY_DELAY = 1.0
"""Seconds between two attempts."""
_POLL_DELAY = 0.1
"""Seconds between two looks whether an attempt is over."""

T = TypeVar("T")


class Reopening(Generic[T]):
    """A source for the event loop, which gives what `open_again` has opened to `opened`, once.

    A device is there or not, but a TCP connection may take seconds to fail: attempts are made beside the loop.
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
