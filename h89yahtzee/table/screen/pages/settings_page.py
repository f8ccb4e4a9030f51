"""The settings page: the preferences, one a line, of which one is chosen and changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.commands import Command
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.pages import settings_texts
from h89yahtzee.table.screen.pages.page import Page
from h89yahtzee.table.screen.pages.setting_rows import Setting, settings_of


class SettingsPage(Page):
    """`prefer` is told what is changed at once, `save` writes it down when asked to.

    Listed is what `settings_of` finds. The mode is written down only when it was changed: it may be that of
    who sits here just now.
    """

    def __init__(
        self,
        preferences: Preferences,
        prefer: Callable[[Preferences], None],
        save: Callable[[Preferences], bool] | None,
        may_set_table: bool = True,
        may_talk: bool = False,
    ) -> None:
        self._preferences = preferences
        self._found_mode = preferences.mode
        self._prefer = prefer
        self._save = save
        self._may_set_table = may_set_table
        self._may_talk = may_talk
        self._chosen = 0
        self._saved: bool | None = None
        """Whether the settings could be saved, None before anybody tried."""

    def screen(self, display: Display) -> Grid:
        return views.page(settings_texts.TITLE, self._lines(), settings_texts.END, display)

    def _lines(self) -> list[str]:
        keys = settings_texts.KEYS + settings_texts.SAVE_KEY * (self._save is not None)
        lines = [
            settings_texts.setting(setting.label, setting.shown(self._preferences), index == self._chosen)
            for index, setting in enumerate(self._settings)
        ]
        outcome = {None: "", True: settings_texts.SAVED, False: settings_texts.NOT_SAVED}[self._saved]
        return [*lines, "", *keys.splitlines(), "", outcome]

    def press(self, key: KeyPress, command: Command | None) -> bool:
        if command in (Command.UP, Command.DOWN):
            step = 1 if command is Command.DOWN else -1
            self._chosen = (self._chosen + step) % len(self._settings)
        elif command in (Command.LEFT, Command.RIGHT, Command.NEXT):
            self._change(-1 if command is Command.LEFT else 1)
        elif key in ("w", "W") and self._save is not None:
            is_as_found = self._preferences.mode is self._found_mode
            self._saved = self._save(replace(self._preferences, mode=None) if is_as_found else self._preferences)
        else:
            return False
        return True

    def click(self, row: int, display: Display) -> bool:
        """Choose the setting that is clicked, change it if it is clicked again, or do what another line says."""
        clicked = row - layout.FIRST_LINE
        lines = dict(enumerate(self._lines()))
        if row == layout.dice_layout(display.rows).captions:
            return False
        if lines.get(clicked) == settings_texts.SAVE_KEY.strip():
            return self.press("w", None)
        if clicked == self._chosen:
            self._change(1)
        elif 0 <= clicked < len(self._settings):
            self._chosen = clicked
        return True

    @property
    def _settings(self) -> tuple[Setting, ...]:
        return settings_of(self._preferences, self._may_set_table, self._may_talk)

    def _change(self, step: int) -> None:
        self._preferences = self._settings[self._chosen].changed(self._preferences, step)
        self._saved = None
        self._prefer(self._preferences)
