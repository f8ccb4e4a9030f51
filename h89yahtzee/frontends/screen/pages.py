"""Pages on a screen, which hide a room or a table for a while.

LEFT, or page up, shows the page before; ESC or `q` leaves. Any other key shows the next page, or leaves the last
page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Protocol

from h89yahtzee.frontends.screen import layout, views
from h89yahtzee.frontends.screen.card import TableView
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.rooms.page import GameHelp, Page, PendingPage, Playback, TextPage
from h89yahtzee.rooms.room import BACK_KEYS, QUIT_KEYS
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table import reviews, texts
from h89yahtzee.table.help_rows import help_rows
from h89yahtzee.table.preferences import Mark, Preferences
from h89yahtzee.table.texts import BACK_TO_GAME, Head

_TURNS = """\
{turns} turns each; every turn fills one row of your card, and the highest
total wins. {first_roll} Then select dice and ROLL them
again, at most twice. Choose a row, and DONE posts what the dice score there:
0 where they don't fit. The selected row shows its score in {selected}, and the
totals include it.
"""
_KEEP_TURNS = """\
{turns} turns each; every turn fills one row of your card, and the highest
total wins. {first_roll} Then select dice to keep and ROLL
the others, at most twice. Choose a row, and DONE posts what the dice score
there: 0 where they don't fit. The selected row shows its score in {selected},
and the totals include it.
"""

_FIRST_ROLL = {True: "The first roll is made for you.", False: "ROLL the dice first."}
"""The sentences about a turn's first roll: under True if this roll is made automatically, under False if not."""

_COLUMNS = """\
You fill {columns} columns at once, in any order; each has its own bonus and total.
"""
_FACTORS = "They count {factors}.\n"
_GRID = """\
The next game continues in fresh columns of the same grid of six.
"""
_AHEAD = """\
While the upper bonus is undecided its row shows how far you are ahead of
three of each (+) or behind (-).
"""

_MEANWHILE = """\
While another person moves, the keys for rows show what the dice would score
there, to you alone; OOPS looks again where the other does.
"""
_CHANCES = """\
CHANCE TO WIN is in per cent; with ~ it isn't exact. Two figures change after
a turn, those furthest off.
"""
_TURN_TIME = """\
A turn takes {seconds:g} seconds at most: then the computer plays the rest of it, and
after two such turns all of them until you press a key.
"""


def help_paragraphs(
    rules: RuleSet, preferences: Preferences, display: Display, may_talk: bool = False
) -> list[list[str]]:
    """Return paragraphs, each a list of text lines, on the rules, the keys and, if people `may_talk`, messages."""
    paragraphs = [*_rule_paragraphs(rules, preferences, "reverse" if display.reverse else "brackets")]
    if may_talk:
        paragraphs.append(_MEANWHILE)
    rows = help_rows(display.keyboard, preferences, rules.columns > 1, may_talk, display.has_mouse)
    paragraphs.append("\n".join(rows))
    return [paragraph.splitlines() for paragraph in paragraphs if paragraph]


def _rule_paragraphs(rules: RuleSet, preferences: Preferences, selected: str) -> Iterator[str]:
    """Yield the paragraphs about the rules, about chances to win (if these are shown) and about the time for a turn
    (if it is limited); some may be empty. `selected` is the word that says how the selected box is highlighted."""
    turns = len(rules.categories) * rules.columns
    how = _TURNS if preferences.mark is Mark.REROLL else _KEEP_TURNS
    yield how.format(turns=turns, selected=selected, first_roll=_FIRST_ROLL[preferences.auto_roll])
    yield rules.rows_help.format(at=rules.upper_bonus_at, bonus=rules.upper_bonus)
    yield "\n".join(wrap(texts.extra_yahtzee(rules), layout.WIDTH - 2))
    yield _columns(rules)
    if preferences.chances:
        yield _CHANCES
    if preferences.turn_time is not None:
        yield _TURN_TIME.format(seconds=preferences.turn_time)


def _columns(rules: RuleSet) -> str:
    text = _COLUMNS.format(columns=rules.columns) if rules.columns > 1 else ""
    if len(set(rules.multipliers)) > 1:
        text += _FACTORS.format(factors=", ".join(f"x{factor}" for factor in rules.multipliers))
    if 2 * rules.columns <= max(rules.column_choices, default=0):
        text += _GRID
    return text + (_AHEAD if rules.column_choices else "")


