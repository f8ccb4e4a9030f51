"""Waiting for input and for signals: signals are noted, wake the event loop up, and are asked for there."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from select import select
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_WATCHED = (*ENDING, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)


def wait_for_input(filenos: Sequence[int], seconds: float | None) -> None:
    """Wait until one of the descriptors has input, at most so long; None: for ever."""
    select(filenos, [], [], seconds)


class SignalWatch:
    """Keeps the signals of a terminal program, while entered, from doing more than wake the event loop up."""

    def __init__(self) -> None:
        self._noted: list[int] = []
        self._readable, self._writable = os.pipe()
        os.set_blocking(self._readable, False)
        os.set_blocking(self._writable, False)

    def __enter__(self) -> SignalWatch:
        self._wakeup_fd = signal.set_wakeup_fd(self._writable, warn_on_full_buffer=False)
        self._handlers = {number: signal.signal(number, self._note) for number in _WATCHED}
        for number in _WATCHED:
            # Otherwise a call that waits for the foreground, as when setting a terminal's modes, fails there.
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
        """The signals noted since the last call."""
        try:
            while os.read(self._readable, 512):
                pass
        except BlockingIOError:
            pass
        noted, self._noted = self._noted, []
        return noted

    def suspend(self, leave: Callable[[], None], come_back: Callable[[], None]) -> None:
        """Leave the terminal, stop this process as ^Z would have, and come back when it is continued.

        If no shell could continue it (an orphaned process group), the system doesn't stop it at all.
        """
        leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        come_back()
        # However often it was continued on its way to the foreground, that is answered.
        self._noted = [number for number in self._noted if number != signal.SIGCONT]
