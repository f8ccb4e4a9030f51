"""Ways from box to box, by command or step: pure functions of the boxes that may be posted in, column by column."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.scorecard import Box
from h89yahtzee.table.commands import Command

_STEPS = {Command.UP: -1, Command.DOWN: 1, Command.LEFT: -1, Command.RIGHT: 1}


def box_at(command: Command | Box | None, boxes: Sequence[Box], box: Box) -> Box | None:
    """Return the box to which a command leads from `box`, which it may be itself; None where it leads to none."""
    if isinstance(command, Box):
        return command if command in boxes else None
    if command is Command.NEXT:
        return next_box(boxes, box, 1)
    if command in (Command.UP, Command.DOWN):
        return box_above_or_below(boxes, box, _STEPS[command])
    if command in (Command.LEFT, Command.RIGHT) and len({box.column for box in boxes}) > 1:
        return box_beside(boxes, box, _STEPS[command])
    return None


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