_MORE = "Any key shows the next page."
_BACK = "{text} {left} turns back."
_LEFT = {Keyboard.H19: "LEFT", Keyboard.PC: "LEFT", Keyboard.LETTERS: "h"}
_NEXT = "Any key on, {left} back, q ends."
_LAST = "That was all. Any key returns."
"""The text in place of the captions of keys at the end of a game played back; before the end it is `_NEXT`."""
_WIDOWS = 2
_LEAVING: tuple[KeyPress, ...] = (Key.ESCAPE, *QUIT_KEYS)
_STEP = 1.5
"""Seconds for which each decision of a game played back is shown."""


class PageScreen(Protocol):
    """A page on a screen of any size; `press` and `click` return whether the page stays open.

    `deadline` is the time at which `advance` must be called; None, the default, if only keys change the page.
    `take_bells` returns the number of times to ring the terminal's bell for events since its last call.
    """

    @property
    def deadline(self) -> float | None:
        return None

    def advance(self, now: float) -> None:  # noqa: ARG002
        return

    def take_bells(self) -> int:
        return 0

    def screen(self, display: Display) -> Grid: ...

    def press(self, key: KeyPress) -> bool: ...

    def click(self, row: int, column: int, display: Display) -> bool:  # noqa: ARG002
        return self.press(Key.RETURN)


def page_on_screen(page: Page) -> PageScreen:
    match page:
        case TextPage():
            return TextPages(page.title, lambda _: page.lines, page.end)
        case Playback():
            return _PlaybackScreen(page)
        case GameHelp():
            end = BACK_TO_GAME.format(key="Any key")
            return TextPages(texts.title(page.rules), partial(_help_lines, page), end)
        case _:
            return PendingPages(page)


class TextPages(PageScreen):
    """Lines of text on as many pages as they need; the function `lines_on` returns the lines for a display.

    A page ends at the last blank line in its lower half, if there is one. A blank line in the upper half will do if
    only one or two lines would otherwise be left for the next page. A line that is a `Head` is repeated at the top
    of later pages, up to the next `Head`. `end` is the caption below the last page.
    """

    def __init__(self, title: str, lines_on: Callable[[Display], Sequence[str]], end: str) -> None:
        self.title = title
        self.lines_on = lines_on
        self._end = end
        self._first = 0
        self._before: list[int] = []
        """The number of the first line of each page before the current one."""
        self._display: Display | None = None

    def screen(self, display: Display) -> Grid:
        self._display = display
        shown, first = self._page(display)
        end = self._end if first is None else _MORE
        if self._before:
            end = _BACK.format(text=end, left=_LEFT[display.keyboard])
        return views.page(self.title, shown, end, display)

    def press(self, key: KeyPress) -> bool:
        if self._display is None or key in _LEAVING:
            return False
        # Several keys may come before the screen is drawn again, so the current page's end is computed here too.
        _, first = self._page(self._display)
        is_several = bool(self._before) or first is not None
        if key in BACK_KEYS and is_several:
            self._first = self._before.pop() if self._before else 0
            return True
        if first is None:
            return False
        self._before.append(self._first)
        self._first = first
        return True

    def _page(self, display: Display) -> tuple[Sequence[str], int | None]:
        """Return the lines of the current page, and the number of the next page's first line or None."""
        lines = self.lines_on(display)
        head = _head(lines, self._first)
        shown = _fitting(lines[self._first :], views.page_lines(display) - len(head))
        first = self._first + len(shown)
        return [*head, *shown], first if first < len(lines) else None


def _head(lines: Sequence[str], first: int) -> list[str]:
    """Return a list with the last `Head` before the line with the number `first`. The list is empty if there is no
    `Head` before that line, or if the last `Head` is blank."""
    heads = [line for line in lines[:first] if isinstance(line, Head)]
    return [head for head in heads[-1:] if head]


