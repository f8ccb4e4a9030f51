"""`yahtzee` in text mode: the game as lines of text on standard input and output."""

from __future__ import annotations

import math
import sys
import time

from h89yahtzee.apps.command import say
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.line_session import LineSession, TextTerminal, Typing, by_lines
from h89yahtzee.apps.yahtzee.beginning import is_interactive
from h89yahtzee.apps.yahtzee.company import Company, Person
from h89yahtzee.apps.yahtzee.farewell import say_goodbye
from h89yahtzee.apps.yahtzee.one_table import Manner, OneTable, Room
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.transport.descriptors import StandardStreams
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.transport import HungUp, TransportClosed


def play_by_lines(options: Options, saving: Saving) -> int:
    """Play until the person leaves or the input ends; return the exit status."""
    is_typed = sys.stdin.isatty()
    may_choose = is_interactive() and not options.oldstyle
    manner = Manner(by_lines=True, may_choose=may_choose, waits=True, is_typed=is_typed)
    table = OneTable(options, saving, manner)
    terminal = TextTerminal(typing=Typing.BY_DRIVER if is_typed else Typing.PIPED, upper=options.upper)

    def session_in(room: Room) -> LineSession:
        streams = StandardStreams(sys.stdin.fileno(), sys.stdout.fileno())
        unpaced = PacedTransport(streams, math.inf, time.monotonic, own_flow_control=False)
        return LineSession(by_lines(room), unpaced, time.monotonic, terminal)

    try:
        return _run(Company([Person("", table.first(), session_in)], table, saving.take_remark))
    finally:
        if table.tables:
            say_goodbye(table.tables[0].series, saving.how_to_resume(), options.upper)


def _run(company: Company) -> int:
    try:
        return company.run()
    except HungUp:
        say()  # end the line of the unanswered prompt
        return 0
    except TransportClosed as closed:
        if isinstance(closed.__cause__, BrokenPipeError):
            raise closed.__cause__ from None
        raise
