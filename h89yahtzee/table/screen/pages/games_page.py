"""The page of saved games: a list from which one is chosen to be reviewed, compared or played back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from h89yahtzee.game.record import Record
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.chances.bookmaker import Bookmaker
from h89yahtzee.table.commands import Command
from h89yahtzee.table.review.coach import AnalystOf
from h89yahtzee.table.review.comparison import can_compare
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.layout import Display
from h89yahtzee.table.screen.pages import games_texts
from h89yahtzee.table.screen.pages.finished_game import comparison_page, review_page
from h89yahtzee.table.screen.pages.page import Page, TextPages
from h89yahtzee.table.screen.pages.replay_page import ReplayPage

_BELOW = 3
"""The lines below the list: a gap, the keys, and a note."""
_STEPS = {Command.UP: -1, Command.DOWN: 1}
_PAGE_STEPS = {Command.LEFT: -1, Command.RIGHT: 1}


class GamesPage(Page):
    """The newest game comes first. What is opened returns to the list when it is left.

    How many games a page has depends on the display that was shown last.
    """

    def __init__(self, saved: SavedGames, analyst_of: AnalystOf, bookmaker: Bookmaker | None = None) -> None:
        self._saved = saved
        self._analyst_of = analyst_of
        self._bookmaker = bookmaker
        self._opened: Page | None = None
        self._chosen = 0
        self._shown = 1
        self._note = ""
        self._numbers: Sequence[int] = ()
        self._try(self._read)

    @property
    def deadline(self) -> float | None:
        return None if self._opened is None else self._opened.deadline

    def advance(self, now: float) -> None:
        if self._opened is not None:
            self._opened.advance(now)

    def screen(self, display: Display) -> Grid:
        if self._opened is not None:
            return self._opened.screen(display)
        self._shown = views.page_lines(display) - _BELOW
        lines: list[str] = []
        self._try(lambda: lines.extend(self._lines()))
        keys = games_texts.KEYS if self._numbers else ""
        below = ["", keys, texts.plain_text(self._note)]
        return views.page(games_texts.TITLE, [*lines, *below], games_texts.END, display)

    def press(self, key: KeyPress, command: Command | None) -> bool:
        if self._opened is not None:
            if not self._opened.press(key, command):
                self._opened = None
            return True
        self._note = ""
        if not self._numbers:
            return False
        if command in _STEPS:
            self._chosen = (self._chosen + _STEPS[command]) % len(self._numbers)
        elif command in _PAGE_STEPS:
            self._chosen = max(0, min(self._chosen + _PAGE_STEPS[command] * self._shown, len(self._numbers) - 1))
        else:
            return self._open(key, command)
        return True

    def click(self, row: int, display: Display) -> bool:
        """Choose the game that is clicked, and review it when it is clicked again; elsewhere it is like any key."""
        if self._opened is not None:
            if not self._opened.click(row, display):
                self._opened = None
            return True
        place = row - layout.FIRST_LINE
        clicked = self._first + place
        if not (0 <= place < self._shown and clicked < len(self._numbers)):
            return False
        if clicked == self._chosen:
            return self.press("", Command.DONE)
        self._chosen = clicked
        return True

    @property
    def _first(self) -> int:
        """The place of the first game on the page."""
        return self._chosen - self._chosen % self._shown

    def _read(self) -> None:
        self._numbers = self._saved.numbers()
        self._note = "" if self._numbers else games_texts.NONE

    def _lines(self) -> list[str]:
        places = range(self._first, min(self._first + self._shown, len(self._numbers)))
        return [games_texts.chosen(self._line(place), place == self._chosen, layout.WIDTH - 1) for place in places]

    def _line(self, place: int) -> str:
        return texts.plain_text(self._saved.line(self._numbers[place]))

    def _open(self, key: KeyPress, command: Command | None) -> bool:
        """Open what is asked for; False if it is nothing."""
        if command is Command.DONE:
            self._try(lambda: self._open_review(self._record()))
        elif command is Command.COMPARE:
            self._try(lambda: self._open_comparison(self._record()))
        elif key in ("p", "P"):
            self._try(lambda: self._show(ReplayPage(self._record(), self._number)))
        elif key in ("b", "B"):
            self._try(self._open_scores)
        else:
            return False
        return True

    def _try(self, read: Callable[[], None]) -> None:
        """Tell why something couldn't be read."""
        try:
            read()
        except (OSError, ValueError) as error:
            self._note = str(error)

    @property
    def _number(self) -> int:
        return self._numbers[self._chosen]

    def _record(self) -> Record:
        return self._saved.record(self._number)

    def _show(self, page: Page) -> None:
        self._opened = page

    def _open_scores(self) -> None:
        self._show(TextPages(games_texts.SCORES_TITLE, self._saved.scores(), games_texts.BACK))

    def _open_review(self, record: Record) -> None:
        if record.totals is None:
            self._note = games_texts.UNFINISHED.format(number=self._number)
        else:
            self._show(review_page(record, self._analyst_of, games_texts.BACK, self._bookmaker))

    def _open_comparison(self, record: Record) -> None:
        if can_compare(record):
            self._show(comparison_page(record, self._analyst_of, games_texts.BACK, self._bookmaker))
        else:
            unfit = games_texts.UNFINISHED if record.totals is None else games_texts.OTHER_DICE
            self._note = unfit.format(number=self._number)
