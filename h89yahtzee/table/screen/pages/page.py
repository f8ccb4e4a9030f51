"""What a page is, and the pages that are lines of text: known ones, or some that are still worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.review.reviews import PendingLines
from h89yahtzee.table.screen import views
from h89yahtzee.table.screen.layout import Display

_WIDOWS = 2


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


class TextPages(Page):
    """Lines on as many pages as they need; any key leads on, as in the help. A page that is half full leaves a
    paragraph that doesn't fit to the next; so does any for whose last line or two there is no room.

    `title` and `lines` may be replaced by others; `end` stands below the last.
    """

    def __init__(self, title: str, lines: Sequence[str], end: str = texts.HELP_END) -> None:
        self.title = title
        self.lines = lines
        self._end = end
        self._first = 0
        self._shown = 0

    def screen(self, display: Display) -> Grid:
        lines = self._fitting(views.page_lines(display))
        self._shown = len(lines)
        end = texts.HELP_MORE if self._first + self._shown < len(self.lines) else self._end
        return views.page(self.title, lines, end, display)

    def _fitting(self, most: int) -> Sequence[str]:
        lines = self.lines[self._first :]
        if len(lines) <= most:
            return lines
        fewest = 1 if len(lines) <= most + _WIDOWS else most // 2
        breaks = [row + 1 for row, line in enumerate(lines[:most]) if not line and row >= fewest]
        return lines[:most] if not lines[most] or not breaks else lines[: breaks[-1]]

    def press(self, key: KeyPress, command: Command | None) -> bool:  # noqa: ARG002
        self._first += self._shown or len(self.lines)  # a key that overtakes the page is for the page
        return self._first < len(self.lines)


class PendingPages(Page):
    """Lines that are worked out, by `advance` a piece at a time. Until they are done the lines `meanwhile` are
    shown; without these any key gives the page up while it lasts. What takes no noticeable time is done `at_once`.
    """

    def __init__(
        self,
        title: str,
        pending: PendingLines,
        meanwhile: Sequence[str] = (),
        end: str = texts.HELP_END,
        at_once: bool = False,
    ) -> None:
        self._title = title
        self._pending = pending
        self._end = end
        self._pages = TextPages(self._title_so_far, meanwhile, end) if meanwhile else None
        if at_once:
            self._show(self._pending.finish())

    @property
    def is_working(self) -> bool:
        return not self._pending.is_done

    @property
    def deadline(self) -> float | None:
        """Due at once while it is worked out here."""
        return self._pending.due if self.is_working else None

    def advance(self, now: float = 0.0) -> None:
        self._pending.advance(now)
        if self._pending.lines is not None:
            self._show(self._pending.lines)
        elif self._pages is not None:
            self._pages.title = self._title_so_far

    @property
    def _title_so_far(self) -> str:
        return coach_texts.WORKING_ON.format(title=self._title, done=self._pending.progress)

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
