"""The rest between two screens: whether reverse video and graphics mode may stay on.

A mode left on saves the switch back now, and costs as much on the next screen where that begins without it. So it
stays on only where it is likely to be needed: after a few changed cells of which more need it than before, or where
the cursor is on a cell that has turned to it, as on a selection that moves. While the cursor is off, it stays: only
the bytes in all count then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from h89yahtzee.screen.charset import is_graphic
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.painter.pen import Pen, Place, Rest

_FEW = 8
"""The most cells after which a mode may stay on, unless the cursor is right behind one: anything may be next."""


def resting(before: Grid, pen: Pen, after: Grid) -> Rest:
    """How `pen` is left when `before` has become `after`."""
    cursor = after.cursor
    if cursor is None:
        return Rest(None)
    row, column = cursor
    changes = dict(islice(_changes(before, after), _FEW + 1))
    is_small = len(changes) <= _FEW and (row, column - 1) not in changes
    pairs = list(changes.values()) if is_small else [(before.cells[row][column], after.cells[row][column])]
    return Rest(
        cursor,
        (is_small and pen.reverse) or _has_spread([(old.reverse, new.reverse) for old, new in pairs]),
        (is_small and pen.graphics)
        or _has_spread([(is_graphic(old.char), is_graphic(new.char)) for old, new in pairs]),
    )


def _has_spread(pairs: Sequence[tuple[bool, bool]]) -> bool:
    """Whether more cells need a mode now than before."""
    return sum(new for _, new in pairs) > sum(old for old, _ in pairs)


def _changes(before: Grid, after: Grid) -> Iterator[tuple[Place, tuple[Cell, Cell]]]:
    for row, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old is not new and old != new:
            for column, pair in enumerate(zip(old, new, strict=True)):
                if pair[0] != pair[1]:
                    yield (row, column), pair
