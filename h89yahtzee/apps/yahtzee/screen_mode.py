"""The game on a screen: on a serial line, on the terminal it was started from, or on an emulated H19 in that."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from select import select
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.described_terminals import H19, described_terminal, find_terminal
from h89yahtzee.apps.options.terminal_options import LineName
from h89yahtzee.apps.yahtzee.company import Company, SeatedPerson
from h89yahtzee.apps.yahtzee.farewell import say_goodbye
from h89yahtzee.apps.yahtzee.rooms import Rooms
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop
from h89yahtzee.apps.yahtzee.terminal.far_terminal import FarTerminal
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.terminal.terminals import execution
from h89yahtzee.apps.yahtzee.yahtzee_options import HERE, Options
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.screen.room import Room
from h89yahtzee.transport.pacing import PacedTransport

if TYPE_CHECKING:
    from h89yahtzee.apps.yahtzee.terminal.session_report import SessionReport

DEFAULT_BAUD = 9600
PATIENCE = 0.5
"""Seconds that a terminal may take to be ready for the last words."""

SessionIn = Callable[[Room], TerminalSession]


def play_on_screen(
    options: Options,
    saving: GameSaving,
    save_preferences: Callable[[Preferences], bool],
    report: SessionReport | None = None,
) -> int:
    """Play until the players leave. The exit status."""
    rooms = Rooms(options, saving, save_preferences)
    run = (_together if len(options.line) > 1 else _alone)(options, rooms, saving, report)
    try:
        status = run()
        if rooms.viewer is not None and not rooms.viewer.keeps_game:
            saving.discard()
        return status
    finally:
        # A terminal that is gone, or stopped by XOFF, is not waited for.
        if rooms.viewer is not None and select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                say_goodbye(rooms.viewer.table.series, saving.how_to_resume())


def _alone(options: Options, rooms: Rooms, saving: GameSaving, report: SessionReport | None) -> Callable[[], int]:
    """On one terminal, for all who sit there."""
    (line,) = options.line or (LineName(HERE),)
    room = rooms.first()
    session = _terminal(options, line, report)(room)
    return EventLoop(rooms.tables, [session], time.monotonic, saving.update, following=rooms.lead_on).run


def _together(
    options: Options, rooms: Rooms, saving: GameSaving, report: SessionReport | None
) -> Callable[[], int]:
    """On as many terminals as people."""
    viewers = rooms.together(len(options.line))
    people = [
        SeatedPerson(viewer, _terminal(options, line, report), comes_back=line.url != HERE)
        for viewer, line in zip(viewers, options.line, strict=True)
    ]
    return Company(people, saving.update).run


def _terminal(options: Options, line: LineName, report: SessionReport | None) -> SessionIn:
    """The terminal at the end of that line, which is opened for the room that is shown there first."""
    options, term = replace(options, baud=line.baud or options.baud), line.term or options.term
    if line.url != HERE:
        return _at_line(options, line.url, find_terminal(term or H19), report)
    caps = described_terminal(os.environ.get("TERM", "")) if term is None else find_terminal(term)
    return _emulated(options) if caps is None else _on_tty(options, caps)


def _at_line(options: Options, url: str, caps: Termcap, report: SessionReport | None) -> SessionIn:
    baud = options.baud or DEFAULT_BAUD
    terminal = FarTerminal(url, baud, caps, None if report is None else report.part(url, baud, caps))

    def session_in(room: Room) -> TerminalSession:
        try:
            return terminal.session(room, not options.oldstyle)
        except ValueError as error:
            raise UsageError(f"--line: {error}") from None

    return session_in


def _on_tty(options: Options, caps: Termcap) -> SessionIn:
    from h89yahtzee.transport.tty import TtyTransport

    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno())
    baud = options.baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf)
    paced = PacedTransport(tty, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))
    return lambda room: TerminalSession(
        room, paced, caps, time.monotonic, not options.oldstyle, tty, is_window=True
    )


def _emulated(options: Options) -> SessionIn:
    from h89yahtzee.apps.yahtzee.terminal.h19_window import H19Window

    display = Display(keyboard=Keyboard.H19 if options.oldstyle else Keyboard.PC)
    h19 = H19Window(options.phosphor, display, options.mouse and not options.oldstyle)
    caps = find_terminal(H19)
    baud = options.baud or math.inf
    paced = PacedTransport(h19, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))

    def session_in(room: Room) -> TerminalSession:
        session = TerminalSession(
            room,
            paced,
            caps,
            time.monotonic,
            not options.oldstyle,
            modes=h19,
            is_seen=h19.is_seen,
            display=h19.display,
            take_click=h19.take_click,
            forget=h19.repaint,
        )
        h19.legend = lambda: session.room.legend
        return session

    return session_in
