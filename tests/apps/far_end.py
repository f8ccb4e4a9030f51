"""The terminal's end of a serial line, a pty or a connection, where a test types and reads.

A wait ends with an error after `LIMIT` seconds, or when all programs have come to rest (see `tests/rest.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from select import select
from time import monotonic
from typing import Generic, TypeVar

from h89yahtzee.solver.kernel import is_built
from tests.apps.screens import Screen
from tests.rest import readable_before_rest

LIMIT = 120.0 if is_built() else 240.0
"""Seconds after which a test stops waiting: more without the compiled kernel, as numpy reviews games slowly."""

QUIET = 0.5
"""Seconds after which a program that has sent nothing is taken to have nothing more to send."""

_S = TypeVar("_S", bound=Screen)


class FarEnd(Generic[_S]):
    """The terminal's end of a line or pty: bytes that arrive are shown on `screen` and kept in `received`."""

    def __init__(self, fileno: int, screen: _S) -> None:
        os.set_blocking(fileno, False)
        self.fileno = fileno
        self.screen = screen
        self.received = bytearray()
        self.has_ended = False

    def send(self, data: bytes) -> None:
        """Type `data`, and receive what arrives meanwhile."""
        while data and not self.has_ended:
            readable, writable, _ = select([self.fileno], [self.fileno], [], LIMIT)
            assert readable or writable, self._report("the line takes nothing")
            if readable:
                self._receive()
            elif writable:
                data = data[self._write(data[:256]) :]

    def wait_until(self, seen: Callable[[], bool], what: str) -> None:
        deadline = monotonic() + LIMIT
        while not seen():
            assert not self.has_ended, self._report(f"the line ended before {what}")
            self._receive_before(deadline, what)

    def wait_for_value(self, read: Callable[[], object], expected: object) -> None:
        """Wait until `read()` equals `expected`."""
        try:
            self.wait_until(lambda: read() == expected, repr(expected))
        except AssertionError as error:
            raise AssertionError(f"{read()!r} stands there instead of {expected!r}") from error

    def wait_for(self, *texts: str) -> None:
        """Wait until all of `texts` are on the screen."""
        self.wait_until(lambda: all(map(self.text().__contains__, texts)), repr(texts))

    def wait_for_end(self) -> None:
        deadline = monotonic() + LIMIT
        while not self.has_ended:
            self._receive_before(deadline, "the end of the line")

    def wait_for_silence(self) -> bytes:
        """Receive until nothing has arrived for `QUIET` seconds; return the bytes that arrived."""
        start, deadline = len(self.received), monotonic() + LIMIT
        while not self.has_ended and select([self.fileno], [], [], QUIET)[0]:
            self._receive_before(deadline, "silence")
        return bytes(self.received[start:])

    def post_here(self, done: bytes = b"d") -> None:
        """Once the dice lie still, post them in the selected row although rolls may be left. The `y` typed last
        confirms a score of 0 if that is asked; otherwise it ends the time in which the score can be taken back."""
        self.wait_for_silence()
        self.send(done + b"y")

    def text(self) -> str:
        return "\n".join(self.screen.rows())

    def words(self) -> str:
        """Return the text of the screen with single blanks in place of line ends and repeated blanks."""
        return " ".join(self.text().split())

    def _receive_before(self, deadline: float, what: str) -> None:
        in_time = readable_before_rest(self.fileno, max(0.0, deadline - monotonic()))
        assert in_time, self._report(f"the programs came to rest, or {LIMIT} s passed, without {what}")
        self._receive()

    def _write(self, data: bytes) -> int:
        try:
            return os.write(self.fileno, data)
        except BlockingIOError:
            return 0
        except OSError:  # nobody has the other end open any longer
            self.has_ended = True
            return 0

    def _receive(self) -> None:
        try:
            data = os.read(self.fileno, 65536)
        except OSError:  # a pty reports so that nobody has its other end open
            data = b""
        self.has_ended = not data
        self.received += data
        self.screen.feed(data)

    def _report(self, problem: str) -> str:
        return f"{problem}; the screen:\n{self.text()}\nthe last bytes: {bytes(self.received[-200:])!r}"
