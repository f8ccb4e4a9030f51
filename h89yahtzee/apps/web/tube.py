"""Transports for the game on a web page: to the emulated H19 on the page, and to a serial port of the browser."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.transport.transport import Transport

ROWS = 25
READY = 0
"""A number in place of a file descriptor, which a page lacks. The event loop is told that it always has input."""


class Post(Protocol):
    """A function that posts a message to the page; it takes the message's kind, and its members by name."""

    def __call__(self, kind: str, /, **members: object) -> None: ...


class Tube:
    """A transport to the emulated H19 on the page, and also to a real terminal if `line` is set."""

    def __init__(self, post: Post) -> None:
        self.line: Transport | None = None
        self._post = post
        self._terminal = Terminal()
        self._input: deque[KeyPress | Click] = deque()
        self._rows: list[bytes] = [b""] * ROWS
        self._cursor: dict[str, object] | None = None

    def take(self, pressed: KeyPress | Click) -> None:
        self._input.append(pressed)

    def text(self) -> str:
        """Return the text on the screen, a line of text for each row."""
        return self._terminal.grid().text()

    # Methods of a transport, which the session calls

    def fileno(self) -> int | None:
        return READY

    def receive(self) -> bytes:
        """Return the bytes of the keys pressed before the next click, then those from the real terminal."""
        while self._input and not isinstance(first := self._input[0], Click):
            self._terminal.press(first)
            self._input.popleft()
        self._sound()
        return self._terminal.data_to_send() + (b"" if self.line is None else self.line.receive())

    def take_click(self) -> Click | None:
        """Return the next click if no earlier input is still to be received, else None."""
        if not (self._input and isinstance(first := self._input[0], Click)):
            return None
        self._input.popleft()
        return first

    def send(self, data: bytes) -> int:
        taken = len(data) if self.line is None else self.line.send(data)
        self._terminal.feed(data[:taken])
        self._show()
        self._sound()
        return taken

    def close(self) -> None:
        if self.line is not None:
            self.line.close()

    def _sound(self) -> None:
        bells, clicks = self._terminal.bells(), self._terminal.clicks()
        if bells or clicks:
            self._post("sound", bells=bells, clicks=clicks)

    def _show(self) -> None:
        rows = [self._terminal.row_bytes(row) for row in range(ROWS)]
        changed = [[row, rows[row]] for row in range(ROWS) if rows[row] != self._rows[row]]
        cursor = self._seen_cursor()
        if changed or cursor != self._cursor:
            self._rows, self._cursor = rows, cursor
            self._post("tube", rows=changed, cursor=cursor)

    def _seen_cursor(self) -> dict[str, object] | None:
        (row, column), modes = self._terminal.cursor, self._terminal.modes
        if modes.cursor_off or row >= self._terminal.lines:
            return None
        return {"row": row, "column": column, "block": modes.block}


MOST_AHEAD = 64
"""The most bytes posted to the page that the serial port hasn't accepted yet: XOFF can't stop these bytes."""


class RelayedLine:
    def __init__(self, post: Post) -> None:
        self._post = post
        self._received = bytearray()
        self._ahead = 0

    def take(self, data: bytes) -> None:
        self._received += data

    def note_taken(self, count: int) -> None:
        self._ahead = max(0, self._ahead - count)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        received = bytes(self._received)
        self._received.clear()
        return received

    def send(self, data: bytes) -> int:
        taken = data[: MOST_AHEAD - self._ahead]
        if taken:
            self._ahead += len(taken)
            self._post("serial", event="send", bytes=taken)
        return len(taken)

    def close(self) -> None:
        self._post("serial", event="close")
