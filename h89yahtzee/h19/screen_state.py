"""The screen of an H19: its video RAM, cursor and modes, and the functions that change them.

A method with the name of a function in `codes` carries out that function, whether called in Heath or in ANSI mode;
functions that answer the computer or concern keys are in `processor`. Source: the firmware, even where it differs
from the manual: in wrap mode, a character in the last column moves the cursor to the next row at once, and the
cursor can stand on the 25th line while this line is off.
"""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.h19 import codes
from h89yahtzee.h19.configuration import TerminalModes, power_up_modes
from h89yahtzee.screen import charset

_SIZE = 2048
COLUMNS = 80
BOTTOM = 23
"""The last row of the page, which doesn't include the 25th line."""
LINE_25 = 24

_BLANKS = b" " * _SIZE
_COUNTER_MASK = 0xFFF
_LONGEST_MOVE = _SIZE - COLUMNS
"""The most bytes to copy at once when rows are moved by one row. A longer move goes once around the ring of memory:
the firmware's loop then comes to bytes that it has moved already, and moves them again."""


class VideoRam:
    """The video memory: a ring of 2048 bytes; 25 rows of 80 bytes are shown, from a movable start address on.

    Cursor and modes are in `ScreenState`; `charset` has the glyph of each byte. Bytes are moved in the firmware's
    order and with its counters, so that the firmware's faults occur here, too: see `insert_row`, `delete_row` and
    `erase_beginning`. Rows are 0-24, row 24 being the 25th line; blanks are plain spaces, never reverse.
    """

    def __init__(self) -> None:
        self._memory = bytearray(_BLANKS)
        self._start = 0

    def row(self, row: int) -> bytes:
        return self._read(self._address(row), COLUMNS)

    def write(self, row: int, column: int, cells: bytes) -> None:
        """Store `cells` from (row, column) on; they may continue in the next rows."""
        self._store(self._address(row, column), cells)

    def erase(self, row: int, column: int, count: int) -> None:
        """Blank `count` bytes from (row, column) on, which may continue in the next rows."""
        self.write(row, column, _BLANKS[:count])

    def erase_beginning(self, row: int, count: int) -> None:
        """Blank the first `count` bytes of a row, but none past the end of the memory.

        All other loops of the firmware go on at the start of the memory when they reach its end; the loop for this
        erasure doesn't. If a row goes across the end of the memory, only the part of the row before the end is
        erased.
        """
        address = self._address(row)
        self._store(address, _BLANKS[: min(count, _SIZE - address)])

    def insert_cells(self, row: int, column: int, cells: bytes) -> None:
        """Insert `cells` at `column`, and move the rest of the row right; bytes moved out of the row are lost."""
        moved = self._read(self._address(row, column), COLUMNS - column - len(cells))
        self.write(row, column, cells + moved)

    def delete_cell(self, row: int, column: int) -> None:
        """Move the cells after `column` left by one and blank the row's last cell."""
        cells = self._read(self._address(row, column), COLUMNS - column)
        self.write(row, column, cells[1:] + _BLANKS[:1])

    def insert_row(self, row: int) -> None:
        """Move a row and all rows below down by one and blank the row; the page's last row is lost.

        If `row` is the 25th line, the firmware's 12-bit count of bytes underflows: 4016 bytes are moved, nearly
        twice the memory.
        """
        end, count = self._address(BOTTOM), _bytes_below(row)
        while count:
            moved = min(count, _LONGEST_MOVE)
            end, count = (end - moved) % _SIZE, count - moved
            self._store((end + COLUMNS) % _SIZE, self._read(end, moved))
        self.erase(row, 0, COLUMNS)

    def delete_row(self, row: int) -> None:
        """Move the rows below a row up by one and blank the page's last row; for the 25th line see `insert_row`."""
        start, count = self._address(row), _bytes_below(row)
        while count:
            moved = min(count, _LONGEST_MOVE)
            self._store(start, self._read((start + COLUMNS) % _SIZE, moved))
            start, count = (start + moved) % _SIZE, count - moved
        self.erase(BOTTOM, 0, COLUMNS)

    def scroll_up(self, keep_line_25: bool) -> None:
        """Move the page up by one row and blank its last row; unless `keep_line_25` is true, the 25th line is
        lost."""
        self._scroll(COLUMNS, BOTTOM, keep_line_25)

    def scroll_down(self, keep_line_25: bool) -> None:
        """Move the page down by one row and blank its first row; unless `keep_line_25` is true, the 25th line is
        lost."""
        self._scroll(-COLUMNS, 0, keep_line_25)

    def _scroll(self, distance: int, blank_row: int, keep_line_25: bool) -> None:
        line_25 = self.row(LINE_25)
        self._start = (self._start + distance) % _SIZE
        if keep_line_25:
            self.write(LINE_25, 0, line_25)
        self.erase(blank_row, 0, COLUMNS)

    def _address(self, row: int, column: int = 0) -> int:
        return (self._start + row * COLUMNS + column) % _SIZE

    def _read(self, address: int, count: int) -> bytes:
        """Return `count` bytes, at most 2048, from `address` on; the memory's first byte follows its last one."""
        before_end = bytes(self._memory[address : address + count])
        return before_end + bytes(self._memory[: count - len(before_end)])

    def _store(self, address: int, cells: bytes) -> None:
        room = _SIZE - address
        if len(cells) <= room:
            self._memory[address : address + len(cells)] = cells
        else:
            self._memory[address:] = cells[:room]
            self._memory[: len(cells) - room] = cells[room:]


