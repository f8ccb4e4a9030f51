"""Several people at one table, each at a terminal of their own: all are told who leaves and whose line is gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop
from h89yahtzee.apps.yahtzee.terminal.reopening import Reopening
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.table import player_texts
from h89yahtzee.table.screen.layout import REMARK_WIDTH
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.transport.transport import TransportClosed


@dataclass(frozen=True, slots=True, eq=False)
class SeatedPerson:
    """A person's place at the table; `session_in` opens the terminal, again if it `comes_back`."""

    viewer: ScreenViewer
    session_in: Callable[[ScreenViewer], TerminalSession]
    comes_back: bool


class Company:
    """The people at one table. A game waits for a line that is gone, which comes back to the same seat.

    Once somebody has left nobody waits for a line alone.
    """

    def __init__(self, people: Sequence[SeatedPerson], save: Callable[[], str]) -> None:
        """Open all terminals; `save` is that of the loop."""
        self._present = dict[TerminalSession, SeatedPerson]()
        try:
            for person in people:
                self._present[person.session_in(person.viewer)] = person
        except (OSError, ValueError):
            for session in self._present:
                session.hang_up()
            raise
        self._has_left = False
        self._away = dict[SeatedPerson, Reopening[TerminalSession]]()
        self._loop = EventLoop(
            [people[0].viewer.table],
            list(self._present),
            time.monotonic,
            save,
            following=self._let_go,
            lost=self._lose,
            sources=self._away.values(),
        )

    def run(self) -> int:
        """Play until all have left. The exit status, as the loop's."""
        return self._loop.run()

    def _let_go(self, session: TerminalSession) -> bool:
        person = self._present.pop(session)
        self._has_left = True
        self._tell(player_texts.has_left(person.viewer.name, REMARK_WIDTH))
        if not self._present:
            self._away.clear()
        return False

    def _lose(self, session: TerminalSession, closed: TransportClosed) -> None:
        person = self._present.pop(session)
        person.viewer.table.attendance.look_away(person.viewer)
        if person.comes_back and (self._present or not self._has_left):
            opening = partial(person.session_in, person.viewer)
            self._away[person] = Reopening(opening, partial(self._take_back, person))
        elif not (self._present or self._away):
            raise closed
        self._tell(player_texts.line_went_away(person.viewer.name, REMARK_WIDTH))

    def _take_back(self, person: SeatedPerson, session: TerminalSession) -> None:
        del self._away[person]
        self._tell(player_texts.is_back(person.viewer.name, REMARK_WIDTH))
        self._present[session] = person
        self._loop.add(session)

    def _tell(self, text: str) -> None:
        for session in self._present:
            session.notify(text)
