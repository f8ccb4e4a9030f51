"""The table and pages of text as screens, drawn by pure functions of a `TableView` and a `Display` (the terminal's
abilities). Other functions find the target of a click, and the regions of the screen to send first on a slow line.

Graphic characters are used for every terminal; the painter replaces those that a terminal lacks. `card` draws the
score card. Captions at the bottom name keys; a click on a caption presses its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from h89yahtzee.frontends.screen import layout
from h89yahtzee.frontends.screen.card import TableView, arrangement, card_places, draw_card
from h89yahtzee.frontends.screen.layout import DiceLayout, Display
from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.grid import Grid, Region, Window
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.table import texts
from h89yahtzee.table.commands import DICE, Command, caption, letters_of, offer

_MOST_KEPT = 64
"""The most screens in the cache, which helps because most of the people who watch a table see the same screen."""

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
    """Return the lines beside the dice: a dictionary from the screen row to the first column and the text."""
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
    """Return a screen of text; `end` is the caption at the bottom, which tells the effect of a key."""
    window = blank_window(display)
    window.addstr(0, 0, f" {title}".ljust(layout.WIDTH), reverse=True)
    for row, line in enumerate(lines, layout.FIRST_LINE):
        window.addstr(row, 1, texts.cut(line, layout.WIDTH - 1))
    stand_out(window, layout.dice_layout(display.rows).captions, 1, end, display)
    return window.refresh()


def blank_window(display: Display) -> Window:
    return Window(display.rows, layout.COLUMNS, display.reverse)


def stand_out(window: Window, row: int, column: int, text: str, display: Display) -> None:
    """Write `text` in reverse video; on a terminal without reverse video, in brackets from the same column on."""
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
        key = letters_of(DICE[position], view.oldstyle)[0]
        window.addstr(rows.marks, column, key.center(layout.DIE_COLUMNS))


def _draw_captions(window: Window, view: TableView, display: Display) -> None:
    row = layout.dice_layout(display.rows).captions
    for command, column, text in captions(view, display):
        window.addstr(row, column, text, reverse=command is not Command.HELP)


Target = Command | Box | str
"""The effect of a click: a command, a box to select, or a key to press, given by its character."""

_OFFERS = (Command.REVIEW, Command.COMPARE, Command.DAY, Command.START_PAGE, Command.GAMES)
"""The commands that the lines beside the dice offer after a game."""


def target_at(view: TableView, display: Display, row: int, column: int) -> Target | None:
    """Return the target of a click: a legal box, a die, a caption, an offered command or an answer."""
    for target, region in _places(view, display):
        if region.row == row and region.column <= column < region.column + region.width:
            return target
    return _box(view, display, row, column)


def _places(view: TableView, display: Display) -> Iterator[tuple[Target, Region]]:
    """Yield the effects of clicks at and beside the dice, each with its region.

    A click on a die's mark has the same effect as a click on the die.
    """
    rows = layout.dice_layout(display.rows)
    for row in (rows.marks, *range(rows.dice, rows.dice + layout.DIE_ROWS)):
        for command, start in zip(DICE, layout.DICE_COLUMNS, strict=True):
            yield command, Region(row, start, layout.DIE_COLUMNS)
    for command, start, text in captions(view, display):
        yield command, Region(rows.captions, start, len(text))
    lines = (rows.marks, layout.NOTICE_COLUMN, view.notice), (rows.move, layout.REMARK_COLUMN, view.message)
    for (row, start, text), command in product(lines, _OFFERS):
        if offer(command) in text:
            yield command, Region(row, start + text.index(offer(command)), len(offer(command)))
    yield from _answers(view, rows.remark)


def _answers(view: TableView, row: int) -> Iterator[tuple[str, Region]]:
    """Yield the letters y and n if a question is asked, each with its region. Of the text "(y/n)", the region of y
    is "(y", and that of n is "n)"."""
    start, text = remark(view)
    if texts.YES_OR_NO in text:
        start += text.rindex(texts.YES_OR_NO) + texts.YES_OR_NO.index("(")
        yield "y", Region(row, start, len("(y"))
        yield "n", Region(row, start + len("(y/"), len("n)"))


def _box(view: TableView, display: Display, row: int, column: int) -> Box | None:
    """Return the legal box at a place of the card; for a place on a row's label, the first legal box in that row.
    None if there is no such box."""
    rows = card_places(view, display)
    boxes = [box for box in view.state.legal_boxes() if rows[box.row] == row]
    if column < layout.SCORES_COLUMN:
        return boxes[0] if boxes else None
    group = next(group for group in arrangement(view).groups if group.seat == view.state.seat)
    clicked = [lane.column for lane in group.lanes if 0 <= column - lane.centre + group.pitch // 2 < group.pitch]
    return next((box for box in boxes if box.column in clicked), None)


def urgent(view: TableView, display: Display) -> tuple[Region, ...]:
    """Return the regions to send first on a slow line, in this order: the dice, their marks, the selected score,
    the text that names the player to move, and the remark."""
    rows = layout.dice_layout(display.rows)
    left = layout.NOTICE_COLUMN if view.speech else layout.REMARK_COLUMN
    return (*_dice(rows), *_selected_score(view, display), *_message(rows, left))


def _dice(rows: DiceLayout) -> tuple[Region, ...]:
    """Return a region for each screen row of the dice, in the order to send them, and then one for their marks."""
    first, last = layout.DICE_COLUMNS[0], layout.DICE_COLUMNS[-1]
    width = last + layout.DIE_COLUMNS - first
    return tuple(Region(row, first, width) for row in (*range(rows.dice, rows.dice + layout.DIE_ROWS), rows.marks))


def _selected_score(view: TableView, display: Display) -> tuple[Region, ...]:
    """Return the region of the selected score, with a screen column on each side for brackets; () if no box is
    selected."""
    if view.selected is None:
        return ()
    lane = arrangement(view).lane(view.state.seat, view.selected.column)
    row = card_places(view, display)[view.selected.row]
    column = lane.centre - layout.SCORE_COLUMNS // 2
    return (Region(row, column - 1, layout.SCORE_COLUMNS + 2),)


def _message(rows: DiceLayout, left: int) -> tuple[Region, ...]:
    return tuple(Region(row, left, layout.WIDTH - left) for row in (rows.move, rows.remark))
