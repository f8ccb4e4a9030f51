"""An emulated H19 in this terminal's window, as the medium that a game is played on.

What is sent goes to the emulator, whose tube is painted here; what its keyboard sends and what it answers is
received. Clicks on the tube, which no H19 could tell of, travel beside these bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.apps.blessed_screen import FEWEST_ROWS, BlessedScreen
from h89yahtzee.h19.keyboard import encode
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.mouse import Click
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.texts import TOO_SMALL


class H19Window:
    """An H19 with this terminal for its tube and keyboard, and `legend` below the tube where there is room.

    `display` is that of a window with all rows; others go without the tube's 25th line.
    """

    def __init__(self, phosphor: str, display: Display, mouse: bool) -> None:
        self._screen = BlessedScreen(phosphor, TOO_SMALL, mouse=mouse)
        self._input: deque[KeyPress | Click] = deque()
        self._terminal = Terminal()
        self._display = display
        self.legend: Callable[[], str] = lambda: ""

    def enter(self) -> None:
        self._screen.enter()

    def exit(self) -> None:
        self._screen.exit()

    def fileno(self) -> int | None:
        return self._screen.fileno()

    def is_seen(self) -> bool:
        return self._screen.is_large_enough

    def display(self) -> Display:
        """What the window has room for now."""
        has_room = self._screen.window_size.rows >= self._display.rows
        return self._display if has_room else replace(self._display, rows=FEWEST_ROWS)

    def repaint(self) -> None:
        self._screen.repaint()

    def receive(self) -> bytes:
        """The bytes of the keys pressed before the next click, and answers.

        The tube is painted here too: the loop comes by after every signal and before keys count, so a window that
        has another size is painted anew before anybody asks whether the keys' effect is seen.
        """
        if self._screen.is_writable:
            self._paint()
        self._input += self._screen.take_input()
        typed = b""
        while self._input and not isinstance(first := self._input[0], Click):
            typed += encode(first)
            self._input.popleft()
        return typed + self._terminal.data_to_send()

    def take_click(self) -> Click | None:
        """The click that came before anything that is still to be received."""
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
