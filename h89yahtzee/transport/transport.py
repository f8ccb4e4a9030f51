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
    """Raised at the end of the input: the other end has closed the medium without an error, or has only ended its
    own sending."""


class Transport(Protocol):
    """A two-way byte stream that never blocks.

    After a call has raised TransportClosed, `receive` and `send` raise it too. But after HungUp, the kind of
    TransportClosed that tells only of the end of the input, `send` still works as long as the medium takes bytes.
    """

    def fileno(self) -> int | None:
        """Return the descriptor to select on for input. Return None if the transport has no descriptor, after the
        end of the input, and once the transport is closed."""

    def receive(self) -> bytes:
        """Return the bytes that have arrived, perhaps none. At the end of the input raise TransportClosed; most
        media raise its subclass HungUp."""

    def send(self, data: bytes) -> int:
        """Send as much of the start of `data` as the medium takes; return the number of bytes taken, which is 0
        while the medium is full or stopped by XOFF."""

    def close(self) -> None:
        """Close the transport and undo the changes made by opening it. This never raises; a second call does
        nothing."""


FAILURES = (OSError, termios.error)
"""The exceptions that a failed medium raises. Those of pyserial are OSErrors; termios.error isn't an OSError."""


class Medium(ABC):
    """Base class of transports over a descriptor that doesn't block. The text of TransportClosed begins with
    `name`, followed by a reason."""

    _loss: str
    """The reason in TransportClosed if a read or write fails."""
    _end = ""
    """The reason in HungUp if a read returns no bytes; empty if such a read doesn't mean the end of the input."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._gone = ""
        self._has_ended = False

    def fileno(self) -> int | None:
        return None if self._gone or self._has_ended else self._descriptor()

    @property
    def is_gone(self) -> bool:
        """Whether the medium was closed or has failed; False if only the input has ended, since bytes may still be
        sent then."""
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
