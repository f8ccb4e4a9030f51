"""Places on the table's screen: the target of a click there, and the places to send first on a slow line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from h89yahtzee.frontends.screen import layout, views
from h89yahtzee.frontends.screen.card import TableView, arrangement, card_places
from h89yahtzee.frontends.screen.layout import DiceLayout, Display
from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.grid import Region
from h89yahtzee.table import texts
from h89yahtzee.table.commands import DICE, Command, offer

Target = Command | Box | str
"""The target of a click: a command, a box to select, or a key whose character stands there."""

_OFFERS = (Command.REVIEW, Command.COMPARE, Command.START_PAGE, Command.GAMES)
"""The commands that the lines beside the dice offer after a game."""


def target_at(view: TableView, display: Display, row: int, column: int) -> Target | None:
    """Return the target of a click: a legal box, a die, a caption, an offered command or an answer."""
    for target, region in _places(view, display):
        if region.row == row and region.column <= column < region.column + region.width:
            return target
    return _box(view, display, row, column)


def _places(view: TableView, display: Display) -> Iterator[tuple[Target, Region]]:
    """Yield the targets at the dice and beside them, with their regions; a die may be clicked on its mark too."""
    rows = layout.dice_layout(display.rows)
    for row in (rows.marks, *range(rows.dice, rows.dice + layout.DIE_ROWS)):
        for command, start in zip(DICE, layout.DICE_COLUMNS, strict=True):
            yield command, Region(row, start, layout.DIE_COLUMNS)
    for command, start, text in views.captions(view, display):
        yield command, Region(rows.captions, start, len(text))
    lines = (rows.marks, layout.NOTICE_COLUMN, view.notice), (rows.move, layout.REMARK_COLUMN, view.message)
    for (row, start, text), command in product(lines, _OFFERS):
        if offer(command) in text:
            yield command, Region(row, start + text.index(offer(command)), len(offer(command)))
    yield from _answers(view, rows.remark)


def _answers(view: TableView, row: int) -> Iterator[tuple[str, Region]]:
    """Yield the letters y and n if a question is asked, each with its parenthesis, which makes it easier to hit."""
    start, text = views.remark(view)
    if texts.YES_OR_NO in text:
        start += text.rindex(texts.YES_OR_NO) + texts.YES_OR_NO.index("(")
        yield "y", Region(row, start, len("(y"))
        yield "n", Region(row, start + len("(y/"), len("n)"))


def _box(view: TableView, display: Display, row: int, column: int) -> Box | None:
    """Return the legal box at a place of the card; a row's label stands for the first legal box of the row."""
    card = card_places(view, display)
    boxes = [box for box in view.state.legal_boxes() if card.category(box.row) == row]
    if column < layout.SCORES_COLUMN:
        return boxes[0] if boxes else None
    group = next(group for group in arrangement(view).groups if group.seat == view.state.seat)
    clicked = [lane.column for lane in group.lanes if 0 <= column - lane.centre + group.pitch // 2 < group.pitch]
    return next((box for box in boxes if box.column in clicked), None)


def urgent(view: TableView, display: Display) -> tuple[Region, ...]:
    """Return the regions to send first, in order: dice, their marks, selected score, player to move, remark."""
    rows = layout.dice_layout(display.rows)
    left = layout.NOTICE_COLUMN if view.speech else layout.REMARK_COLUMN
    return (*_dice(rows), *_selected_score(view, display), *_message(rows, left))


def _dice(rows: DiceLayout) -> tuple[Region, ...]:
    """Return the regions of the dice row by row, as the terminal is painted, and last those of their marks."""
    first, last = layout.DICE_COLUMNS[0], layout.DICE_COLUMNS[-1]
    width = last + layout.DIE_COLUMNS - first
    return tuple(Region(row, first, width) for row in (*range(rows.dice, rows.dice + layout.DIE_ROWS), rows.marks))


def _selected_score(view: TableView, display: Display) -> tuple[Region, ...]:
    """Return the region of the selected score, with a column on each side for brackets; empty without one."""
    if view.selected is None:
        return ()
    lane = arrangement(view).lane(view.state.seat, view.selected.column)
    row = card_places(view, display).category(view.selected.row)
    column = lane.centre - layout.SCORE_COLUMNS // 2
    return (Region(row, column - 1, layout.SCORE_COLUMNS + 2),)


def _message(rows: DiceLayout, left: int) -> tuple[Region, ...]:
    return tuple(Region(row, left, layout.WIDTH - left) for row in (rows.move, rows.remark))
