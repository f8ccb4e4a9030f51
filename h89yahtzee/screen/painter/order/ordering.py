"""The order in which the updates of a screen are painted: a short path through all of them.

It is found as a path cover. Addressing the cursor costs the same wherever it goes, and what is cheaper leads a
short way to the right or down; so updates are linked into paths by what that saves, and the paths are painted one
after another, those first that need the attributes which the terminal is in.
"""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.screen.painter.cursor_motion import CursorMotion
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.order.path_cover import PathCover
from h89yahtzee.screen.painter.order.transition_savings import START, TransitionSavings, needs
from h89yahtzee.screen.painter.pen import Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdate

_SWITCH = 2
_FINAL, _BARRED = 10, 50
"""More than any switches cost; what is barred waits until nothing else is left."""


def in_order(
    updates: Sequence[RowUpdate], pen: Pen, end: Place | None, rows: Sequence[EncodedRow], motion: CursorMotion
) -> list[RowUpdate]:
    """`updates` in the order of painting from `pen` on, after which the cursor goes to `end`.

    `rows` is the screen that is painted. An update that comes first in its row does so here.
    """
    last = len(updates)
    nodes = [*updates, RowUpdate(*end, (), None)] if end is not None else updates
    edges = TransitionSavings(nodes, pen, rows, motion).edges()
    cover = PathCover(edge for edge in edges if edge[1:] != (START, last))
    order = _Order(updates, pen)
    order.paint([updates[node] for node in cover.path(START) if node not in (START, last)])
    parts = [list(cover.path(node)) for node in range(len(nodes)) if node not in cover.before]
    parts.sort(key=lambda part: part[-1] == last)
    leads = bool(parts) and parts[-1][-1] == last
    order.paint_all([[updates[node] for node in part if node != last] for part in parts], leads)
    return order.updates


class _Order:
    """Puts updates one after another, those that come first in their row before what is to their right there."""

    def __init__(self, updates: Sequence[RowUpdate], pen: Pen) -> None:
        self.updates: list[RowUpdate] = []
        self._modes = EncodedCell(0, pen.graphics, pen.reverse)
        self._bars = {update.row: update.column for update in updates if update.comes_first}
        self._left: list[list[RowUpdate]] = []

    def paint(self, path: list[RowUpdate]) -> None:
        """Take what can be painted now of a path; the rest is left for `paint_all`."""
        for position, update in enumerate(path):
            if self._is_barred(update):
                self._left += [part for part in ([update], path[position + 1 :]) if part]
                break
            if update.comes_first:
                del self._bars[update.row]
            self.updates.append(update)
            self._modes = _left_in(self._modes, update)

    def paint_all(self, paths: list[list[RowUpdate]], leads: bool) -> None:
        """Take whatever is left and all of `paths`, always the one next that costs the fewest switches.

        The last path waits for the others if it `leads` to the end, unless it holds what bars them.
        """
        final = paths[-1] if leads else None
        self._left += [path for path in paths if path]
        while self._left:
            costs = [_FINAL if path is final else self._cost(path) for path in self._left]
            self.paint(self._left.pop(costs.index(min(costs))))

    def _is_barred(self, update: RowUpdate) -> bool:
        return not update.comes_first and update.column >= self._bars.get(update.row, update.column + 1)

    def _cost(self, path: list[RowUpdate]) -> int:
        """The cost of switches; a lot for what is barred, less for a longer path, which may hold what bars it."""
        if self._is_barred(path[0]):
            return _BARRED if len(path) > 1 else 2 * _BARRED
        first = needs(path[0])[0]
        if first is None:
            return 0
        graphics, reverse = self._modes.graphics, self._modes.reverse
        return _SWITCH * (first.reverse != reverse) + _SWITCH * (first.graphics not in (None, graphics))


def _left_in(modes: EncodedCell, update: RowUpdate) -> EncodedCell:
    last = needs(update)[1]
    if last is None:
        return modes
    return EncodedCell(0, modes.graphics if last.graphics is None else last.graphics, last.reverse)
