"""A game state as a screen: pure functions of it and of what the terminal has, each for one part.

Graphics are drawn whatever the terminal has: what stands for those that it lacks is the painter's to know. The
card of the scores is drawn by `card`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.window import Window
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command
from h89yahtzee.table.screen import layout
from h89yahtzee.table.screen.card import TableView, draw_card
from h89yahtzee.table.screen.layout import DiceLayout, Display, Keyboard

_MOST_KEPT = 64
"""Boards that are remembered: all who look on mostly see the same."""

_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: (" ●   ", "     ", "   ● "),
    3: (" ●   ", "  ●  ", "   ● "),
    4: (" ● ● ", "     ", " ● ● "),
    5: (" ● ● ", "  ●  ", " ● ● "),
    6: (" ● ● ", " ● ● ", " ● ● "),
}


_CAPTIONS = {
    Keyboard.H19: texts.CAPTIONS,
    Keyboard.PC: texts.PC_CAPTIONS,
    Keyboard.LETTERS: texts.LETTER_CAPTIONS,
}


@lru_cache(maxsize=_MOST_KEPT)
def table(view: TableView, display: Display) -> Grid:
    window = blank_window(display)
    draw_card(window, view, display)
    for position in range(len(view.state.dice)):
        _draw_die(window, view, position, display)
    _draw_captions(window, view, display)
    for row, (column, text) in _beside_dice(view, layout.dice_layout(display.rows)).items():
        window.addstr(row, column, text)
    return window.refresh()


def _beside_dice(view: TableView, rows: DiceLayout) -> dict[int, tuple[int, str]]:
    """Column and text of what stands beside the dice, by row."""
    lines = {
        rows.marks: (layout.NOTICE_COLUMN, texts.cut(view.notice, layout.NOTICE_WIDTH)),
        rows.move: (layout.REMARK_COLUMN, view.message),
        rows.remark: remark(view),
        rows.captions: (layout.STANDING_COLUMN, view.standing),
    }
    last = rows.move if view.is_asked else rows.remark
    for row, text in enumerate(view.speech, last + 1 - len(view.speech)):
        lines[row] = layout.NOTICE_COLUMN, text
    return lines


def remark(view: TableView) -> tuple[int, str]:
    """Return the column and the text of the remark, which begins further left if it needs that."""
    text = texts.cut(view.remark, layout.WIDTH)
    return min(layout.REMARK_COLUMN, layout.WIDTH - len(text)), text


def captions(view: TableView, display: Display) -> Iterator[tuple[Command, int, str]]:
    """Yield what each caption stands for, its column and its text."""
    if not view.standing:
        yield from _key_captions(view, display)
    if not view.oldstyle:
        yield Command.HELP, layout.HELP_CAPTION_COLUMN, texts.HELP_CAPTION


def _key_captions(view: TableView, display: Display) -> Iterator[tuple[Command, int, str]]:
    written = _CAPTIONS[display.keyboard]
    if view.oldstyle and display.keyboard is Keyboard.LETTERS:
        written = texts.OLDSTYLE_LETTER_CAPTIONS
    columns = layout.CAPTION_COLUMNS[display.keyboard]
    for command, column, text in zip((Command.ROLL, Command.DONE, Command.OOPS), columns, written, strict=True):
        yield command, column, _standing_out(text, display)


def page_lines(display: Display) -> int:
    return layout.dice_layout(display.rows).captions - layout.FIRST_LINE


def page(title: str, lines: Sequence[str], end: str, display: Display) -> Grid:
    """A screen of text; `end` says which key leads on."""
    window = blank_window(display)
    window.addstr(0, 0, f" {title}".ljust(layout.WIDTH), reverse=True)
    for row, line in enumerate(lines, layout.FIRST_LINE):
        window.addstr(row, 1, texts.cut(line, layout.WIDTH - 1))
    stand_out(window, layout.dice_layout(display.rows).captions, 1, end, display)
    return window.refresh()


def blank_window(display: Display) -> Window:
    return Window(display.rows, layout.COLUMNS, display.reverse)


def stand_out(window: Window, row: int, column: int, text: str, display: Display) -> None:
    """Write `text` in reverse, or in brackets from the same column on."""
    window.addstr(row, column, _standing_out(text, display), reverse=True)


def _standing_out(text: str, display: Display) -> str:
    return text if display.reverse else f"[{text.strip()}]"


def _draw_die(window: Window, view: TableView, position: int, display: Display) -> None:
    rows, column = layout.dice_layout(display.rows), layout.DICE_COLUMNS[position]
    marked = position in view.marked
    if position not in view.hidden and not (marked and view.oldstyle):
        for row, pips in enumerate(_PIPS[view.state.dice[position]], rows.dice):
            window.addstr(row, column, pips if display.reverse else f"[{pips[1:-1]}]", reverse=True)
    if marked and not view.oldstyle:
        stand_out(window, rows.marks, column, texts.MARKS[view.mark].rjust(layout.DIE_COLUMNS), display)
    elif display.keyboard is not Keyboard.H19:
        keys = texts.OLDSTYLE_DICE_KEYS if view.oldstyle else texts.DICE_KEYS
        window.addstr(rows.marks, column, keys[position].center(layout.DIE_COLUMNS))


def _draw_captions(window: Window, view: TableView, display: Display) -> None:
    row = layout.dice_layout(display.rows).captions
    for command, column, text in captions(view, display):
        window.addstr(row, column, text, reverse=command is not Command.HELP)