def _fitting(lines: Sequence[str], most: int) -> Sequence[str]:
    """Return the lines of the page that begins with the first of `lines`: at most `most` lines, or one more if the
    last line is blank."""
    if len(lines) <= most:
        return lines
    fewest = 1 if len(lines) <= most + _WIDOWS else most // 2
    # If a paragraph fills the page to the end, neither page shows the blank line after the paragraph.
    breaks = [row + 1 for row, line in enumerate(lines[: most + 1]) if not line and row >= fewest]
    if breaks:
        return lines[: breaks[-1]]
    left = next((row for row, line in enumerate(lines) if row > most and not line), len(lines)) - most
    return lines[: most - max(0, _WIDOWS + 1 - left)]


def _help_lines(page: GameHelp, display: Display) -> Sequence[str]:
    paragraphs = help_paragraphs(page.rules, page.preferences, display, page.may_talk)
    first, *others = paragraphs
    return [*first, *(line for paragraph in others for line in ("", *paragraph))]


class PendingPages(PageScreen):
    """Pages whose lines are computed bit by bit in `advance`; until there is text, any key leaves."""

    def __init__(self, page: PendingPage) -> None:
        width = layout.WIDTH - 1
        self._page = page
        self._pending = page.worked_out(width)
        if page.is_quick:
            self._pending.finish()
        meanwhile = [] if page.is_quick else page.meanwhile(width)
        self._pages = TextPages(self._title_so_far, lambda _: meanwhile, page.end) if meanwhile else None
        self._show()

    @property
    def deadline(self) -> float | None:
        return None if self._pending.is_done else self._pending.due

    def advance(self, now: float) -> None:
        self._pending.advance(now)
        self._show()

    @property
    def _title_so_far(self) -> str:
        return reviews.WORKING_ON.format(title=self._page.title, done=self._pending.progress)

    def _show(self) -> None:
        lines = self._pending.lines
        if self._pages is None:
            self._pages = None if lines is None else TextPages(self._page.title, lambda _: lines, self._page.end)
        elif lines is None:
            self._pages.title = self._title_so_far
        else:
            self._pages.title, self._pages.lines_on = self._page.title, lambda _: lines

    def screen(self, display: Display) -> Grid:
        if self._pages is None:
            working = reviews.WORKING.format(done=self._pending.progress, end=self._page.end)
            return views.page(self._page.title, [], working, display)
        return self._pages.screen(display)

    def press(self, key: KeyPress) -> bool:
        return self._pages is not None and self._pages.press(key)


class _PlaybackScreen(PageScreen):
    """A recorded game played back: the table before each decision, with the decision marked, and the final table.

    The next decision follows after `_STEP` seconds or when any key is pressed, but LEFT shows the decision before,
    and `q` or ESC ends the playback.
    """

    def __init__(self, page: Playback) -> None:
        self._page = page
        self._names = tuple(texts.plain_text(player.name) for player in page.record.setup.players)
        self._states: list[GameState] = [*page.record.states()]
        self._actions: list[Action] = [*page.record.actions()]
        self._at = 0
        self._due = -math.inf

    @property
    def deadline(self) -> float | None:
        return None if self._is_last else self._due

    def advance(self, now: float) -> None:
        self._at += self._due > -math.inf
        self._due = now + _STEP

    def press(self, key: KeyPress) -> bool:
        is_back = key in BACK_KEYS
        if key in _LEAVING or (self._is_last and not is_back):
            return False
        self._at = max(0, self._at - 1) if is_back else self._at + 1
        self._due = -math.inf
        return True

    def screen(self, display: Display) -> Grid:
        return views.table(self._view(display.keyboard), display)

    @property
    def _is_last(self) -> bool:
        return self._at == len(self._states) - 1

    def _view(self, keyboard: Keyboard) -> TableView:
        state, names = self._states[self._at], self._names
        action = self._actions[self._at] if self._at < len(self._actions) else None
        return TableView(
            state=state,
            names=names,
            wins=tuple(int(seat in state.winners()) for seat in range(len(names))),
            to_roll=frozenset(action.positions) if isinstance(action, Roll) else None,
            selected=action.box if isinstance(action, Score) else None,
            message=self._message(state),
            remark="",
            oldstyle=False,
            notice=f"GAME {self._page.number}",
            standing=_LAST if self._is_last else _NEXT.format(left=_LEFT[keyboard]),
        )

    def _message(self, state: GameState) -> str:
        if state.is_over:
            return texts.result(self._names, state.totals(), state.winners(), layout.REMARK_WIDTH)
        return texts.move(self._names[state.seat], state.rolls_left, layout.REMARK_WIDTH)
