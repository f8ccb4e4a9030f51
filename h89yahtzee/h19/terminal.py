"""The emulated H19: takes keys and the computer's bytes, returns bytes for the computer, and has a screen.

`Machine` is the base class of two emulators: `Terminal`, in this file, takes no time; `RealTimeTerminal`, in
`realtime`, takes as long as a real H19. Bells, key clicks, breaks and changes of the baud rate are counted; each
count has a method, which returns the number since the last call of this method. Source: the firmware (Heath part
444-46).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from h89yahtzee.h19.configuration import USUAL_SWITCHES, TerminalModes
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.parser import received
from h89yahtzee.h19.processor import Processor
from h89yahtzee.screen import charset
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.keys import KeyPress

_CELLS = tuple(Cell(charset.GLYPHS[code & 0x7F], reverse=code >= 0x80) for code in range(256))


class Machine(ABC):
    """An H19 just switched on. Bit n of `switches` is section n of switch S402, bit n of `line_switches` is section
    n of S401.

    The caller owns the clock: `now` is a time in seconds from any start, never before the `now` of an earlier call.
    """

    _line_takes_time = False

    def __init__(self, switches: int = 0, line_switches: int = USUAL_SWITCHES) -> None:
        self._processor = Processor(switches, line_switches, self._line_takes_time)

    @abstractmethod
    def feed(self, data: bytes, now: float = 0.0) -> None:
        """Take bytes from the computer; a sequence may be split between two calls at any place. Never raises."""

    @abstractmethod
    def press(self, key: KeyPress | LocalKey, now: float = 0.0, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key, with SHIFT or CTRL held down if `shift` or `ctrl` is true. The keys OFF LINE and CAPS LOCK
        stay down until they are pressed again."""

    @abstractmethod
    def advance(self, now: float) -> None:
        """Carry out all work that is due up to the time `now`."""

    def wakes_at(self) -> float | None:
        """Return the next time at which `advance` has work to do; None if there is no work until a byte or a key
        arrives."""
        return None

    def data_to_send(self) -> bytes:
        """Return the bytes for the computer since the last call: answers, keys and flow control."""
        return self._processor.data_to_send()

    def keep_text(self) -> None:
        """Refuse from now on the computer's requests to transmit the page or the 25th line: only ring the bell.

        A real H19 has no such setting. Without this setting, a program that writes to the screen could make the
        terminal send any text, and a shell that received this text as an answer would run it as commands.
        """
        self._processor.keeps_text = True

    @property
    def takes_more(self) -> bool:
        """Whether the caller should feed more bytes now."""
        return True

    # Methods for the serial line

    @property
    def baud_rate(self) -> int:
        """The rate of the serial line: that of switch S401 until the computer chooses another."""
        return self._processor.baud_rate

    def baud_rate_changes(self) -> int:
        changes, self._processor.baud_rate_changes = self._processor.baud_rate_changes, 0
        return changes

    def breaks(self) -> int:
        """Return the number of breaks since the last call; each press of BREAK sends one on the line."""
        breaks, self._processor.breaks = self._processor.breaks, 0
        return breaks

    @property
    def queued(self) -> int:
        """The number of bytes that were received and are not executed yet."""
        return self._processor.queued

    # Methods for the keyboard and its sounds

    @property
    def off_line(self) -> bool:
        """Whether the OFF LINE key is down. While it is, nothing is received, and the bytes of keys and answers are
        executed instead of sent."""
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

    # Methods for the screen

    @property
    def cursor(self) -> tuple[int, int]:
        """The (row, column) of the cursor, counted from 0, even while it is invisible; row 24 is possible even
        while the 25th line is off."""
        return self._processor.screen.cursor

    @property
    def lines(self) -> int:
        """The number of lines shown: 25 while the 25th line is on, else 24."""
        return self._processor.screen.lines

    @property
    def modes(self) -> TerminalModes:
        """A copy of the present modes, which doesn't follow later changes; changing the copy has no effect."""
        return replace(self._processor.screen.modes)

    @property
    def is_holding(self) -> bool:
        """Whether the page is full in hold-screen mode, so that nothing is executed until SCROLL is pressed."""
        return self._processor.is_holding

    def row_bytes(self, row: int) -> bytes:
        """Return the 80 bytes of a row (0-24) in video RAM, as shown: bit 7 is reverse video, bits 0-6 are a glyph
        number as in `charset`."""
        return self._processor.screen.row_bytes(row)

    def grid(self) -> Grid:
        """Return the 25 rows of 80 cells, and the cursor if visible; the 25th line is blank while it is off."""
        seen = not self._processor.screen.modes.cursor_off and self.cursor[0] < self.lines
        rows = (tuple(map(_CELLS.__getitem__, self.row_bytes(row))) for row in range(25))
        return Grid(tuple(rows), self.cursor if seen else None)


class Terminal(Machine):
    """An H19 without delays: each byte and key is executed on arrival, so none is lost during a reset.

    Bytes wait only in hold-screen mode; XOFF is then sent at the same number of waiting bytes as by a real H19.
    """

    def feed(self, data: bytes, now: float = 0.0) -> None:  # noqa: ARG002
        processor = self._processor
        if processor.off_line:
            return
        data = received(data)
        position = 0
        while position < len(data):
            if processor.is_holding or processor.is_stopping_computer:
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
        """Do nothing, since all work is done when it arises."""
