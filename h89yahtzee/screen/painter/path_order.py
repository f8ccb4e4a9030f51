"""The order in which updates (writing, erasing or shifting within a row) are painted, so that the cursor's path is
short.

Addressing the cursor costs the same for all places; cheaper motions lead only a short way to the right or down. So
a graph has an edge between two updates if the motion from one to the other is cheaper than addressing the cursor. A
path cover, which is a choice of edges that save many bytes, links the updates into paths. The paths are painted one
after another, first those that need the attributes that are on already. The pen is the cursor with its modes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from h89yahtzee.screen.painter.pen import CursorMotion, EncodedCell, EncodedRow, Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdate

_SWITCH = 2
_FINAL, _BARRED = 10, 50
"""The costs of the path to the cursor's last place, and of paths that must wait: so high that these come last."""


def in_order(
    updates: Sequence[RowUpdate], pen: Pen, end: Place | None, rows: Sequence[EncodedRow], motion: CursorMotion
) -> list[RowUpdate]:
    """Return `updates` (changes within a row) in a cheap order; the cursor goes from `pen` to `end`, if given.

    `rows` is the screen after painting. An update with `comes_first` precedes the other updates of its row that
    begin in its column or to its right.
    """
    last = len(updates)
    nodes = [*updates, RowUpdate(*end, (), None)] if end is not None else updates
    edges = TransitionSavings(nodes, pen, rows, motion).edges()
    # An edge from the cursor's first place straight to its last would bypass all changes.
    cover = PathCover(edge for edge in edges if edge[1:] != (START, last))
    order = _Order(updates, pen)
    order.paint([updates[node] for node in cover.path(START) if node not in (START, last)])
    parts = [list(cover.path(node)) for node in range(len(nodes)) if node not in cover.before]
    # The path that leads to the cursor's last place is painted last.
    parts.sort(key=lambda part: part[-1] == last)
    leads = bool(parts) and parts[-1][-1] == last
    order.paint_all([[updates[node] for node in part if node != last] for part in parts], leads)
    return order.updates


class _Order:
    """Puts paths (updates linked by cheap motions) in order. An update with `comes_first` must be painted before
    the other updates of its row that begin in its column or to its right; these wait for it."""

    def __init__(self, updates: Sequence[RowUpdate], pen: Pen) -> None:
        self.updates: list[RowUpdate] = []
        self._modes = EncodedCell(0, pen.graphics, pen.reverse)
        self._bars = {update.row: update.column for update in updates if update.comes_first}
        self._left: list[list[RowUpdate]] = []

    def paint(self, path: list[RowUpdate]) -> None:
        """Add the updates of `path` to the order, up to the first one that must wait for another update; keep this
        update and the rest of the path for `paint_all`."""
        for position, update in enumerate(path):
            if self._is_barred(update):
                self._left += [part for part in ([update], path[position + 1 :]) if part]
                break
            if update.comes_first:
                del self._bars[update.row]
            self.updates.append(update)
            self._modes = _left_in(self._modes, update)

    def paint_all(self, paths: list[list[RowUpdate]], leads: bool) -> None:
        """Add all `paths`, and the updates kept by `paint`, to the order; the next path is always the one that
        needs the fewest mode switches.

        If `leads` is true, the last of `paths` leads to the cursor's last place and comes last, unless one of its
        updates must precede another path.
        """
        final = paths[-1] if leads else None
        self._left += [path for path in paths if path]
        while self._left:
            costs = [_FINAL if path is final else self._cost(path) for path in self._left]
            self.paint(self._left.pop(costs.index(min(costs))))

    def _is_barred(self, update: RowUpdate) -> bool:
        return not update.comes_first and update.column >= self._bars.get(update.row, update.column + 1)

    def _cost(self, path: list[RowUpdate]) -> int:
        """Return the cost of the mode switches before `path`, or a high cost if the first update of `path` must
        wait for an update that isn't painted yet."""
        if self._is_barred(path[0]):
            # A longer path comes before a single update: the rest of the path may contain the update that is waited
            # for.
            return _BARRED if len(path) > 1 else 2 * _BARRED
        first = needs(path[0])[0]
        if first is None:
            return 0
        switches = [first.reverse != self._modes.reverse, first.graphics not in (None, self._modes.graphics)]
        return _SWITCH * sum(switches)


def _left_in(modes: EncodedCell, update: RowUpdate) -> EncodedCell:
    last = needs(update)[1]
    if last is None:
        return modes
    return EncodedCell(0, modes.graphics if last.graphics is None else last.graphics, last.reverse)


START = -1
"""The node of the graph for the cursor's first place; all other nodes are the numbers of updates."""

_ROWS_DOWN = 3
"""The most rows that an edge leads down: a line feed costs a byte, addressing the cursor 4 bytes on an H19."""
_LEFT = 3
_RIGHT = 12
"""The most columns that an edge leads to the right (`_LEFT`: to the left). For greater distances, tabs cost at
least as much as addressing the cursor."""
_MOST = 5
"""The most edges kept from one update to others: in trials with more of them, no screen took fewer bytes."""
_INDENTED = 20
"""The last column that counts as the beginning of a row: an edge that leads down may go there from any column."""


