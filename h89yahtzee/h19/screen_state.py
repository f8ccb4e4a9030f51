"""The state of an H19's screen: video RAM, cursor and modes, and the functions that change them.

A method named as in `codes.FUNCTIONS` or `codes.CONTROLS` is that function. None answers the host, reads keys or
knows in which mode it was called. Source: the firmware, even where it differs from the manual: there is no pending
wrap, and the cursor can stand on the 25th line while that is off.
"""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.h19 import codes
from h89yahtzee.h19.terminal_modes import TerminalModes, power_up_modes
from h89yahtzee.h19.video import BOTTOM, COLUMNS, LINE_25, VideoRam
from h89yahtzee.screen import charset

_LAST = COLUMNS - 1
_LAST_TAB_STOP = 72


def _stored(graphics: bool, reverse: bool) -> bytes:
    """The video RAM byte for each printable byte, as a table for `bytes.translate`."""
    attribute = 0x80 if reverse else 0
    return bytes(charset.glyph(code & 0x7F, graphics) | attribute for code in range(256))


_ON_OFF = (False, True)
_STORED = {(graphics, reverse): _stored(graphics, reverse) for graphics in _ON_OFF for reverse in _ON_OFF}
_Store = Callable[[int, int, bytes], None]


class ScreenState:
    """The state after power-up with the option switches S402 set to `switches`."""

    def __init__(self, switches: int) -> None:
        self._video = VideoRam()
        self._row = 0
        self._column = 0
        self._saved = (0, 0)
        self.modes: TerminalModes = power_up_modes(switches)
        self._stored = _STORED[False, False]

    @property
    def cursor(self) -> tuple[int, int]:
        return self._row, self._column

    @property
    def lines(self) -> int:
        return 25 if self.modes.line_25 else 24

    def row_bytes(self, row: int) -> bytes:
        """The 80 video RAM bytes of a row as shown: the 25th line is blank while it is off."""
        assert 0 <= row <= LINE_25, row
        return self._video.row(row) if row < self.lines else b" " * COLUMNS

    # Text

    def show(self, text: bytes) -> None:
        """Store printable bytes 20-7E at the cursor as the modes have it."""
        cells = text.translate(self._stored)
        modes = self.modes
        store = self._video.insert_cells if modes.insert else self._video.write
        if modes.wrap:
            self._show_wrapping(store, cells)
        elif self._column + len(cells) < COLUMNS:
            store(self._row, self._column, cells)
            self._column += len(cells)
        else:
            self._show_to_end(store, cells)

    def _show_to_end(self, store: _Store, cells: bytes) -> None:
        """At column 79 each character overwrites the one before, so the last one stays."""
        shown = cells[: _LAST - self._column] + cells[-1:]
        store(self._row, self._column, shown)
        self._column = _LAST

    def _show_wrapping(self, store: _Store, cells: bytes) -> None:
        position = 0
        while position < len(cells):
            part = cells[position : position + COLUMNS - self._column]
            store(self._row, self._column, part)
            self._column += len(part)
            position += len(part)
            if self._column == COLUMNS:
                self._next_row()

    def _next_row(self) -> None:
        """Wrap as soon as column 79 is stored; a comment in the firmware says with the 81st character."""
        self._index()
        self._column = 0

    # Control characters

    def horizontal_tab(self) -> None:
        if self._column < _LAST_TAB_STOP:
            self._column = self._column // 8 * 8 + 8
        else:
            self.cursor_forward()

    def line_feed(self) -> None:
        self._index()
        if self.modes.auto_cr:
            self._column = 0

    def carriage_return(self) -> None:
        if self.modes.auto_lf:
            self._index()
        self._column = 0

    def _index(self) -> None:
        if self._row < BOTTOM:
            self._row += 1
        elif self._row == BOTTOM:
            self._video.scroll_up(self.modes.line_25)

    # Cursor

    def cursor_home(self) -> None:
        self._row = self._column = 0

    def cursor_forward(self) -> None:
        self._column = min(self._column + 1, _LAST)

    def cursor_backward(self) -> None:
        self._column = max(self._column - 1, 0)

    def cursor_down(self) -> None:
        if self._row < BOTTOM:
            self._row += 1

    def cursor_up(self) -> None:
        if 0 < self._row <= BOTTOM:
            self._row -= 1

    def reverse_index(self) -> None:
        if self._row == 0:
            self._video.scroll_down(self.modes.line_25)
        else:
            self.cursor_up()

    def save_cursor_position(self) -> None:
        self._saved = self.cursor

    def restore_cursor_position(self) -> None:
        """Back to the saved position, also on the 25th line while that is off."""
        self._row, self._column = self._saved

    def direct_cursor_addressing(self, row: int, column: int | None = None) -> None:
        """Go to a row, which may be any number, then to a column if that is known already.

        If the row is not on the screen, as the 25th line while it is off, stay on this one; if the column is not,
        on either side, go to the last.
        """
        if 0 <= row < self.lines:
            self._row = row
        if column is not None:
            self._column = column if 0 <= column < COLUMNS else _LAST

    # Erasing and editing

    def clear_display(self) -> None:
        if self._row == LINE_25:
            self.erase_entire_line()
        else:
            self.cursor_home()
            self.erase_to_end_of_page()

    def erase_to_end_of_page(self) -> None:
        last_row = max(self._row, BOTTOM)
        self._video.erase(self._row, self._column, (last_row - self._row + 1) * COLUMNS - self._column)

    def erase_beginning_of_display(self) -> None:
        if self._row != LINE_25:
            self._video.erase(0, 0, self._row * COLUMNS)
        self.erase_beginning_of_line()

    def erase_entire_line(self) -> None:
        self._video.erase(self._row, 0, COLUMNS)

    def erase_beginning_of_line(self) -> None:
        self._video.erase_beginning(self._row, self._column + 1)

    def erase_to_end_of_line(self) -> None:
        self._video.erase(self._row, self._column, COLUMNS - self._column)

    def insert_line(self) -> None:
        self._video.insert_row(self._row)
        self._column = 0

    def delete_line(self) -> None:
        self._video.delete_row(self._row)
        self._column = 0

    def delete_character(self) -> None:
        self._video.delete_cell(self._row, self._column)

    # Modes

    def set_mode(self, number: int) -> None:
        if codes.MODES[number] == "line_25" and not self.modes.line_25:
            self._video.erase(LINE_25, 0, COLUMNS)
        self.change_mode(codes.MODES[number], on=True)

    def reset_mode(self, number: int) -> None:
        self.change_mode(codes.MODES[number], on=False)

    def change_mode(self, mode: str, on: bool) -> None:
        """Turn the mode of that name, a field of `TerminalModes`, on or off."""
        modes = self.modes
        setattr(modes, mode, on)
        self._stored = _STORED[modes.graphics, modes.reverse]
