"""`yahtzee` on screens: on terminals at serial lines, on its own terminal, or on an H19 emulated there."""

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
from h89yahtzee.apps.options.shared_values import LineName
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.far_terminal import DEFAULT_BAUD, FarTerminal
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal, execution, on_screen
from h89yahtzee.apps.yahtzee.company import Company, Person
from h89yahtzee.apps.yahtzee.farewell import say_goodbye
from h89yahtzee.apps.yahtzee.one_table import Manner, OneTable, Room
from h89yahtzee.apps.yahtzee.yahtzee_options import HERE, Options
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.transport.pacing import PacedTransport

if TYPE_CHECKING:
    from h89yahtzee.apps.sessions.session_report import SessionReport

PATIENCE = 0.5
"""The seconds to wait until standard output takes the last lines."""

SessionIn = Callable[[Room], ScreenSession]


def play_on_screens(
    options: Options,
    saving: Saving,
    save_preferences: Callable[[Preferences], bool],
    report: SessionReport | None = None,
) -> int:
    """Play until all people have left; return the exit status. `report` records the sessions on serial lines."""
    table = OneTable(options, saving, Manner(), save_preferences)
    company = Company(_people(options, table, report), table, saving.take_remark)
    try:
        return company.run()
    finally:
        # Don't wait long for a terminal that is gone or stopped by XOFF.
        if table.tables and select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                say_goodbye(table.tables[0].series, saving.how_to_resume())


def _people(options: Options, table: OneTable, report: SessionReport | None) -> list[Person]:
    """Return one `Person` for all people on one terminal, or one for each of several lines."""
    if len(options.line) < 2:
        (line,) = options.line or (LineName(HERE),)
        return [Person("", table.first(), _terminal(options, line, report))]
    return [
        Person(seat.role.name, seat, _terminal(options, line, report), comes_back=line.url != HERE)
        for seat, line in zip(table.together(len(options.line)), options.line, strict=True)
    ]


def _terminal(options: Options, line: LineName, report: SessionReport | None) -> SessionIn:
    """Return the function that opens the terminal at `line` and shows a room there."""
    options, term = replace(options, baud=line.baud or options.baud), line.term or options.term
    if line.url != HERE:
        return _at_line(options, line.url, find_terminal(term or H19), report)
    caps = described_terminal(os.environ.get("TERM", "")) if term is None else find_terminal(term)
    return _emulated(options) if caps is None else _on_tty(options, caps)


def _at_line(options: Options, url: str, caps: Termcap, report: SessionReport | None) -> SessionIn:
    baud = options.baud or DEFAULT_BAUD
    terminal = FarTerminal(url, baud, caps, None if report is None else report.part(url, baud, caps))

    def session_in(room: Room) -> ScreenSession:
        try:
            return terminal.session(on_screen(room, time.monotonic()), not options.oldstyle)
        except ValueError as error:
            raise UsageError(f"--line: {error}") from None

    return session_in


def _on_tty(options: Options, caps: Termcap) -> SessionIn:
    from h89yahtzee.transport.descriptors import TtyTransport

    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno())
    speed = bytes_per_second(options.baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf))
    paced = PacedTransport(tty, speed, time.monotonic, own_flow_control=False, work=execution(caps))
    return lambda room: ScreenSession(
        on_screen(room, time.monotonic()),
        paced,
        ScreenTerminal(caps, alternate_keypad=not options.oldstyle, modes=tty, is_window=True),
        time.monotonic,
    )


def _emulated(options: Options) -> SessionIn:
    from h89yahtzee.apps.sessions.h19_window import H19Window

    display = Display(keyboard=Keyboard.H19 if options.oldstyle else Keyboard.PC)
    h19 = H19Window(options.phosphor, display, options.mouse and not options.oldstyle)
    caps = find_terminal(H19)
    speed = bytes_per_second(options.baud or math.inf)
    paced = PacedTransport(h19, speed, time.monotonic, own_flow_control=False, work=execution(caps))

    def session_in(room: Room) -> ScreenSession:
        session = ScreenSession(
            on_screen(room, time.monotonic()),
            paced,
            ScreenTerminal(
                caps,
                alternate_keypad=not options.oldstyle,
                modes=h19,
                is_seen=h19.is_seen,
                display=h19.display,
                take_click=h19.take_click,
                forget=h19.repaint,
            ),
            time.monotonic,
        )
        h19.legend = lambda: session.room.legend
        return session

    return session_in
