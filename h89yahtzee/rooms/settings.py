"""The room of settings, with a row for each preference that the person can change now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.rooms.room import Room, RoomCommand, Row
from h89yahtzee.table.preferences import Preference, Preferences, settings_of
from h89yahtzee.table.texts import BACK_TO_GAME

_HELP = """\
Settings apply at once. They are forgotten when you quit, unless you save them.
"""


class SettingsRoom(Room):
    """Calls `prefer` with all preferences after each change, and `save`, if given, when the person saves them.

    `save` returns whether the preferences could be saved. `may_set_table` and `may_talk` add the preferences of the
    table and of messages.
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
        return settings_of(self._preferences, self._may_set_table, self._may_talk)

    @property
    def count(self) -> int:
        return len(self._settings)

    def row(self, number: int) -> Row:
        setting = self._settings[number]
        value = setting.shown(self._preferences)
        told = f"{number + 1:2}  {setting.label}: {value}"
        return Row(value, setting.label, told=told, change=lambda step: self._change(setting, step))

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
            self.helping(_HELP),
        )

    def _change(self, setting: Preference, step: int) -> None:
        self._preferences = setting.changed(self._preferences, step)
        self._prefer(self._preferences)

    def _change_and_tell(self, _: float) -> None:
        self.change(1)
        self.notify(self.told(self.chosen))

    def _write(self, _: float) -> None:
        assert self._save is not None
        # An unchanged mode isn't saved: it may be that of the people who sit here just now.
        is_as_found = self._preferences.mode is self._found_mode
        is_saved = self._save(replace(self._preferences, mode=None) if is_as_found else self._preferences)
        self.notify("Saved." if is_saved else "They couldn't be saved; they apply until you quit.")
