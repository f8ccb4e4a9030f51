"""The line of an emulated H19: one connection from beginning to end, or a port that callers dial in to."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from h89yahtzee.transport.network.tcp import Listener, TcpTransport
from h89yahtzee.transport.transport import Transport, TransportClosed

LEAVING_TIME = 1.0
"""Seconds after a key in which a command ends by it."""


class Hold(Enum):
    """When the screen of a command that has ended stays until a key is pressed."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def leaves_screen(self, since_key: float) -> bool:
        """Whether it stays, so many seconds after the last key."""
        return self is Hold.ALWAYS or (self is Hold.AUTO and since_key > LEAVING_TIME)


class FixedLine:
    """A connection that is there from the start; when it is gone, so is the line. A pty has no speed to set.

    `leaves_screen` says whether what is then on the screen stays there until a key is pressed, by the seconds
    since the last one.
    """

    def __init__(
        self,
        name: str,
        transport: Transport,
        send_break: Callable[[], bool],
        set_baud_rate: Callable[[int], None] = lambda _: None,
        leaves_screen: Callable[[float], bool] = lambda _: False,
    ) -> None:
        self.name = name
        self._transport = transport
        self.send_break = send_break
        self.set_baud_rate = set_baud_rate
        self.leaves_screen = leaves_screen

    def transport(self) -> Transport:
        return self._transport

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def lost(self, error: TransportClosed) -> None:
        raise error

    def close(self) -> None:
        self._transport.close()


class CallersLine:
    """A port that takes one caller after another. A caller's network connection has no BREAK and no speed."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._caller: TcpTransport | None = None

    @property
    def name(self) -> str:
        if self._caller is None:
            return f"waiting at {self._listener.name}"
        return f"{self._caller.name} at {self._listener.name}"

    def transport(self) -> Transport | None:
        """The connection, None while there is none; TransportClosed if there won't be another."""
        self._caller = self._listener.accept() or self._caller
        return self._caller

    def fileno(self) -> int | None:
        """The descriptor to select on for input or for a caller."""
        return self._listener.fileno() if self._caller is None else self._caller.fileno()

    def lost(self, error: TransportClosed) -> None:  # noqa: ARG002
        """Note that the connection is gone; there may be another."""
        if self._caller is not None:
            self._caller.close()
            self._caller = None

    def leaves_screen(self, _: float) -> bool:
        return False

    def send_break(self) -> None: ...

    def set_baud_rate(self, baud: int) -> None: ...

    def close(self) -> None:
        if self._caller is not None:
            self._caller.close()
        self._listener.close()


HostLine = FixedLine | CallersLine
