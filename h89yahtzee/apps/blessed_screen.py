"""The terminal in which the program was started, used as the screen (tube) and keyboard of an H19.

This is the only file that imports blessed. The terminal is sent no queries: some terminals don't answer them,
others answer late. Nothing here depends on the contents of the tube or the effects of keys.
"""

from __future__ import annotations

import codecs
import locale
import os
import sys
import termios
import textwrap
import tty
import warnings
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from select import select
from typing import TYPE_CHECKING, NamedTuple

from h89yahtzee.apps.command import printable
from h89yahtzee.apps.options.declarations import COLORS
from h89yahtzee.h19.keyboard import encode
from h89yahtzee.screen.charset import ASCII_GLYPHS, GLYPHS
from h89yahtzee.screen.key_reader import MOUSE_OFF, MOUSE_ON, Click, MouseReader, is_sequence, is_unfinished, pieces
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import copying
from h89yahtzee.screen.typed_line import unaccented
from h89yahtzee.transport.transport import TransportClosed

if TYPE_CHECKING:
    import blessed
    from blessed.keyboard import Keystroke

ROWS = 25
COLUMNS = 80
PAGE_ROWS = 24
"""The number of rows of a tube (an H19's screen) without the 25th line."""
_BLACK = (0, 0, 0)
_BLACK_OF_256 = 16
"""The number of black among a terminal's 256 colours. Black is there twice: this is the one in the colour cube (16
to 231), since users can change the colours 0 to 15."""
_KIND_OF_UNKNOWN = "xterm-256color"
_READ_SIZE = 4096
_ESCAPE_DELAY = 0.05
_ESCAPE = encode(Key.ESCAPE).decode("ascii")
_GONE = "the terminal went away"

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
    # An H19 has no PAGE UP and PAGE DOWN; on a PC's keypad these are on the keys 9 and 3.
    "KEY_PGUP": Key.KEYPAD_9,
    "KEY_PGDOWN": Key.KEYPAD_3,
    "KEY_HOME": Key.HOME,
    "KEY_ENTER": Key.RETURN,
    "KEY_BACKSPACE": Key.BACKSPACE,
    "KEY_DELETE": Key.DELETE,
    "KEY_TAB": Key.TAB,
    "KEY_ESCAPE": Key.ESCAPE,
}


class Cursor(NamedTuple):
    """A visible cursor: its place on the tube (the H19's screen), and whether it is a block or an underline."""

    row: int
    column: int
    block: bool


class Size(NamedTuple):
    rows: int
    columns: int


