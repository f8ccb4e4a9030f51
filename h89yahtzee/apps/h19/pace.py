"""The two speeds at which an emulated H19 takes what arrives: at once, or as the line and the machine do."""

from __future__ import annotations

from typing import Protocol

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import character_time
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress

MOST_WAITING = 256
"""Bytes from the host that wait for the line; while there are more, no more are taken from the medium."""


class Pace(Protocol):
    """All times are in seconds of a clock that never goes back."""

    def receive(self, data: bytes, now: float) -> None: ...

    def press(self, key: KeyPress | LocalKey, now: float, shift: bool, ctrl: bool) -> None: ...

    def advance(self, now: float) -> None:
        """Do what is due."""
        ...

    def wakes_at(self) -> float | None: ...

    @property
    def takes_more(self) -> bool:
        """Whether more may be received."""
        ...

    def data_to_send(self) -> bytes: ...


class AtOnce:
    """Nothing takes time."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.takes_more = True

    def receive(self, data: bytes, now: float) -> None:  # noqa: ARG002
        self._terminal.feed(data)

    def press(self, key: KeyPress | LocalKey, now: float, shift: bool, ctrl: bool) -> None:  # noqa: ARG002
        self._terminal.press(key, shift=shift, ctrl=ctrl)

    def advance(self, now: float) -> None: ...

    def wakes_at(self) -> float | None:
        return None

    def data_to_send(self) -> bytes:
        return self._terminal.data_to_send()


class RealTime:
    """Bytes arrive at the line's speed and are executed at the machine's; the host obeys XOFF at once."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._machine = RealTimeTerminal(terminal)
        self._waiting = bytearray()
        self._next_byte_at = float("-inf")
        self._sent = b""
        self._host_waits = False

    @property
    def takes_more(self) -> bool:
        return len(self._waiting) < MOST_WAITING

    def receive(self, data: bytes, now: float) -> None:
        self._next_byte_at = max(self._next_byte_at, now)
        self._waiting += data

    def press(self, key: KeyPress | LocalKey, now: float, shift: bool, ctrl: bool) -> None:
        self.advance(now)
        self._machine.press(key, now, shift=shift, ctrl=ctrl)

    def advance(self, now: float) -> None:
        while self._waiting and not self._host_waits and self._next_byte_at <= now:
            self._machine.receive(bytes(self._waiting[:1]), self._next_byte_at)
            del self._waiting[:1]
            self._next_byte_at += character_time(self._terminal.baud_rate)
            self._note_flow_control()
        self._machine.advance(now)
        waited = self._host_waits
        self._note_flow_control()
        if waited and not self._host_waits:
            self._next_byte_at = max(self._next_byte_at, now)

    def _note_flow_control(self) -> None:
        """The bytes that wait here are the host's still: it obeys XOFF."""
        sent = self._machine.data_to_send()
        self._sent += sent
        for code in sent:
            if code in (XON, XOFF):
                self._host_waits = code == XOFF

    def wakes_at(self) -> float | None:
        arrives = self._next_byte_at if self._waiting and not self._host_waits else None
        return min((time for time in (self._machine.wakes_at(), arrives) if time is not None), default=None)

    def data_to_send(self) -> bytes:
        sent, self._sent = self._sent, b""
        return sent
