"""The emulated H19's line to a computer: one connection for the whole run, or a TCP port for callers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from h89yahtzee.transport.switchboard import Switchboard
from h89yahtzee.transport.transport import Medium, Transport, TransportClosed

LEAVING_TIME = 1.0
"""If a command ends within this many seconds of a key press, that key counts as the reason for the end."""


class Hold(Enum):
    """The cases in which the screen of an ended command stays until a key is pressed. AUTO: if the screen isn't
    blank and no key ended the command.
    """

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def leaves_screen(self, since_key: float, is_blank: bool) -> bool:
        """Return whether the screen stays, if the last key was pressed `since_key` seconds before the end."""
        return self is Hold.ALWAYS or (self is Hold.AUTO and not is_blank and since_key > LEAVING_TIME)


@dataclass(frozen=True, slots=True)
class FixedLine:
    """A line that is one connection for the whole run; its fields that are functions are called by the emulator.

    - `set_baud_rate` does nothing by default, because a pty has no speed.
    - `tell_rows` takes the number of rows of the tube that fit in the window, 24 or 25, when it may have changed.
    - `leaves_screen` takes, when the connection has ended, the seconds since the last key and whether the screen is
      blank; it returns whether the screen stays until a key is pressed.
    """

    name: str
    connection: Transport
    send_break: Callable[[], bool]
    set_baud_rate: Callable[[int], None] = lambda _: None
    tell_rows: Callable[[int], None] = lambda _: None
    leaves_screen: Callable[[float, bool], bool] = lambda *_: False

    def transport(self) -> Transport:
        return self.connection

    def fileno(self) -> int | None:
        return self.connection.fileno()

    def lost(self, error: TransportClosed) -> None:
        raise error

    def close(self) -> None:
        self.connection.close()


class CallersLine:
    """A TCP port that takes one caller after another. TCP connections have no BREAK and no speed."""

    def __init__(self, listener: Switchboard) -> None:
        self._listener = listener
        self._caller: Medium | None = None

    @property
    def name(self) -> str:
        if self._caller is None:
            return f"waiting at {self._listener.name}"
        return f"{self._caller.name} at {self._listener.name}"

    def transport(self) -> Transport | None:
        """Return the caller's connection, after accepting a waiting caller; None without a caller."""
        self._caller = self._listener.accept() or self._caller
        return self._caller

    def fileno(self) -> int | None:
        """Return the descriptor to select on: the caller's, or without a caller the port's."""
        return self._listener.fileno() if self._caller is None else self._caller.fileno()

    def lost(self, error: TransportClosed) -> None:  # noqa: ARG002
        """Close the caller's connection, so that another caller may come."""
        if self._caller is not None:
            self._caller.close()
            self._caller = None

    def leaves_screen(self, *_: float) -> bool:
        return False

    def send_break(self) -> None: ...

    def set_baud_rate(self, baud: int) -> None: ...

    def tell_rows(self, rows: int) -> None: ...

    def close(self) -> None:
        if self._caller is not None:
            self._caller.close()
        self._listener.close()


ComputerLine = FixedLine | CallersLine
