"""Which parts of the table a slow line shows first.

It names places; what stands there is the views'.
"""

from __future__ import annotations

from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table.screen import layout
from h89yahtzee.table.screen.card import TableView, arrangement, card_places
from h89yahtzee.table.screen.layout import DiceLayout, Display


def urgent(view: TableView, display: Display) -> tuple[Region, ...]:
    """The dice, their marks, the selected score, whose move it is, the remark: in this order."""
    rows = layout.dice_layout(display.rows)
    left = layout.NOTICE_COLUMN if view.speech else layout.REMARK_COLUMN
    return (*_dice(rows), *_selected_score(view, display), *_message(rows, left))


def _dice(rows: DiceLayout) -> tuple[Region, ...]:
    """Yield them row by row, as the terminal is painted, the marks last."""
    first, last = layout.DICE_COLUMNS[0], layout.DICE_COLUMNS[-1]
    width = last + layout.DIE_COLUMNS - first
    return tuple(Region(row, first, width) for row in (*range(rows.dice, rows.dice + layout.DIE_ROWS), rows.marks))


def _selected_score(view: TableView, display: Display) -> tuple[Region, ...]:
    """The figures and a column on each side for brackets."""
    if view.selected is None:
        return ()
    lane = arrangement(view).lane(view.state.seat, view.selected.column)
    row = card_places(view, display).category(view.selected.row)
    column = lane.centre - layout.SCORE_COLUMNS // 2
    return (Region(row, column - 1, layout.SCORE_COLUMNS + 2),)


def _message(rows: DiceLayout, left: int) -> tuple[Region, ...]:
    return tuple(Region(row, left, layout.WIDTH - left) for row in (rows.move, rows.remark))