class BlessedScreen:
    """The screen of an H19 (tube), painted in a terminal's window: in the colour named `phosphor` on black, or in
    the terminal's own colours if `phosphor` is "none".

    If `raw`, CTRL-C and the like are keys, not signals. If `mouse`, the terminal is told to report clicks. In a
    window too small for the H19's screen, the first of the texts `too_small` that fits is shown.
    """

    def __init__(
        self,
        phosphor: str,
        too_small: Sequence[str],
        raw: bool = False,
        ascii_only: bool = False,
        mouse: bool = False,
    ) -> None:
        no_color = bool(os.environ.get("NO_COLOR"))
        self._terminal = _blessed_terminal()
        self._raw = raw
        self._mouse = MouseReader() if mouse else None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._contexts = ExitStack()
        self._too_small = too_small
        self._size = Size(0, 0)
        self.measure()
        self._tube_rows = PAGE_ROWS
        self._is_known = False
        self._painted: list[tuple[bytes, Cursor | None] | None] = []
        self._below: Sequence[str] = ()
        color = None if no_color or not self._terminal.number_of_colors else COLORS.get(phosphor)
        self._plain = str(self._terminal.normal)
        if color is not None:
            # The colours of phosphors can't be read on a light background, so the background is set to black.
            self._plain += str(self._terminal.color_rgb(*color)) + _on_black(self._terminal)
        self._glyphs = GLYPHS if not ascii_only and _can_be_shown(GLYPHS) else ASCII_GLYPHS

    def enter(self) -> None:
        # Set the modes before writing: if this is a background process, the system stops it here, before it writes.
        # TCSANOW keeps the keys typed so far.
        found = termios.tcgetattr(self.fileno())
        set_modes = tty.setraw if self._raw else tty.setcbreak
        set_modes(self.fileno(), termios.TCSANOW)
        # At the exit, TCSAFLUSH drops unread reports of the mouse, which the next program would receive.
        when = termios.TCSADRAIN if self._mouse is None else termios.TCSAFLUSH
        self._contexts.callback(termios.tcsetattr, self.fileno(), when, found)
        self._contexts.enter_context(self._terminal.fullscreen())
        # Clear the screen at the exit, since a terminal without an alternate screen keeps the painted texts.
        self._contexts.callback(self._write, str(self._terminal.normal) + str(self._terminal.clear))
        self._contexts.enter_context(self._terminal.hidden_cursor())
        if self._mouse is not None:
            self._contexts.callback(self._write, MOUSE_OFF)
            self._write(MOUSE_ON)
        # Register this callback last, so that it is called first: the other callbacks write, which is impossible
        # while CTRL-S stops output. This callback turns IXON off; the one registered first, tcsetattr, restores it.
        self._contexts.callback(_restart_output, self.fileno())
        self._size = Size(0, 0)
        self.repaint()

    def exit(self) -> None:
        # If the terminal is gone, there is nothing to restore.
        with suppress(OSError, termios.error):
            self._contexts.close()

    def fileno(self) -> int:
        return sys.stdin.fileno()

    def take_keys(self) -> list[KeyPress]:
        """Return the H19 keys pressed since the last call; raise TransportClosed once the terminal is gone."""
        return [taken for taken in self.take_input() if not isinstance(taken, Click)]

    def take_input(self) -> list[KeyPress | Click]:
        """Return the keys pressed, and the mouse clicks on the H19's screen, since the last call, in their order;
        raise TransportClosed once the terminal is gone."""
        if not self._has_input(0):
            return []
        data = self._read()
        # The rest of an escape sequence follows its ESC at once; after a typed ESC nothing follows at once.
        while is_unfinished(data) and self._has_input(_ESCAPE_DELAY):
            data += self._read()
        parts: Sequence[bytes | Click] = [data] if self._mouse is None else self._mouse.feed(data)
        taken: list[KeyPress | Click] = []
        for part in parts:
            taken += self._on_tube(part) if isinstance(part, Click) else self._keys_in(part)
        return taken

    def _has_input(self, seconds: float) -> bool:
        return bool(select([self.fileno()], [], [], seconds)[0])

    def _read(self) -> bytes:
        try:
            data = os.read(self.fileno(), _READ_SIZE)
        except OSError as error:
            raise TransportClosed(_GONE) from error
        if not data:
            raise TransportClosed(_GONE)
        return data

    def _keys_in(self, data: bytes) -> list[KeyPress]:
        keys: list[KeyPress] = []
        for piece in pieces(self._decoder.decode(data)):
            typed = self._typed(piece)
            # blessed splits an escape sequence that it doesn't know into several keystrokes: drop all of them.
            if len(typed) > 1 and is_sequence(piece):
                continue
            for key in typed:
                # On a raw terminal a line feed comes from the key LINE FEED. Elsewhere it counts as RETURN,
                # which the system turns into a line feed.
                keys += [Key.LINE_FEED] if self._raw and key == "\n" else _keys_of(str(key), key.name or "")
        return keys

    def _typed(self, text: str) -> list[Keystroke]:
        """Return the keystrokes that blessed finds in `text`, without reading from the terminal."""
        self._terminal.ungetch(text)
        return [*iter(lambda: self._terminal.inkey(timeout=0), "")]

    def _on_tube(self, click: Click) -> list[Click]:
        """Return a list with `click`, converted from rows and columns of the window to those of the H19's screen;
        the list is empty if `click` is outside the H19's screen."""
        row, column = click.row, click.column - self._left
        return [Click(row, column)] if 0 <= row < self._tube_rows and 0 <= column < COLUMNS else []

    def measure(self) -> Size:
        """Return the window's size in characters; 24 rows of 80 columns if the terminal doesn't know its size.

        `paint` uses the size that this method returned last, even if the window has changed since, because the rows
        that are passed to `paint` were chosen for that size.
        """
        self._measured = Size(self._terminal.height or PAGE_ROWS, self._terminal.width or COLUMNS)
        return self._measured

    @property
    def is_large_enough(self) -> bool:
        """Whether the window was large enough for the H19's screen when the window was last painted."""
        return self._size.rows >= self._tube_rows and self._size.columns >= COLUMNS

    @property
    def size(self) -> Size:
        """The size of the window when it was last painted."""
        return self._size

    @property
    def is_writable(self) -> bool:
        """Whether the terminal accepts output now; its user may have stopped output with CTRL-S."""
        return bool(select([], [self._terminal.stream], [], 0)[1])

    def repaint(self) -> None:
        """Let the next `paint` send the whole screen, not only what has changed: a window whose size has changed
        and changed back may have lost characters."""
        self._is_known = False

    def beep(self, times: int) -> None:
        self._write("\a" * times)

    def copy(self, text: str) -> None:
        """Put `text` into the clipboard, if the terminal allows that."""
        self._write(copying(text))

    def paint(self, tube: Sequence[bytes], below: Sequence[str] = (), cursor: Cursor | None = None) -> str:
        """Show `tube`, the rows of the H19's screen (80 video RAM bytes each), and below it the text lines `below`
        if there is room for them; return the text sent to the terminal.
        """
        size = self._measured
        output = []
        if not self._is_known or (size, len(tube)) != (self._size, self._tube_rows):
            self._size, self._tube_rows, self._is_known = size, len(tube), True
            self._painted, self._below = [None] * len(tube), ()
            output += [self._plain, str(self._terminal.hide_cursor), str(self._terminal.clear)]
            output += self._margins()
            if not self.is_large_enough:
                output.append(self._excuse())
        if self.is_large_enough:
            output += [self._row(row, codes, cursor) for row, codes in enumerate(tube)]
            output += self._lines_below(below)
        text = "".join(output)
        self._write(text)
        return text

    def _margins(self) -> list[str]:
        """Return the output that fills the window around the H19's screen with blanks, since many terminals clear
        to a background colour of their own."""
        rows, columns = self._size
        tube_rows = self._tube_rows if self.is_large_enough else 0
        beside = [
            self._at(row, at) + " " * width
            for row in range(tube_rows)
            for at, width in ((-self._left, self._left), (COLUMNS, columns - COLUMNS - self._left))
            if width
        ]
        return beside + [str(self._terminal.move_yx(row, 0)) + " " * columns for row in range(tube_rows, rows)]

    def _excuse(self) -> str:
        rows, columns = self._size
        needed = f"{COLUMNS}x{self._tube_rows}"
        texts = [text.format(columns=columns, rows=rows, needed=needed) for text in self._too_small]
        wrapped = [textwrap.wrap(text, max(1, columns - 1)) for text in texts]  # text in the last column may scroll
        lines = next((lines for lines in wrapped if len(lines) <= rows), wrapped[-1][:rows])
        return "".join(str(self._terminal.move_yx(row, 0)) + text_line for row, text_line in enumerate(lines))

    def _lines_below(self, lines: Sequence[str]) -> list[str]:
        """Return the output that shows `lines` below the tube (the H19's screen), after an empty row if there is
        room for that, too.

        The output is empty if `lines` are shown already, or if there isn't room for all of them.
        """
        if lines == self._below or len(lines) > self._size.rows - self._tube_rows:
            return []
        self._below, shown = lines, [printable(text_line)[:COLUMNS].ljust(COLUMNS) for text_line in lines]
        top = min(ROWS + 1, self._size.rows - len(lines))
        return [self._at(top + row) + self._plain + text_line for row, text_line in enumerate(shown)]

    @property
    def _left(self) -> int:
        """The column of the window in which the tube's first column is shown."""
        return (self._size.columns - COLUMNS) // 2

    def _at(self, row: int, column: int = 0) -> str:
        return str(self._terminal.move_yx(row, self._left + column))

    def _row(self, row: int, codes: bytes, cursor: Cursor | None) -> str:
        here = cursor if cursor is not None and cursor.row == row else None
        painted = self._painted[row]
        if painted == (codes, here):
            return ""
        self._painted[row] = (codes, here)
        shown, before = _cells(codes, here), painted and _cells(*painted)
        changed = [column for column in range(COLUMNS) if before is None or shown[column] != before[column]]
        if not changed:  # a block cursor on a blank looks like a reverse blank, for example
            return ""
        first, last = changed[0], changed[-1]
        return self._at(row, first) + self._run(shown[first : last + 1])

    def _run(self, cells: list[_Cell]) -> str:
        output, attributes = [], None
        for cell in cells:
            if attributes != (cell.reverse, cell.underlined):
                attributes = (cell.reverse, cell.underlined)
                output.append(self._plain)
                if cell.reverse:
                    output.append(str(self._terminal.reverse))
                if cell.underlined:
                    output.append(str(self._terminal.underline))
            output.append(self._glyphs[cell.glyph])
        return "".join(output) + (self._plain if attributes != (False, False) else "")

    def _write(self, text: str) -> None:
        if text:
            try:
                self._terminal.stream.write(text)
                self._terminal.stream.flush()
            except OSError as error:
                raise TransportClosed(_GONE) from error


