"""An emulated H19 as the medium that a game is played on.

What is sent goes to the emulator, whose tube is painted here; what its keyboard sends and it answers is received.
"""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.apps.blessed_screen import ROWS, Surface
from h89yahtzee.h19.keyboard import encode
from h89yahtzee.h19.terminal import Terminal


class EmulatedH19:
    """An H19 with this terminal for its tube and keyboard, and a legend below the tube where there is room."""

    def __init__(self, phosphor: str, legend: Sequence[str]) -> None:
        self._surface = Surface(phosphor)
        self._terminal = Terminal()
        self._legend = legend

    def enter(self) -> None:
        self._surface.enter()

    def exit(self) -> None:
        self._surface.exit()

    def fileno(self) -> int | None:
        return self._surface.fileno()

    def is_seen(self) -> bool:
        return self._surface.is_large_enough

    def receive(self) -> bytes:
        if self._surface.is_writable:
            self._paint()  # the window may have got another size
        keys = self._surface.take_keys()
        typed = b"".join(map(encode, keys)) if self.is_seen() else b""
        return typed + self._terminal.data_to_send()

    def send(self, data: bytes) -> int:
        if not self._surface.is_writable:
            return 0
        self._terminal.feed(data)
        self._paint()
        self._surface.beep(self._terminal.bells())
        return len(data)

    def close(self) -> None:
        self._surface.exit()

    def _paint(self) -> None:
        self._surface.paint([self._terminal.row_bytes(row) for row in range(ROWS)], self._legend)
