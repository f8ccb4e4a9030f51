"""A terminal for each file in termcaps/, to see what is sent to it.

pyte is the VT100 and the ANSI terminal. Our own emulator is the H19, and also the Z-29 and the VT52, which
understand the same codes. The ADM-3A and the WY-50 are emulated here, strictly by their manuals: any other code is
an error, and so is a text that scrolls the page.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from h89yahtzee.screen.charset import ASCII_GLYPHS, GLYPHS
from tests.apps.screens import H19Screen, Screen, Window

ROWS, COLUMNS = 24, 80
Cursor = tuple[int, int]


class Interpreter:
    """A page, and the codes common to both small terminals; a code is executed when `length_of` bytes have come."""

    def __init__(self) -> None:
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row, self.column = 0, 0
        self.is_column_known = True
        self.bells = 0
        self._code = b""

    def feed(self, data: bytes) -> None:
        for byte in data:
            self._code += bytes([byte])
            if len(self._code) == self.length_of(self._code):
                code, self._code = self._code, b""
                self.execute(code)

    def rows(self) -> list[str]:
        return ["".join(row) for row in self.cells]

    def reverse(self) -> list[str]:
        return ["." * COLUMNS] * ROWS

    def length_of(self, code: bytes) -> int:
        if not code.startswith(b"\x1b"):
            return 1
        return 4 if code.startswith(b"\x1b=") else 2

    def execute(self, code: bytes) -> None:
        if code.startswith(b"\x1b="):
            self.row, self.column = code[2] - 0x20, code[3] - 0x20
            assert 0 <= self.row < ROWS, code
            assert 0 <= self.column < COLUMNS, code
            self.is_column_known = True
        elif code >= b" ":
            self.write(chr(code[0]))
        else:
            self.control(code)

    def control(self, code: bytes) -> None:
        moves = {b"\x08": (0, -1), b"\x0b": (-1, 0), b"\x0c": (0, 1), b"\n": (1, 0)}
        if code == b"\n" and self.row == ROWS - 1:
            self.cells = [*self.cells[1:], [" "] * COLUMNS]
        elif code in moves:
            rows, columns = moves[code]
            self.row, self.column = self.row + rows, self.column + columns
            assert 0 <= self.row < ROWS, code
            assert 0 <= self.column < COLUMNS, code
        elif code == b"\r":
            self.column, self.is_column_known = 0, True
        elif code == b"\x1e":
            self.row, self.column, self.is_column_known = 0, 0, True
        else:
            assert code == b"\x07", f"{code!r} is no function of this terminal"
            self.bells += 1

    def write(self, char: str) -> None:
        assert self.is_column_known
        self.cells[self.row][self.column] = char
        self.column += 1
        if self.column == COLUMNS:
            assert self.row < ROWS - 1, "that scrolled the page"
            self.row, self.column = self.row + 1, 0

    def clear(self) -> None:
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row, self.column, self.is_column_known = 0, 0, True


class Adm3a(Interpreter):
    def control(self, code: bytes) -> None:
        if code == b"\x1a":
            self.clear()
        else:
            super().control(code)


_WYSE_LINES = dict(zip(b"0123456789:;=", "┬└┌┐├┘│█┼┤─▒┴", strict=True))


class Wyse50(Interpreter):
    """A WY-50. After a line is inserted or deleted the cursor's column counts as unknown."""

    def __init__(self) -> None:
        super().__init__()
        self.graphics = self.insert = self.cursor_off = False

    def length_of(self, code: bytes) -> int:
        return 3 if code[:2] in (b"\x1b`", b"\x1bH") else super().length_of(code)

    def execute(self, code: bytes) -> None:
        functions: dict[bytes, Callable[[], None]] = {
            b"\x1b+": self.clear,
            b"\x1bT": lambda: self._erase(self.row),
            b"\x1bY": self._erase_to_end_of_page,
            b"\x1bE": self._insert_line,
            b"\x1bR": self._delete_line,
            b"\x1bW": self._delete_character,
            b"\x1bj": self._reverse_line_feed,
        }
        if code in functions:
            functions[code]()
        elif code in (b"\x1bH\x02", b"\x1bH\x03"):
            self.graphics = code.endswith(b"\x02")
        elif code in (b"\x1bq", b"\x1br"):
            self.insert = code.endswith(b"q")
        elif code in (b"\x1b`0", b"\x1b`1"):
            self.cursor_off = code.endswith(b"0")
        elif code not in (b"\x1b'", b"\x1b("):
            super().execute(code)

    def write(self, char: str) -> None:
        if self.graphics:
            assert ord(char) in _WYSE_LINES, f"{char!r} in graphics mode"
            char = _WYSE_LINES[ord(char)]
        if self.insert:
            self.cells[self.row].insert(self.column, " ")
            self.cells[self.row].pop()
        super().write(char)

    def _reverse_line_feed(self) -> None:
        if self.row == 0:
            self.cells = [[" "] * COLUMNS, *self.cells[:-1]]
        else:
            self.row -= 1

    def _erase(self, row: int) -> None:
        assert self.is_column_known
        first = self.column if row == self.row else 0
        self.cells[row][first:] = [" "] * (COLUMNS - first)

    def _erase_to_end_of_page(self) -> None:
        for row in range(self.row, ROWS):
            self._erase(row)

    def _insert_line(self) -> None:
        self.cells.insert(self.row, [" "] * COLUMNS)
        self.cells.pop()
        self.is_column_known = False

    def _delete_line(self) -> None:
        del self.cells[self.row]
        self.cells.append([" "] * COLUMNS)
        self.is_column_known = False

    def _delete_character(self) -> None:
        assert self.is_column_known
        del self.cells[self.row][self.column]
        self.cells[self.row].append(" ")


