"""One terminal and the room it is in: keys come over its line and clicks beside it, the room's screen goes back."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from h89yahtzee.apps.yahtzee.terminal.terminals import display_of, key_codes, painter_for
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.key_reader import KeyReader
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.mouse import Click
from h89yahtzee.screen.painter.painter import Shown, enter, leave
from h89yahtzee.screen.partial_update import next_stage
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.room import Room
from h89yahtzee.transport.draining import Drain
from h89yahtzee.transport.pacing import PacedTransport

ESCAPE_DELAY = 0.5
"""Seconds after which an ESC stands for itself: at 110 baud the second byte takes 0.1 s."""

DRAIN_POLL = 0.02
"""Seconds between two looks whether a stopped line goes on."""
MOST_BELLS = 10
"""How often a screen rings at most: as many players may win."""

LEAVING = ("q", "Q", "\x03")
"""The keys of a person who can't see what they ask for; CTRL-C is mostly a signal."""

STAGE_TIME = 0.5
"""Seconds of a line's time, about, that a change may take before it is sent in stages: a key pressed meanwhile
waits for one stage, not for all."""
FIRST_STAGE_TIME = 2.0
"""The same for a whole screen: nobody plays yet."""
LEAST_STAGE = 24
"""How many cells a stage has on the slowest lines: to begin one costs a few bytes."""


class Modes(Protocol):
    """Switches a terminal of this machine to the modes that the game needs, and back."""

    def enter(self) -> None: ...
    def exit(self) -> None: ...


