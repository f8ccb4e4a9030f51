"""An H19 on the terminal that the program was started from: the emulator painted with blessed.

A medium like a line: what is sent goes to the emulator, and what it answers or its keyboard sends is received. The
only file that imports blessed, which asks the terminal questions as soon as it is used.
"""

from __future__ import annotations

import codecs
import os
import sys
import termios
from contextlib import ExitStack, suppress
from select import select
from typing import NamedTuple

os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "1")
NO_COLOR = bool(os.environ.pop("NO_COLOR", ""))
"""Taken out of the environment, since blessed would give up all capabilities for it."""

import blessed  # noqa: E402

from h89yahtzee.h19.charset import ASCII_GLYPHS, GLYPHS  # noqa: E402
from h89yahtzee.h19.keyboard import Key, encode  # noqa: E402
from h89yahtzee.h19.terminal import Terminal  # noqa: E402
from h89yahtzee.table import texts  # noqa: E402
from h89yahtzee.transport.transport import TransportClosed  # noqa: E402

ROWS = 25
COLUMNS = 80
_READ_SIZE = 4096
_ESCAPE_DELAY = 0.05

_COLORS = {"green": (51, 255, 102), "amber": (255, 176, 0), "white": (224, 232, 240)}

_KEYS = {
    "KEY_F1": Key.F1,
    "KEY_F2": Key.F2,
    "KEY_F3": Key.F3,
    "KEY_F4": Key.F4,
    "KEY_F5": Key.F5,
    "KEY_F6": Key.BLUE,
    "KEY_F7": Key.RED,
    "KEY_F8": Key.WHITE,
    "KEY_F9": Key.ERASE,
    "KEY_UP": Key.UP,
    "KEY_DOWN": Key.DOWN,
    "KEY_LEFT": Key.LEFT,
    "KEY_RIGHT": Key.RIGHT,
    "KEY_HOME": Key.HOME,
    "KEY_ENTER": Key.RETURN,
    "KEY_BACKSPACE": Key.BACKSPACE,
    "KEY_DELETE": Key.DELETE,
    "KEY_TAB": Key.TAB,
    "KEY_ESCAPE": Key.ESCAPE,
}


class _Window(NamedTuple):
    """The terminal's size and where the tube stands in it."""

    rows: int
    columns: int

    @property
    def is_large_enough(self) -> bool:
        return self.rows >= ROWS and self.columns >= COLUMNS

    @property
    def has_legend(self) -> bool:
        return self.rows > ROWS + len(texts.LEGEND)

    @property
    def left(self) -> int:
        return (self.columns - COLUMNS) // 2


class Surface:
    """An H19 whose tube has the given phosphor. Its keyboard is this terminal's."""

    def __init__(self, phosphor: str) -> None:
        self._terminal = blessed.Terminal()
        self._h19 = Terminal()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._contexts = ExitStack()
        self._painted: list[bytes | None] = [None] * ROWS
        self._window = _Window(0, 0)
        color = "" if NO_COLOR or not self._terminal.number_of_colors else _COLORS[phosphor]
        self._normal = str(self._terminal.normal) + (str(self._terminal.color_rgb(*color)) if color else "")
        self._reverse = self._normal + str(self._terminal.reverse)
        self._glyphs = GLYPHS if _can_encode(GLYPHS) else ASCII_GLYPHS

    def enter(self) -> None:
        self._contexts.enter_context(self._terminal.fullscreen())
        self._contexts.callback(self._write, str(self._terminal.normal))
        self._contexts.enter_context(self._terminal.cbreak())
        self._contexts.enter_context(self._terminal.hidden_cursor())
        self._window = _Window(0, 0)

    def exit(self) -> None:
        # A terminal that is gone can't be restored.
        with suppress(OSError, termios.error):
            self._contexts.close()

    def fileno(self) -> int:
        return sys.stdin.fileno()

    def receive(self) -> bytes:
        """What the H19 sends: its keys, and its answers to what it was sent."""
        self._refresh()
        keys = b"".join(self._pressed_keys()) if self._has_input() else b""
        return keys + self._h19.data_to_send()

    def send(self, data: bytes) -> int:
        self._h19.feed(data)
        self._refresh()
        if self._h19.bells():
            self._write("\a")
        return len(data)

    def close(self) -> None:
        self.exit()

    def _has_input(self) -> bool:
        return bool(select([self.fileno()], [], [], 0)[0])

    def _pressed_keys(self) -> list[bytes]:
        try:
            data = os.read(self.fileno(), _READ_SIZE)
        except OSError as error:
            raise TransportClosed("the terminal went away") from error
        if not data:
            raise TransportClosed("the terminal went away")
        self._terminal.ungetch(self._decoder.decode(data))
        codes = []
        while key := self._terminal.inkey(timeout=0, esc_delay=_ESCAPE_DELAY):
            named = _KEYS.get(key.name or "")
            if named is not None:
                codes.append(encode(named))
            elif len(key) == 1 and key.isascii():
                codes.append(encode(str(key)))
        return codes

    def _refresh(self) -> None:
        """Paint what changed: rows of the tube, or all of it when the window did."""
        window = _Window(self._terminal.height, self._terminal.width)
        output = []
        if window != self._window:
            self._window = window
            self._painted = [None] * ROWS
            output = [self._normal, str(self._terminal.clear), *self._frame()]
        if window.is_large_enough:
            output += [self._row(row) for row in range(ROWS)]
        self._write("".join(output))

    def _frame(self) -> list[str]:
        """What surrounds the tube, or stands there instead of it."""
        window = self._window
        if not window.is_large_enough:
            text = texts.TOO_SMALL.format(columns=window.columns, rows=window.rows)
            return [str(self._terminal.move_yx(0, 0)), texts.cut(text, window.columns * window.rows - 1)]
        if not window.has_legend:
            return []
        return [
            str(self._terminal.move_yx(ROWS + 1 + row, window.left)) + line for row, line in enumerate(texts.LEGEND)
        ]

    def _row(self, row: int) -> str:
        codes, painted = self._h19.row_bytes(row), self._painted[row]
        if codes == painted:
            return ""
        self._painted[row] = codes
        changed = [column for column in range(COLUMNS) if painted is None or codes[column] != painted[column]]
        first, last = changed[0], changed[-1]
        output = [str(self._terminal.move_yx(row, self._window.left + first))]
        reverse = None
        for code in codes[first : last + 1]:
            if reverse != (code >= 0x80):
                reverse = code >= 0x80
                output.append(self._reverse if reverse else self._normal)
            output.append(self._glyphs[code & 0x7F])
        return "".join(output)

    def _write(self, text: str) -> None:
        if text:
            try:
                self._terminal.stream.write(text)
                self._terminal.stream.flush()
            except OSError as error:
                raise TransportClosed("the terminal went away") from error


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
