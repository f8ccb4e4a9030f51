"""Waiting for input and for signals. A signal is noted, and ends the event loop's wait."""

from __future__ import annotations

import os
import selectors
import signal
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_WATCHED = (*ENDING, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)


Wait = Callable[[Collection[int], float | None], Collection[int]]
"""A function that waits for input on descriptors for some seconds (None: forever), and returns those with input."""


class InputWait:
    """Waits for input by poll(2) on descriptors, which may differ from call to call."""

    def __init__(self) -> None:
        self._selector = selectors.PollSelector()
        self._watched = frozenset[int]()

    def __call__(self, filenos: Collection[int], seconds: float | None) -> Collection[int]:
        wanted = frozenset(filenos)
        for fileno in self._watched - wanted:
            self._selector.unregister(fileno)
        for fileno in wanted - self._watched:
            self._selector.register(fileno, selectors.EVENT_READ)
        self._watched = wanted
        return {key.fd for key, _ in self._selector.select(seconds)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """The time of an event loop: `clock` returns seconds, which never go back, and `for_input` waits for input."""

    clock: Callable[[], float] = time.monotonic
    for_input: Wait = field(default_factory=InputWait)


IN_REAL_TIME = Waiting()


class SignalWatch:
    """A context manager. In its block the signals that a terminal program gets, such as that of CTRL-C, are only
    noted, and end the event loop's wait."""

    def __init__(self) -> None:
        self._noted: list[int] = []
        self._readable, self._writable = os.pipe()
        os.set_blocking(self._readable, False)
        os.set_blocking(self._writable, False)

    def __enter__(self) -> SignalWatch:
        self._wakeup_fd = signal.set_wakeup_fd(self._writable, warn_on_full_buffer=False)
        self._handlers = {number: signal.signal(number, self._note) for number in _WATCHED}
        for number in _WATCHED:
            # Let interrupted system calls be restarted: in a background process tcsetattr(3) waits until the
            # process is in the foreground, and a signal would make it fail.
            signal.siginterrupt(number, False)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_fd)
        os.close(self._readable)
        os.close(self._writable)

    def _note(self, number: int, _: FrameType | None) -> None:
        self._noted.append(number)

    def fileno(self) -> int:
        return self._readable

    def take(self) -> list[int]:
        """Return the numbers of the signals noted since the last call."""
        try:
            while os.read(self._readable, 512):
                pass
        except BlockingIOError:
            pass
        noted, self._noted = self._noted, []
        return noted

    def suspend(self, leave: Callable[[], None], come_back: Callable[[], None]) -> None:
        """Call `leave`, stop this process as CTRL-Z does, and call `come_back` when the process is continued.

        The system doesn't stop a process that no shell could continue (in an orphaned process group).
        """
        leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        come_back()
        # Forget the SIGCONT that has continued this process: `come_back` has done what the program does after it.
        self._noted = [number for number in self._noted if number != signal.SIGCONT]