def _bytes_below(row: int) -> int:
    """Return the number of bytes in the page's rows below `row`, modulo 4096: the firmware counts with 12 bits."""
    return (BOTTOM - row) * COLUMNS & _COUNTER_MASK


_LAST = COLUMNS - 1
_LAST_TAB_STOP = 72


def _stored(graphics: bool, reverse: bool) -> bytes:
    """Return a table for `bytes.translate` that turns printable bytes into video RAM bytes, in graphics mode if
    `graphics`, and in reverse video if `reverse`."""
    attribute = 0x80 if reverse else 0
    return bytes(charset.glyph(code & 0x7F, graphics) | attribute for code in range(256))


_ON_OFF = (False, True)
_STORED = {(graphics, reverse): _stored(graphics, reverse) for graphics in _ON_OFF for reverse in _ON_OFF}
_Store = Callable[[int, int, bytes], None]


class ScreenState:
    """The screen of an H19 just switched on; bit n of `switches` is section n of switch S402."""

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
        """Return the 80 video RAM bytes of a row as shown: the 25th line is blank while it is off."""
        assert 0 <= row <= LINE_25, row
        return self._video.row(row) if row < self.lines else b" " * COLUMNS

    # Methods for text

    def show(self, text: bytes) -> None:
        """Store printable bytes (20-7E in hex) at the cursor, in the present modes."""
        cells = text.translate(self._stored)
        modes = self.modes
        store = self._video.insert_cells if modes.insert else self._video.write
        if modes.wrap:
            self._show_wrapping(store, cells)
        elif self._column + len(cells) < COLUMNS:
            store(self._row, self._column, cells)
            self._column += len(cells)
        else:
            # In the last column each character overwrites the one before: only the last one stays.
            store(self._row, self._column, cells[: _LAST - self._column] + cells[-1:])
            self._column = _LAST

    def _show_wrapping(self, store: _Store, cells: bytes) -> None:
        position = 0
        while position < len(cells):
            part = cells[position : position + COLUMNS - self._column]
            store(self._row, self._column, part)
            self._column += len(part)
            position += len(part)
            # A comment in the firmware says that the 81st character wraps, but it is the 80th.
            if self._column == COLUMNS:
                self._index()
                self._column = 0

    # Methods for control characters

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

    # Methods for the cursor

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
        """Go to the saved position, even on the 25th line while this line is off."""
        self._row, self._column = self._saved

    def direct_cursor_addressing(self, row: int, column: int | None = None) -> None:
        """Move the cursor to `row`, and to `column` if the column has arrived already; both may be any number.

        If the row is not on the screen, such as the 25th line while it is off, the cursor stays in its row; if the
        column is not on the screen, the cursor goes to the last column.
        """
        if 0 <= row < self.lines:
            self._row = row
        if column is not None:
            self._column = column if 0 <= column < COLUMNS else _LAST

    # Methods for erasing, inserting and deleting

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

    # Methods for modes

    def set_mode(self, number: int) -> None:
        if codes.MODES[number] == "line_25" and not self.modes.line_25:
            self._video.erase(LINE_25, 0, COLUMNS)
        self.change_mode(codes.MODES[number], on=True)

    def reset_mode(self, number: int) -> None:
        self.change_mode(codes.MODES[number], on=False)

    def change_mode(self, mode: str, on: bool) -> None:
        """Turn a mode, named by its field in `TerminalModes`, on or off."""
        modes = self.modes
        setattr(modes, mode, on)
        self._stored = _STORED[modes.graphics, modes.reverse]
