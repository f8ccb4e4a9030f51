"""The game on the tube: a session in an event loop that never waits; its speed and its terminal may change."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.paths import settings_file
from h89yahtzee.apps.web import page_texts
from h89yahtzee.apps.web.tube import READY, Tube
from h89yahtzee.apps.yahtzee.beginning import unfinished_game
from h89yahtzee.apps.yahtzee.rooms import Rooms, shown_on
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.terminal.event_loop import POLL_DELAY, EventLoop, Wait
from h89yahtzee.apps.yahtzee.terminal.session import Source
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.terminal.terminals import execution
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.table.preferences import Coach, Preferences
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start.start_room import StartRoom
from h89yahtzee.transport.pacing import PacedTransport, no_work
from h89yahtzee.transport.transport import Transport

_PAGE = Display(keyboard=Keyboard.PC)
_NO_WAIT: Wait = lambda filenos, _: filenos  # noqa: E731 - the worker waits


class GameOnTube:
    """Rooms, one after another, on `tube`; `begin` comes first.

    `keep` is called before anything is shown, and `left` when the person has quit; there is nothing to quit to but
    the start page. `sources` are what else is waited for.
    """

    def __init__(
        self, tube: Tube, keep: Callable[[], None], left: Callable[[], None], sources: tuple[Source, ...] = ()
    ) -> None:
        self._tube = tube
        self._keep = keep
        self._left = left
        self._sources = sources
        self._saving = GameSaving(None)
        self._baud = math.inf
        self._rooms: Rooms | None = None
        self._session: TerminalSession | None = None
        self._leaving: TerminalSession | None = None
        self._loop: EventLoop[TerminalSession] | None = None

    @property
    def room(self) -> Room | None:
        return None if self._session is None else self._session.room

    @property
    def display(self) -> Display:
        """What the tube shows: with a real terminal what that has, and its keyboard."""
        return _PAGE if self._tube.line is None else Display()

    def begin(self, options: Options, fault: str = "", *, resumes: bool = True) -> None:
        """Show what the options ask for, or the start page and what is wrong with them.

        A game that was on the tube when the page was closed is resumed if that is what they mean and it `resumes`.
        """
        self._saving.leave()
        options = _with_left_game(options) if resumes else options
        rooms = self._rooms = Rooms(options, self._saving, _save_preferences)
        start = rooms.start_page()
        session = self._go_on_in(start)
        try:
            if not fault:
                self._sit_down(lambda: _enter(session, rooms.first(shown_on(start, session))))
        except (CommandError, OSError, ModuleNotFoundError) as error:
            fault = _fault(error)
        if fault:
            start.stay(fault)
        self._opened()

    def use(self, baud: float, line: Transport | None = None) -> None:
        """Go on at that speed, inf being none, and with a `line` on the terminal at its end as well."""
        self._baud, self._tube.line, self._leaving = baud, line, None
        if self._session is not None:
            self._go_on_in(self._session.room)
            self._opened()

    def farewell(self) -> None:
        """Begin to leave a real terminal as it was found; its line is closed then, and `use` is to follow."""
        if self._session is None:
            self._tube.close()
        else:
            self._session.farewell()
            self._leaving, self._loop = self._session, None

    def turn(self) -> None:
        """Take what was typed and clicked, let time pass, and show what came of it."""
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

    def _go_on_in(self, room: Room) -> TerminalSession:
        """Make a session for the tube as it is now."""
        assert self._rooms is not None
        caps, has_line, is_paced = find_terminal(H19), self._tube.line is not None, self._baud < math.inf
        work = execution(caps) if is_paced else no_work
        paced = PacedTransport(self._tube, self._baud / 10, time.monotonic, has_line, work)
        self._session = TerminalSession(
            room,
            paced,
            caps,
            time.monotonic,
            alternate_keypad=True,
            take_click=self._tube.take_click,
            display=lambda: self.display,
            hurry=not is_paced,
        )
        self._loop = EventLoop(
            self._rooms.tables,
            [self._session],
            time.monotonic,
            self._save,
            _NO_WAIT,
            following=self._lead_on,
            sources=self._sources,
        )
        return self._session

    def _opened(self) -> None:
        assert self._loop is not None
        self._loop.open()

    def _save(self) -> str:
        remark = self._saving.update()
        self._keep()
        return remark

    def _lead_on(self, session: TerminalSession) -> bool:
        assert self._rooms is not None
        rooms = self._rooms
        try:
            if self._sit_down(lambda: rooms.lead_on(session)):
                return True
        except ModuleNotFoundError as error:
            assert isinstance(session.room, StartRoom)
            session.room.stay(_fault(error))
            return True
        if isinstance(session.room, StartRoom):
            self._left()
        self._leave_table()
        session.room = self._rooms.start_page()
        return True

    def _sit_down(self, sit: Callable[[], bool]) -> bool:
        """Lead the session to a table, where no coach speaks if one can't be had here; what `sit` returns."""
        assert self._rooms is not None
        assert self._session is not None
        try:
            return sit()
        except ModuleNotFoundError as error:
            fault, self._rooms.has_coach = _fault(error), False
        try:
            is_led = sit()
        finally:
            self._rooms.has_coach = True
        self._session.room.notify(fault)
        return is_led

    def _leave_table(self) -> None:
        assert self._rooms is not None
        if self._rooms.viewer is not None and not self._rooms.viewer.keeps_game:
            self._saving.discard()
        self._saving.leave()

    def _do_without(self, error: ModuleNotFoundError) -> None:
        """Go on without what only numpy could have worked out."""
        fault = _fault(error)
        assert self._rooms is not None
        assert self._session is not None
        room = self._session.room
        if isinstance(room, ScreenViewer):
            room.advice.taste = replace(room.advice.taste, coach=Coach.OFF)
            if not (room.table.series.is_human or room.table.series.has_ended):
                self._rooms.tables.clear()
                self._leave_table()
                self._session.room = self._rooms.start_page()
        self._session.room.notify(fault)


def _enter(session: TerminalSession, room: Room) -> bool:
    session.room = room
    return True


def _fault(error: Exception) -> str:
    """Say what an error means to a person; raises what is none of theirs."""
    if isinstance(error, ModuleNotFoundError):
        if error.name != "numpy":
            raise error
        return page_texts.NOT_HERE if is_compiled() else page_texts.NO_SOLVER
    return reason(error)


def _with_left_game(options: Options) -> Options:
    """The options to resume the game that was on the tube when the page was closed, if that is what they mean."""
    left = unfinished_game(options)
    if left is None:
        return options
    if options.says_who_plays:
        is_meant = left.setup == _setup(options, left.setup.seed)
    else:
        is_meant = left.was_cut_off and not options.said
    return replace(options, go_on=left.number, said=options.said | {"go_on"}) if is_meant else options


def _setup(options: Options, seed: int) -> Setup:
    """The game that options ask for, with `seed` where they name none."""
    rules = rule_set(options.rules, options.columns, options.bonus)
    seed = seed if options.seed is None else options.seed
    return Setup(options.players, seed, rules, options.duplicate, options.ha, options.hb)


def _save_preferences(chosen: Preferences) -> bool:
    from h89yahtzee.apps.yahtzee.settings_file import save_preferences

    try:
        save_preferences(settings_file(os.environ), chosen)
    except (OSError, ValueError):
        return False
    return True
