"""Rooms and pages that a person opens at a table: saved games, settings, help, review, comparison.

The list of saved games is for choosing a game to review, compare or play back; the settings have a row for each
preference that the person can change now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from h89yahtzee.game.record import Record
from h89yahtzee.rooms import page
from h89yahtzee.rooms.readings import read, reading_commands
from h89yahtzee.rooms.room import DONE_KEYS, Room, RoomCommand, RoomRefusal, Row
from h89yahtzee.rooms.start_rows import ABOUT_BONUSES
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.coach import AnalystOf
from h89yahtzee.table.commands import Command
from h89yahtzee.table.comparison import can_compare
from h89yahtzee.table.preferences import PREFERENCES, Preference, Preferences
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.texts import BACK_TO_GAME, plain_text

_T = TypeVar("_T")

_END_IN_LIST = "Any key returns to the list."
_TOLD = 15
"""The number of games that text mode lists at a time."""
_GAMES_HELP = """\
The newest game comes first. A game is called by its number.
"""


class GamesRoom(Room):
    """A list of the saved games, the newest first. If a `bookmaker` is given, reviews also tell chances to win.

    The function `resume` is called with the number of the unfinished game that the person wants to play; if
    `resume` is None, the list doesn't offer to resume games.
    """

    title = "SAVED GAMES"
    other_keys = BACK_TO_GAME.format(key="Any other key")
    prompt = "Game, or ? for help: "

    def __init__(
        self,
        saved: SavedGames,
        analyst_of: AnalystOf,
        bookmaker: Bookmaker | None = None,
        resume: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__()
        self._resume = resume
        self._saved = saved
        self._analyst_of = analyst_of
        self._bookmaker = bookmaker
        self._numbers: Sequence[int] = ()
        self._listed = 0
        """The number of games that text mode has listed so far."""
        try:
            self._numbers = saved.numbers()
            self.notice = "" if self._numbers else "No games are saved."
        except OSError as error:
            self.notice = plain_text(str(error))
        if not self._numbers:
            self.other_keys = BACK_TO_GAME.format(key="Any key")

    @property
    def count(self) -> int:
        return len(self._numbers)

    def row(self, number: int) -> Row:
        if self.is_aloud:
            return Row("", spoken=plain_text(self._saved.sentence(self._numbers[number])).removesuffix("."))
        try:
            return Row(plain_text(self._saved.line(self._numbers[number])))
        except (OSError, ValueError) as error:
            return Row(f"{self._numbers[number]:5}  ({plain_text(str(error))})")

    def numbered(self, number: int) -> int:
        if number not in self._numbers:
            raise RoomRefusal(f"There is no game {number}.")
        return self._numbers.index(number)

    def number_of(self, row: int) -> int:
        return self._numbers[row]

    def described(self) -> Iterator[str]:
        if self.count:
            yield "These are the saved games, the newest first."

    def welcome(self) -> Iterator[str]:
        """Yield a line for each of the next games in the list, at most `_TOLD`, and a line that says how many are
        left. After the oldest game the list starts again."""
        first = self._listed if self._listed < self.count else 0
        self._listed = min(first + _TOLD, self.count)
        yield from (self.told(number) for number in range(first, self._listed))
        if self._listed < self.count:
            yield f"l lists {self.count - self._listed} more."

    def key_lines(self) -> Sequence[str]:
        named = [f"{command.key_name} {command.caption}" for command in self.commands if command.caption]
        half = (len(named) + 1) // 2
        return "   ".join(["UP, DOWN choose", *named[:half]]), "   ".join(named[half:])

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        leaving = RoomCommand("", "back to the game", (), lambda _: self.leave(), ("q", "quit", "back"))
        if not self.count:
            return (leaving,)
        resuming = RoomCommand("resumes", "resume it", ("r", "R"), self._resume_it, ("r", "resume"), for_row=True)
        return (
            *self.choosing("a game"),
            *self.turning(),
            RoomCommand("reviews", "review that game", DONE_KEYS, self._review, ("",), for_row=True),
            RoomCommand("compares", "compare its players", ("c", "C"), self._compare, ("c",), for_row=True),
            *([] if self._resume is None else [resuming]),
            RoomCommand("plays back", "play it back", ("p", "P"), self._play_back, ("p",), for_row=True),
            *reading_commands(self, self._saved),
            self.listing("list more games"),
            leaving,
            self.helping(_GAMES_HELP),
        )

    @property
    def _number(self) -> int:
        return self._numbers[self.chosen]

    def _record(self) -> Record:
        return read(lambda: self._saved.record(self._number))

    def _review(self, _: float) -> None:
        self.open(page.ReviewPage(self._finished(), self._analyst_of, self._bookmaker, end=_END_IN_LIST))

    def _compare(self, _: float) -> None:
        record = self._finished()
        if not can_compare(record):
            raise RoomRefusal(f"The players of game {self._number} didn't have the same dice.")
        self.open(page.ComparisonPage(record, self._analyst_of, self._bookmaker, end=_END_IN_LIST))

    def _finished(self) -> Record:
        record = self._record()
        if record.totals is None:
            command = "r" if self._resume is not None else self._saved.how_to_resume(self._number)
            resumes = f" `{command}` resumes it." if command else ""
            raise RoomRefusal(f"Game {self._number} isn't finished.{resumes}")
        return record

    def _resume_it(self, _: float) -> None:
        assert self._resume is not None
        if self._record().totals is not None:
            raise RoomRefusal(f"Game {self._number} is finished.")
        self._resume(self._number)

    def _play_back(self, _: float) -> None:
        self.open(page.Playback(self._record(), self._number))


_SETTINGS_HELP = """\
Settings apply at once. They are forgotten when you quit, unless you save them.
"""


class SettingsRoom(Room):
    """The settings page. The function `prefer` is called with all preferences after each change.

    The function `save` saves all preferences for future games, and returns whether this succeeded; if `save` is
    None, saving isn't offered. The page has the preferences of the table only if `may_set_table`, and the
    preference for messages only if `may_talk`.
    """

    title = "SETTINGS"
    other_keys = BACK_TO_GAME.format(key="Any other key")
    prompt = "Setting, or ? for help: "

    def __init__(
        self,
        preferences: Preferences,
        prefer: Callable[[Preferences], None],
        save: Callable[[Preferences], bool] | None,
        may_set_table: bool = True,
        may_talk: bool = False,
    ) -> None:
        super().__init__()
        self._preferences = preferences
        self._found_mode = preferences.mode
        self._prefer = prefer
        self._save = save
        self._may_set_table = may_set_table
        self._may_talk = may_talk

    @property
    def _settings(self) -> tuple[Preference, ...]:
        rights = self._may_set_table, self._may_talk
        return tuple(preference for preference in PREFERENCES if preference.is_offered(self._preferences, *rights))

    @property
    def count(self) -> int:
        return len(self._settings)

    def row(self, number: int) -> Row:
        setting = self._settings[number]
        value = setting.shown(self._preferences)
        told = f"{number + 1:2}  {setting.label}: {value}"
        return Row(
            value,
            setting.label,
            told=told,
            spoken=f"{re.sub(' [(].*', '', setting.label)}: {re.sub('(?<=[0-9]) s', ' seconds', value)}",
            change=lambda step: self._change(setting, step),
        )

    def described(self) -> Iterator[str]:
        yield "These are the settings, and the choice of one gives it its next value."

    def hint(self, has_arrows: bool) -> str:  # noqa: ARG002
        """Return an explanation of the present bonus rule if its row is the chosen one, otherwise an empty text."""
        setting = self._settings[self.chosen]
        return ABOUT_BONUSES[setting.shown(self._preferences)] if setting.key == "bonus" else ""

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        about = "save all settings for future games"
        saving = RoomCommand("", about, ("w", "W"), self._write, ("w", "save"))
        return (
            *self.choosing("a setting", "change it (also SPACE)"),
            RoomCommand("", "change that setting", (), self._change_and_tell, ("",), for_row=True),
            *([] if self._save is None else [saving]),
            self.listing("list the settings"),
            RoomCommand("", "back to the game", (), lambda _: self.leave(), ("q", "quit", "back")),
            self.helping(_SETTINGS_HELP),
        )

    def _change(self, setting: Preference, step: int) -> None:
        self._preferences = setting.changed(self._preferences, step)
        self._prefer(self._preferences)

    def _change_and_tell(self, _: float) -> None:
        self.change(1)
        told = f"{self.told(self.chosen)}. {self.hint(False)}"
        self.notify(told.rstrip() if self.is_aloud else told.removesuffix(". "))

    def _write(self, _: float) -> None:
        assert self._save is not None
        # A mode (such as against the computer) that the person hasn't changed here isn't saved: perhaps nobody
        # chose this mode, and it only follows from who plays.
        is_as_found = self._preferences.mode is self._found_mode
        is_saved = self._save(replace(self._preferences, mode=None) if is_as_found else self._preferences)
        self.notify("Saved." if is_saved else "They couldn't be saved; they apply until you quit.")


_END = BACK_TO_GAME.format(key="Any key")


def opened_at(seat: Seat) -> Room | page.Page | None:
    """Return the room or page that the person at `seat` has opened, None if none is open."""
    series, services, preferences = seat.table.series, seat.services, seat.preferences_in_force
    may_talk = seat.role.may_talk
    match seat.page:
        case Command.HELP:
            return page.GameHelp(series.setup.rules, preferences, may_talk)
        case Command.SETTINGS:
            save = services.save_preferences
            return SettingsRoom(preferences, seat.prefer, save, seat.may_set_table, may_talk)
        case Command.GAMES if services.saved_games is not None:
            resume = seat.resume if seat.has_start_page else None
            return GamesRoom(services.saved_games, services.analyst_of, seat.bookmaker, resume)
        case Command.REVIEW:
            return page.ReviewPage(series.record, services.analyst_of, seat.bookmaker, end=_END)
        case Command.DAY:
            return page.DayPage(
                series.record, services.analyst_of, end=_END, counted=seat.counted, take=seat.take_day
            )
        case Command.COMPARE:
            return page.ComparisonPage(series.record, services.analyst_of, seat.bookmaker, end=_END)
        case _:
            return None
