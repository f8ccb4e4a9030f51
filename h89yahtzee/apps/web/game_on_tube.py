"""The game on the web page's emulated H19: a session in an event loop that never waits, and the session's
transports."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.event_loop import POLL_DELAY, EventLoop, LoopCallbacks, Source
from h89yahtzee.apps.sessions.screen_session import ScreenFace, ScreenSession, ScreenTerminal, execution, on_screen
from h89yahtzee.apps.signals import Wait
from h89yahtzee.apps.yahtzee.beginning import asked_setup, unfinished_game
from h89yahtzee.apps.yahtzee.command_line import keep_preferences
from h89yahtzee.apps.yahtzee.one_table import Manner, OneTable, shown_on
from h89yahtzee.apps.yahtzee.one_table import Room as AnyRoom
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.players.catalogue import SOLVING, has_numpy
from h89yahtzee.rooms.navigator import entered, first, following
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import Keyboard, KeyPress
from h89yahtzee.table.preferences import Coach
from h89yahtzee.table.seat import Seat
from h89yahtzee.transport.pacing import PacedTransport, no_work
from h89yahtzee.transport.transport import Transport

ROWS = 25
READY = 0
"""A number in place of a file descriptor, since a web page has none. The event loop is told that this descriptor
always has input."""


class Post(Protocol):
    """A function that posts a message to the page: `kind` is the kind of the message, and `members` are its
    contents."""

    def __call__(self, kind: str, /, **members: object) -> None: ...


class Tube:
    """A transport to the emulated H19 on the page, and also to a real terminal if `line` is set."""

    def __init__(self, post: Post) -> None:
        self.line: Transport | None = None
        self._post = post
        self._terminal = Terminal()
        self._input: deque[KeyPress | Click] = deque()
        self._rows: list[bytes] = [b""] * ROWS
        self._cursor: dict[str, object] | None = None

    def take(self, pressed: KeyPress | Click) -> None:
        self._input.append(pressed)

    def text(self) -> str:
        """Return the text on the screen, a line of text for each row."""
        return self._terminal.grid().text()

    # Methods of a transport, which the session calls

    def fileno(self) -> int | None:
        return READY

    def receive(self) -> bytes:
        """Return the bytes that the H19 sends for the keys pressed before the next click, followed by the bytes
        that the real terminal has sent."""
        while self._input and not isinstance(first := self._input[0], Click):
            self._terminal.press(first)
            self._input.popleft()
        self._sound()
        return self._terminal.data_to_send() + (b"" if self.line is None else self.line.receive())

    def take_click(self) -> Click | None:
        """Return the next click; None if there is none, or if earlier keys haven't been received yet."""
        if not (self._input and isinstance(first := self._input[0], Click)):
            return None
        self._input.popleft()
        return first

    def send(self, data: bytes) -> int:
        taken = len(data) if self.line is None else self.line.send(data)
        self._terminal.feed(data[:taken])
        self._show()
        self._sound()
        return taken

    def close(self) -> None:
        if self.line is not None:
            self.line.close()

    def _sound(self) -> None:
        bells, clicks = self._terminal.bells(), self._terminal.clicks()
        if bells or clicks:
            self._post("sound", bells=bells, clicks=clicks)

    def _show(self) -> None:
        rows = [self._terminal.row_bytes(row) for row in range(ROWS)]
        changed = [[row, rows[row]] for row in range(ROWS) if rows[row] != self._rows[row]]
        cursor = self._seen_cursor()
        if changed or cursor != self._cursor:
            self._rows, self._cursor = rows, cursor
            self._post("tube", rows=changed, cursor=cursor)

    def _seen_cursor(self) -> dict[str, object] | None:
        (row, column), modes = self._terminal.cursor, self._terminal.modes
        if modes.cursor_off or row >= self._terminal.lines:
            return None
        return {"row": row, "column": column, "block": modes.block}


MOST_AHEAD = 64
"""The most bytes posted to the page that the serial port hasn't accepted yet: XOFF can't stop these bytes."""


