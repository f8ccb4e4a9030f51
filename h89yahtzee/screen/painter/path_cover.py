"""Nodes linked to chains so that the links save much: nearly all that they could, which isn't searched for.

Each node has at most one successor and one predecessor, and no chain closes to a ring. The best links are taken
first; then a link that was left out is put in where it, and what can be linked anew around it, saves more than what
gives way to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_ROUNDS = 2
_LEAST_GAIN = 0.5
"""Less is not worth another order: prices differ by fractions where only the processor's time does."""


class Link(NamedTuple):
    saving: float
    tail: int
    head: int


class Chains:
    """Chains of the nodes that occur in `links`."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._links = sorted(links, key=lambda link: (-link.saving, link.tail, link.head))
        self._from: dict[int, list[Link]] = defaultdict(list)
        self._to: dict[int, list[Link]] = defaultdict(list)
        for link in self._links:
            self._from[link.tail].append(link)
            self._to[link.head].append(link)
        self.after: dict[int, Link] = {}
        self.before: dict[int, Link] = {}
        self._backward = 0
        self._take_best()
        for _ in range(_ROUNDS):
            if not self._improve():
                break

    def chain(self, node: int) -> Iterator[int]:
        """A node and those that follow it."""
        yield node
        while node in self.after:
            node = self.after[node].head
            yield node

    def _take_best(self) -> None:
        for link in self._links:
            if link.tail not in self.after and link.head not in self.before and not self._closes_ring(link):
                self._put(link)

    def _improve(self) -> bool:
        """Whether any link that wasn't taken could be put in with a gain."""
        improved = False
        for link in self._links:
            if self.after.get(link.tail) is not link and self._exchange(link):
                improved = True
        return improved

    def _exchange(self, link: Link) -> bool:
        removed = [old for old in (self.after.get(link.tail), self.before.get(link.head)) if old is not None]
        loss = sum(old.saving for old in removed) - link.saving
        if loss - sum(self._most_anew(link, old) for old in removed) >= -_LEAST_GAIN:
            return False
        for old in removed:
            self._take_out(old)
        added = []
        if not self._closes_ring(link):
            self._put(link)
            added.append(link)
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

    def _best_anew(self, old: Link) -> Link | None:
        """For the end of a removed link that lost its other end, the best that can be linked now."""
        ends = self._from[old.tail] if old.tail not in self.after else self._to[old.head]
        for link in ends:
            if link.tail not in self.after and link.head not in self.before and not self._closes_ring(link):
                return link
        return None

    def _most_anew(self, link: Link, old: Link) -> float:
        """A bound on what the end of `old` that gives way to `link` can save with another link."""
        ends = self._from[old.tail] if old.tail != link.tail else self._to[old.head]
        return ends[0].saving

    def _closes_ring(self, link: Link) -> bool:
        """Among links that all lead to a higher node there is no ring."""
        if link.tail < link.head and not self._backward:
            return False
        return link.tail in self.chain(link.head)

    def _put(self, link: Link) -> None:
        self.after[link.tail] = self.before[link.head] = link
        self._backward += link.head < link.tail

    def _take_out(self, link: Link) -> None:
        del self.after[link.tail], self.before[link.head]
        self._backward -= link.head < link.tail
