"""The exact value of cards of several columns, by looking at all that they can become; for few open boxes.

All cards that posting can lead to are listed, level by level of open boxes and each only once, and then valued from
the full ones back. The work is done in slices, so that it can be shown and stopped; there is no clock here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.columns.cards import Cards, Floats, Grid, Keys, different, joined
from h89yahtzee.solver.columns.successors import Afterwards, Posts, afterwards
from h89yahtzee.solver.columns.turn_values import turn_values

_SLICE = 64
"""Cards looked at in a slice, in a few milliseconds."""

_LISTING = 0.3
"""The part of the work that it takes to list the cards."""

_ITERATIONS_END = 1e-11


def most_cards(grid: Grid, cards: Cards) -> int:
    """An upper bound of how many different cards the one card can become."""
    upper = Counter(zip(grid.groups.tolist(), cards.codes[0].tolist(), strict=True))
    columns = prod(comb(_codes_below(grid, code) + count - 1, count) for (_, code), count in upper.items())
    lower: int = prod(
        int(grid.open_in_group(cards.patterns[0, row], group)) + 1
        for row in range(grid.upper_rows, grid.rows)
        for group in range(len(grid.sizes))
    )
    zeros = 1 if cards.scratched[0] else 2
    return columns * lower * zeros


@cache
def _codes_below(grid: Grid, code: int) -> int:
    """How many codes a column of this one can come to have, its own included."""
    seen, fresh = {code}, [code]
    while fresh:
        open_rows, total = divmod(fresh.pop(), grid.totals)
        for row in range(grid.upper_rows):
            if open_rows >> row & 1:
                made = [
                    int(
                        grid.least_code[(open_rows ^ 1 << row) * grid.totals + min(total + points, grid.totals - 1)]
                    )
                    for points in set(grid.column.scores[row])
                ]
                fresh += [after for after in made if after not in seen]
                seen.update(made)
    return len(seen)


class Exact:
    """The values of some cards: points to come, each counted by its column's multiplier."""

    def __init__(self, grid: Grid, keys: Keys, values: Floats) -> None:
        order = np.argsort(keys)
        self.grid = grid
        self._keys, self._values = keys[order], values[order]

    def __len__(self) -> int:
        """How many different cards it knows."""
        return len(self._keys)

    def values(self, cards: Cards) -> Floats:
        """Of cards that it knows."""
        keys = cards.keys(self.grid)
        places = self._places(keys)
        assert (self._keys[places] == keys).all()
        return self._values[places]

    def knows(self, cards: Cards) -> bool:
        keys = cards.keys(self.grid)
        return bool((self._keys[self._places(keys)] == keys).all())

    def _places(self, keys: Keys) -> NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)


class Search:
    """The values of one card and of all that it can become."""

    def __init__(self, grid: Grid, cards: Cards) -> None:
        self.progress = 0.0
        self.result: Exact | None = None
        self._grid = grid
        self._levels = [cards]
        self._keys = [cards.keys(grid)]
        self._values: list[Floats] = []
        self._bound = most_cards(grid, cards)
        self._slices = self._all_slices()

    @property
    def is_done(self) -> bool:
        return self.result is not None

    def advance(self) -> None:
        """Do a slice of the work; nothing when it is done."""
        next(self._slices, None)

    def finish(self) -> Exact:
        """Do all that is left of it."""
        while self.result is None:
            self.advance()
        return self.result

    def _all_slices(self) -> Iterator[None]:
        listed = 0
        while not self._levels[-1].are_full().all():
            for number in self._list_level():
                listed += number
                self.progress = _LISTING * min(1.0, listed / self._bound)
                yield
        everything, valued = sum(map(len, self._levels)), len(self._levels[-1])
        self._values = [np.zeros(valued)]
        for level in reversed(range(len(self._levels) - 1)):
            values = []
            for first in range(0, len(self._levels[level]), _SLICE):
                cards = self._levels[level][first : first + _SLICE]
                values.append(self._turns(cards, level + 1))
                valued += len(cards)
                self.progress = _LISTING + (1 - _LISTING) * valued / everything
                yield
            self._values.insert(0, np.concatenate(values))
        self.result = Exact(self._grid, np.concatenate(self._keys), np.concatenate(self._values))
        self.progress = 1.0

    def _list_level(self) -> Iterator[int]:
        """List what the cards of the last level become; numbers of cards looked at."""
        cards, found = self._levels[-1], []
        for first in range(0, len(cards), _SLICE):
            part = cards[first : first + _SLICE]
            found.append(different(self._grid, afterwards(self._grid, part).cards))
            yield len(part)
        level = different(self._grid, joined(found))
        self._levels.append(level)
        self._keys.append(level.keys(self._grid))

    def _turns(self, cards: Cards, next_level: int) -> Floats:
        """The values of cards before a turn, those of the next level being known."""
        after = afterwards(self._grid, cards)
        places = np.searchsorted(self._keys[next_level], after.cards.keys(self._grid))
        return _own_values(self._grid, cards, after, self._values[0][places])


def _own_values(grid: Grid, cards: Cards, after: Afterwards, values: Floats) -> Floats:
    """A turn that leaves the boxes as they were makes the value a function of itself, with a slope below 0.05."""
    own = np.zeros(len(cards))
    turn = Posts(grid, cards, after, values, own)
    worth, staying = turn.of_all_rolls(), np.flatnonzero(turn.may_stay)
    alike = np.array(grid.column.lattice.alike())[:, np.newaxis]
    while True:
        before, own = own, turn_values(grid.column, worth)
        if not len(staying) or np.max(np.abs(own - before)) <= _ITERATIONS_END:
            return own
        worth[alike, staying] += (own - before)[staying]
