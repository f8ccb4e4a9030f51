"""The H19's video RAM: 2048 bytes as a ring, of which 25 rows of 80 are shown from a movable start address.

It knows neither cursor nor modes; `charset` knows what a byte looks like. Moves are made in the firmware's order
and with its counters, so its faults show here too: see `insert_row`, `delete_row` and `erase_beginning`.
Rows are 0-24, row 24 being the 25th line; blanks are plain spaces, never reverse.
"""

from __future__ import annotations

SIZE = 2048
COLUMNS = 80
BOTTOM = 23
"""The last row of the page."""
LINE_25 = 24

_BLANKS = b" " * SIZE
_COUNTER_MASK = 0xFFF
_LONGEST_MOVE = SIZE - COLUMNS
"""Up to so many bytes, moving them by a row at once is the same as one by one."""


class VideoRam:
    """The ring and the address at which the page starts."""

    def __init__(self) -> None:
        self._memory = bytearray(_BLANKS)
        self._start = 0

    def row(self, row: int) -> bytes:
        return self._read(self._address(row), COLUMNS)

    def write(self, row: int, column: int, cells: bytes) -> None:
        """Store bytes from a position on; they may run on into the next rows."""
        self._store(self._address(row, column), cells)

    def erase(self, row: int, column: int, count: int) -> None:
        """Blank `count` bytes from a position on, which may run on into the next rows."""
        self.write(row, column, _BLANKS[:count])

    def erase_beginning(self, row: int, count: int) -> None:
        """Blank the first `count` bytes of a row, but none past the end of the memory.

        This loop of the firmware lacks the wrap that all others have: if a row lies across the end, only the part
        before the end is erased.
        """
        address = self._address(row)
        self._store(address, _BLANKS[: min(count, SIZE - address)])

    def insert_cells(self, row: int, column: int, cells: bytes) -> None:
        """Store bytes within a row and move those from `column` on right; what leaves the row is lost."""
        moved = self._read(self._address(row, column), COLUMNS - column - len(cells))
        self.write(row, column, cells + moved)

    def delete_cell(self, row: int, column: int) -> None:
        """Move the cells after `column` left by one and blank the last."""
        cells = self._read(self._address(row, column), COLUMNS - column)
        self.write(row, column, cells[1:] + _BLANKS[:1])

    def insert_row(self, row: int) -> None:
        """Move a row and those below it down and blank it; the page's last row is lost.

        On the 25th line the count of bytes underflows its 12 bits and nearly twice the ring is moved.
        """
        end, count = self._address(BOTTOM), _bytes_below(row)
        while count:
            moved = min(count, _LONGEST_MOVE)
            end, count = (end - moved) % SIZE, count - moved
            self._store((end + COLUMNS) % SIZE, self._read(end, moved))
        self.erase(row, 0, COLUMNS)

    def delete_row(self, row: int) -> None:
        """Move the rows below a row up over it and blank the page's last row; underflows as `insert_row` does."""
        start, count = self._address(row), _bytes_below(row)
        while count:
            moved = min(count, _LONGEST_MOVE)
            self._store(start, self._read((start + COLUMNS) % SIZE, moved))
            start, count = (start + moved) % SIZE, count - moved
        self.erase(BOTTOM, 0, COLUMNS)

    def scroll_up(self, keep_line_25: bool) -> None:
        """Move the page up by a row, blank its last row; the 25th line is carried along or lost."""
        self._scroll(COLUMNS, BOTTOM, keep_line_25)

    def scroll_down(self, keep_line_25: bool) -> None:
        """Move the page down by a row, blank its first row; the 25th line is carried along or lost."""
        self._scroll(-COLUMNS, 0, keep_line_25)

    def _scroll(self, distance: int, blank_row: int, keep_line_25: bool) -> None:
        line_25 = self.row(LINE_25)
        self._start = (self._start + distance) % SIZE
        if keep_line_25:
            self.write(LINE_25, 0, line_25)
        self.erase(blank_row, 0, COLUMNS)

    def _address(self, row: int, column: int = 0) -> int:
        return (self._start + row * COLUMNS + column) % SIZE

    def _read(self, address: int, count: int) -> bytes:
        """`count` bytes round the ring; at most one turn."""
        before_end = bytes(self._memory[address : address + count])
        return before_end + bytes(self._memory[: count - len(before_end)])

    def _store(self, address: int, cells: bytes) -> None:
        room = SIZE - address
        if len(cells) <= room:
            self._memory[address : address + len(cells)] = cells
        else:
            self._memory[address:] = cells[:room]
            self._memory[: len(cells) - room] = cells[room:]


def _bytes_below(row: int) -> int:
    """The bytes of the page below a row, as the firmware counts them."""
    return (BOTTOM - row) * COLUMNS & _COUNTER_MASK
