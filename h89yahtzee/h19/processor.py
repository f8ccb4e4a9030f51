"""The H19's processor and firmware: executes received bytes and keys, and answers the computer.

The processor has no clock: a `Machine` (see `terminal`) calls each method when the work is due, at once or in real
time, and fetches the bytes to send and the counts of bells and clicks. Received bytes queue in the input FIFO,
bytes to send in the output FIFO; while the page is held (hold-screen mode), nothing is executed until SCROLL is
pressed. Source: the firmware (Heath part 444-46).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from h89yahtzee.h19 import codes
from h89yahtzee.h19.codes import transmission
from h89yahtzee.h19.configuration import CHANGES, FULL_DUPLEX, power_up_baud_rate
from h89yahtzee.h19.keyboard import LocalKey, strike
from h89yahtzee.h19.parser import Operation, Parser, Text
from h89yahtzee.h19.screen_state import BOTTOM, LINE_25, ScreenState
from h89yahtzee.screen.keys import KeyPress

_XON = bytes((codes.XON,))
_XOFF = bytes((codes.XOFF,))
_PAGE = BOTTOM + 1
_MOST_UNSENT = 1 << 16
"""The most bytes of answers that wait to be fetched: a flood of requests must not fill the memory."""


class Taken(NamedTuple):
    """A byte taken from the input FIFO, and the operations that this byte completes.

    Before some bytes (those for which `Parser.begins_with` is true) the firmware checks whether XOFF has stopped
    the computer: `was_stopped` tells that it has, `restarts` that the firmware has then sent XON. For other bytes
    both are False.
    """

    code: int
    operations: tuple[Operation, ...]
    was_stopped: bool
    restarts: bool


class Processor:
    """The processor after power-up; `switches` and `line_switches` are as in `Machine`.

    `bells`, `clicks`, `breaks` and `baud_rate_changes` are counts; a caller that reads a count has to set it to 0.
    If `line_takes_time` is true, it is the caller who sends the bytes in `output`, and who scrolls when
    `must_scroll` is true.
    """

    def __init__(self, switches: int, line_switches: int, line_takes_time: bool = False) -> None:
        self._switches = switches
        self._line_takes_time = line_takes_time
        self._line_switches = line_switches
        self.baud_rate = power_up_baud_rate(line_switches)
        self.bells = self.clicks = self.breaks = self.baud_rate_changes = 0
        self.off_line = self.caps_lock = False
        self.keeps_text = False
        self.parser = Parser()
        self._fifo = InputFifo()
        self.output = OutputFifo()
        self._outgoing = bytearray()
        self.power_up()

    def power_up(self) -> None:
        """Return to the state after power-up, but keep the keys that are down, the bytes sent, and the counts."""
        self.parser.reset()
        self._fifo.clear()
        self.output.clear()
        self.screen = ScreenState(self._switches)
        self.parser.ansi = self.screen.modes.ansi
        self.is_holding = False
        self._lines_to_hold = 1
        self._functions = self._functions_by_name()
        self._set_baud_rate(power_up_baud_rate(self._line_switches))

    def _functions_by_name(self) -> dict[str, Callable[..., None]]:
        """Return for each function, by its name, the method of this class or of the screen that carries it out."""
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
            "transmit_25th_line": lambda: self._transmit(range(LINE_25, screen.lines)),
            "modify_baud_rate": self._modify_baud_rate,
            "reset_to_power_up_configuration": self.power_up,
        }
        functions |= {name: partial(screen.change_mode, *change) for name, change in CHANGES.items()}
        names = [*(function.name for function in codes.FUNCTIONS), *codes.CONTROLS.values()]
        return functions | {name: getattr(screen, name) for name in names if name not in functions}

    # Methods for receiving

    @property
    def queued(self) -> int:
        return len(self._fifo)

    def queue(self, code: int) -> None:
        """Receive one byte, of seven bits, into the input FIFO.

        While the page is held, a byte that fills the FIFO makes the page scroll by one line, so that queued bytes
        can be executed. If the line takes time, this method doesn't scroll; the caller must then call `scroll` when
        `must_scroll` is true.
        """
        if self._fifo.stops_computer():
            self._outgoing += _XOFF
        self._put(code)

    def _put(self, code: int) -> None:
        if not self._fifo.put(code):
            self.ring_bell()
        elif self.must_scroll and not self._line_takes_time:
            self.scroll()

    @property
    def must_scroll(self) -> bool:
        return self.is_holding and self._fifo.is_full

    @property
    def is_stopping_computer(self) -> bool:
        """Whether the computer was told to stop (XOFF) and not yet to go on (XON)."""
        return self._fifo.has_stopped_computer

    def take(self) -> Taken:
        """Remove the oldest byte from the input FIFO and return it; the caller has to `execute` the operations
        returned with it."""
        code = self._fifo.popleft()
        was_stopped = self._fifo.has_stopped_computer and self.parser.begins_with(code)
        restarts = was_stopped and self._fifo.restarts_computer()
        if restarts:
            self._send(_XON)
        return Taken(code, self.parser.take(code), was_stopped, restarts)

    def drain(self) -> None:
        """Execute the queued bytes until none is left or the page is held."""
        while self._fifo and not self.is_holding:
            if self.parser.awaits_argument:
                self.start_output()
            for operation in self.take().operations:
                self.execute(operation)
        self.start_output()

    def run(self, data: bytes, position: int) -> int:
        """Execute the received bytes `data`, from `position` on, without queueing them. Return the position after
        the last byte executed.

        Stop before the end of `data` once hold-screen mode holds the page, or once bytes wait in the input FIFO:
        while the line is half duplex, bytes that the terminal sends are also put there, to be executed.
        """
        fifo, parse, execute = self._fifo, self.parser.parse, self.execute
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

    # Methods for sending

    def data_to_send(self) -> bytes:
        """Return the bytes sent since the last call; if the line takes time, only the bytes that bypass the output
        FIFO, such as XOFF."""
        outgoing = bytes(self._outgoing)
        self._outgoing.clear()
        return outgoing

    def start_output(self) -> None:
        """Send all bytes in the output FIFO; if the line takes time, only mark the sending as begun
        (`is_started`)."""
        if self._line_takes_time:
            self.output.is_started = bool(self.output)
            return
        while self.output:
            self._put_on_line(bytes((self.output.popleft(),)))

    def _put_on_line(self, data: bytes) -> None:
        if len(self._outgoing) < _MOST_UNSENT:
            self._outgoing += data

    def _send(self, data: bytes) -> None:
        """Send bytes and, if the line is half duplex, also execute them; while the terminal is off line, only
        execute them."""
        if not self.off_line:
            self.output.put(data)
        if self.off_line or not self._line_switches & FULL_DUPLEX:
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

    def _transmit(self, rows: range) -> None:
        """Send rows of the screen, bypassing the output FIFO, even if the terminal is off line; never execute them.

        If `keeps_text` is true (see `Machine.keep_text`), rows are sent only while the terminal is off line, when
        only the user can ask for them.
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

    # Methods for modes and the bell

    def ring_bell(self) -> None:
        self.bells += 1

    def _change_ansi_mode(self, on: bool) -> None:
        self.screen.change_mode("ansi", on)
        self.parser.ansi = on

    def _set_mode(self, number: int) -> None:
        self.screen.set_mode(number)
        if codes.MODES[number] == "hold":
            self._enter_hold_screen_mode()

    # Methods for hold-screen mode

    def _enter_hold_screen_mode(self) -> None:
        self.screen.change_mode("hold", on=True)
        self._lines_to_hold = 1

    def _line_feed(self) -> None:
        """Carry out a line feed; in hold-screen mode hold the page instead if the user has permitted no more
        scrolling."""
        if self.screen.modes.hold and self.screen.cursor[0] == BOTTOM:
            self.is_holding = self.holds_next
            self._lines_to_hold = self._lines_to_hold - 1 & 0xFF
            if self.is_holding:
                self._send(_XOFF)
                return
        self.screen.line_feed()

    @property
    def holds_next(self) -> bool:
        """Whether a line feed now would hold the page instead of scrolling."""
        return self.screen.modes.hold and self.screen.cursor[0] == BOTTOM and self._lines_to_hold == 1

    def scroll(self, lines: int = 1) -> None:
        """Carry out the line feed for which the page is held. This line feed included, `lines` line feeds may
        scroll before the page is held again."""
        self.is_holding = False
        self._lines_to_hold = lines
        self.screen.line_feed()

    def _scroll(self, shift: bool) -> None:
        # SCROLL also counts if it is pressed before the page is held: each press lets one more line scroll.
        if self.is_holding:
            self.scroll(_PAGE if shift else 1)
            self._send(_XON)
        else:
            self._lines_to_hold = _PAGE if shift else self._lines_to_hold + 1 & 0xFF

    # Methods for the keyboard

    def notice(self, key: KeyPress | LocalKey) -> bool:
        """Carry out `key` if it is RESET, OFF LINE, CAPS LOCK or BREAK. For any other key, click, and return True
        if the caller has to call `serve` for it."""
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
        """Carry out a key for which `notice` returned True."""
        if isinstance(key, LocalKey):
            assert key is LocalKey.SCROLL, key
            self._scroll(shift)
            return
        stroke = strike(key, self.screen.modes, shift=shift, ctrl=ctrl, caps_lock=self.caps_lock)
        if stroke.is_local:
            self._queue_own(stroke.code)
        else:
            self._send(stroke.code)


