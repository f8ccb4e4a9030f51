"""One table of this machine: the games that begin there one after another, and the rooms before and after them.

The people at the table share one terminal, or each has a terminal of their own; serial lines may be lost and
come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from h89yahtzee.apps import cached_values
from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.options.declarations import Policy
from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks, Source
from h89yahtzee.apps.sessions.line_session import LineSession
from h89yahtzee.apps.sessions.screen_session import Reopening, ScreenSession
from h89yahtzee.apps.yahtzee.beginning import (
    BegunGame,
    begin,
    begin_chosen,
    first_choices,
    today,
    told_of,
    unfinished_game,
)
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.frontends.screen.layout import REMARK_WIDTH
from h89yahtzee.game.record import HUMAN
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.rooms.navigator import Taste, following
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.rooms.start import ONE_MOMENT, ONE_MOMENT_DONE, StartRoom
from h89yahtzee.solver.backend import Progress
from h89yahtzee.table import texts
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.endings import Leave
from h89yahtzee.table.preferences import Coach, Preferences, TableOptions
from h89yahtzee.table.seat import Role, Seat, Services
from h89yahtzee.table.table import Table
from h89yahtzee.transport.transport import TransportClosed

if TYPE_CHECKING:
    from h89yahtzee.apps.saving.resuming import Unfinished


Room = StartRoom | Seat


@dataclass(frozen=True, slots=True)
class Manner:
    """The way in which people play at the table.

    - `by_lines`: in text mode, not on a screen.
    - `may_choose`: people may go to the start page and choose other players and rules.
    - `may_block`: nobody else needs the event loop, so long calculations may block it; if False, calculations are
      done in steps, between which the event loop goes on.
    - `is_typed`: input is typed, not piped. With piped input nobody is asked to confirm a low score, or told how to
      end a computer player's search.
    - `command`: the words that start this program, for people who can type them after the game.
    """

    by_lines: bool = False
    may_choose: bool = True
    may_block: bool = False
    is_typed: bool = True
    command: Sequence[str] = ()


class OneTable:
    """The table of the people at this machine, and the games that begin there.

    This class implements the protocol `Supply` (in `rooms.navigator`): it makes the rooms to which these people go.

    `tables` is empty before the first game, then it has the one table; `seat` is the first person's place there.
    `shown` is the function that shows the progress of preparing computer players. If `has_coach` is set to False,
    the coach is switched off from the next game on.
    """

    def __init__(
        self,
        options: Options,
        saving: Saving,
        manner: Manner,
        save_preferences: Callable[[Preferences, RuleSet], bool] | None = None,
    ) -> None:
        self.tables: list[Table] = []
        self.seat: Seat | None = None
        self.shown: cached_values.ProgressShown = cached_values.progress_before_game
        self.has_coach = True
        self._options = options
        self._saving = saving
        self._manner = manner
        self._save_preferences = save_preferences
        self._saved_games = JournalReader(command=manner.command)
        self._taste = Taste()
        self._think_time = 0.0
        self._left: Unfinished | None = None

    def together(self, count: int) -> list[Seat]:
        """Begin a game and return the seats of its `count` people; CommandError if the game has fewer or more."""
        game = begin(self._options)
        players = game.series.setup.players
        people = [seat for seat, player in enumerate(players) if player.strategy == HUMAN]
        if len(people) != count:
            raise CommandError(f"--continue: expected --line {len(people)} times, once a person, not {count}")
        roles = [Role(players[seat].name, [seat], may_talk=count > 1) for seat in people]
        first = self._at_table(game, roles[0])
        # Only the first person is asked whether to resume an offered game.
        return [first, *(self._seat(replace(game, offer=None), role) for role in roles[1:])]

    def look_away(self, room: Room) -> None:
        """Tell the table that the person in `room`, whose line is lost, can't play for now."""
        if self.tables:
            self.tables[0].attendance.look_away(room)

    # Methods of the protocol `Supply`

    @property
    def preferences(self) -> Preferences:
        return self._taste.changed(Preferences(**self._options.preferred))

    def first(self) -> Room:
        """Return the start page; or a seat at a table, if the options say who plays or people may not choose."""
        if self._options.says_who_plays or not self._manner.may_choose:
            return self._at_table(begin(self._options, self.shown))
        return self.choose()

    def choose(self) -> StartRoom:
        """Return the start page with the values of the last game here; before the first game, with those of the
        last run."""
        self._left = unfinished_game(self._options)
        unfinished = told_of(self._left)
        return StartRoom(self._choices(), self._options.newcomer, unfinished, today(), self._saved_games)

    def begin(self, choices: Choices) -> Seat:
        played = self.tables[0].series if self.tables else None
        with _refusing():
            return self._at_table(begin_chosen(self._options, choices, played, self.shown))

    def resume(self, number: int | None) -> Seat:
        if number is None:
            assert self._left is not None
            number = self._left.number
        if self._saving.is_at_table(number):
            raise RoomRefusal(f"Game {number} is the one that you are playing.")
        with _refusing():
            return self._at_table(begin(replace(self._options, go_on=number), self.shown))

    def place(self) -> Seat:
        assert self.seat is not None
        return self.seat

    def refused(self, room: Room, reason: str) -> Room:
        """Reopen and return `room`, the start page or a seat; its notice is the `reason` why the game that the
        person chose can't begin."""
        room.stay(reason)
        return room

    def left(self, room: Room) -> None:
        """Delete the saved unfinished game if the person has left `room`, a seat, and doesn't want to keep the
        game."""
        if room.ending == Leave(keeps_game=False):
            self._saving.discard()

    def _choices(self) -> Choices:
        if self.seat is None:
            return first_choices(self._options)
        self._taste.leave(self.seat.preferences)
        table = self.seat.table
        pace = self._think_time if self._manner.by_lines else table.options.think_time
        return Choices.of(table.series.next_setup, pace)

    def _at_table(self, game: BegunGame, role: Role | None = None) -> Seat:
        """Begin `game` at a new table, with the preferences that were changed at the table before; return the seat.
        If `role` is None, the seat is for all people, at one terminal."""
        preferences = self._taste.sit_down(game.preferences)
        if not self.has_coach:
            preferences = replace(preferences, coach=Coach.OFF)
        self._think_time = preferences.think_time
        game = replace(game, preferences=preferences)
        self._saving.leave()
        self.tables[:] = [self._table(game)]
        self._saving.begin(self.tables[0], game.save, game.saver)
        alone = Role(asks_to_keep=game.save is Policy.ASK, has_start_page=self._manner.may_choose)
        self.seat = self._seat(game, role or alone)
        if game.notice:
            self.seat.notify(game.notice)
        return self.seat

    def _table(self, game: BegunGame) -> Table:
        options: TableOptions = game.preferences
        # In text mode nobody sees a computer player think, so it doesn't pause.
        if self._manner.by_lines:
            options = TableOptions(think_time=0.0, analysis_time=options.analysis_time)
        if self._manner.may_block and game.preferences.chances:
            cached_values.prepare_chances(game.series.setup, self.shown)
        bookmaker = cached_values.bookmaker(is_beside_loop=not self._manner.may_block)
        return Table(game.series, options, time.monotonic(), bookmaker)

    def _seat(self, game: BegunGame, role: Role) -> Seat:
        preferences = game.preferences
        if not self._manner.is_typed:
            preferences = replace(preferences, confirm_zero=False, take_back=False)
        is_unsaved = game.save is None if self._manner.by_lines else self._options.oldstyle
        services = Services(
            cached_values.coach_of,
            None if is_unsaved else self._saved_games,
            None if self._save_preferences is None else self._keep,
            in_steps=not self._manner.may_block,
        )
        role = replace(role, oldstyle=self._options.oldstyle, may_hurry=self._manner.is_typed)
        return Seat(self.tables[0], time.monotonic(), preferences, role, services, game.offer)

    def _keep(self, preferences: Preferences) -> bool:
        assert self._save_preferences is not None
        if self._manner.by_lines and not preferences.think_time:
            # 0 is only the table's value, since nobody waits in text mode: save the value for games on screens.
            preferences = replace(preferences, think_time=self._think_time)
        return self._save_preferences(preferences, self.tables[0].series.setup.rules)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise RoomRefusal in place of a CommandError or OSError in the `with` block, which begins a game; the message
    says why the game can't begin."""
    try:
        yield
    except (CommandError, OSError) as error:
        raise RoomRefusal(reason(error)) from error


AnySession = ScreenSession | LineSession


@dataclass(slots=True, eq=False)
class Person:
    """A person called `name`, or if `name` is empty all people, who share one terminal. `room` is the room shown
    there.

    The function `session_in` takes a room, opens the terminal and returns a session that shows the room there. If a
    serial line is lost, it is reopened if `comes_back`; otherwise the person has left.
    """

    name: str
    room: Room
    session_in: Callable[[Room], AnySession]
    comes_back: bool = False


class Company:
    """The people at `table`, and the event loop that serves their terminals.

    A person whose line is lost gets the same seat when the line is back, and the game waits for this person. But if
    nobody else is present, and somebody has left on purpose before, the game ends. `sources` are other sources of
    input for the event loop, which are dropped when the last person leaves.
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
        if self._present:
            here = "" if person.comes_back else texts.ENDS_THEIR_GAME
            session.last_words = f"{texts.YOU_HAVE_LEFT}{here}\n"
        else:
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


def shown_on(session: AnySession) -> cached_values.ProgressShown:
    """Return a function that shows the progress of preparing computer players: in the session's room, or on
    standard error if `session` is in text mode.
    """
    if isinstance(session, LineSession):
        return cached_values.progress_told if session.is_aloud else cached_values.progress_before_game
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
