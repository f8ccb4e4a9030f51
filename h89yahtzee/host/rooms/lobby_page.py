"""The lobby as a screen: who is here, the tables, what is said; and what lies where on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.rooms import descriptions
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import texts
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.key_captions import KeyCaption, draw_captions, in_a_row
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.start import start_texts

_COLUMN = 2
VALUE_COLUMN = 12
_HERE_ROW = 2
_HERE_ROWS = 2
_MANY = 10
"""So many callers are counted."""
_HEAD_ROW = 5
_FIRST_TABLE_ROW = 6
_TABLE_ROWS = 7
_SEATS_COLUMN = 26
_STATE_COLUMN = 61
_ABOUT_ROW = 14
_SAID_ROW = 17
_SAID_ROWS = 4
PROMPT_ROW = 21


@dataclass(frozen=True, slots=True)
class LobbyView:
    """What the page shows `caller`: `chosen` is one of the tables; `prompt` stands in place of the hint."""

    lobby: Lobby
    caller: Caller
    chosen: HostedTable | None
    prompt: str


Placed = tuple[int, int, str]
"""A text, after its row and column."""


def draw(view: LobbyView, display: Display) -> Grid:
    return draw_around(view.lobby, view.caller, _texts(view, display), captions(display), display)


def draw_around(
    lobby: Lobby, caller: Caller, middle: Iterable[Placed], captions: Iterable[KeyCaption], display: Display
) -> Grid:
    """A page with who is here above its `middle`, and what is said below."""
    window = views.blank_window(display)
    title = f" {texts.TITLE}"
    window.addstr(0, 0, f"{title}{caller.name.rjust(layout.WIDTH - len(title) - 1)} ", reverse=True)
    for row, column, text in (*_here(lobby), *middle, *_said(lobby)):
        window.addstr(row, column, texts.cut(text, layout.WIDTH - column))
    draw_captions(window, captions, display)
    return window.refresh()


def _here(lobby: Lobby) -> Iterator[Placed]:
    """Yield who is here, in as many rows as there are for it."""
    count = len(lobby.callers)
    yield _HERE_ROW, _COLUMN, f"{lobby_texts.HERE} {count}" if count >= _MANY else lobby_texts.HERE
    listed = ", ".join(map(descriptions.whereabouts, lobby.callers.values()))
    lines = wrap(listed, layout.WIDTH - VALUE_COLUMN, max_lines=_HERE_ROWS, placeholder=" ...")
    for row, line in enumerate(lines, _HERE_ROW):
        yield row, VALUE_COLUMN, line


def _said(lobby: Lobby) -> Iterator[Placed]:
    """Yield the last messages, the newest in the lowest row."""
    last = lobby.talk.latest(_SAID_ROWS)
    for row, message in enumerate(last, _SAID_ROW + _SAID_ROWS - len(last)):
        yield row, 1, descriptions.said(message)


def _texts(view: LobbyView, display: Display) -> Iterator[Placed]:
    """Yield what stands where about the tables."""
    tables = list(view.lobby.tables.values())
    yield _HEAD_ROW, _COLUMN, lobby_texts.TABLES
    yield _HEAD_ROW, VALUE_COLUMN, lobby_texts.RULES
    yield _HEAD_ROW, _SEATS_COLUMN, lobby_texts.SEATS
    first = _first_shown(tables, view.chosen)
    for row, hosted in enumerate(tables[first : first + _TABLE_ROWS], _FIRST_TABLE_ROW):
        yield from _table_texts(row, hosted, view)
    left = len(tables) - first - _TABLE_ROWS
    if left > 0:
        yield _FIRST_TABLE_ROW + _TABLE_ROWS, VALUE_COLUMN, lobby_texts.MORE_TABLES.format(count=left)
    if view.chosen is None:
        yield _FIRST_TABLE_ROW, VALUE_COLUMN, lobby_texts.NO_TABLES.format(key="RETURN")
    else:
        yield _ABOUT_ROW, _COLUMN, start_texts.ABOUT_RULES[view.chosen.choices.rules]
        yield _ABOUT_ROW + 1, _COLUMN, descriptions.terms(view.chosen)
    has_arrows = display.keyboard is not Keyboard.LETTERS
    how = lobby_texts.HOW_BY_ARROWS if has_arrows else lobby_texts.HOW_BY_LETTERS
    yield PROMPT_ROW, _COLUMN, view.prompt or how


def _table_texts(row: int, hosted: HostedTable, view: LobbyView) -> Iterator[Placed]:
    mark = lobby_texts.MARK if hosted is view.chosen else " "
    star = lobby_texts.YOURS if hosted.seat_of(view.caller.name) is not None else " "
    yield row, _COLUMN, f"{mark} {star}{hosted.number}"
    yield row, VALUE_COLUMN, descriptions.rules(hosted)
    yield row, _SEATS_COLUMN, texts.cut(descriptions.seats(hosted), _STATE_COLUMN - _SEATS_COLUMN - 2)
    yield row, _STATE_COLUMN, descriptions.state(hosted)


def table_at(row: int, tables: Sequence[HostedTable], chosen: HostedTable | None) -> HostedTable | None:
    """Return which table stands in a row of the screen."""
    below = row - _FIRST_TABLE_ROW
    at = below + _first_shown(tables, chosen)
    return tables[at] if 0 <= below < _TABLE_ROWS and at < len(tables) else None


def _first_shown(tables: Sequence[HostedTable], chosen: HostedTable | None) -> int:
    """Return which table stands in the first row, so that the chosen one is seen."""
    return max(0, tables.index(chosen) - _TABLE_ROWS + 1) if chosen is not None else 0


def urgent() -> tuple[Region, ...]:
    """What a key changes is shown first: the prompt, the marks."""
    rows = range(_FIRST_TABLE_ROW, _FIRST_TABLE_ROW + _TABLE_ROWS)
    marks = [Region(row, _COLUMN, VALUE_COLUMN - _COLUMN) for row in rows]
    return Region(PROMPT_ROW, _COLUMN, layout.WIDTH - _COLUMN), *marks


def captions(display: Display) -> tuple[KeyCaption, ...]:
    if display.keyboard is Keyboard.H19:
        listed = zip(_KEY_COLUMNS.items(), lobby_texts.KEY_CAPTIONS, strict=True)
        return tuple(KeyCaption(text, column, key) for (key, column), text in listed)
    return tuple(in_a_row(zip(_LETTERS, lobby_texts.LETTER_CAPTIONS, strict=True)))


_KEY_COLUMNS: dict[KeyPress, int] = {
    **dict(zip((Key.F1, Key.F2, Key.F3, Key.F4, Key.F5), layout.DICE_COLUMNS, strict=True)),
    **dict(zip((Key.ERASE, Key.BLUE, Key.WHITE), layout.CAPTION_COLUMNS[Keyboard.H19], strict=True)),
    "?": layout.HELP_CAPTION_COLUMN,
}
_LETTERS: tuple[KeyPress, ...] = ("s", "w", "n", "/", "t", "x", "q", "?")
