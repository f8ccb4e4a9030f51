"""What an H19 draws: its video RAM, its cursor and the functions that change them.

A method named as in `codes.FUNCTIONS` or `codes.CONTROLS` is that function. None answers the host, reads keys or
knows in which mode it was called. Source: the firmware, also where it differs from the manual: there is no pending
wrap, and the cursor can stand on the 25th line while that is off.
"""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.h19 import charset, codes
from h89yahtzee.h19.modes import Modes, power_up_modes
from h89yahtzee.h19.video import BOTTOM, COLUMNS, LINE_25, VideoRam

_LAST = COLUMNS - 1
_LAST_TAB_STOP = 72


def _stored(graphics: bool, reverse: bool) -> bytes:
    """The video RAM byte of each printable byte, as a table for `bytes.translate`."""
    attribute = 0x80 if reverse else 0
    return bytes(charset.glyph(code & 0x7F, graphics) | attribute for code in range(256))


_ON_OFF = (False, True)
_STORED = {(graphics, reverse): _stored(graphics, reverse) for graphics in _ON_OFF for reverse in _ON_OFF}


class Display:
    """The state after power-up with the option switches S402 set to `switches`."""

    def __init__(self, switches: int) -> None:
        self._video = VideoRam()
        self._row = 0
        self._column = 0
        self._saved = (0, 0)
        self.modes: Modes = power_up_modes(switches)

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
        """Store printable bytes 20-7E at the cursor, as the modes say."""
        cells = text.translate(_STORED[self.modes.graphics, self.modes.reverse])
        if self.modes.insert:
            for cell in cells:
                self._insert(bytes((cell,)))
        elif self.modes.wrap:
            self._show_wrapping(cells)
        else:
            self._show_discarding(cells)

    def _show_discarding(self, cells: bytes) -> None:
        """At column 79 each character overwrites the one before, so the last of them stays."""
        room = _LAST - self._column
        shown = cells if len(cells) <= room else cells[:room] + cells[-1:]
        self._video.write(self._row, self._column, shown)
        self._column = min(self._column + len(cells), _LAST)

    def _show_wrapping(self, cells: bytes) -> None:
        position = 0
        while position < len(cells):
            part = cells[position : position + COLUMNS - self._column]
            self._video.write(self._row, self._column, part)
            self._column += len(part)
            position += len(part)
            if self._column == COLUMNS:
                self._next_row()

    def _insert(self, cell: bytes) -> None:
        self._video.insert_cell(self._row, self._column)
        self._video.write(self._row, self._column, cell)
        if self._column < _LAST:
            self._column += 1
        elif self.modes.wrap:
            self._next_row()

    def _next_row(self) -> None:
        """The wrap, done as soon as column 79 is stored: the firmware's comment says with the 81st character."""
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
        """Called with the row's argument byte when it arrives, then with both."""
        if column is None:
            self.move_to_row(codes.coordinate(row))
        else:
            self.move_to_column(codes.coordinate(column))

    def move_to_row(self, row: int) -> None:
        """Go to a row; stay for one that is not on the screen, such as the 25th line while it is off."""
        if 0 <= row < self.lines:
            self._row = row

    def move_to_column(self, column: int) -> None:
        """Go to a column; to the last for any that is not on the screen, on either side."""
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

    def set_mode(self, argument: int) -> None:
        if codes.MODES[argument] == "line_25" and not self.modes.line_25:
            self._video.erase(LINE_25, 0, COLUMNS)
        self.change_mode(codes.MODES[argument], on=True)

    def reset_mode(self, argument: int) -> None:
        self.change_mode(codes.MODES[argument], on=False)

    def change_mode(self, mode: str, on: bool) -> None:
        """Turn the mode of that name, a field of `Modes`, on or off."""
        self.modes = replace(self.modes, **{mode: on})
