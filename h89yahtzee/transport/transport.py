"""The contract of all transports, such as serial lines and sockets, and the base class of most.

A transport moves bytes and knows nothing about terminals. No transport waits: an event loop selects on `fileno()`,
or polls a transport without a descriptor.
"""

import termios
from abc import ABC, abstractmethod
from typing import Protocol


class TransportClosed(OSError):
    """Raised if the medium is gone or could not be opened, with text like "/dev/ttyUSB0: the line went away"."""


class HungUp(TransportClosed):
    """Raised at the end of the input: the other end has closed the medium in good order, perhaps in one direction
    only."""


class Transport(Protocol):
    """A two-way byte stream that never blocks. Once a call raised TransportClosed, `receive` and `send` do too; but
    after HungUp `send` works as long as the medium takes bytes."""

    def fileno(self) -> int | None:
        """Return the descriptor to select on for input; None if there is none, at the end of the input, or once the
        transport is closed."""

    def receive(self) -> bytes:
        """Return the bytes that have arrived, perhaps none; raise TransportClosed at the end of input."""

    def send(self, data: bytes) -> int:
        """Send the start of `data`; return the number of bytes that the medium took, 0 while stopped or full."""

    def close(self) -> None:
        """Close the transport and undo the changes made by opening it. Never raises; a second call does nothing."""


FAILURES = (OSError, termios.error)
"""The exceptions of a failed medium; pyserial's are OSErrors, but termios.error isn't one."""


class Medium(ABC):
    """Base of transports over a descriptor that doesn't block; `name` begins the text of TransportClosed."""

    _loss: str
    """The reason in TransportClosed after a failure."""
    _end = ""
    """The reason in HungUp after a read of no bytes; empty if such a read doesn't mean the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._gone = ""
        self._has_ended = False

    def fileno(self) -> int | None:
        return None if self._gone or self._has_ended else self._descriptor()

    @property
    def is_gone(self) -> bool:
        """Whether the medium was closed or has failed; at the end of the input it may still take bytes."""
        return bool(self._gone)

    def receive(self) -> bytes:
        self._check()
        try:
            received = self._read()
        except BlockingIOError:
            return b""
        except FAILURES as error:
            raise self._lost(self._loss) from error
        if self._end and not received:
            self._has_ended = True
            raise HungUp(f"{self.name}: {self._end}")
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
    def _descriptor(self) -> int: ...

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
