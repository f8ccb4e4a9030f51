"""The people at one table of this machine, who may come and go; they share one terminal or have one each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from h89yahtzee.apps.cached_values import ProgressShown, progress_shown, progress_told
from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks, Source
from h89yahtzee.apps.sessions.far_terminal import Reopening
from h89yahtzee.apps.sessions.line_session import LineSession
from h89yahtzee.apps.sessions.screen_session import ScreenSession
from h89yahtzee.apps.yahtzee.one_table import OneTable, Room
from h89yahtzee.frontends.screen.layout import REMARK_WIDTH
from h89yahtzee.rooms.navigator import following
from h89yahtzee.rooms.start import ONE_MOMENT, ONE_MOMENT_DONE
from h89yahtzee.solver.backend import Progress
from h89yahtzee.table import texts
from h89yahtzee.transport.transport import TransportClosed

AnySession = ScreenSession | LineSession


@dataclass(slots=True, eq=False)
class Person:
    """A person called `name`, or with an empty `name` all people who share one terminal; `room` is shown there.

    The function `session_in` takes a room, opens the terminal and returns a session that shows the room there. If a
    serial line is lost, it is reopened if `comes_back`; otherwise the person has left.
    """

    name: str
    room: Room
    session_in: Callable[[Room], AnySession]
    comes_back: bool = False


class Company:
    """The people at `table`, and the event loop that serves their terminals.

    A person whose line is lost gets the same seat when the line is back, and the game waits for that, except if
    nobody else is present and somebody has left before. `sources` are other sources of input for the event loop,
    which are dropped when the last person leaves.
    """

    def __init__(
        self,
        people: Sequence[Person],
        table: OneTable,
        save: Callable[[], str],
        sources: list[Source] | None = None,
    ) -> None:
        """Open all people's terminals; OSError or ValueError if one fails. See `LoopCallbacks` for `save`."""
        self._table = table
        self._present = dict[AnySession, Person]()
        try:
            for person in people:
                self._present[person.session_in(person.room)] = person
        except (OSError, ValueError):
            for session in self._present:
                session.hang_up()
            raise
        self._has_left = False
        self._sources = [] if sources is None else sources
        self._away = dict[Person, Reopening[AnySession]]()
        self._loop = EventLoop(
            table.tables,
            list(self._present),
            time.monotonic,
            LoopCallbacks(save, following=self._lead_on, lost=self._lose),
            self._sources,
        )

    @property
    def sessions(self) -> list[AnySession]:
        return [*self._present]

    def run(self) -> int:
        """Play until all people have left; return the exit status of the event loop."""
        return self._loop.run()

    def _lead_on(self, session: AnySession) -> bool:
        """Show in `session` the room after the one that has ended; return False if the person leaves for good."""
        self._table.shown = shown_on(session)
        person = self._present[session]
        room = following(person.room, self._table)
        if room is None:
            self._let_go(session)
            return False
        person.room = room
        session.enter(room)
        return True

    def _let_go(self, session: AnySession) -> None:
        person = self._present.pop(session)
        self._has_left = True
        self._tell(texts.has_left(person.name, REMARK_WIDTH))
        if not self._present:
            self._sources.clear()

    def _lose(self, session: AnySession, closed: TransportClosed) -> None:
        person = self._present.pop(session)
        if not (person.comes_back and (self._present or not self._has_left)):
            if not (self._present or self._away):
                session.leave()
                raise closed
        else:
            self._await(person)
        self._tell(texts.line_went_away(person.name, REMARK_WIDTH))

    def _await(self, person: Person) -> None:
        """Keep trying to reopen the person's lost line, beside the event loop's other work."""
        self._table.look_away(person.room)
        opening = partial(person.session_in, person.room)
        self._away[person] = Reopening(opening, partial(self._take_back, person))
        self._sources.append(self._away[person])

    def _take_back(self, person: Person, session: AnySession) -> None:
        self._sources.remove(self._away.pop(person))
        self._tell(texts.is_back(person.name, REMARK_WIDTH))
        self._present[session] = person
        self._loop.add(session)

    def _tell(self, text: str) -> None:
        for session in self._present:
            session.notify(text)


def shown_on(session: AnySession) -> ProgressShown:
    """Return a function that shows the progress of preparing computer players: in the session's room, or on
    standard error if `session` is in text mode.
    """
    if isinstance(session, LineSession):
        return progress_told if session.is_aloud else progress_shown
    room = session.room

    def show(done: float) -> None:
        room.notify(ONE_MOMENT_DONE.format(done=done))
        session.show()

    @contextmanager
    def shown(_: str) -> Iterator[Progress]:
        room.notify(ONE_MOMENT)
        session.show_all()
        yield show

    return shown
