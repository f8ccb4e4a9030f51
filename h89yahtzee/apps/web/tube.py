"""The tube of the page as the medium of a game: an emulated H19, whose cells the page draws, and its keyboard.

While a real terminal is connected it is sent the same bytes, and its keys count as those of the page do.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.mouse import Click
from h89yahtzee.transport.transport import Transport

ROWS = 25
READY = 0
"""What stands for the descriptor that isn't there: whoever wakes the loop up says that there is input."""


class Post(Protocol):
    """Posts a message to the page: its kind and its members."""

    def __call__(self, kind: str, /, **members: object) -> None: ...


class Tube:
    """A transport with the emulated H19 behind it, and `line`, which leads to a real one, beside that."""

    def __init__(self, post: Post) -> None:
        self.line: Transport | None = None
        self._post = post
        self._terminal = Terminal()
        self._input: deque[KeyPress | Click] = deque()
        self._rows: list[bytes] = [b""] * ROWS
        self._cursor: dict[str, object] | None = None

    def take(self, pressed: KeyPress | Click) -> None:
        """Take a key or a click, in their order."""
        self._input.append(pressed)

    def text(self) -> str:
        """What stands on the tube, a line a row."""
        return self._terminal.grid().text()

    # For the session

    def fileno(self) -> int | None:
        return READY

    def receive(self) -> bytes:
        """The bytes of the keys pressed before the next click, and those of the real terminal."""
        while self._input and not isinstance(first := self._input[0], Click):
            self._terminal.press(first)
            self._input.popleft()
        self._sound()
        return self._terminal.data_to_send() + (b"" if self.line is None else self.line.receive())

    def take_click(self) -> Click | None:
        """The click that came before anything that is still to be received."""
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
        """Post the rows that have changed."""
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
