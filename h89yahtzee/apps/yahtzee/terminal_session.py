"""One terminal at the table: a line, the keys that come over it, and the screen that was sent."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from h89yahtzee.apps.yahtzee.terminals import key_codes, painter_for
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.key_reader import KeyReader
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.painter.painter import Shown, enter, leave
from h89yahtzee.screen.partial_update import Region, next_stage
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.transport.pacing import PacedTransport

ESCAPE_DELAY = 0.5
"""Seconds after which an ESC stands for itself: at 110 baud the second byte takes 0.1 s."""

DRAIN_DELAY = 2.0
"""Seconds that a line may take nothing before its last bytes are given up."""
DRAIN_POLL = 0.02
"""Seconds between two looks whether a stopped line goes on."""
MOST_BELLS = 10
"""With one screen: as many as there may be winners."""

STAGE_TIME = 0.5
"""Seconds of a line's time that a change may take, about, before it is sent in stages: a key that comes meanwhile
waits for one of them, not for all."""
FIRST_STAGE_TIME = 2.0
"""The same where the screen is painted anew: nobody plays yet."""
LEAST_STAGE = 24
"""Cells of one on the slowest lines: to begin a stage costs a few bytes."""


class Modes(Protocol):
    """A terminal of this machine, whose modes are switched while it is played on."""

    def enter(self) -> None: ...
    def exit(self) -> None: ...


class Station:
    """`transport` carries the bytes; `modes` is there when the terminal is this machine's.

    `display` is what the screens shown have to be laid out for. With `alternate_keypad` the keypad's digits are
    other keys than those of the main row. `is_seen` says whether there is somebody to play for: a window may be too
    small. `sleep` waits for some seconds of `clock`. A window (`is_window`) may lose rows when its size changes.
    """

    def __init__(
        self,
        transport: PacedTransport,
        caps: Termcap,
        clock: Callable[[], float],
        alternate_keypad: bool,
        modes: Modes | None = None,
        is_seen: Callable[[], bool] = lambda: True,
        sleep: Callable[[float], None] = time.sleep,
        is_window: bool = False,
    ) -> None:
        self.transport = transport
        self._caps = caps
        self.display = Display(caps.rows, caps.has_reverse, caps.has_h19_keyboard)
        self._clock = clock
        self._alternate_keypad = alternate_keypad
        self._modes = modes
        self.is_seen = is_seen
        self._sleep = sleep
        self._is_window = is_window
        self._reader = KeyReader(key_codes(caps))
        self._escape_at: float | None = None
        self._painter = painter_for(caps, _byte_time(transport.bytes_per_second))
        self._shown: Shown | None = None
        self._is_partial = False
        self._bells = 0

    def open(self) -> None:
        if self._modes is not None:
            self._modes.enter()
        self._shown = None

    def close(self) -> None:
        """Leave the terminal as it was found; TransportClosed when it is gone.

        What a slow line hasn't carried yet is given up, in the middle of a sequence if need be.
        """
        try:
            self.transport.discard()
            self.transport.queue(leave(self._caps))
            self._drain()
        finally:
            if self._modes is not None:
                self._modes.exit()

    def repaint(self) -> None:
        """Nobody knows any longer what the terminal shows, or in what modes: it may have been reset."""
        self._shown = None

    def resized(self) -> None:
        if self._is_window:
            self.repaint()

    def ring(self, bells: int) -> None:
        """Ring with the next screen; what is more than a line has time for is left out."""
        self._bells = min(self._bells + bells, MOST_BELLS)

    def is_ready(self) -> bool:
        """Whether all is handed over that was to be sent; if so, `show` sends at once."""
        self.transport.pump()
        return self.transport.idle

    def show(self, screen: Grid, urgent: Sequence[Region] = ()) -> None:
        """Send what is new, once the line has carried what was sent before: frames in between are left out.

        What would take long is sent in stages, `urgent` first. Each is painted when the one before is handed over,
        towards the screen that is shown then.
        """
        if not self.is_ready():
            return
        self._is_partial = False
        if self._bells or self._shown is None or screen != self._shown.grid:
            stage = self._next_stage(screen, urgent)
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

    def _next_stage(self, screen: Grid, urgent: Sequence[Region]) -> Grid:
        seconds = FIRST_STAGE_TIME if self._shown is None else STAGE_TIME
        before = self._shown.grid if self._shown else Grid.blank(screen.rows, screen.columns)
        return next_stage(before, screen, urgent, max(LEAST_STAGE, seconds * self.transport.bytes_per_second))

    def take_keys(self) -> list[KeyPress]:
        """The keys pressed since the last call."""
        keys = self._reader.feed(self.transport.receive())
        now = self._clock()
        if not self._reader.is_pending:
            self._escape_at = None
        elif keys or self._escape_at is None:
            self._escape_at = now + ESCAPE_DELAY
        elif now >= self._escape_at:
            self._escape_at = None
            keys += self._reader.flush()
        return keys

    def wakes_in(self) -> float | None:
        """Seconds until something is to be done without input; None: nothing."""
        waits = [self.transport.ready_in()]
        if self.transport.has_received or (self.transport.idle and self._is_partial):
            waits.append(0.0)
        if self._escape_at is not None:
            waits.append(max(0.0, self._escape_at - self._clock()))
        return min((wait for wait in waits if wait is not None), default=None)

    def _drain(self) -> None:
        """Send all that is queued, unless the line takes nothing for a while."""
        pending, since = self.transport.pending, self._clock()
        while not self.transport.idle and self._clock() < since + DRAIN_DELAY:
            self.transport.pump()
            if self.transport.pending < pending:
                pending, since = self.transport.pending, self._clock()
            self.transport.receive()  # an XON may be among it
            wait = self.transport.ready_in()
            self._sleep(DRAIN_POLL if wait is None else wait)


def _byte_time(bytes_per_second: float) -> float | None:
    """In milliseconds; None where the line takes no time."""
    return None if math.isinf(bytes_per_second) else 1000 / bytes_per_second
