"""What painting one update right after another saves, compared with addressing the cursor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.order.path_cover import Edge
from h89yahtzee.screen.painter.pen import Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdate

START = -1
"""The node where the pen is; the others are the updates by number."""

_ROWS_DOWN = 3
"""The most rows that an edge leads down: a line feed costs a byte a row, addressing four on an H19."""
_LEFT = 3
_RIGHT = 12
"""The most columns that an edge leads, with a tab among its means."""
_MOST = 5
"""The edges kept from one update: further ones have not shortened any screen."""
_INDENTED = 20
"""The last column that counts as the beginning of a row below."""


class TransitionSavings:
    """Finds the edges between updates of a screen that shows `rows` in the end, painted from `pen` on."""

    def __init__(
        self, updates: Sequence[RowUpdate], pen: Pen, rows: Sequence[EncodedRow], motion: CursorMotion
    ) -> None:
        self._updates = updates
        self._pen = pen
        self._rows = rows
        self._motion = motion
        self._needs = [needs(update) for update in updates]
        self._places = [(update.row, update.column) for update in updates]
        self._alone = [motion.to(None, pen.saved, place).cost for place in self._places]
        self._in_row: dict[int, list[int]] = defaultdict(list)
        for node, update in enumerate(updates):
            self._in_row[update.row].append(node)

    def edges(self) -> Iterator[Edge]:
        for tail in range(START, len(self._updates)):
            place = self._pen.position if tail == START else self._updates[tail].end
            if place is not None:
                yield from sorted(self._from(tail, place), reverse=True)[:_MOST]

    def _from(self, tail: int, place: Place) -> Iterator[Edge]:
        last = None if tail == START else self._needs[tail][1]
        at_least, cost_over = self._motion.at_least, self._motion.cost_over
        pens: dict[EncodedCell | None, Pen] = {}
        for head in self._near(place):
            alone, goal = self._alone[head], self._places[head]
            if head != tail and (least := at_least(place, goal)) < alone:
                first = self._needs[head][0]
                if first not in pens:
                    pens[first] = self._pen if tail == START else self._leaving(place, last, first)
                cost = cost_over(pens[first], goal, self._rows[goal[0]], first, least)
                if cost < alone:
                    yield Edge(alone - cost, tail, head)

    def _near(self, place: Place) -> Iterator[int]:
        row, end = place
        for node in self._in_row.get(row - 1, ()):
            if -1 <= self._places[node][1] - end <= 1:
                yield node
        for below in range(_ROWS_DOWN + 1):
            for node in self._in_row.get(row + below, ()):
                column = self._places[node][1]
                if -_LEFT <= column - end <= _RIGHT or (below and column <= _INDENTED):
                    yield node

    def _leaving(self, place: Place, last: EncodedCell | None, first: EncodedCell | None) -> Pen:
        """The pen after an update; attributes that the update leaves open are what the next one needs."""
        reverse = last.reverse if last else first.reverse if first else False
        graphics = last.graphics if last else None
        if graphics is None:
            graphics = bool(first and first.graphics)
        return Pen(place, reverse, graphics, self._pen.saved)


def needs(update: RowUpdate) -> tuple[EncodedCell | None, EncodedCell | None]:
    """The attributes in which an update begins and ends, as cells without a code; None where it writes nothing."""
    if not update.cells:
        return None, None
    modes = [cell.graphics for cell in update.cells if cell.graphics is not None]
    first, last = (modes[0], modes[-1]) if modes else (None, None)
    return EncodedCell(0, first, update.cells[0].reverse), EncodedCell(0, last, update.cells[-1].reverse)