def _keys_of(text: str, name: str) -> list[KeyPress]:
    """Return the H19 keys for a keystroke of blessed: its characters are `text`, blessed's name for it is `name`.

    Letters lose their accents; other non-ASCII characters are ignored. An ESC right before a character, sent by ALT
    or by a fast typist, becomes the key ESC, followed by the character's key.
    """
    if name in _KEYS:
        return [_KEYS[name]]
    if len(text) == 2 and text.startswith(_ESCAPE) and text.isascii():
        return [Key.ESCAPE, *_keys_of(text[1], "")]
    return [char for char in unaccented(text) if char.isascii()] if len(text) == 1 else []


class _Cell(NamedTuple):
    glyph: int
    reverse: bool
    underlined: bool


def _cells(codes: bytes, cursor: Cursor | None) -> list[_Cell]:
    """Return a cell for each of `codes`, the video RAM bytes of a row; `cursor` is None unless it is in this row.

    As on an H19, the character under a block cursor is reversed, and the character above an underline cursor is
    underlined.
    """
    cells = [_Cell(code & 0x7F, code >= 0x80, underlined=False) for code in codes]
    if cursor is not None:
        glyph, reverse, _ = cells[cursor.column]
        cells[cursor.column] = _Cell(glyph, reverse != cursor.block, not cursor.block)
    return cells