class RelayedLine:
    """A transport to a real terminal at a serial port that the page has open; bytes go to the page as messages."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._received = bytearray()
        self._ahead = 0

    def take(self, data: bytes) -> None:
        self._received += data

    def note_taken(self, count: int) -> None:
        self._ahead = max(0, self._ahead - count)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        received = bytes(self._received)
        self._received.clear()
        return received

    def send(self, data: bytes) -> int:
        taken = data[: MOST_AHEAD - self._ahead]
        if taken:
            self._ahead += len(taken)
            self._post("serial", event="send", bytes=taken)
        return len(taken)

    def close(self) -> None:
        self._post("serial", event="close")


WEAKER = "Computers are weaker in a browser."
"""The notice when a game with several columns begins and numpy is missing. It has at most 35 characters: beside the
dice a longer one would cover a die."""
NO_SOLVER = "This browser can't run the solver: only people and classic play, no coach."
"""The notice when the game needs numpy, which is missing. It has at most 77 characters, so that it fits in a row of
the screen."""
_PAGE = Display(keyboard=Keyboard.PC, has_mouse=True)
_NO_WAIT: Wait = lambda filenos, _: filenos  # noqa: E731 - the page's worker waits


class GameOnTube:
    """Shows one room (a menu, a seat at a table) after another on `tube`, the emulated H19's screen; call `begin`
    first.

    `keep` is called before anything is shown, and must save the user's files. `left` is called when the person has
    quit on the start page. The event loop also takes input from `sources`.
    """

    def __init__(
        self, tube: Tube, keep: Callable[[], None], left: Callable[[], None], sources: tuple[Source, ...] = ()
    ) -> None:
        self._tube = tube
        self._keep = keep
        self._left = left
        self._sources = sources
        self._saving = Saving()
        self._baud = math.inf
        self._table: OneTable | None = None
        self._at: AnyRoom | None = None
        self._session: ScreenSession | None = None
        self._leaving: ScreenSession | None = None
        self._loop: EventLoop[ScreenSession] | None = None

    @property
    def room(self) -> ScreenFace | None:
        return None if self._session is None else self._session.room

    @property
    def display(self) -> Display:
        """The size and keyboard for which rooms are laid out: those of the page, or of a real terminal if there is
        one."""
        return _PAGE if self._tube.line is None else Display()

    def begin(self, options: Options, fault: str = "", *, resumes: bool = True) -> None:
        """Show the room that the options ask for; if there is a `fault`, the start page with `fault` as a notice.

        If `resumes`, the game that was going on when the page was closed is resumed, unless `options` ask for
        another game.
        """
        self._saving.leave()
        options = _with_left_game(options) if resumes else options
        table = self._table = OneTable(options, self._saving, Manner(), keep_preferences)
        start = self._at = table.choose()
        entered(start, table)
        session, loop = self._go_on_in(table, on_screen(start, time.monotonic()))
        table.shown = shown_on(session)
        try:
            if not fault:
                self._sit_down(table, session, lambda: first(table))
        except (CommandError, OSError, ModuleNotFoundError) as error:
            fault = _fault(error)
        if fault:
            start.stay(fault)
        loop.open()

    def use(self, baud: float, line: Transport | None = None) -> None:
        """Continue the game at `baud` bits a second (inf: no limit) on the page. If there is a `line`, the game is
        also shown on the real terminal at the other end of that line."""
        self._baud, self._tube.line, self._leaving = baud, line, None
        if self._table is not None and self._session is not None:
            _, loop = self._go_on_in(self._table, self._session.room)
            loop.open()

    def farewell(self) -> None:
        """Begin to restore the real terminal, because the person disconnects it. Further calls of `turn` send the
        remaining bytes and then close the line. Then call `use` if the game is to continue without the terminal."""
        if self._session is None:
            self._tube.close()
        else:
            self._session.farewell()
            self._leaving, self._loop = self._session, None

    def turn(self) -> None:
        """Take keys and clicks, let time pass, and show the changes."""
        if self._leaving is not None and self._leaving.has_left():
            self._leaving.hang_up()
            self._leaving = None
        if self._loop is None:
            return
        try:
            self._loop.turn([READY])
        except ModuleNotFoundError as error:
            self._do_without(error)

    def seconds_to_wait(self) -> float | None:
        if self._leaving is not None:
            return POLL_DELAY
        return None if self._loop is None else self._loop.seconds_to_wait()

    def _go_on_in(self, table: OneTable, room: ScreenFace) -> tuple[ScreenSession, EventLoop[ScreenSession]]:
        """Make a session in `room` with the present speed and line, and its event loop; return both."""
        caps, has_line, is_paced = find_terminal(H19), self._tube.line is not None, self._baud < math.inf
        work = execution(caps) if is_paced else no_work
        paced = PacedTransport(self._tube, bytes_per_second(self._baud), time.monotonic, has_line, work)
        terminal = ScreenTerminal(
            caps, take_click=self._tube.take_click, display=lambda: self.display, hurry=not is_paced
        )
        session = self._session = ScreenSession(room, paced, terminal)
        callbacks = LoopCallbacks(self._save, following=partial(self._lead_on, table))
        loop = self._loop = EventLoop(
            table.tables, [session], time.monotonic, callbacks, self._sources, wait=_NO_WAIT
        )
        return session, loop

    def _save(self) -> str:
        remark = self._saving.take_remark()
        self._keep()
        return remark

    def _lead_on(self, table: OneTable, session: ScreenSession) -> bool:
        """Show the room that follows the one that has ended. A person who quits on the start page gets a new start
        page.

        Return True, which tells the event loop that the session goes on: in a browser no session ends.
        """
        room = self._at
        assert room is not None
        table.shown = shown_on(session)
        try:
            self._sit_down(table, session, lambda: following(room, table))
        except ModuleNotFoundError as error:
            room.stay(_fault(error))
        return True

    def _enter(self, table: OneTable, session: ScreenSession, room: AnyRoom | None) -> None:
        """Enter `room`. If it is None, enter the start page, and call `left` if the person has quit there."""
        if room is None:
            if isinstance(self._at, StartRoom):
                self._left()
            self._saving.leave()
            room = entered(table.choose(), table)
        session.enter(room)
        self._at = room
        if isinstance(room, Seat) and _is_weaker(room):
            room.notify(WEAKER)

    def _sit_down(self, table: OneTable, session: ScreenSession, sit: Callable[[], AnyRoom | None]) -> None:
        """Enter the room that the function `sit` returns; if no coach can run in the browser, call `sit` again with
        the coach switched off."""
        try:
            self._enter(table, session, sit())
        except ModuleNotFoundError as error:
            table.has_coach = False
            try:
                self._enter(table, session, sit())
            finally:
                table.has_coach = True
            session.room.notify(_fault(error))

    def _do_without(self, error: ModuleNotFoundError) -> None:
        """Turn the coach off, and leave an unfinished game with computer players, since they need numpy, which is
        missing; tell the person of `error`."""
        fault = _fault(error)
        assert self._table is not None
        assert self._session is not None
        room = self._at
        if isinstance(room, Seat):
            room.advice.preferences = replace(room.advice.preferences, coach=Coach.OFF)
            if not (room.table.series.is_human or room.table.series.has_ended):
                self._table.tables.clear()
                self._enter(self._table, self._session, None)
        self._session.room.notify(fault)


def _is_weaker(seat: Seat) -> bool:
    """Return whether numpy is missing, and a computer player or the coach would make better decisions with it."""
    setup, has_coach = seat.table.series.setup, seat.preferences.coach is not Coach.OFF
    solves = not SOLVING.isdisjoint(player.strategy for player in setup.players)
    return setup.rules.columns > 1 and (solves or has_coach) and not has_numpy()


def _fault(error: Exception) -> str:
    """Return the text that tells the person of `error`; raise `error` if a module other than numpy is missing."""
    if isinstance(error, ModuleNotFoundError):
        if error.name != "numpy":
            raise error
        return NO_SOLVER
    return reason(error)


def _with_left_game(options: Options) -> Options:
    """Return `options`; but if an unfinished game that is saved in this browser fits them, change them to resume
    it.

    If a link says who plays, the newest unfinished game with the players and rules of the link fits. Without a
    link, only the last game fits, and only if it was cut off.
    """
    left = unfinished_game(options, asked_setup(options, options.seed or 0) if options.says_who_plays else None)
    if left is None or not (options.says_who_plays or (left.was_cut_off and not options.said)):
        return options
    return replace(options, go_on=left.number, said=options.said | {"go_on"})
