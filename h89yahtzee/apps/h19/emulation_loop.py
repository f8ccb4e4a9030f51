"""The event loop of `h19`: a line at one side, this terminal at the other, the emulated H19 between them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence

from h89yahtzee.apps.blessed_screen import COLUMNS, BlessedScreen, Cursor
from h89yahtzee.apps.h19.host_line import HostLine
from h89yahtzee.apps.h19.menu import MENU, MenuCommand, Strike, escape_name, page
from h89yahtzee.apps.h19.output_files import H19Files
from h89yahtzee.apps.signals import ENDING, SignalWatch, wait_for_input
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.transport.transport import Transport, TransportClosed

FRAME = 0.02
"""Seconds between two paintings while bytes arrive: a flood is shown, but not each line of it."""
POLL_DELAY = 0.02
"""Seconds between two looks at a line that can't be selected on or takes nothing."""
MOST_UNSENT = 4096
"""The most bytes that wait for a line that takes none; the H19 keeps more, up to its own limit."""
BLINK = {True: 16 / 60, False: 8 / 60}
"""Seconds that the block and the underline cursor are lit and dark: 16 and 8 fields of the CRT controller."""


class EmulationLoop:
    """One H19 with its line, its tube and the files that are written meanwhile."""

    def __init__(
        self,
        h19: Machine,
        line: HostLine,
        screen: BlessedScreen,
        escape: str,
        clock: Callable[[], float],
        files: H19Files,
        wait: Callable[[Sequence[int], float | None], None] = wait_for_input,
    ) -> None:
        self._h19 = h19
        self._line = line
        self._screen = screen
        self._escape = escape
        self._clock = clock
        self._files = files
        self._wait_for_input = wait
        self._to_send = bytearray()
        self._shows_menu = False
        self._paint_at = clock()
        self._is_done = False

    def run(self) -> int:
        """Run until the user leaves (0), a signal comes (128 + n) or the line ends for good (TransportClosed)."""
        with SignalWatch() as signals:
            self._screen.enter()
            try:
                while not self._is_done:
                    self._wait(signals)
                    for number in signals.take():
                        if number in ENDING:
                            return 128 + number
                        self._notice(number, signals)
                    self._serve()
                return 0
            finally:
                self._screen.exit()

    def _notice(self, number: int, signals: SignalWatch) -> None:
        if number == signal.SIGTSTP:
            signals.suspend(self._screen.exit, self._screen.enter)
        elif number == signal.SIGCONT:
            self._screen.exit()
            self._screen.enter()
        elif number == signal.SIGWINCH:
            self._screen.repaint()
        self._paint_at = self._clock()

    def _serve(self) -> None:
        for key in self._screen.take_keys():
            self._press(key)
        self._exchange()
        if self._clock() >= self._paint_at:
            self._paint()

    def _wait(self, signals: SignalWatch) -> None:
        readable = [signals.fileno(), self._screen.fileno()]
        now = self._clock()
        waits = [self._paint_at - now]
        fileno = self._line.fileno()
        if fileno is None:
            waits.append(POLL_DELAY)
        elif self._h19.takes_more:
            readable.append(fileno)
        if self._to_send:
            waits.append(POLL_DELAY)
        wakes_at = self._h19.wakes_at()
        if wakes_at is not None:
            waits.append(wakes_at - now)
        self._wait_for_input(readable, max(0.0, min(waits)))

    def _press(self, key: KeyPress) -> None:
        now = self._clock()
        self._paint_at = now
        if self._shows_menu:
            self._shows_menu = False
            self._choose(key)
        elif key == self._escape:
            self._shows_menu = True
        elif not self._screen.is_large_enough:
            self._screen.beep(1)  # nobody sees what it would do
        else:
            self._h19.press(key, now)

    def _choose(self, key: KeyPress) -> None:
        """Do what a key pressed while the menu is shown stands for."""
        chosen = MENU.get(key)
        if key == self._escape:
            self._h19.press(key, self._clock())
        elif isinstance(chosen, Strike):
            self._h19.press(chosen.key, self._clock(), shift=chosen.shift, ctrl=chosen.ctrl)
            if chosen.key is LocalKey.BREAK and self._h19.breaks():
                self._exchange()  # what was typed before goes first
                self._line.send_break()
            if chosen.key is LocalKey.RESET:
                self._files.reset()
        elif chosen is MenuCommand.SNAPSHOT:
            self._screen.beep(0 if self._files.write_snapshot() else 1)
        elif chosen is MenuCommand.QUIT:
            self._is_done = True

    def _exchange(self) -> None:
        now = self._clock()
        transport = self._line.transport()
        if transport is None:
            self._to_send.clear()
        try:
            if transport is not None:
                self._receive(transport, now)
            self._h19.advance(now)
            if len(self._to_send) < MOST_UNSENT:
                self._to_send += self._h19.data_to_send()
            if transport is not None and self._to_send:
                self._send(transport)
        except TransportClosed as error:
            self._h19.advance(now)
            if self._h19.wakes_at() is None and not self._h19.is_holding:
                # All that arrived has been shown.
                self._paint()
                self._line.lost(error)
        if self._h19.baud_rate_changes():
            self._line.set_baud_rate(self._h19.baud_rate)
        self._screen.beep(min(1, self._h19.bells()))

    def _receive(self, transport: Transport, now: float) -> None:
        data = transport.receive() if self._h19.takes_more else b""
        if data:
            self._h19.feed(data, now)
            self._paint_at = min(self._paint_at, now + FRAME)
            self._files.received(data)

    def _send(self, transport: Transport) -> None:
        taken = transport.send(bytes(self._to_send))
        self._files.sent(bytes(self._to_send[:taken]))
        del self._to_send[:taken]

    def _paint(self) -> None:
        now = self._clock()
        half_period = BLINK[self._h19.modes.block]
        self._paint_at = now + half_period - now % half_period
        if self._shows_menu:
            text = self._screen.paint(page(self._escape, self._h19.lines, COLUMNS), [self._status()])
        else:
            tube = [self._h19.row_bytes(row) for row in range(self._h19.lines)]
            text = self._screen.paint(
                tube, [self._status()], self._cursor(lit=now % (2 * half_period) < half_period)
            )
        self._files.painted(text, self._screen.size)

    def _cursor(self, lit: bool) -> Cursor | None:
        row, column = self._h19.cursor
        modes = self._h19.modes
        if not lit or modes.cursor_off or row >= self._h19.lines:
            return None
        return Cursor(row, column, modes.block)

    def _status(self) -> str:
        """The line below the tube."""
        h19 = self._h19
        modes = h19.modes
        flags = {
            "OFF LINE": h19.off_line,
            "HELD": h19.is_holding,
            "HOLD SCREEN": modes.hold,
            "CAPS LOCK": h19.caps_lock,
            "LOCKED": modes.keyboard_locked,
            "INSERT": modes.insert,
            "REVERSE": modes.reverse,
            "GRAPHICS": modes.graphics,
            "WRAP": modes.wrap,
            "AUTO LF": modes.auto_lf,
            "AUTO CR": modes.auto_cr,
            "KEYPAD SHIFTED": modes.keypad_shifted,
            "KEYPAD ALTERNATE": modes.keypad_alternate,
        }
        mode = "ANSI" if modes.ansi else "Heath"
        said = [self._line.name, f"{h19.baud_rate} baud", mode, *(flag for flag, on in flags.items() if on)]
        menu = f"{escape_name(self._escape)} menu"
        return f"{'  '.join(said)[: COLUMNS - len(menu) - 2]:{COLUMNS - len(menu)}}{menu}"
