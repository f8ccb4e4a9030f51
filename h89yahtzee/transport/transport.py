"""The contract of every medium that bytes travel over.

A transport moves bytes and knows nothing about terminals. It never waits: whoever owns the loop selects on
`fileno()`, or polls if there is none.
"""

from typing import Protocol


class TransportClosed(OSError):
    """Raised if the medium is gone or could not be opened; in one line: "/dev/ttyUSB0: the line went away"."""


class HungUp(TransportClosed):
    """Raised if the other end has closed the medium in good order."""


class Transport(Protocol):
    """A two-way byte stream that never blocks. Once a call raised TransportClosed, `receive` and `send` do too."""

    def fileno(self) -> int | None:
        """The descriptor to select on for input; None if there is none or the transport is closed."""

    def receive(self) -> bytes:
        """The bytes that have arrived, perhaps none; TransportClosed at the end of input."""

    def send(self, data: bytes) -> int:
        """Send `data`; the number of bytes that the medium took from its start, 0 while it is stopped or full."""

    def close(self) -> None:
        """Restore what opening changed. Never raises; a second call does nothing."""