@dataclass(frozen=True, slots=True)
class Emulator:
    """An emulated terminal: functions that make its screen and find its cursor, and its features.

    `graphics` maps characters of the H19 to what they look like here; all other characters look like ASCII. If
    `has_corner` is False, the last cell of the page can't be written.
    """

    screen: Callable[[], Screen]
    cursor: Callable[[Screen], Cursor | None]
    rows: int = ROWS
    reverse: bool = True
    hides_cursor: bool = True
    has_corner: bool = True
    graphics: dict[str, str] = field(default_factory=dict)

    def seen(self, text: str) -> str:
        """Return what a text in the characters of an H19 looks like on this terminal."""
        return "".join(self.graphics.get(char) or _in_ascii(char) for char in text)


def _in_ascii(char: str) -> str:
    return ASCII_GLYPHS[GLYPHS.index(char)] if char in GLYPHS else char


def _h19_cursor(screen: Screen) -> Cursor | None:
    assert isinstance(screen, H19Screen)
    return screen.terminal.grid().cursor


def _pyte_cursor(screen: Screen) -> Cursor | None:
    assert isinstance(screen, Window)
    cursor = screen.pyte.cursor
    # Behind the last column pyte's cursor has the column 80, even where nothing wraps.
    return None if cursor.hidden else (cursor.y, min(cursor.x, screen.pyte.columns - 1))


def _small_cursor(screen: Screen) -> Cursor | None:
    assert isinstance(screen, Interpreter)
    if isinstance(screen, Wyse50) and screen.cursor_off:
        return None
    assert screen.is_column_known
    return screen.row, screen.column


def _h19_in_ansi_mode() -> Screen:
    screen = H19Screen()
    screen.feed(b"\x1b<")
    return screen


def _eight_bit_window() -> Screen:
    """Return a window that isn't in UTF-8, in which pyte would ignore the character sets of a VT100."""
    window = Window(COLUMNS, ROWS)
    window.feed(b"\x1b%@")
    return window


_ALL = {char: char for char in GLYPHS}
_LINES = dict(zip("│─┼┐┘└┌▒┬┤┴├", "│─┼┐┘└┌▒┬┤┴├", strict=True))

EMULATORS = {
    "h19": Emulator(H19Screen, _h19_cursor, rows=25, graphics=_ALL),
    "h19-ansi": Emulator(_h19_in_ansi_mode, _h19_cursor, rows=25, graphics=_ALL),
    "z29": Emulator(H19Screen, _h19_cursor, rows=25, graphics=_ALL),
    "vt52": Emulator(
        H19Screen, _h19_cursor, reverse=False, hides_cursor=False, graphics={"±": "±", "→": "→", "↓": "↓"}
    ),
    "vt100": Emulator(_eight_bit_window, _pyte_cursor, hides_cursor=False, graphics={**_LINES, "±": "±", "●": "◆"}),
    "adm3a": Emulator(Adm3a, _small_cursor, reverse=False, hides_cursor=False, has_corner=False),
    "wyse50": Emulator(Wyse50, _small_cursor, reverse=False, graphics=_LINES),
    "ansi": Emulator(_eight_bit_window, _pyte_cursor, hides_cursor=False, has_corner=False),
}
