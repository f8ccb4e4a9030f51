"""The rooms that a terminal is in, one after another: the start page, and places at tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from h89yahtzee.apps.beside_loop import bookmaker
from h89yahtzee.apps.cached_values import ProgressShown, coach_of, progress_shown
from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.yahtzee.beginning import BegunGame, begin, begin_chosen, told_of, unfinished_game
from h89yahtzee.apps.yahtzee.last_choice import first_choices
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.saving.journal_reader import JournalReader
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN
from h89yahtzee.solver.backend import Progress
from h89yahtzee.table.preferences import Coach, Preferences, Taste
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_room import Departure, StartRoom
from h89yahtzee.table.table import Table

if TYPE_CHECKING:
    from h89yahtzee.apps.yahtzee.saving.unfinished import Unfinished

_CARRIED = (
    "potential",
    "mark",
    "confirm_zero",
    "messages",
    "coach",
    "warns_of",
    "chances",
    "auto_roll",
    "throw_time",
)
"""The preferences that a person takes along from one table to the next."""


class Rooms:
    """Leads a terminal from room to room. `tables` are those that are played at, `viewer` the place at the last.

    Unless it `has_coach`, none speaks unasked at the tables from then on.
    """

    def __init__(
        self, options: Options, saving: GameSaving, save_preferences: Callable[[Preferences], bool]
    ) -> None:
        self._options = options
        self._saving = saving
        self._save_preferences = save_preferences
        self._taste = Taste(_CARRIED)
        self._left: Unfinished | None = None
        self.has_coach = True
        self.tables: list[Table] = []
        self.viewer: ScreenViewer | None = None

    def first(self, shown: ProgressShown = progress_shown) -> Room:
        """The start page, or a place at a table where the options say who plays."""
        if self._options.says_who_plays:
            return self._at_table(begin(self._options, shown))
        return self.start_page()

    def start_page(self) -> StartRoom:
        """The start page, with those who have played or with what was chosen last."""
        if self.viewer is None:
            return self._start_page(first_choices(self._options))
        self._taste.leave(self.viewer.preferences)
        table = self.viewer.table
        return self._start_page(Choices.of(table.series.next_setup, table.options.think_time))

    def together(self, count: int) -> list[ScreenViewer]:
        """The places of so many people at one table, in the order of their seats; the first is asked for all."""
        game = begin(self._options)
        players = game.series.setup.players
        people = [seat for seat, player in enumerate(players) if player.strategy == HUMAN]
        if len(people) != count:
            raise CommandError(f"--continue: expected --line {len(people)} times, once a person, not {count}")
        first = self._at_table(game, people[0])
        return [first, *(self._place(replace(game, offer=None), seat) for seat in people[1:])]

    def lead_on(self, session: TerminalSession) -> bool:
        """Lead a session to the room after that which it has left; False where the person has left altogether."""
        room = self._following(session)
        if room is not None:
            session.room = room
        return room is not None

    def _following(self, session: TerminalSession) -> Room | None:
        room = session.room
        if isinstance(room, StartRoom):
            return self._after_start_page(room, session)
        return self.start_page() if self.viewer is not None and self.viewer.wants_start_page else None

    def _start_page(self, choices: Choices) -> StartRoom:
        self._left = unfinished_game(self._options)
        return StartRoom(choices, self._options.newcomer, told_of(self._left))

    def _after_start_page(self, room: StartRoom, session: TerminalSession) -> Room | None:
        if room.departure is Departure.QUIT:
            return None
        shown = shown_on(room, session)
        try:
            if room.departure is Departure.RESUME and self._left is not None:
                return self._at_table(begin(replace(self._options, go_on=self._left.number), shown))
            played = None if self.viewer is None else self.viewer.table.series
            return self._at_table(begin_chosen(self._options, room.choices, played, shown))
        except (CommandError, OSError) as error:
            room.stay(reason(error))
            return room

    def _at_table(self, game: BegunGame, seat: int | None = None) -> ScreenViewer:
        """The place at a table where a game begins, with what was changed before; other tables are cleared."""
        preferences = self._taste.sit_down(game.preferences)
        if not self.has_coach:
            preferences = replace(preferences, coach=Coach.OFF)
        game = replace(game, preferences=preferences)
        self._saving.begin(game.series, game.save, game.saver)
        self.tables[:] = [Table(game.series, game.preferences, time.monotonic(), bookmaker())]
        self.viewer = self._place(game, seat)
        self.viewer.notify(game.notice)
        return self.viewer

    def _place(self, game: BegunGame, seat: int | None) -> ScreenViewer:
        """The place of the person in that seat, or without one that of all people."""
        is_alone = seat is None
        return ScreenViewer(
            self.tables[0],
            time.monotonic(),
            game.preferences,
            self._options.oldstyle,
            self._save_preferences,
            game.offer,
            is_alone and self._saving.asks_to_keep,
            coach_of,
            None if seat is None else [seat],
            has_start_page=is_alone,
            saved_games=None if self._options.oldstyle else JournalReader(),
            name="" if seat is None else game.series.setup.players[seat].name,
            may_talk=not is_alone,
        )


def shown_on(room: StartRoom, session: TerminalSession) -> ProgressShown:
    """Show on the page that players get ready."""

    def show(done: float) -> None:
        room.notify(start_texts.ONE_MOMENT_DONE.format(done=done))
        session.show()

    @contextmanager
    def shown(_: str) -> Iterator[Progress]:
        room.notify(start_texts.ONE_MOMENT)
        session.show_all()
        yield show

    return shown
