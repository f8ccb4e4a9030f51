"""The H19 as a whole, without its tube: bytes and keys in, answers and a screen out.

`Machine` is what every emulated H19 has; how long it takes is up to the two kinds: `Terminal` here takes no time,
`timing.realtime.RealTimeTerminal` as long as the real one. What happened beside the screen (bells, key clicks,
breaks and changes of the baud rate) is counted, each since it was last asked for. Source: the firmware (Heath part
444-46).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.processor import Processor
from h89yahtzee.h19.terminal_modes import TerminalModes
from h89yahtzee.screen import charset
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.keys import KeyPress

_CELLS = tuple(Cell(charset.GLYPHS[code & 0x7F], reverse=code >= 0x80) for code in range(256))


class Machine(ABC):
    """An H19 just switched on; bit n of `switches` is section n of its switch S402, of `line_switches` of S401.

    The clock is the caller's: `now` is a time in seconds from any start, never before that of an earlier call.
    """

    _line_takes_time = False

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        self._processor = Processor(switches, line_switches, self._line_takes_time)

    @abstractmethod
    def feed(self, data: bytes, now: float = 0.0) -> None:
        """Take bytes from the host; a sequence may be cut anywhere between two calls. Never raises."""

    @abstractmethod
    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key, SHIFT or CTRL being held. OFF LINE and CAPS LOCK go down and come up again in turn."""

    @abstractmethod
    def advance(self, now: float) -> None:
        """Do all that is due by `now`."""

    def wakes_at(self) -> float | None:
        """When there is something to do next; None while nothing is, before a byte or a key arrives."""
        return None

    def data_to_send(self) -> bytes:
        """What goes to the host since the last call: answers, keys and flow control."""
        return self._processor.data_to_send()

    def keep_text(self) -> None:
        """Ring the bell, from now on, where the host asks for the page or the 25th line; the machine can't do that.

        Whoever wrote the text may not be whom it would go to: a shell would take it for commands.
        """
        self._processor.keeps_text = True

    @property
    def takes_more(self) -> bool:
        """Whether more bytes should be fed now."""
        return True

    # The line

    @property
    def baud_rate(self) -> int:
        """The rate of the line, that of switch S401 until the host chooses another."""
        return self._processor.baud_rate

    def baud_rate_changes(self) -> int:
        changes, self._processor.baud_rate_changes = self._processor.baud_rate_changes, 0
        return changes

    def breaks(self) -> int:
        """How often BREAK was pressed since the last call, each time for a break on the line."""
        breaks, self._processor.breaks = self._processor.breaks, 0
        return breaks

    @property
    def queued(self) -> int:
        """The number of bytes that are received and not yet executed."""
        return self._processor.queued

    # The keyboard and its sounds

    @property
    def off_line(self) -> bool:
        """Whether the OFF LINE key is down: nothing is received, and what would be sent is executed instead."""
        return self._processor.off_line

    @property
    def caps_lock(self) -> bool:
        return self._processor.caps_lock

    def bells(self) -> int:
        rung, self._processor.bells = self._processor.bells, 0
        return rung

    def clicks(self) -> int:
        clicks, self._processor.clicks = self._processor.clicks, 0
        return clicks

    # The screen

    @property
    def cursor(self) -> tuple[int, int]:
        """(row, column), 0-based, shown or not; row 24 also while the 25th line is off."""
        return self._processor.screen.cursor

    @property
    def lines(self) -> int:
        """25 while the 25th line is on, else 24."""
        return self._processor.screen.lines

    @property
    def modes(self) -> TerminalModes:
        """A copy of the modes as they are now, which does not follow and changes nothing."""
        return replace(self._processor.screen.modes)

    @property
    def is_holding(self) -> bool:
        """Whether the page is full in hold-screen mode: nothing is executed before SCROLL is pressed."""
        return self._processor.is_holding

    def row_bytes(self, row: int) -> bytes:
        """The 80 video RAM bytes of row 0-24 as shown: bit 7 is reverse, the rest `charset`'s glyph number."""
        return self._processor.screen.row_bytes(row)

    def grid(self) -> Grid:
        """The screen, 25 rows of 80 cells, the last blank while the 25th line is off; the cursor if it is seen."""
        seen = not self._processor.screen.modes.cursor_off and self.cursor[0] < self.lines
        rows = (tuple(map(_CELLS.__getitem__, self.row_bytes(row))) for row in range(25))
        return Grid(tuple(rows), self.cursor if seen else None)


class Terminal(Machine):
    """An H19 that is always ready: it executes each byte and key as it arrives, so none is lost while it resets.

    Only in hold-screen mode do bytes wait, and the host is told to stop as the real machine tells it.
    """

    def feed(self, data: bytes, now: float = 0.0) -> None:  # noqa: ARG002
        processor = self._processor
        if processor.off_line:
            return
        data = received(data)
        position = 0
        while position < len(data):
            if processor.is_holding:
                processor.queue(data[position])
                position += 1
            else:
                position = processor.run(data, position)
            processor.drain()

    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:  # noqa: ARG002
        if self._processor.notice(key):
            self._processor.serve(key, shift=shift, ctrl=ctrl)
            self._processor.drain()

    def advance(self, now: float) -> None:
        """Nothing is ever left to do."""
