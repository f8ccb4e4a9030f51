"""An H19 without its serial line and its tube: bytes and keys in, answers and a screen out, no time.

Each byte is executed as it arrives, as by a terminal that is always ready, so none is lost while it resets; how
long the machine takes is `realtime`'s. Only in hold-screen mode do bytes wait, and the host is told to stop as the
machine tells it. What happened beside the screen is counted, each since it was last asked for: bells, key clicks,
breaks and changes of the baud rate. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from dataclasses import replace

from h89yahtzee.h19.firmware import Firmware
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import USUAL_SWITCHES, LineSettings
from h89yahtzee.h19.modes import Modes
from h89yahtzee.h19.parser import received
from h89yahtzee.screen import charset
from h89yahtzee.screen.cell import Cell
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress

_CELLS = tuple(Cell(charset.GLYPHS[code & 0x7F], reverse=code >= 0x80) for code in range(256))


class Terminal:
    """An H19 just switched on; bit n of `switches` is section n of its switch S402, of `line_switches` of S401.

    `firmware` is for who drives the terminal in another way than by `feed` and `press`, as `realtime` does.
    """

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        self.firmware = Firmware(switches, line_switches)

    # The line

    def feed(self, data: bytes) -> None:
        """Execute bytes from the host; a sequence may be cut anywhere between two calls. Never raises."""
        firmware = self.firmware
        if firmware.off_line:
            return
        data = received(data)
        position = 0
        while position < len(data):
            if firmware.is_holding:
                firmware.queue(data[position])
                position += 1
            else:
                position = firmware.run(data, position)
            firmware.drain()

    def data_to_send(self) -> bytes:
        """What goes to the host since the last call: answers, keys and flow control."""
        return self.firmware.data_to_send()

    @property
    def line_settings(self) -> LineSettings:
        """What switch S401 says; the rate in force is `baud_rate`."""
        return self.firmware.line_settings

    @property
    def baud_rate(self) -> int:
        """The rate of the line, that of switch S401 until the host chooses another."""
        return self.firmware.baud_rate

    def baud_rate_changes(self) -> int:
        """How often the rate of the line has changed since the last call."""
        changes, self.firmware.baud_rate_changes = self.firmware.baud_rate_changes, 0
        return changes

    def breaks(self) -> int:
        """How often BREAK was pressed since the last call, each time for a break on the line."""
        breaks, self.firmware.breaks = self.firmware.breaks, 0
        return breaks

    # The keyboard

    @property
    def off_line(self) -> bool:
        """Whether the OFF LINE key is down: nothing is received, and what would be sent is executed instead."""
        return self.firmware.off_line

    @property
    def caps_lock(self) -> bool:
        return self.firmware.caps_lock

    def press(self, key: KeyPress | LocalKey, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key, SHIFT or CTRL being held. OFF LINE and CAPS LOCK go down and come up again in turn."""
        if self.firmware.notice(key):
            self.firmware.serve(key, shift=shift, ctrl=ctrl)
            self.firmware.drain()

    # Sounds

    def bells(self) -> int:
        """How often the bell has rung since the last call."""
        rung, self.firmware.bells = self.firmware.bells, 0
        return rung

    def clicks(self) -> int:
        """How often a key has clicked since the last call."""
        clicks, self.firmware.clicks = self.firmware.clicks, 0
        return clicks

    # The screen

    @property
    def cursor(self) -> tuple[int, int]:
        """(row, column), 0-based, shown or not; row 24 also while the 25th line is off."""
        return self.firmware.display.cursor

    @property
    def lines(self) -> int:
        """25 while the 25th line is on, else 24."""
        return self.firmware.display.lines

    @property
    def modes(self) -> Modes:
        """The modes as they are now: a copy, which does not follow and changes nothing."""
        return replace(self.firmware.display.modes)

    @property
    def is_holding(self) -> bool:
        """Whether the page is full in hold-screen mode: nothing is executed before SCROLL is pressed."""
        return self.firmware.is_holding

    def row_bytes(self, row: int) -> bytes:
        """The 80 video RAM bytes of row 0-24 as shown: bit 7 is reverse, the rest `charset`'s glyph number."""
        return self.firmware.display.row_bytes(row)

    def grid(self) -> Grid:
        """The screen, 25 rows of 80 cells, the last blank while the 25th line is off; the cursor if it is seen."""
        seen = not self.firmware.display.modes.cursor_off and self.cursor[0] < self.lines
        rows = (tuple(map(_CELLS.__getitem__, self.row_bytes(row))) for row in range(25))
        return Grid(tuple(rows), self.cursor if seen else None)