class TransitionSavings:
    """Finds edges: pairs of updates such that a motion from the first to the second saves addressing the cursor.

    `pen` is the cursor before all updates, `rows` the screen after them.
    """

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
        """Return the pen at `place`, between an update that ends with the cell `last` and one that begins with
        `first`. It has the modes that `last` needs; a mode that makes no difference to `last` is as `first` needs
        it."""
        reverse = last.reverse if last else first.reverse if first else False
        graphics = last.graphics if last else None
        if graphics is None:
            graphics = bool(first and first.graphics)
        return Pen(place, reverse, graphics, self._pen.saved)


def needs(update: RowUpdate) -> tuple[EncodedCell | None, EncodedCell | None]:
    """Return the modes that `update` needs for its first and for its last cell, as two cells whose `code` has no
    meaning.

    For cells that look the same with graphics mode on and off, the nearest cell to which the mode matters decides.
    If `update` writes no cells, both results are None.
    """
    if not update.cells:
        return None, None
    modes = [cell.graphics for cell in update.cells if cell.graphics is not None]
    first, last = (modes[0], modes[-1]) if modes else (None, None)
    return EncodedCell(0, first, update.cells[0].reverse), EncodedCell(0, last, update.cells[-1].reverse)


_ROUNDS = 2
_LEAST_GAIN = 0.5
"""The least gain, in bytes, for which edges are exchanged: smaller gains only save processor time."""


class Edge(NamedTuple):
    saving: float
    tail: int
    head: int


class PathCover:
    """Paths along `edges` that save many bytes. The nodes are the numbers of the updates, and `START`; a node is on
    at most one path.

    `after` maps a node to the edge by which its path goes on, `before` to the edge by which its path reaches it.
    """

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._edges = sorted(edges, key=lambda edge: (-edge.saving, edge.tail, edge.head))
        self._from: dict[int, list[Edge]] = defaultdict(list)
        self._to: dict[int, list[Edge]] = defaultdict(list)
        for edge in self._edges:
            self._from[edge.tail].append(edge)
            self._to[edge.head].append(edge)
        self.after: dict[int, Edge] = {}
        self.before: dict[int, Edge] = {}
        self._backward = 0
        for edge in self._edges:
            if self._fits(edge):
                self._put(edge)
        for _ in range(_ROUNDS):
            if not self._improve():
                break

    def path(self, node: int) -> Iterator[int]:
        """Yield `node` and its successors on the path."""
        yield node
        while node in self.after:
            node = self.after[node].head
            yield node

    def _improve(self) -> bool:
        """Replace edges of the paths by unused edges where this saves bytes; return whether any was replaced."""
        improved = False
        for edge in self._edges:
            if self.after.get(edge.tail) is not edge and self._exchange(edge):
                improved = True
        return improved

    def _exchange(self, edge: Edge) -> bool:
        removed = [old for old in (self.after.get(edge.tail), self.before.get(edge.head)) if old is not None]
        loss = sum(old.saving for old in removed) - edge.saving
        # Give up: even the best edges that could take the place of those removed wouldn't make up for the loss.
        if loss - sum(self._most_anew(edge, old) for old in removed) >= -_LEAST_GAIN:
            return False
        for old in removed:
            self._take_out(old)
        added = []
        if not self._closes_cycle(edge):
            self._put(edge)
            added.append(edge)
            for old in removed:
                other = self._best_anew(old)
                if other is not None:
                    self._put(other)
                    added.append(other)
                    loss -= other.saving
            if loss < -_LEAST_GAIN:
                return True
        # The exchange of edges saves too few bytes, so undo it.
        for new in added:
            self._take_out(new)
        for old in removed:
            self._put(old)
        return False

    def _best_anew(self, old: Edge) -> Edge | None:
        """Return the edge that saves the most bytes among those that can replace `old`, an edge that was taken out
        of the paths; None if no edge fits.

        The edges that can replace `old` begin at the same node or, if a path already leaves that node, end at the
        same node.
        """
        ends = self._from[old.tail] if old.tail not in self.after else self._to[old.head]
        return next(filter(self._fits, ends), None)

    def _most_anew(self, edge: Edge, old: Edge) -> float:
        """Return an upper bound of the bytes saved by the edge that `_best_anew(old)` will return, if `edge` is put
        into the paths in place of `old`."""
        ends = self._from[old.tail] if old.tail != edge.tail else self._to[old.head]
        return ends[0].saving

    def _fits(self, edge: Edge) -> bool:
        return edge.tail not in self.after and edge.head not in self.before and not self._closes_cycle(edge)

    def _closes_cycle(self, edge: Edge) -> bool:
        """Whether `edge` would close a cycle; no edge can while all edges lead to nodes with higher numbers."""
        if edge.tail < edge.head and not self._backward:
            return False
        return edge.tail in self.path(edge.head)

    def _put(self, edge: Edge) -> None:
        self.after[edge.tail] = self.before[edge.head] = edge
        self._backward += edge.head < edge.tail

    def _take_out(self, edge: Edge) -> None:
        del self.after[edge.tail], self.before[edge.head]
        self._backward -= edge.head < edge.tail
