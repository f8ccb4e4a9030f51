"""The H19's processor and firmware: executes received bytes, serves keys, answers the host and holds the page.

It does one thing each time it is asked to, and knows no time: the machine around it, at once or in real time, asks.
What it sends and the events that it counts are left for the machine to fetch. Source: the firmware (Heath part
444-46).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from h89yahtzee.h19 import codes
from h89yahtzee.h19.fifo import InputFifo, OutputFifo
from h89yahtzee.h19.keystroke import LocalKey, strike
from h89yahtzee.h19.line_settings import line_settings
from h89yahtzee.h19.parser import Operation, Parser, Text
from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.h19.terminal_modes import CHANGES
from h89yahtzee.h19.transmission import transmission
from h89yahtzee.h19.video import BOTTOM, LINE_25
from h89yahtzee.screen.keys import KeyPress

_XON = bytes((codes.XON,))
_XOFF = bytes((codes.XOFF,))
_PAGE = BOTTOM + 1
_MOST_UNSENT = 1 << 16
"""Answers to more are lost, so that a flood of questions fills no memory if nobody fetches them."""


class Taken(NamedTuple):
    """A byte, what it completes, whether the host had been stopped when it was begun with, and is restarted."""

    code: int
    operations: tuple[Operation, ...]
    was_stopped: bool
    restarts: bool


class Processor:
    """The state after power-up. Bit n of a switch is its section n; the counts are reset by whoever reads them."""

    def __init__(self, switches: int, line_switches: int, line_takes_time: bool = False) -> None:
        self._switches = switches
        self._line_takes_time = line_takes_time
        self.line_settings = line_settings(line_switches)
        self.baud_rate = self.line_settings.baud_rate
        self.bells = self.clicks = self.breaks = self.baud_rate_changes = 0
        self.off_line = self.caps_lock = False
        self.keeps_text = False
        self._parser = Parser()
        self._fifo = InputFifo()
        self.output = OutputFifo()
        self._outgoing = bytearray()
        self.power_up()

    def power_up(self) -> None:
        """All as after power-up, but for the keys that are down and what is sent and counted already."""
        self._parser.reset()
        self._fifo.clear()
        self.output.clear()
        self.screen = ScreenState(self._switches)
        self._parser.ansi = self.screen.modes.ansi
        self.is_holding = False
        self._lines_to_hold = 1
        self._functions = self._functions_by_name()
        self._set_baud_rate(self.line_settings.baud_rate)

    def _functions_by_name(self) -> dict[str, Callable[..., None]]:
        """What concerns more than the screen, the changes of modes, and the methods of the screen's state."""
        screen = self.screen
        functions: dict[str, Callable[..., None]] = {
            "bell": self.ring_bell,
            "line_feed": self._line_feed,
            "set_mode": self._set_mode,
            "enter_hold_screen_mode": self._enter_hold_screen_mode,
            "enter_ansi_mode": partial(self._change_ansi_mode, True),
            "enter_heath_mode": partial(self._change_ansi_mode, False),
            "cursor_position_report": self._report_cursor_position,
            "identify_as_vt52": partial(self._send, codes.VT52_IDENTITY),
            "transmit_page": partial(self._transmit, range(_PAGE)),
            "transmit_25th_line": self._transmit_25th_line,
            "modify_baud_rate": self._modify_baud_rate,
            "reset_to_power_up_configuration": self.power_up,
        }
        functions |= {name: partial(screen.change_mode, *change) for name, change in CHANGES.items()}
        names = [*(function.name for function in codes.FUNCTIONS), *codes.CONTROLS.values()]
        return functions | {name: getattr(screen, name) for name in names if name not in functions}

    # Receiving

    @property
    def queued(self) -> int:
        return len(self._fifo)

    @property
    def is_between_sequences(self) -> bool:
        return self._parser.is_between_sequences

    @property
    def awaits_argument(self) -> bool:
        return self._parser.awaits_argument

    @property
    def awaited_function(self) -> str:
        """The function in Heath mode whose argument the next byte is, or empty."""
        return self._parser.awaited_function

    def queue(self, code: int) -> None:
        """Receive one byte, of seven bits, without executing it.

        While the page is held it is the FIFO's last place that makes room: one line scrolls.
        """
        if self._fifo.stops_host():
            self._outgoing += _XOFF
        self._put(code)

    def _put(self, code: int) -> None:
        if not self._fifo.put(code):
            self.ring_bell()
        elif self.is_holding and self._fifo.is_full:
            self._release(1)

    def take(self) -> Taken:
        """Take the byte that has waited longest; what it completes is for `execute`."""
        code = self._fifo.get()
        was_stopped = self._fifo.has_stopped_host and self._parser.begins_with(code)
        restarts = was_stopped and self._fifo.restarts_host()
        if restarts:
            self._send(_XON)
        return Taken(code, self._parser.take(code), was_stopped, restarts)

    def drain(self) -> None:
        """Execute what is queued, as far as the page is not held."""
        while self._fifo and not self.is_holding:
            if self._parser.awaits_argument:
                self.start_output()
            for operation in self.take().operations:
                self.execute(operation)
        self.start_output()

    def run(self, data: bytes, position: int) -> int:
        """Execute received bytes from a position on without queueing them; return where it had to stop.

        It stops at the end, where the page is held, and where bytes are queued that are to be executed before.
        """
        fifo, parse, execute = self._fifo, self._parser.parse, self.execute
        end = len(data)
        while position < end:
            operations, position = parse(data, position)
            for operation in operations:
                execute(operation)
            if fifo or self.is_holding:
                break
            if self.output:
                self.start_output()
        return position

    def execute(self, operation: Operation) -> None:
        if isinstance(operation, Text):
            self.screen.show(operation.codes)
        else:
            self._functions[operation.function](*operation.arguments)

    # Sending

    def data_to_send(self) -> bytes:
        """What was sent past the output FIFO since the last call, or all if the line takes no time."""
        outgoing = bytes(self._outgoing)
        self._outgoing.clear()
        return outgoing

    def start_output(self) -> None:
        """Let the line take what waits for it, until all has gone."""
        if self._line_takes_time:
            self.output.is_started = bool(self.output)
            return
        while self.output:
            self._put_on_line(bytes((self.output.get(),)))

    def _put_on_line(self, data: bytes) -> None:
        if len(self._outgoing) < _MOST_UNSENT:
            self._outgoing += data

    def _send(self, data: bytes) -> None:
        """Send bytes, execute them, or both: as the line is full or half duplex or the terminal off line."""
        if not self.off_line:
            self.output.put(data)
        if self.off_line or not self.line_settings.full_duplex:
            self._queue_own(data)

    def _queue_own(self, data: bytes) -> None:
        for code in data:
            self._put(code)

    def _report_cursor_position(self) -> None:
        row, column = self.screen.cursor
        if self.screen.modes.ansi:
            self._send(b"\x1b[%d;%dR" % (row + 1, column + 1))
        else:
            self._send(codes.direct_cursor_addressing(row, column))

    def _transmit_25th_line(self) -> None:
        self._transmit(range(LINE_25, self.screen.lines))

    def _transmit(self, rows: range) -> None:
        """Straight to the line, off line or not, and never back to the screen.

        Text that is kept goes nowhere unless the user asks, off line, where nobody else can.
        """
        cells = b"".join(map(self.screen.row_bytes, rows))
        if self.off_line or not self.keeps_text:
            self._put_on_line(transmission(cells, self.screen.modes.ansi))
        self.ring_bell()

    def _modify_baud_rate(self, index: int) -> None:
        if 0 <= index < len(codes.BAUD_RATES):
            self._set_baud_rate(codes.BAUD_RATES[index])

    def _set_baud_rate(self, rate: int) -> None:
        self.baud_rate_changes += rate != self.baud_rate
        self.baud_rate = rate

    # Modes and the bell

    def ring_bell(self) -> None:
        self.bells += 1

    def _change_ansi_mode(self, on: bool) -> None:
        self.screen.change_mode("ansi", on)
        self._parser.ansi = on

    def _set_mode(self, number: int) -> None:
        self.screen.set_mode(number)
        if codes.MODES[number] == "hold":
            self._enter_hold_screen_mode()

    # Hold-screen

    def _enter_hold_screen_mode(self) -> None:
        self.screen.change_mode("hold", on=True)
        self._lines_to_hold = 1

    def _line_feed(self) -> None:
        """The character LF. In hold-screen mode it is counted on the bottom row, and the last one waits."""
        if self.screen.modes.hold and self.screen.cursor[0] == BOTTOM:
            self._lines_to_hold = self._lines_to_hold - 1 & 0xFF
            if self._lines_to_hold == 0:
                self.is_holding = True
                self._send(_XOFF)
                return
        self.screen.line_feed()

    def _release(self, lines: int) -> None:
        """Do the LF that waits, and let as many bottom lines pass until one waits again."""
        self.is_holding = False
        self._lines_to_hold = lines
        self.screen.line_feed()

    def _scroll(self, shift: bool) -> None:
        if self.is_holding:
            self._release(_PAGE if shift else 1)
            self._send(_XON)
        else:
            self._lines_to_hold = _PAGE if shift else self._lines_to_hold + 1 & 0xFF

    # The keyboard

    def notice(self, key: KeyPress | LocalKey) -> bool:
        """The click of a key; True if it is to be served, which others are at once or not at all.

        RESET, OFF LINE and CAPS LOCK work even while the keyboard is disabled, BREAK does not.
        """
        if key is LocalKey.RESET:
            self.power_up()
        elif key is LocalKey.OFF_LINE:
            self.off_line = not self.off_line
        elif key is LocalKey.CAPS_LOCK:
            self.caps_lock = not self.caps_lock
        elif not self.screen.modes.keyboard_locked:
            self.breaks += key is LocalKey.BREAK
            self.clicks += key is not LocalKey.BREAK and not self.screen.modes.no_click
            return key is not LocalKey.BREAK
        return False

    def serve(self, key: KeyPress | LocalKey, *, shift: bool, ctrl: bool) -> None:
        """Do what a key that was noticed is for."""
        if isinstance(key, LocalKey):
            assert key is LocalKey.SCROLL, key
            self._scroll(shift)
            return
        stroke = strike(key, self.screen.modes, shift=shift, ctrl=ctrl, caps_lock=self.caps_lock)
        if stroke.is_local:
            self._queue_own(stroke.code)
        else:
            self._send(stroke.code)
