"""One table of this machine: the games that begin there one after another, and the rooms before and after them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import ProgressShown, bookmaker, coach_of, prepare_chances, progress_shown
from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.options.shared_values import Policy
from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.apps.saving.saving import Saving
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
from h89yahtzee.game.record import HUMAN
from h89yahtzee.rooms.navigator import Taste
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.endings import Leave
from h89yahtzee.table.preferences import Coach, Preferences, TableOptions
from h89yahtzee.table.seat import Role, Seat, Services
from h89yahtzee.table.table import Table

if TYPE_CHECKING:
    from h89yahtzee.apps.saving.resuming import Unfinished

Room = StartRoom | Seat


@dataclass(frozen=True, slots=True)
class Manner:
    """The way in which people play at the table.

    - `by_lines`: in text mode, not on a screen.
    - `may_choose`: people may go to the start page and choose other players and rules.
    - `waits`: nobody else needs the event loop, so that long calculations needn't be done in steps.
    - `is_typed`: input is typed, not piped. With piped input nobody is asked to confirm a zero, or told how to end
      a search.
    - `command`: the words that start this program, for people who can type them after the game.
    """

    by_lines: bool = False
    may_choose: bool = True
    waits: bool = False
    is_typed: bool = True
    command: Sequence[str] = ()


class OneTable:
    """The table of the people at this machine and the games that begin there; a `Supply` of rooms.

    `tables` is empty before the first game, then it has the one table; `seat` is the first person's place there.
    `shown` is the function that shows the progress of preparing computer players. If `has_coach` is set to False,
    the coach is switched off from the next game on.
    """

    def __init__(
        self,
        options: Options,
        saving: Saving,
        manner: Manner,
        save_preferences: Callable[[Preferences], bool] | None = None,
    ) -> None:
        self.tables: list[Table] = []
        self.seat: Seat | None = None
        self.shown: ProgressShown = progress_shown
        self.has_coach = True
        self._options = options
        self._saving = saving
        self._manner = manner
        self._save_preferences = save_preferences
        self._taste = Taste()
        self._think_time = 0.0
        self._left: Unfinished | None = None

    def together(self, count: int) -> list[Seat]:
        """Begin a game and return the seats of its `count` people; CommandError if it has fewer or more people."""
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
        """Return the start page with the values of the last game here, or before any game those of the last run."""
        self._left = unfinished_game(self._options)
        return StartRoom(self._choices(), self._options.newcomer, told_of(self._left), today())

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
        """Return `room`, the start page or a seat, reopened with the `reason` why no other game began."""
        room.stay(reason)
        return room

    def left(self, room: Room) -> None:
        """Delete the saved game if the person has left without keeping it."""
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
        """Begin `game` at a new table, with the preferences changed at the last one; return the seat."""
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
        if self._manner.waits and game.preferences.chances:
            prepare_chances(game.series.setup, self.shown)
        return Table(game.series, options, time.monotonic(), bookmaker(is_beside_loop=not self._manner.waits))

    def _seat(self, game: BegunGame, role: Role) -> Seat:
        preferences = game.preferences
        if not self._manner.is_typed:
            preferences = replace(preferences, confirm_zero=False, take_back=False)
        is_unsaved = game.save is None if self._manner.by_lines else self._options.oldstyle
        services = Services(
            coach_of,
            None if is_unsaved else JournalReader(command=self._manner.command),
            self._save_preferences,
            in_steps=not self._manner.waits,
        )
        role = replace(role, oldstyle=self._options.oldstyle, may_hurry=self._manner.is_typed)
        return Seat(self.tables[0], time.monotonic(), preferences, role, services, game.offer)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn the errors that keep a game from beginning into RoomRefusal with the reason."""
    try:
        yield
    except (CommandError, OSError) as error:
        raise RoomRefusal(reason(error)) from error
