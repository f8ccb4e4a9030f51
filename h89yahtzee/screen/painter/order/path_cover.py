"""Path cover: nodes linked into paths by the edges that save most, or nearly so; the optimum isn't searched for.

Each node has at most one successor and one predecessor, and no path closes into a cycle. The best edges are taken
first; then an edge that was left out replaces others where it, and what can be linked anew around it, saves more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_ROUNDS = 2
_LEAST_GAIN = 0.5
"""Less is not worth another order: costs differ by fractions where only the processor's time differs."""


class Edge(NamedTuple):
    saving: float
    tail: int
    head: int


class PathCover:
    """Paths through the nodes that occur in `edges`."""

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
        self._take_best()
        for _ in range(_ROUNDS):
            if not self._improve():
                break

    def path(self, node: int) -> Iterator[int]:
        """A node and those that follow it on its path."""
        yield node
        while node in self.after:
            node = self.after[node].head
            yield node

    def _take_best(self) -> None:
        for edge in self._edges:
            if edge.tail not in self.after and edge.head not in self.before and not self._closes_cycle(edge):
                self._put(edge)

    def _improve(self) -> bool:
        """Put in edges that weren't taken where that gains; whether any did."""
        improved = False
        for edge in self._edges:
            if self.after.get(edge.tail) is not edge and self._exchange(edge):
                improved = True
        return improved

    def _exchange(self, edge: Edge) -> bool:
        removed = [old for old in (self.after.get(edge.tail), self.before.get(edge.head)) if old is not None]
        loss = sum(old.saving for old in removed) - edge.saving
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
        for new in added:
            self._take_out(new)
        for old in removed:
            self._put(old)
        return False

    def _best_anew(self, old: Edge) -> Edge | None:
        """The best edge that can now take the place of `old` at the end that is free."""
        ends = self._from[old.tail] if old.tail not in self.after else self._to[old.head]
        for edge in ends:
            if edge.tail not in self.after and edge.head not in self.before and not self._closes_cycle(edge):
                return edge
        return None

    def _most_anew(self, edge: Edge, old: Edge) -> float:
        """A bound on what the freed end of `old`, which gives way to `edge`, can save by another edge."""
        ends = self._from[old.tail] if old.tail != edge.tail else self._to[old.head]
        return ends[0].saving

    def _closes_cycle(self, edge: Edge) -> bool:
        """Whether `edge` would close a cycle; while all edges lead to higher nodes, none can."""
        if edge.tail < edge.head and not self._backward:
            return False
        return edge.tail in self.path(edge.head)

    def _put(self, edge: Edge) -> None:
        self.after[edge.tail] = self.before[edge.head] = edge
        self._backward += edge.head < edge.tail

    def _take_out(self, edge: Edge) -> None:
        del self.after[edge.tail], self.before[edge.head]
        self._backward -= edge.head < edge.tail
