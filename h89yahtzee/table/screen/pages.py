"""The pages that hide the table for a while: help, settings, and a finished game turn by turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table import coach_texts, texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.review.reviews import PendingLines
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.setting_rows import settings_lines, settings_of


class Page(Protocol):
    """`press` and `click` return whether the page stays open; `screen` can lay it out for any terminal.

    Unless a page says otherwise, a click anywhere is like any key, and nothing happens by itself: `deadline` is
    when `advance` has something to do.
    """

    @property
    def deadline(self) -> float | None:
        return None

    def advance(self, now: float) -> None:  # noqa: ARG002
        return

    def screen(self, display: Display) -> Grid: ...

    def press(self, key: KeyPress, command: Command | None) -> bool: ...

    def click(self, row: int, display: Display) -> bool:  # noqa: ARG002
        return self.press("", None)


class HelpPages(Page):
    """Any key leads to the next page, and from the last back to the game.

    The number of pages depends on the display that was shown last.
    """

    def __init__(self, rules: RuleSet, preferences: Preferences) -> None:
        self._rules = rules
        self._preferences = preferences
        self._number = 0
        self._pages = 1

    def screen(self, display: Display) -> Grid:
        self._pages = views.help_pages(self._rules, self._preferences, display)
        self._number = min(self._number, self._pages - 1)
        return views.help_page(self._rules, self._preferences, self._number, display)

    def press(self, key: KeyPress, command: Command | None) -> bool:  # noqa: ARG002
        self._number += 1
        return self._number < self._pages


class TextPages(Page):
    """Lines on as many pages as they need; any key leads on, as in the help.

    `title` and `lines` may be replaced by others; `end` stands below the last.
    """

    def __init__(self, title: str, lines: Sequence[str], end: str = texts.HELP_END) -> None:
        self.title = title
        self.lines = lines
        self._end = end
        self._first = 0
        self._shown = 0

    def screen(self, display: Display) -> Grid:
        self._shown = views.page_lines(display)
        lines = self.lines[self._first : self._first + self._shown]
        end = texts.HELP_MORE if self._first + self._shown < len(self.lines) else self._end
        return views.page(self.title, lines, end, display)

    def press(self, key: KeyPress, command: Command | None) -> bool:  # noqa: ARG002
        self._first += self._shown
        return self._first < len(self.lines)


class PendingPages(Page):
    """Lines that are worked out, by `advance` a piece at a time. Until they are done the lines `meanwhile` are
    shown.

    Without these any key gives the page up while it lasts.
    """

    def __init__(
        self, title: str, pending: PendingLines, meanwhile: Sequence[str] = (), end: str = texts.HELP_END
    ) -> None:
        self._title = title
        self._pending = pending
        self._end = end
        self._pages = TextPages(title, meanwhile, end) if meanwhile else None

    @property
    def is_working(self) -> bool:
        return not self._pending.is_done

    @property
    def deadline(self) -> float | None:
        """Due at once while it is worked out."""
        return -math.inf if self.is_working else None

    def advance(self, now: float = 0.0) -> None:  # noqa: ARG002
        self._pending.advance()
        if self._pending.lines is not None:
            self._show(self._pending.lines)
        elif self._pages is not None:
            self._pages.title = coach_texts.WORKING_ON.format(title=self._title, done=self._pending.progress)

    def finish(self) -> None:
        self._show(self._pending.finish())

    def _show(self, lines: Sequence[str]) -> None:
        if self._pages is None:
            self._pages = TextPages(self._title, lines, self._end)
        else:
            self._pages.title, self._pages.lines = self._title, lines

    def screen(self, display: Display) -> Grid:
        if self._pages is None:
            working = coach_texts.WORKING.format(done=self._pending.progress, end=self._end)
            return views.page(self._title, [], working, display)
        return self._pages.screen(display)

    def press(self, key: KeyPress, command: Command | None) -> bool:
        return self._pages is not None and self._pages.press(key, command)


class SettingsPage(Page):
    """`prefer` is told what is changed at once, `save` writes it down when asked to.

    The mode is written down only when it was changed: it may be that of who sits here just now.
    """

    def __init__(
        self,
        preferences: Preferences,
        prefer: Callable[[Preferences], None],
        save: Callable[[Preferences], bool] | None,
    ) -> None:
        self._preferences = preferences
        self._found_mode = preferences.mode
        self._prefer = prefer
        self._save = save
        self._chosen = 0
        self._saved: bool | None = None

    def screen(self, display: Display) -> Grid:
        return views.page(texts.SETTINGS_TITLE, self._lines(), texts.SETTINGS_END, display)

    def _lines(self) -> list[str]:
        return settings_lines(self._preferences, self._chosen, self._save is not None, self._saved)

    def press(self, key: KeyPress, command: Command | None) -> bool:
        if command in (Command.UP, Command.DOWN):
            self._chosen = (self._chosen + (1 if command is Command.DOWN else -1)) % len(
                settings_of(self._preferences)
            )
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
        if lines.get(clicked) == texts.SETTINGS_SAVE_KEY.strip():
            return self.press("w", None)
        if clicked == self._chosen:
            self._change(1)
        elif 0 <= clicked < len(settings_of(self._preferences)):
            self._chosen = clicked
        return True

    def _change(self, step: int) -> None:
        self._preferences = settings_of(self._preferences)[self._chosen].changed(self._preferences, step)
        self._saved = None
        self._prefer(self._preferences)
