"""The table and pages of text as screens: pure functions of a view and of the terminal's abilities, each for one
part.

Graphics are drawn for every terminal; the painter replaces those that a terminal lacks. `card` draws the score
card. Captions at the bottom stand for keys; a click on a caption presses its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.frontends.screen import layout
from h89yahtzee.frontends.screen.card import TableView, draw_card
from h89yahtzee.frontends.screen.layout import DiceLayout, Display
from h89yahtzee.screen.grid import Grid, Window
from h89yahtzee.screen.keys import Keyboard, KeyPress
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command, caption, die_keys, offer

_MOST_KEPT = 64
"""The most screens in the cache: most of the people who watch a table see the same screen."""

_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: (" ●   ", "     ", "   ● "),
    3: (" ●   ", "  ●  ", "   ● "),
    4: (" ● ● ", "     ", " ● ● "),
    5: (" ● ● ", "  ●  ", " ● ● "),
    6: (" ● ● ", " ● ● ", " ● ● "),
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
    """Return the column and the text of each line beside the dice, by row."""
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
    """Return the column and the text of the remark; a long text begins further left."""
    text = texts.cut(view.remark, layout.WIDTH)
    return min(layout.REMARK_COLUMN, layout.WIDTH - len(text)), text


def captions(view: TableView, display: Display) -> Iterator[tuple[Command, int, str]]:
    """Yield the command, the column and the text of each caption."""
    if not view.standing:
        yield from _key_captions(view, display)
    if not view.oldstyle:
        yield Command.HELP, layout.HELP_CAPTION_COLUMN, offer(Command.HELP)


def _key_captions(view: TableView, display: Display) -> Iterator[tuple[Command, int, str]]:
    columns = layout.CAPTION_COLUMNS[display.keyboard]
    for command, column in zip((Command.ROLL, Command.DONE, Command.OOPS), columns, strict=True):
        yield command, column, _standing_out(caption(command, display.keyboard, view.oldstyle), display)


def page_lines(display: Display) -> int:
    return layout.dice_layout(display.rows).captions - layout.FIRST_LINE


def page(title: str, lines: Sequence[str], end: str, display: Display) -> Grid:
    """Return a screen of text; `end` is the caption at the bottom, which says what a key does."""
    window = blank_window(display)
    window.addstr(0, 0, f" {title}".ljust(layout.WIDTH), reverse=True)
    for row, line in enumerate(lines, layout.FIRST_LINE):
        window.addstr(row, 1, texts.cut(line, layout.WIDTH - 1))
    stand_out(window, layout.dice_layout(display.rows).captions, 1, end, display)
    return window.refresh()


def blank_window(display: Display) -> Window:
    return Window(display.rows, layout.COLUMNS, display.reverse)


def stand_out(window: Window, row: int, column: int, text: str, display: Display) -> None:
    """Write `text` in reverse video, or on a terminal without it in brackets from the same column on."""
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
        window.addstr(rows.marks, column, die_keys(view.oldstyle)[position].center(layout.DIE_COLUMNS))


def _draw_captions(window: Window, view: TableView, display: Display) -> None:
    row = layout.dice_layout(display.rows).captions
    for command, column, text in captions(view, display):
        window.addstr(row, column, text, reverse=command is not Command.HELP)


_GAP = 3
"""The columns between two captions; brackets may take two of these columns."""


@dataclass(frozen=True, slots=True)
class KeyCaption:
    text: str
    column: int
    key: KeyPress


def in_a_row(texts: Iterable[tuple[KeyPress, str]]) -> Iterator[KeyCaption]:
    """Yield captions beside each other from the left, for keyboards whose keys aren't below the captions."""
    column = 1
    for key, text in texts:
        yield KeyCaption(text, column, key)
        column += len(text) + _GAP


def draw_captions(window: Window, captions: Iterable[KeyCaption], display: Display) -> None:
    for each in captions:
        row = layout.dice_layout(display.rows).captions
        stand_out(window, row, each.column, each.text, display)


def key_at(captions: Iterable[KeyCaption], column: int) -> KeyPress | None:
    """Return the key of the caption at `column`, None if there is none."""
    for each in captions:
        if each.column <= column <= each.column + len(each.text):
            return each.key
    return None
