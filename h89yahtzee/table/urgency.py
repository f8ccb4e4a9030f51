"""What of the table is to be seen first where the line is too slow for all of it at once.

It names places; what stands there is the views'.
"""

from __future__ import annotations

from h89yahtzee.screen.stage import Region
from h89yahtzee.table import layout
from h89yahtzee.table.views import TableView, lanes


def urgent(view: TableView) -> tuple[Region, ...]:
    """The dice, which of them are marked, the selected score, whose move it is, the remark."""
    return (*_dice(), *_selected_score(view), *_message())


def _dice() -> tuple[Region, ...]:
    """Row by row, as the terminal is painted, the marks above them last."""
    first, last = layout.DICE_COLUMNS[0], layout.DICE_COLUMNS[-1]
    rows = [*range(layout.DICE_ROW, layout.DICE_ROW + layout.DIE_ROWS), layout.MARK_ROW]
    return tuple(Region(row, first, last + layout.DIE_COLUMNS - first) for row in rows)


def _selected_score(view: TableView) -> tuple[Region, ...]:
    if view.selected is None:
        return ()
    places = lanes(view.state)
    lane = places.index((view.state.seat, view.selected.column))
    row = layout.card_layout(view.state.rules).categories[view.selected.row]
    return (Region(row, layout.score_column(lane, len(places)) - 1, layout.SCORE_COLUMNS),)


def _message() -> tuple[Region, ...]:
    return (
        Region(layout.MOVE_ROW, layout.REMARK_COLUMN, layout.REMARK_WIDTH),
        Region(layout.REMARK_ROW, layout.REMARK_COLUMN, layout.REMARK_WIDTH),
    )
