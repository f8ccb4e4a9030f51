"""An H19 without its serial line and its tube: bytes from the host in, answers and a screen out.

Heath mode only: the ANSI flag is kept, but sequences are always read as Heath ones. The hold-screen flag is kept,
but output is not held. No input FIFO, no keyboard, no time: each byte is executed before the next, as by a terminal
that is always ready, so nothing is lost while it resets. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from h89yahtzee.h19 import charset, codes
from h89yahtzee.h19.display import Display
from h89yahtzee.h19.modes import CHANGES, Modes
from h89yahtzee.h19.parser import Call, Parser, Text
from h89yahtzee.h19.video import BOTTOM, LINE_25
from h89yahtzee.screen.cell import Cell
from h89yahtzee.screen.grid import Grid

_CELLS = tuple(Cell(charset.GLYPHS[code & 0x7F], reverse=code >= 0x80) for code in range(256))


class Terminal:
    """An H19 just switched on, bit n of `switches` being section n of its option switch S402."""

    def __init__(self, switches: int = 0) -> None:
        self._switches = switches
        self._parser = Parser()
        self._display = Display(switches)
        self._baud_rate: int | None = None
        self._outgoing = bytearray()
        self._bells = 0

    def feed(self, data: bytes) -> None:
        """Execute bytes from the host; a sequence may be cut anywhere between two calls. Never raises."""
        for event in self._parser.feed(data):
            if isinstance(event, Text):
                self._display.show(event.codes)
            else:
                self._call(event)

    def data_to_send(self) -> bytes:
        """The answers to the host since the last call."""
        answers = bytes(self._outgoing)
        self._outgoing.clear()
        return answers

    def bells(self) -> int:
        """How often the bell has rung since the last call."""
        rung, self._bells = self._bells, 0
        return rung

    @property
    def cursor(self) -> tuple[int, int]:
        """(row, column), 0-based, shown or not; row 24 also while the 25th line is off."""
        return self._display.cursor

    @property
    def lines(self) -> int:
        """25 while the 25th line is on, else 24."""
        return self._display.lines

    @property
    def modes(self) -> Modes:
        return self._display.modes

    @property
    def baud_rate(self) -> int | None:
        """The rate that the host has chosen since power-up, None while that of switch S401 holds."""
        return self._baud_rate

    def row_bytes(self, row: int) -> bytes:
        """The 80 video RAM bytes of row 0-24 as shown: bit 7 is reverse, the rest `charset`'s glyph number."""
        return self._display.row_bytes(row)

    def grid(self) -> Grid:
        """The screen, 25 rows of 80 cells, the last blank while the 25th line is off; the cursor if it is seen."""
        seen = not self.modes.cursor_off and self.cursor[0] < self.lines
        return Grid(tuple(tuple(self._row_cells(row)) for row in range(25)), self.cursor if seen else None)

    def _row_cells(self, row: int) -> Iterable[Cell]:
        return map(_CELLS.__getitem__, self.row_bytes(row))

    def _call(self, call: Call) -> None:
        name = call.function
        if name in CHANGES:
            self._display.change_mode(*CHANGES[name])
        elif name in _OWN:
            _OWN[name](self, *call.arguments)
        else:
            _DISPLAY[name](self._display, *call.arguments)

    def _ring_bell(self) -> None:
        self._bells += 1

    def _report_cursor_position(self) -> None:
        self._outgoing += codes.direct_cursor_addressing(*self.cursor)

    def _identify(self) -> None:
        self._outgoing += codes.VT52_IDENTITY

    def _transmit_page(self) -> None:
        self._transmit(range(BOTTOM + 1))

    def _transmit_25th_line(self) -> None:
        self._transmit(range(LINE_25, self.lines))

    def _transmit(self, rows: Iterable[int]) -> None:
        self._outgoing += _transmission(cell for row in rows for cell in self._row_cells(row)) + b"\r"
        self._ring_bell()

    def _modify_baud_rate(self, argument: int) -> None:
        self._baud_rate = codes.baud_rate(argument) or self._baud_rate

    def _reset(self) -> None:
        self._display = Display(self._switches)
        self._baud_rate = None


def _transmission(cells: Iterable[Cell]) -> bytes:
    """The bytes of cells; before a cell that differs the sequence for graphics, then the one for reverse."""
    sent = bytearray()
    graphics = reverse = False
    for cell in cells:
        if charset.is_graphic(cell.char) != graphics:
            graphics = not graphics
            sent += codes.heath("enter_graphics_mode" if graphics else "exit_graphics_mode")
        if cell.reverse != reverse:
            reverse = not reverse
            sent += codes.heath("enter_reverse_video_mode" if reverse else "exit_reverse_video_mode")
        sent.append(charset.encode(cell.char))
    return bytes(sent)


_OWN: dict[str, Callable[..., None]] = {
    "bell": Terminal._ring_bell,
    "cursor_position_report": Terminal._report_cursor_position,
    "identify_as_vt52": Terminal._identify,
    "transmit_page": Terminal._transmit_page,
    "transmit_25th_line": Terminal._transmit_25th_line,
    "modify_baud_rate": Terminal._modify_baud_rate,
    "reset_to_power_up_configuration": Terminal._reset,
}
"""The functions that answer, ring or concern more than the display."""

_DISPLAY: dict[str, Callable[..., None]] = {
    name: getattr(Display, name)
    for name in (*(function.name for function in codes.FUNCTIONS), *codes.CONTROLS.values())
    if name not in _OWN and name not in CHANGES
}
"""All others but the mode changes: the display's methods of the same name."""
