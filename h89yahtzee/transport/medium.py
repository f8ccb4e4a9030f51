"""What most media have in common: a name, the answer once they are gone, and system calls that can fail."""

import termios
from abc import ABC, abstractmethod

from h89yahtzee.transport.transport import HungUp, TransportClosed

FAILURES = (OSError, termios.error)
"""How a medium's end shows; pyserial's exceptions are OSErrors, termios.error is none."""


class Medium(ABC):
    """A transport over a descriptor that doesn't block; `name` is what TransportClosed calls it."""

    _loss: str
    """The reason that TransportClosed gives after a failure."""
    _end = ""
    """The reason when a read gives nothing; empty if that is no end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._gone = ""

    def receive(self) -> bytes:
        self._check()
        try:
            received = self._read()
        except BlockingIOError:
            return b""
        except FAILURES as error:
            raise self._lost(self._loss) from error
        if self._end and not received:
            self._lost(self._end)
            raise HungUp(self._gone)
        return received

    def send(self, data: bytes) -> int:
        self._check()
        try:
            return self._write(data)
        except BlockingIOError:
            return 0
        except FAILURES as error:
            raise self._lost(self._loss) from error

    def close(self) -> None:
        self._gone = self._gone or f"{self.name}: closed"

    @abstractmethod
    def _read(self) -> bytes: ...

    @abstractmethod
    def _write(self, data: bytes) -> int: ...

    def _check(self) -> None:
        if self._gone:
            raise TransportClosed(self._gone)

    def _lost(self, reason: str) -> TransportClosed:
        self._gone = f"{self.name}: {reason}"
        return TransportClosed(self._gone)
