"""A line on which somebody calls, and the way it came: a port, a socket of this machine, a terminal's own line."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from h89yahtzee.apps.yahtzee.terminal.terminals import execution
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.lines.line_texts import WIDTH
from h89yahtzee.table.screen.layout import COLUMNS
from h89yahtzee.transport.network.telnet import TelnetTransport
from h89yahtzee.transport.pacing import PacedTransport, no_work
from h89yahtzee.transport.watched import WatchedTransport

FEWEST_ROWS = 24
NARROWEST = 20


@dataclass(eq=False, slots=True)
class CallersLine:
    """`where` is what the log calls it, wrong codes count for `address`. A `term` that is named isn't asked for.

    `is_fixed` is a terminal's own line, where the next person is greeted when this one is hung up on. `knocks` says
    whether a key is to be pressed twice, `has_knocked` whether it was.
    """

    where: str
    address: str
    watched: WatchedTransport
    telnet: TelnetTransport | None = None
    term: str | None = None
    bytes_per_second: float = math.inf
    own_flow_control: bool = True
    is_fixed: bool = False
    knocks: bool = True
    has_knocked: bool = False

    def paced(self, caps: Termcap | None = None) -> PacedTransport:
        """The line with a queue, no faster than the terminal at its end, if it is known."""
        work = no_work if caps is None or math.isinf(self.bytes_per_second) else execution(caps)
        return PacedTransport(self.watched, self.bytes_per_second, time.monotonic, self.own_flow_control, work)

    # What telnet has told

    @property
    def has_room(self) -> bool:
        """Whether its window is as large as a screen."""
        return self._window is None or (self._window[0] >= FEWEST_ROWS and self._window[1] >= COLUMNS)

    @property
    def columns(self) -> int:
        """The width of a line of text."""
        return WIDTH if self._window is None else max(NARROWEST, min(WIDTH, self._window[1] - 1))

    @property
    def has_echo(self) -> bool:
        """Whether what is typed is to be sent back."""
        return self.telnet is None or not self.telnet.refuses_echo

    @property
    def _window(self) -> tuple[int, int] | None:
        return None if self.telnet is None else self.telnet.window