class TerminalSession:
    """Shows `room`, which may be exchanged, on the terminal that `transport` leads to.

    `modes` is there when the terminal is this machine's. With `alternate_keypad` the keypad's digits are other keys
    than those of the main row. `is_seen` says whether there is somebody to play for: a window may be too small.
    `sleep` waits for some seconds of `clock`. A window (`is_window`) may lose rows when its size changes.
    `take_click` returns the next click of the terminal's mouse, once all that was typed before has been received.
    `display` tells what it can show now, and the keyboard before it, if `caps` don't. `forget` is called when what
    it shows can't be relied upon. In a `hurry` others wait meanwhile, so that whole screens may take more bytes.
    """

    def __init__(
        self,
        room: Room,
        transport: PacedTransport,
        caps: Termcap,
        clock: Callable[[], float],
        alternate_keypad: bool,
        modes: Modes | None = None,
        is_seen: Callable[[], bool] = lambda: True,
        sleep: Callable[[float], None] = time.sleep,
        is_window: bool = False,
        take_click: Callable[[], Click | None] = lambda: None,
        display: Callable[[], Display] | None = None,
        forget: Callable[[], None] = lambda: None,
        hurry: bool = False,
    ) -> None:
        self.room = room
        self.last_words = ""
        self.transport = transport
        self._caps = caps
        self._display_now = display or (lambda: display_of(caps))
        self._display = self._display_now()
        self._forget = forget
        self._clock = clock
        self._alternate_keypad = alternate_keypad
        self._modes = modes
        self.is_seen = is_seen
        self._sleep = sleep
        self._is_window = is_window
        self._take_click = take_click
        self._reader = KeyReader(key_codes(caps))
        self._escape_at: float | None = None
        self._painter = painter_for(caps, _byte_time(transport.bytes_per_second), hurry)
        self._shown: Shown | None = None
        self._is_partial = False
        self._drain = Drain(transport, clock)
        self._rendered: object = None
        self._bells = 0

    def open(self) -> None:
        if self._modes is not None:
            self._modes.enter()
        self._shown = None

    def farewell(self) -> None:
        """Queue what leaves the terminal as it was found.

        What a slow line hasn't carried yet is dropped, in the middle of a sequence if need be.
        """
        self.transport.discard()
        self.transport.queue(leave(self._caps))
        if self.last_words:
            self.transport.queue(f"{self.last_words}\r\n".encode("ascii"))
        self._drain = Drain(self.transport, self._clock)

    def has_left(self) -> bool:
        return self._drain.is_over()

    def exit(self) -> None:
        if self._modes is not None:
            self._modes.exit()

    def hang_up(self) -> None:
        self.transport.close()

    def repaint(self) -> None:
        """Paint everything anew: nobody knows what the terminal shows, or in what modes it is."""
        self._forget()
        self._shown = None

    def resized(self) -> None:
        """Lay the screen out for another size at once, so that nothing of the old one is seen in the new."""
        if self._is_window:
            self.repaint()
        self._forget()
        self.show()

    def show(self) -> None:
        """Send what is new in the room once the line has carried what was sent before, leaving out frames between.

        What would take long is sent in stages, the most urgent parts first. Each is painted when the one before is
        handed over, towards the screen that the room shows then.
        """
        self._bells = min(self._bells + self.room.take_bells(), MOST_BELLS)
        if self.room.take_repaint():
            self.repaint()
        self.transport.pump()
        if self.transport.idle and self._is_news():
            self._display = self._display_now()
            self._rendered = self.room, self.room.revision, self._display
            screen = self.room.screen(self._display)
            self._send(screen.with_rows(self._caps.rows))

    def show_all(self) -> None:
        """Send all that is new in the room, and wait until it is there, before something that takes a while."""
        self._send_all()
        while self._is_news():
            self.show()
            self._send_all()
            if not self.transport.idle:
                return

    def _is_news(self) -> bool:
        """Whether there may be anything to send."""
        is_changed = self._rendered != (self.room, self.room.revision, self._display_now())
        return is_changed or bool(self._bells) or self._shown is None or self._is_partial

    def _send(self, screen: Grid) -> None:
        self._is_partial = False
        if self._bells or self._shown is None or screen != self._shown.grid:
            stage = self._next_stage(screen)
            if self._shown is None:
                self.transport.queue(enter(self._caps, self._alternate_keypad))
            self.transport.queue(self._caps.get("bl") * self._bells + self._update(stage))
            self._bells, self._is_partial = 0, stage != screen
            self.transport.pump()

    def _update(self, stage: Grid) -> bytes:
        if self._shown is None:
            code, self._shown = self._painter.repaint(stage)
        else:
            code, self._shown = self._painter.update(self._shown, stage)
        return code

    def _next_stage(self, screen: Grid) -> Grid:
        if math.isinf(self.transport.bytes_per_second):
            return screen
        seconds = FIRST_STAGE_TIME if self._shown is None else STAGE_TIME
        before = self._shown.grid if self._shown else Grid.blank(screen.rows, screen.columns)
        urgent = self.room.urgent(self._display)
        return next_stage(before, screen, urgent, max(LEAST_STAGE, seconds * self.transport.bytes_per_second))

    # What the room is told

    @property
    def is_closed(self) -> bool:
        return self.room.is_closed

    @property
    def revision(self) -> object:
        return self.room, self.room.revision

    def advance(self, now: float) -> None:
        self.room.advance(now)

    def notify(self, text: str) -> None:
        self.room.notify(text)

    def leave(self) -> None:
        self.room.leave()

    def fileno(self) -> int | None:
        return self.transport.fileno()

    def take_input(self) -> None:
        """Hand the keys and clicks since the last call to the room, in their order."""
        self._press_keys()
        while (click := self._take_click()) is not None:
            self._press(self._reader.flush())
            if self.is_seen():
                self.room.click(*click, self._display, self._clock())
            self._press_keys()

    def _press_keys(self) -> None:
        keys = self._reader.feed(self.transport.receive())
        now = self._clock()
        if not self._reader.is_pending:
            self._escape_at = None
        elif keys or self._escape_at is None:
            self._escape_at = now + ESCAPE_DELAY
        elif now >= self._escape_at:
            self._escape_at = None
            keys += self._reader.flush()
        self._press(keys)

    def _press(self, keys: Iterable[KeyPress]) -> None:
        """Press keys whose effect is seen; others can only leave."""
        for key in keys:
            if self.is_seen():
                self.room.press(key, self._clock())
            elif key in LEAVING:
                self.room.leave()

    def wakes_in(self) -> float | None:
        waits = [self.transport.ready_in()]
        if self.transport.has_received or (self.transport.idle and self._is_partial):
            waits.append(0.0)
        times = (self._escape_at, self.room.deadline if self.is_seen() else None)
        waits += [max(0.0, time - self._clock()) for time in times if time is not None]
        return min((wait for wait in waits if wait is not None), default=None)

    def _send_all(self) -> None:
        """Send all that is queued, unless the line takes nothing for a while."""
        drain = Drain(self.transport, self._clock)
        while not drain.is_over():
            wait = self.transport.ready_in()
            self._sleep(DRAIN_POLL if wait is None else wait)


def _byte_time(bytes_per_second: float) -> float | None:
    """Return milliseconds; None for a line that takes no time."""
    return None if math.isinf(bytes_per_second) else 1000 / bytes_per_second
