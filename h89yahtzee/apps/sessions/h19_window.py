"""An emulated H19 in this terminal's window, as the transport of a game's session.

Bytes sent go to the emulator, whose screen is painted in the window. Bytes received come from the emulator's
keyboard and its answers to queries. Mouse clicks, which a real H19 can't send, are taken separately.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.apps.blessed_screen import PAGE_ROWS, BlessedScreen
from h89yahtzee.apps.command import say
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.h19.keyboard import encode
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.seat import NOTHING_COPIED, Copied
from h89yahtzee.table.texts import TOO_SMALL


class H19Window:
    """A transport to an H19 emulated in this terminal. Below the H19's screen the window shows the text that
    `legend` returns, if there is room.

    Whenever the text that `copied` returns changes, the clipboard gets this text. `display` describes the H19's
    screen as shown in a large window; in a window with too few rows its 25th row is left out. When the H19's screen
    has been removed from the window, the lines that `last_words` returns are printed.
    """

    def __init__(self, phosphor: str, display: Display) -> None:
        self._screen = BlessedScreen(phosphor, TOO_SMALL, mouse=display.has_mouse)
        self._input: deque[KeyPress | Click] = deque()
        self._terminal = Terminal()
        self._display = display
        self.legend: Callable[[], str] = lambda: ""
        self.copied: Callable[[], Copied] = lambda: NOTHING_COPIED
        self.last_words: Callable[[], str] = lambda: ""
        self._copied = NOTHING_COPIED

    def enter(self) -> None:
        self._screen.enter()

    def exit(self) -> None:
        self._screen.exit()
        for line in self.last_words().splitlines():
            say(line)

    def fileno(self) -> int | None:
        return self._screen.fileno()

    def is_seen(self) -> bool:
        return self._screen.is_large_enough

    def display(self) -> Display:
        """Return the display for the window's present size: with the 25th row or without."""
        has_room = self._screen.measure().rows >= self._display.rows
        return self._display if has_room else replace(self._display, rows=PAGE_ROWS)

    def repaint(self) -> None:
        self._screen.repaint()

    def receive(self) -> bytes:
        """Return the bytes that the H19 sends: first those for the keys pressed before the next mouse click, then
        those of its answers to queries."""
        # The loop calls this method after each signal: paint here, so that `is_seen` knows the window's new size.
        if self._screen.is_writable:
            self._paint()
        self._input += self._screen.take_input()
        typed = b""
        while self._input and not isinstance(first := self._input[0], Click):
            typed += encode(first)
            self._input.popleft()
        return typed + self._terminal.data_to_send()

    def take_click(self) -> Click | None:
        """Return the next click; None if there is none, or if earlier keys haven't been received yet."""
        first = self._input[0] if self._input else None
        if not isinstance(first, Click):
            return None
        self._input.popleft()
        return first

    def send(self, data: bytes) -> int:
        if not self._screen.is_writable:
            return 0
        self._terminal.feed(data)
        self._paint()
        self._screen.beep(self._terminal.bells())
        return len(data)

    def close(self) -> None:
        self._screen.exit()

    def _paint(self) -> None:
        tube = [self._terminal.row_bytes(row) for row in range(self.display().rows)]
        self._screen.paint(tube, [self.legend()])
        copied = self.copied()
        if copied != self._copied and copied != NOTHING_COPIED:
            self._screen.copy(copied.text)
        self._copied = copied
