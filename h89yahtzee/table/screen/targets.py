"""What a click on the table means, by what is drawn where: pure functions of what the table's screen shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table import texts
from h89yahtzee.table.commands import DICE, Command
from h89yahtzee.table.review import coach_texts
from h89yahtzee.table.screen import layout, views
from h89yahtzee.table.screen.card import TableView, arrangement, card_places
from h89yahtzee.table.screen.layout import Display

Target = Command | Box | str
"""What is asked for, a box to select, or a key that stands there."""

_OFFERS = (coach_texts.REVIEW_OFFER, texts.COMPARISON_OFFER, texts.START_PAGE_OFFER, texts.GAMES_OFFER)
"""Where one can go after a game, each beginning with its key."""


def target_at(view: TableView, display: Display, row: int, column: int) -> Target | None:
    """Return what can be clicked there: a box that the rules allow, a die, a caption, an offer or an answer."""
    for target, region in _places(view, display):
        if region.row == row and region.column <= column < region.column + region.width:
            return target
    return _box(view, display, row, column)


def _places(view: TableView, display: Display) -> Iterator[tuple[Target, Region]]:
    """Yield what stands at the dice and beside them; a die with what is above it."""
    rows = layout.dice_layout(display.rows)
    for row in (rows.marks, *range(rows.dice, rows.dice + layout.DIE_ROWS)):
        for command, start in zip(DICE, layout.DICE_COLUMNS, strict=True):
            yield command, Region(row, start, layout.DIE_COLUMNS)
    for command, start, text in views.captions(view, display):
        yield command, Region(rows.captions, start, len(text))
    lines = (rows.marks, layout.NOTICE_COLUMN, view.notice), (rows.move, layout.REMARK_COLUMN, view.message)
    for (row, start, text), offer in product(lines, _OFFERS):
        if offer in text:
            yield offer[0], Region(row, start + text.index(offer), len(offer))
    yield from _answers(view, rows.remark)


def _answers(view: TableView, row: int) -> Iterator[tuple[str, Region]]:
    """Yield the letters of the question, if one is asked; each with its parenthesis, to be hit more easily."""
    start, text = views.remark(view)
    if texts.YES_OR_NO in text:
        start += text.rindex(texts.YES_OR_NO) + texts.YES_OR_NO.index("(")
        yield "y", Region(row, start, len("(y"))
        yield "n", Region(row, start + len("(y/"), len("n)"))


def _box(view: TableView, display: Display, row: int, column: int) -> Box | None:
    """Return the box under a place of the card; a label stands for the first in its row."""
    card = card_places(view, display)
    boxes = [box for box in view.state.legal_boxes() if card.category(box.row) == row]
    if column < layout.SCORES_COLUMN:
        return boxes[0] if boxes else None
    group = next(group for group in arrangement(view).groups if group.seat == view.state.seat)
    clicked = [lane.column for lane in group.lanes if 0 <= column - lane.centre + group.pitch // 2 < group.pitch]
    return next((box for box in boxes if box.column in clicked), None)
