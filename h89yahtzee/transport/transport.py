"""The contract of every medium that bytes travel over.

A transport moves bytes and knows nothing about terminals. It never waits: who owns the loop selects on
`fileno()`, or polls where there is none.
"""

from typing import Protocol


class TransportClosed(OSError):
    """The medium is gone, or could not be opened.

    The text is one line that names the medium: "/dev/ttyUSB0: the line went away".
    """


class Transport(Protocol):
    """A two-way byte stream that never blocks.

    Once a call raised TransportClosed, every later `receive` and `send` does.
    """

    def fileno(self) -> int | None:
        """The descriptor to select on for input; None where there is none or the transport is closed."""

    def receive(self) -> bytes:
        """What has arrived, b"" when nothing has; TransportClosed at the end of input."""

    def send(self, data: bytes) -> int:
        """How many bytes of `data`, from its start, the medium took; 0 while it is stopped or full."""

    def close(self) -> None:
        """Restore what opening changed. Never raises; a second call does nothing."""
