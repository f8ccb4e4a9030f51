"""A session with a screen: keys and clicks go from a terminal to a room, and the room's screen to the terminal.

The terminal may be at the other end of a serial line, which this program opens.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from h89yahtzee.apps.sessions.event_loop import AnyRoom, Face, Session
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.h19.keyboard import keys_by_code
from h89yahtzee.screen.grid import Grid, Region, next_stage
from h89yahtzee.screen.key_reader import Click, KeyReader, termcap_keys
from h89yahtzee.screen.keys import Keyboard, KeyPress
from h89yahtzee.screen.painter.painter import Painter, Shown, enter, leave
from h89yahtzee.screen.painter.pen import CostModel
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.screen.typed_line import without_accents
from h89yahtzee.table.seat import Copied, Seat
from h89yahtzee.transport.pacing import Drain, PacedTransport, Work, no_work

if TYPE_CHECKING:
    from h89yahtzee.apps.sessions.session_report import LineReport


ESCAPE_DELAY = 0.5
"""An ESC that nothing follows for this many seconds is the key ESC; at 110 baud each byte of an escape sequence
takes 0.1 s."""

DRAIN_POLL = 0.02
"""Seconds between two checks whether a stopped line takes bytes again."""
MOST_BELLS = 10
"""The most bells sent at once, one for each of up to 10 winners."""

LEAVING = ("q", "Q", "\x03")
"""The keys by which a person leaves while the screen can't be seen; CTRL-C usually comes as a signal instead."""

STAGE_TIME = 0.5
"""A change that would take longer than about this many seconds to send is sent in stages, so that a key pressed
meanwhile waits for one stage only."""
FIRST_STAGE_TIME = 2.0
"""The seconds used in place of `STAGE_TIME` when the whole screen is painted. They may be more, since nobody can
play before the screen is there."""
LEAST_STAGE = 24
"""The fewest characters in a stage, even on the slowest lines: the beginning of a stage costs a few bytes."""


