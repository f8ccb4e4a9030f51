"""The help: the rules in short and the keys, distributed over pages."""

from __future__ import annotations

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.screen import views
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.pages.help_texts import help_paragraphs
from h89yahtzee.table.screen.pages.page import Page


class HelpPages(Page):
    """Any key leads to the next page, and from the last back to the game.

    The number of pages depends on the display that was shown last.
    """

    def __init__(self, rules: RuleSet, preferences: Preferences, may_talk: bool = False) -> None:
        self._rules = rules
        self._may_talk = may_talk
        self._preferences = preferences
        self._number = 0
        self._pages = 1

    def screen(self, display: Display) -> Grid:
        pages = self._distributed(display)
        self._pages = len(pages)
        self._number = min(self._number, self._pages - 1)
        end = texts.HELP_END if self._number == self._pages - 1 else texts.HELP_MORE
        return views.page(texts.title(self._rules), pages[self._number], end, display)

    def press(self, key: KeyPress, command: Command | None) -> bool:  # noqa: ARG002
        self._number += 1
        return self._number < self._pages

    def _distributed(self, display: Display) -> list[list[str]]:
        """Distribute the paragraphs over as few pages as possible."""
        pages: list[list[str]] = [[]]
        reverse, keyboard = display.reverse, display.keyboard
        for paragraph in help_paragraphs(self._rules, self._preferences, reverse, keyboard, self._may_talk):
            if len(pages[-1]) + 1 + len(paragraph) > views.page_lines(display):
                pages.append([])
            pages[-1] += ["", *paragraph] if pages[-1] else paragraph
        return pages
