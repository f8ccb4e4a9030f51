"""The event loop of `h19`: carries bytes between a computer's line and the emulated H19, and shows the H19's
screen in this terminal."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from math import inf

from h89yahtzee.apps.blessed_screen import COLUMNS, PAGE_ROWS, ROWS, BlessedScreen, Cursor
from h89yahtzee.apps.h19 import tube_view
from h89yahtzee.apps.h19.h19_options import ComputerLine
from h89yahtzee.apps.h19.output_files import H19Files
from h89yahtzee.apps.signals import ENDING, IN_REAL_TIME, SignalWatch, Waiting
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.transport.transport import Transport, TransportClosed

FRAME = 0.02
"""Seconds between two paintings while bytes arrive, so that the screen isn't painted for each few bytes of fast
output."""
POLL_DELAY = 0.02
"""Seconds between two attempts to use a line that has no descriptor to select on, or that takes no bytes."""
MOST_UNSENT = 4096
"""While this many bytes to the computer are unsent, no more are taken from the H19, which keeps them in a buffer of
its own."""
_PAGE_KEYS = (Key.KEYPAD_9, Key.KEYPAD_3)
"""The H19's keys for a PC's page up and page down; they send a digit unless the keypad is in alternate mode."""
BLINK = {True: 16 / 60, False: 8 / 60}
"""The seconds for which the blinking cursor is lit, and then dark for as long: for a block cursor (True) 16
pictures at 60 Hz, for an underline (False) 8."""


class EmulationLoop:
    """One emulated H19 with its line to the computer, its screen in this terminal and its output files.

    `escape` is the key that opens the menu. When the connection ends, `line` decides whether the screen stays until
    a key is pressed; if so, `run` raises TransportClosed only after that key.
    """

    def __init__(
        self,
        h19: Machine,
        line: ComputerLine,
        screen: BlessedScreen,
        escape: str,
        files: H19Files,
        waiting: Waiting = IN_REAL_TIME,
    ) -> None:
        self._h19 = h19
        self._line = line
        self._screen = screen
        self._escape = escape
        self._clock = waiting.clock
        self._files = files
        self._wait_for_input = waiting.for_input
        self._to_send = bytearray()
        self._shows_menu = False
        self._wants_row_24 = False
        self._notes = tube_view.TubeNotes(escape, self._clock())
        self._pressed_at = -inf
        self._ended: TransportClosed | None = None
        self._paint_at = self._clock()
        self._is_done = False

    def run(self) -> int:
        """Run until the user leaves (return 0), signal n comes (return 128 + n) or the line ends (raise
        TransportClosed)."""
        with SignalWatch() as signals:
            self._screen.enter()
            try:
                self._tell_rows()
                self._paint()
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
        self._tell_rows()
        self._paint_at = self._clock()

    def _tell_rows(self) -> None:
        self._line.tell_rows(min(ROWS, max(PAGE_ROWS, self._screen.measure().rows)))

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
        fileno = self._line.fileno() if self._ended is None else self._screen.fileno()
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
        elif self._ended is not None:
            self._leave()
        elif not self._screen.is_large_enough:
            self._screen.beep(1)  # the user couldn't see the key's effect
        elif key in _PAGE_KEYS and not self._h19.modes.keypad_alternate:
            self._screen.beep(1)  # for page up or page down the H19 would send a digit, which no program expects
        else:
            self._pressed_at = now
            self._h19.press(key, now)

    def _choose(self, key: KeyPress) -> None:
        """Carry out a key of the menu; in a window too small to show the menu, only the key to leave has effect."""
        chosen = tube_view.Strike(key) if key == self._escape else tube_view.MENU.get(key)
        if chosen is tube_view.MenuCommand.QUIT:
            self._leave()
        elif not self._screen.is_large_enough:
            self._screen.beep(1)
        elif isinstance(chosen, tube_view.Strike):
            self._strike(chosen)
        elif chosen is tube_view.MenuCommand.SNAPSHOT:
            self._screen.beep(0 if self._files.write_snapshot() else 1)
        elif chosen is tube_view.MenuCommand.ROW_24:
            self._wants_row_24 = not self._wants_row_24

    def _strike(self, strike: tube_view.Strike) -> None:
        self._pressed_at = self._clock()
        self._h19.press(strike.key, self._pressed_at, shift=strike.shift, ctrl=strike.ctrl)
        if strike.key is LocalKey.BREAK and self._h19.breaks():
            self._exchange()  # first send the keys that were typed before BREAK
            self._line.send_break()
        if strike.key is LocalKey.RESET:
            self._files.reset()

    def _leave(self) -> None:
        if self._ended is not None:
            raise self._ended
        self._is_done = True

    def _exchange(self) -> None:
        now = self._clock()
        transport = self._line.transport() if self._ended is None else None
        if transport is None:
            # Without a connection, the bytes of keys and answers are lost, as on a terminal with an unplugged line.
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
            # Before the end, execute all bytes that have arrived. In hold screen mode this may need the key SCROLL.
            self._h19.advance(now)
            if self._h19.wakes_at() is None and not self._h19.is_holding:
                self._end(error)
        if self._h19.baud_rate_changes():
            self._line.set_baud_rate(self._h19.baud_rate)
        self._screen.beep(min(1, self._h19.bells()))

    def _end(self, error: TransportClosed) -> None:
        """Paint the screen for the last time; `error` tells how the connection has ended. If the screen stays until
        a key is pressed, keep `error`, which is raised after that key; otherwise pass `error` to the line's
        method `lost`."""
        has_nothing = all(tube_view.is_blank(self._h19.row_bytes(row)) for row in range(self._h19.lines))
        if self._line.leaves_screen(self._clock() - self._pressed_at, has_nothing):
            self._ended = error
        self._paint()
        if self._ended is None:
            self._line.lost(error)

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
        window_rows = self._screen.measure().rows
        rows = self._shown_rows(window_rows)
        status = self._status()
        no_room = window_rows <= len(rows)
        if self._shows_menu:
            tube, cursor = tube_view.page(self._escape, len(rows), COLUMNS, status if no_room else ""), None
        else:
            tube = [self._h19.row_bytes(row) for row in rows]
            if no_room:
                tube = tube_view.with_note(tube, self._note(rows, now), may_cover=PAGE_ROWS - 1 not in rows)
            cursor = self._cursor(rows) if now % (2 * half_period) < half_period else None
        text = self._screen.paint(tube, [status], cursor)
        self._files.painted(text, self._screen.size)

    def _note(self, rows: Sequence[int], now: float) -> str:
        return self._status() if self._ended is not None else self._notes.note(rows, now)

    def _shown_rows(self, window_rows: int) -> Sequence[int]:
        self._wants_row_24 &= self._h19.lines > PAGE_ROWS
        wants_row_24 = self._wants_row_24 or self._is_25th_line_empty
        return tube_view.shown_rows(self._h19.lines, window_rows, is_row_24_wanted=wants_row_24)

    @property
    def _is_25th_line_empty(self) -> bool:
        """Whether there is nothing to see on the 25th line, not even the cursor."""
        has_cursor = self._h19.cursor[0] == PAGE_ROWS and not self._h19.modes.cursor_off
        return tube_view.is_blank(self._h19.row_bytes(PAGE_ROWS)) and not has_cursor

    def _cursor(self, rows: Sequence[int]) -> Cursor | None:
        """Return the cursor in this terminal's window, which shows only `rows` (row numbers of the H19). Its row is
        an index into `rows`. None if the cursor is off or in a row that isn't shown, or if the connection has
        ended."""
        row, column = self._h19.cursor
        modes = self._h19.modes
        if modes.cursor_off or row not in rows or self._ended is not None:
            return None
        return Cursor(rows.index(row), column, modes.block)

    def _status(self) -> str:
        if self._ended is not None:
            return f"{self._ended}. Press a key."
        return tube_view.status_line(self._line.name, self._h19, tube_view.escape_name(self._escape))