class Modes(Protocol):
    """The modes of this machine's terminal: `enter` sets the game's modes, `exit` restores the old ones."""

    def enter(self) -> None: ...
    def exit(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ScreenTerminal:
    """The abilities of a terminal with a screen; `caps` is its description in a termcap file.

    - If `alternate_keypad`, the digits on the keypad send other codes than the digits of the main keyboard.
    - `modes` are the modes of this machine's own terminal; None for any other terminal.
    - If `is_window`, the screen is a window, which may lose rows when its size changes.
    - If `hurry`, large changes are computed faster but take more bytes, because other work waits.
    - `is_seen` returns whether the person can see the game: a window may be too small.
    - `take_click` returns the next mouse click, once all earlier keys have been received.
    - `display` returns the present size and keyboard; if `display` is None, they are those of `caps`.
    - `forget` is called when the contents of the terminal's screen are unknown.
    """

    caps: Termcap
    alternate_keypad: bool = True
    modes: Modes | None = None
    is_window: bool = False
    hurry: bool = False
    is_seen: Callable[[], bool] = lambda: True
    take_click: Callable[[], Click | None] = lambda: None
    display: Callable[[], Display] | None = None
    forget: Callable[[], None] = lambda: None


class ScreenFace(Face, Protocol):
    """A room on a screen: a session passes keys, clicks and the time to the room, and shows the room's `screen`.

    - `click` is told the 0-based row and column on the room's screen, and the `display` that shows this screen.
    - `urgent` returns the parts of the screen to send first.
    - `take_bells` returns the number of times to ring the bell for events since its last call.
    - `take_repaint` returns whether the person has asked for a repaint since its last call.
    - `sight` tells which turn's dice the present screen shows: it is the number of that turn's first event, or None
      if the screen shows no dice. When the line has carried the screen's urgent parts, the session calls `seen`
      with `sight`.
    - `notify` shows a message that doesn't come from the room, such as one on trouble with saving.
    - `legend` is a line of text that names PC keys, to be shown below the screen.
    - `copied` is the last text that the person wanted to copy.
    """

    @property
    def legend(self) -> str: ...
    @property
    def copied(self) -> Copied: ...
    @property
    def sight(self) -> int | None: ...

    def press(self, key: KeyPress, now: float) -> None: ...
    def click(self, row: int, column: int, display: Display, now: float) -> None: ...
    def screen(self, display: Display) -> Grid: ...
    def urgent(self, display: Display) -> tuple[Region, ...]: ...
    def take_bells(self) -> int: ...
    def take_repaint(self) -> bool: ...
    def seen(self, sight: int | None, now: float) -> None: ...
    def notify(self, text: str) -> None: ...


def on_screen(room: AnyRoom, now: float) -> ScreenFace:
    return SeatScreen(room, now) if isinstance(room, Seat) else RoomScreen(room)


class ScreenSession(Session[ScreenFace]):
    """Shows a room on the `terminal` at the other end of `transport`: first `room`, and after `enter` another one.

    `clock` returns seconds. `sleep` is a function that waits for a number of these seconds.
    """

    def __init__(
        self,
        room: ScreenFace,
        transport: PacedTransport,
        terminal: ScreenTerminal,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        caps = terminal.caps
        super().__init__(room, transport, clock)
        self._terminal = terminal
        self._caps = caps
        self._display_now = terminal.display or (lambda: display_of(caps))
        self._display = self._display_now()
        self._sleep = sleep
        self._reader = KeyReader(key_codes(caps))
        self._escape_at: float | None = None
        speed = transport.bytes_per_second
        self._painter = painter_for(caps, None if math.isinf(speed) else 1000 / speed, terminal.hurry)
        self._shown: Shown | None = None
        self._is_partial = False
        self._rendered: object = None
        self._sight: int | None = None
        self._bells = 0

    def enter(self, room: AnyRoom) -> None:
        """Show another room from now on; the bells due in the previous room still ring."""
        self._take_bells()
        self.room, self._sight = on_screen(room, self._clock()), None

    def open(self) -> None:
        if self._terminal.modes is not None:
            self._terminal.modes.enter()
        self._shown = None

    def farewell(self) -> None:
        """Queue the bytes that restore the terminal.

        Bytes that a slow line hasn't carried yet are dropped, in the middle of a sequence if need be.
        """
        self.transport.discard()
        self.transport.queue(leave(self._caps))
        for line in self.last_words.splitlines():
            self.transport.queue(f"{line}\r\n".encode("ascii"))
        self._drain = Drain(self.transport, self._clock)

    def exit(self) -> None:
        if self._terminal.modes is not None:
            self._terminal.modes.exit()

    def repaint(self) -> None:
        """Let the next call of `show` set the terminal's modes and paint the whole screen, because both are
        unknown."""
        self._terminal.forget()
        self._shown = None

    def resized(self) -> None:
        """Show the screen in the window's new size at once, so that nothing of the old size stays."""
        if self._terminal.is_window:
            self.repaint()
        else:
            self._terminal.forget()
        self.show()

    def show(self) -> None:
        """Send the room's present screen if the line has carried the last one; screens in between are never sent.

        A change that takes long is sent in stages, the most urgent parts first. Each stage is computed when the
        previous stage has been sent, from the room's screen at that time.
        """
        self._take_bells()
        if self.room.take_repaint():
            self.repaint()
        self.transport.pump()
        self._see()
        if self.transport.idle and self._is_news():
            self._display = self._display_now()
            self._rendered = self.room, self.room.revision, self._display
            screen = self.room.screen(self._display)
            self._send(screen.with_rows(self._caps.rows))
            self._see()

    def _see(self) -> None:
        """If all queued bytes are sent, call the room's method `seen`, which notes the turn whose dice the person
        sees now."""
        if self.transport.idle:
            self.room.seen(self._sight, self._clock())

    def _take_bells(self) -> None:
        self._bells = min(self._bells + self.room.take_bells(), MOST_BELLS)

    def show_all(self) -> None:
        """Send the room's whole present screen and wait until it is sent. Call this before work that takes long."""
        self._send_all()
        while self._is_news():
            self.show()
            self._send_all()
            if not self.transport.idle:
                return

    def _is_news(self) -> bool:
        is_changed = self._rendered != (self.room, self.room.revision, self._display_now())
        return is_changed or bool(self._bells) or self._shown is None or self._is_partial

    def _send(self, screen: Grid) -> None:
        self._is_partial = False
        if self._bells or self._shown is None or screen != self._shown.grid:
            stage = self._next_stage(screen)
            if self._shown is None:
                self.transport.queue(enter(self._caps, self._terminal.alternate_keypad))
            self.transport.queue(self._caps.get("bl") * self._bells + self._update(stage))
            self._bells, self._is_partial = 0, stage != screen
            self.transport.pump()
        self._sight = self.room.sight if self._has_urgent(screen) else None

    def _has_urgent(self, screen: Grid) -> bool:
        """Return whether the terminal has the urgent parts (see `ScreenFace.urgent`) of `screen` already."""
        if not self._is_partial or self._shown is None:
            return True
        return screen.agrees(self._shown.grid, self.room.urgent(self._display))

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

    def is_seen(self) -> bool:
        return self._terminal.is_seen()

    def notify(self, text: str) -> None:
        self.room.notify(text)

    def take_input(self) -> None:
        """Pass the keys and clicks since the last call to the room, in their order."""
        self._press_keys()
        while (click := self._terminal.take_click()) is not None:
            self._press(self._reader.flush())
            if self.is_seen():
                self.room.click(*click, self._display, self._clock())
            self._press_keys()

    def _press_keys(self) -> None:
        typed = self.transport.receive()
        # An H19 sends seven bits, so its bytes need no conversion.
        keys = self._reader.feed(typed if self._caps.has_h19_keyboard else without_accents(typed))
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
        """Press keys in the room; while the screen can't be seen, only the keys in `LEAVING` count."""
        for key in keys:
            if self.is_seen():
                self.room.press(key, self._clock())
            elif key in LEAVING:
                self.room.leave()

    def wakes_in(self) -> float | None:
        deadline = self.room.deadline if self.is_seen() else None
        return self._wait(self.transport.idle and self._is_partial, self._escape_at, deadline)

    def _send_all(self) -> None:
        """Send all queued bytes, unless the line takes nothing for a while."""
        drain = Drain(self.transport, self._clock)
        while not drain.is_over():
            wait = self.transport.ready_in()
            self._sleep(DRAIN_POLL if wait is None else wait)


def display_of(caps: Termcap) -> Display:
    return Display(caps.rows, caps.has_reverse, Keyboard.H19 if caps.has_h19_keyboard else Keyboard.LETTERS)


def key_codes(caps: Termcap) -> dict[bytes, KeyPress]:
    return keys_by_code(caps["Hk"] == b"ansi") if caps.has_h19_keyboard else termcap_keys(caps)


def execution(caps: Termcap) -> Work:
    """Return a function from sent bytes to a list with the seconds that the terminal needs to process each byte.

    Only an H19's times are known; for other terminals they are 0.
    """
    from h89yahtzee.h19.durations import ExecutionTimes

    return ExecutionTimes().feed if caps.is_h19 else no_work


@cache
def painter_for(caps: Termcap, byte_time: float | None = None, hurry: bool = False) -> Painter:
    """Return a painter that sends updates in the least time on a line that takes `byte_time` milliseconds a byte.

    If `byte_time` is None, the line has no delay. `hurry` is explained in `ScreenTerminal`. Only the H19's
    processing time is known; other terminals count as faster than any line. Equal terminals share one painter,
    which computes the bytes for equal screens only once.
    """
    from h89yahtzee.h19.durations import CodeTimes

    return Painter(caps, CostModel(CodeTimes(caps) if caps.is_h19 else None, byte_time), hurry)


DEFAULT_BAUD = 9600


def open_line(url: str, baud: int, caps: Termcap, report: LineReport | None = None) -> PacedTransport:
    """Open the line `url` to the terminal described by `caps`, at `baud` bits a second.

    If there is a `report`, this program itself obeys XOFF. If the operating system obeyed XOFF, it wouldn't pass it
    on, so that the report couldn't count it. ValueError if `url` is wrong, TransportClosed if the line can't be
    opened.
    """
    from h89yahtzee.transport.serial_line import open_serial

    line = open_serial(url, baud, obeys_xon_xoff=report is None)
    transport = line if report is None else report.measured(line)
    speed, own_flow_control = bytes_per_second(baud), not line.honours_xon_xoff
    return PacedTransport(transport, speed, time.monotonic, own_flow_control, execution(caps))


RETRY_DELAY = 1.0
"""Seconds between two attempts to open a lost line."""
_POLL_DELAY = 0.1
"""Seconds between two checks whether an attempt to open a line is over."""

T = TypeVar("T")


class Reopening(Generic[T]):
    """Calls `open_again` until it succeeds, and then `opened` with the result; a `Source` of the event loop.

    Attempts run in a thread, since a TCP connection may take seconds to fail. `opened` must remove this source from
    the loop.
    """

    def __init__(self, open_again: Callable[[], T], opened: Callable[[T], None]) -> None:
        self._open_again = open_again
        self._opened = opened
        self._found: list[T] = []
        self._attempt: Thread | None = None
        self._next_look = time.monotonic() + RETRY_DELAY

    def fileno(self) -> None: ...

    def wakes_in(self) -> float:
        return max(0.0, self._next_look - time.monotonic())

    def take_input(self) -> None:
        if self._attempt is None:
            self._attempt = Thread(target=self._try, daemon=True)
            self._attempt.start()
        elif not self._attempt.is_alive():
            self._attempt = None
        self._next_look = time.monotonic() + (RETRY_DELAY if self._attempt is None else _POLL_DELAY)
        if self._found:
            self._opened(self._found.pop())

    def _try(self) -> None:
        with suppress(OSError, ValueError):
            self._found.append(self._open_again())
