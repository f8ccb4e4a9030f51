"""Ways from box to box: pure functions of the boxes that may be posted in, column by column from the top."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.scorecard import Box


def next_box(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the next (1) or previous (-1) box of all columns, wrapping around."""
    return boxes[(boxes.index(box) + step) % len(boxes)]


def box_above_or_below(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the next (1) or previous (-1) box of the same column, wrapping around."""
    return next_box([other for other in boxes if other.column == box.column], box, step)


def box_beside(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box of the next (1) or previous (-1) column that is nearest in height, the upper of two.

    The same box where no other column has any.
    """
    columns = sorted({other.column for other in boxes})
    column = columns[(columns.index(box.column) + step) % len(columns)]
    return min(
        (other for other in boxes if other.column == column),
        key=lambda other: (abs(other.row - box.row), other.row),
    )
