"""The game on a screen: on a serial line, on the terminal it was started from, or on an emulated H19 in that."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from select import select

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.yahtzee.farewell import say_goodbye
from h89yahtzee.apps.yahtzee.rooms import Rooms
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.terminal.terminals import execution
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.screen.room import Room
from h89yahtzee.transport.pacing import PacedTransport

DEFAULT_BAUD = 9600
PATIENCE = 0.5
"""Seconds that a terminal may take to be ready for the last words."""

SessionIn = Callable[[Room], TerminalSession]


def play_on_screen(
    options: Options,
    caps: Termcap | None,
    saving: GameSaving,
    save_preferences: Callable[[Preferences], bool],
) -> int:
    """Play until the players leave. `caps` are None for a terminal in which an H19 is emulated. The exit status."""
    rooms = Rooms(options, saving, save_preferences)
    room = rooms.first()
    session = _session(options, caps)(room)
    try:
        status = EventLoop(rooms.tables, [session], time.monotonic, saving.update, following=rooms.lead_on).run()
        if rooms.viewer is not None and not rooms.viewer.keeps_game:
            saving.discard()
        return status
    finally:
        # A terminal that is gone, or stopped by XOFF, is not waited for.
        if rooms.viewer is not None and select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                say_goodbye(rooms.viewer.table.series, saving.how_to_resume())


def _session(options: Options, caps: Termcap | None) -> SessionIn:
    """Open the terminal that the options name."""
    if options.line is not None:
        return _on_line(options, options.line, caps or find_terminal(H19))
    return _emulated(options) if caps is None else _on_tty(options, caps)


def _on_line(options: Options, name: str, caps: Termcap) -> SessionIn:
    from h89yahtzee.transport.serial_line import open_serial

    baud = options.baud or DEFAULT_BAUD
    try:
        line = open_serial(name, baud)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    paced = PacedTransport(line, baud / 10, time.monotonic, not line.honours_xon_xoff, execution(caps))
    return lambda room: TerminalSession(room, paced, caps, time.monotonic, not options.oldstyle)


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
