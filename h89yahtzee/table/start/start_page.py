"""The start page as a screen, and what lies where on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import texts
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.key_captions import KeyCaption, draw_captions
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_rows import about, offered_rows

_LABEL_COLUMN = 2
_VALUE_COLUMN = 17
_MARK_DISTANCE = 2
"""The mark of the chosen row stands so far before its value."""
_PLAYERS_ROW = 2
_PLAYERS_BESIDE = 5
"""How many players stand below each other; the rest stand to the right of them."""
_PLAYER_WIDTH = 31
NAME_WIDTH = 16
_NAME_DISTANCE = 3
_RULES_ROW = 8
_OTHERS_ROW = 11
_ABOUT_ROW = 17
_UNFINISHED_ROW = 19
_NOTICE_ROW = 21
_HINT_WIDTH = layout.WIDTH - _LABEL_COLUMN


@dataclass(frozen=True, slots=True)
class StartView:
    """What the page shows. `chosen` counts the players, then the rows below them. `typed` is the name that is being
    typed for the chosen player. `unfinished` tells of a game that can be resumed; it is empty if there is none.
    """

    choices: Choices
    chosen: int
    typed: str | None = None
    unfinished: str = ""
    notice: str = ""


def draw(view: StartView, display: Display) -> Grid:
    window = views.blank_window(display)
    title = start_texts.HOSTED_TITLE if view.choices.is_hosted else texts.TITLE
    window.addstr(0, 0, f" {title}".ljust(layout.WIDTH), reverse=True)
    for row, column, text in (*_texts(view), (_NOTICE_ROW, _LABEL_COLUMN, _notice(view, display))):
        window.addstr(row, column, texts.cut(text, layout.WIDTH - column))
    draw_captions(window, captions(view, display), display)
    return window.refresh()


def _texts(view: StartView) -> Iterator[tuple[int, int, str]]:
    """Yield what stands where between title and captions."""
    choices, rows = view.choices, offered_rows(view.choices)
    values = places(choices)
    yield _PLAYERS_ROW, _LABEL_COLUMN, start_texts.WHO_PLAYS
    for row, place in zip(rows, values[len(choices.players) :], strict=True):
        yield place.row, _LABEL_COLUMN, row.label
        yield place.row, place.column, row.shown(choices)
    for seat, (player, place) in enumerate(zip(choices.players, values, strict=False)):
        shown = start_texts.player(seat, player.name, choices.kind(player), NAME_WIDTH)
        if view.typed is not None and seat == view.chosen:
            shown = start_texts.typed(seat, view.typed)
        yield place.row, place.column, shown
    yield values[view.chosen].row, values[view.chosen].column - _MARK_DISTANCE, start_texts.MARK
    yield _RULES_ROW + 1, _VALUE_COLUMN, start_texts.ABOUT_RULES[choices.rules]
    yield (
        _ABOUT_ROW,
        _LABEL_COLUMN,
        start_texts.TYPE_A_NAME if view.typed is not None else about(choices, view.chosen),
    )
    if view.unfinished:
        yield _UNFINISHED_ROW, _LABEL_COLUMN, start_texts.UNFINISHED
        yield _UNFINISHED_ROW, _VALUE_COLUMN, view.unfinished


def told(view: StartView, display: Display) -> tuple[str, ...]:
    """What this is, what is chosen, what that means, and what was told or how to go about it, a line each."""
    choices, seat = view.choices, view.chosen
    if view.typed is not None:
        return start_texts.typed(seat, view.typed), start_texts.TYPE_A_NAME
    if seat < len(choices.players):
        player = choices.players[seat]
        value = start_texts.player(seat, player.name, choices.kind(player), NAME_WIDTH)
    else:
        row = offered_rows(choices)[seat - len(choices.players)]
        value = f"{row.label} {row.shown(choices)}"
    unfinished = f"{start_texts.UNFINISHED} {view.unfinished}" if view.unfinished else ""
    lines = (texts.TITLE, " ".join(value.split()), about(choices, seat), unfinished, _notice(view, display))
    return tuple(filter(None, lines))


def _notice(view: StartView, display: Display) -> str:
    """What was told, else how to go about it."""
    if view.notice:
        return view.notice
    how = start_texts.HOW_BY_LETTERS if display.keyboard is Keyboard.LETTERS else start_texts.HOW_BY_ARROWS
    return how + (start_texts.OPENS if view.choices.is_hosted else start_texts.STARTS)


def places(choices: Choices) -> tuple[Region, ...]:
    """Where the values of the players and the rows below them stand."""
    seats = (divmod(seat, _PLAYERS_BESIDE) for seat in range(len(choices.players)))
    players = [
        Region(_PLAYERS_ROW + below, _VALUE_COLUMN + right * _PLAYER_WIDTH, _PLAYER_WIDTH - 2 * _MARK_DISTANCE)
        for right, below in seats
    ]
    screen_rows = (_RULES_ROW, *range(_OTHERS_ROW, _ABOUT_ROW))
    rows = [
        Region(row, _VALUE_COLUMN, _PLAYER_WIDTH)
        for row, _ in zip(screen_rows, offered_rows(choices), strict=False)
    ]
    return (*players, *rows)


def urgent(view: StartView) -> tuple[Region, ...]:
    """What a key changes is shown first: the mark, the value, what that means."""
    row, column, width = places(view.choices)[view.chosen]
    chosen = Region(row, column - _MARK_DISTANCE, width + _MARK_DISTANCE)
    return chosen, Region(_NOTICE_ROW, _LABEL_COLUMN, _HINT_WIDTH), Region(_ABOUT_ROW, _LABEL_COLUMN, _HINT_WIDTH)


def captions(view: StartView, display: Display) -> tuple[KeyCaption, ...]:
    """The captions: on an H19 above its keys, elsewhere each after the letter that does the same."""
    is_hosted = view.choices.is_hosted
    left_out = (() if view.unfinished else _RESUME_KEYS) + (_NAME_KEYS if is_hosted else ())
    if display.keyboard is Keyboard.H19:
        listed = zip(_KEY_COLUMNS.items(), start_texts.KEY_CAPTIONS, strict=True)
    else:
        listed = zip(_LETTER_COLUMNS.items(), start_texts.LETTER_CAPTIONS, strict=True)
    return tuple(
        KeyCaption(start_texts.hosted_caption(text) if is_hosted else text, column, key)
        for (key, column), text in listed
        if key not in left_out
    )


_KEY_COLUMNS: dict[KeyPress, int] = {
    **dict(zip((Key.F1, Key.F2, Key.F3, Key.F4, Key.F5), layout.DICE_COLUMNS, strict=True)),
    **dict(zip((Key.ERASE, Key.BLUE, Key.WHITE), layout.CAPTION_COLUMNS[Keyboard.H19], strict=True)),
    "?": layout.HELP_CAPTION_COLUMN,
}
_LETTER_COLUMNS: dict[KeyPress, int] = {"n": 1, "a": 11, "x": 20, "r": 30, Key.RETURN: 42, "q": 58, "?": 70}
_RESUME_KEYS: tuple[KeyPress, ...] = (Key.ERASE, "r")
_NAME_KEYS: tuple[KeyPress, ...] = (Key.F1, "n")