def _blessed_terminal() -> blessed.Terminal:
    """Return blessed's terminal. Remove NO_COLOR from the environment, since with that variable blessed would drop
    all capabilities of the terminal, not only its colours.

    The terminal gets a stream other than `sys.stdout`: with such a stream, blessed neither sends queries to the
    terminal nor reads from it.
    """
    os.environ.pop("NO_COLOR", None)
    import blessed

    out = sys.stdout
    stream = os.fdopen(out.fileno(), "w", encoding=out.encoding, closefd=False)
    with warnings.catch_warnings(action="ignore"):
        terminal = blessed.Terminal(stream=stream)
        # For a terminal that terminfo doesn't know, older versions of blessed offer no capabilities, and newer
        # versions those of xterm.
        return terminal if terminal.kind else blessed.Terminal(_KIND_OF_UNKNOWN, stream=stream)


def _on_black(terminal: blessed.Terminal) -> str:
    """Return the sequence for a black background. In a terminal with 256 colours, older versions of blessed would
    choose black among the colours 0 to 15, which users can change."""
    if terminal.number_of_colors == 256:
        return str(terminal.on_color(_BLACK_OF_256))  # type: ignore[arg-type]  # it takes numbers
    return str(terminal.on_color_rgb(*_BLACK))


def _restart_output(fd: int) -> None:
    """Undo the user's CTRL-S by turning flow control off, so that the last output doesn't wait for CTRL-Q."""
    modes = termios.tcgetattr(fd)
    modes[0] &= ~termios.IXON
    termios.tcsetattr(fd, termios.TCSANOW, modes)


def _can_be_shown(text: str) -> bool:
    """Return whether both the locale's encoding and that of standard output can encode `text`.

    The two encodings differ in the C locale, where Python uses UTF-8 for standard output.
    """
    try:
        for encoding in (locale.nl_langinfo(locale.CODESET), sys.stdout.encoding):
            text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