FIFO_SIZE = 128
OUTPUT_SIZE = 32
_STOP_FROM = FIFO_SIZE - 16
_GO_ON_BELOW = FIFO_SIZE - 32


class InputFifo(deque[int]):
    """The received bytes that aren't executed yet. The caller asks `stops_computer` when to send XOFF, and
    `restarts_computer` when to send XON."""

    has_stopped_computer = False

    def clear(self) -> None:
        super().clear()
        self.has_stopped_computer = False

    @property
    def is_full(self) -> bool:
        return len(self) == FIFO_SIZE

    def stops_computer(self) -> bool:
        """Return whether the byte that arrives now must be answered by XOFF: this is so for each byte while 112 or
        more are queued."""
        stops = len(self) >= _STOP_FROM
        self.has_stopped_computer |= stops
        return stops

    def restarts_computer(self) -> bool:
        """Return whether XON must be sent: once after XOFF, when fewer than 96 bytes are queued."""
        restarts = self.has_stopped_computer and len(self) < _GO_ON_BELOW
        self.has_stopped_computer &= not restarts
        return restarts

    def put(self, code: int) -> bool:
        """Queue a byte; return False if the byte is lost because 128 bytes are queued already."""
        if self.is_full:
            return False
        self.append(code)
        return True


class OutputFifo(deque[int]):
    """The bytes of keys and answers that are still to be sent, and XON. XOFF, and rows of the screen that are
    transmitted, bypass this FIFO. The bytes are sent only while `is_started` is true."""

    is_started = False
    lost = 0

    def clear(self) -> None:
        super().clear()
        self.is_started = False

    def put(self, data: bytes) -> None:
        """Queue bytes; there is room for 32, further ones are lost, and counted in `lost`."""
        room = OUTPUT_SIZE - len(self)
        self.extend(data[:room])
        self.lost += len(data[room:])
