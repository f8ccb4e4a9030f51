"""A terminal at the far end of a serial line, which is opened by its name."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.terminal.terminals import execution
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.screen.room import Room
from h89yahtzee.transport.pacing import PacedTransport

if TYPE_CHECKING:
    from h89yahtzee.apps.yahtzee.terminal.session_report import LineReport


@dataclass(frozen=True, slots=True)
class FarTerminal:
    """The line at `url`, at `baud` bits a second, and the terminal that `caps` describe at its end.

    With a `report` the program obeys XOFF itself, as over TCP: where the system does, it tells nobody.
    """

    url: str
    baud: int
    caps: Termcap
    report: LineReport | None = None

    def open(self) -> PacedTransport:
        """ValueError for a name that is none, TransportClosed if the line can't be had."""
        from h89yahtzee.transport.serial_line import open_serial

        line = open_serial(self.url, self.baud, obeys_xon_xoff=self.report is None)
        own_flow_control = not line.honours_xon_xoff
        transport = line if self.report is None else self.report.measured(line)
        return PacedTransport(transport, self.baud / 10, time.monotonic, own_flow_control, execution(self.caps))

    def session(self, room: Room, alternate_keypad: bool) -> TerminalSession:
        """Open the line and show the room."""
        return TerminalSession(room, self.open(), self.caps, time.monotonic, alternate_keypad)
