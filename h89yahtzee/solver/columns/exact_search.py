"""The exact expected points on cards with several columns and few open boxes: a search of all cards that follow.

All cards that can follow are listed, once each, in levels; the cards of a level have the same number of open boxes.
Then the values are computed, from the full cards backwards. The search is done in slices of a few milliseconds,
between which its caller can show progress.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats, Keys, different, joined
from h89yahtzee.solver.columns.successors import Posts, Successors, successors, turn_values

_SLICE = 64
"""The number of cards in a slice, which takes a few milliseconds."""

_LISTING = 0.3
"""The fraction of a search's time that listing the cards takes."""

_ITERATIONS_END = 1e-11


def most_cards(encoding: CardEncoding, cards: Cards) -> int:
    """Return an upper bound of the number of different cards that can follow from the card in `cards`, of which
    there must be only one."""
    upper = Counter(zip(encoding.groups.tolist(), cards.codes[0].tolist(), strict=True))
    columns = prod(
        comb(_codes_below(encoding, code).bit_count() + count - 1, count) for (_, code), count in upper.items()
    )
    lower: int = prod(
        int(encoding.open_in_group(cards.patterns[0, row], group)) + 1
        for row in range(encoding.upper_rows, encoding.rows)
        for group in range(len(encoding.sizes))
    )
    zeros = 1 if cards.scratched[0] else 2
    return columns * lower * zeros


@cache
def _codes_below(encoding: CardEncoding, code: int) -> int:
    """Return a bit mask of the codes (numbers for a column's open upper rows and their sum) that can follow from
    `code`, itself included."""
    open_rows, total = divmod(code, encoding.totals)
    below = 1 << code
    for row in range(encoding.upper_rows):
        if open_rows >> row & 1:
            first = (open_rows ^ 1 << row) * encoding.totals
            for after in {min(total + points, encoding.totals - 1) for points in encoding.column.scores[row]}:
                below |= _codes_below(encoding, int(encoding.least_code[first + after]))
    return below


class ExactValues:
    """The exact values of all cards of a search: expected further points, each point times its column's
    multiplier."""

    def __init__(self, encoding: CardEncoding, keys: Keys, values: Floats) -> None:
        order = np.argsort(keys)
        self.encoding = encoding
        self._keys, self._values = keys[order], values[order]

    def __len__(self) -> int:
        return len(self._keys)

    def values(self, cards: Cards) -> Floats:
        keys = cards.keys(self.encoding)
        places = self._places(keys)
        assert (self._keys[places] == keys).all()
        return self._values[places]

    def knows(self, cards: Cards) -> bool:
        keys = cards.keys(self.encoding)
        return bool((self._keys[self._places(keys)] == keys).all())

    def _places(self, keys: Keys) -> NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)


class ExactSearch:
    """A search for the exact values of a card and of all cards that can follow; `result` is None until the end."""

    def __init__(self, encoding: CardEncoding, cards: Cards) -> None:
        self.progress = 0.0
        self.result: ExactValues | None = None
        self._encoding = encoding
        self._levels = [cards]
        self._keys = [cards.keys(encoding)]
        self._values: list[Floats] = []
        self._bound = most_cards(encoding, cards)
        self._slices = self._all_slices()

    @property
    def is_done(self) -> bool:
        return self.result is not None

    def advance(self) -> None:
        """Do a few milliseconds' work of the search; nothing when the search is done."""
        next(self._slices, None)

    def finish(self) -> ExactValues:
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
        # The cards of the last level are full. Each level before has one open box more, and its values follow from
        # those of the next level.
        everything, valued = sum(map(len, self._levels)), len(self._levels[-1])
        self._values = [np.zeros(valued)]
        for level in reversed(range(len(self._levels) - 1)):
            values = []
            for first in range(0, len(self._levels[level]), _SLICE):
                cards = self._levels[level][first : first + _SLICE]
                after = successors(self._encoding, cards)
                places = np.searchsorted(self._keys[level + 1], after.cards.keys(self._encoding))
                values.append(_own_values(self._encoding, cards, after, self._values[0][places]))
                valued += len(cards)
                self.progress = _LISTING + (1 - _LISTING) * valued / everything
                yield
            self._values.insert(0, np.concatenate(values))
        self.result = ExactValues(self._encoding, np.concatenate(self._keys), np.concatenate(self._values))
        self.progress = 1.0

    def _list_level(self) -> Iterator[int]:
        """Append a new level: the cards that can follow when a box is filled on a card of the last level so far.
        The work is done in slices of cards of that last level; yield the number of cards in each slice, once it is
        done."""
        cards, found = self._levels[-1], []
        for first in range(0, len(cards), _SLICE):
            part = cards[first : first + _SLICE]
            found.append(different(self._encoding, successors(self._encoding, part).cards))
            yield len(part)
        level = different(self._encoding, joined(found))
        self._levels.append(level)
        self._keys.append(level.keys(self._encoding))


def _own_values(encoding: CardEncoding, cards: Cards, after: Successors, values: Floats) -> Floats:
    """Return the expected points on `cards`; `values` has those on `after.cards`, the cards that follow."""
    own = np.zeros(len(cards))
    turn = Posts(encoding, cards, after, values, own)
    worth, staying = turn.of_all_rolls(), np.flatnonzero(turn.may_stay)
    alike = np.array(encoding.column.keeps.alike())[:, np.newaxis]
    # The value of a turn that may leave the boxes as they are depends on itself: repeat until the value is stable;
    # each round leaves 1/20 of the error.
    while True:
        before, own = own, turn_values(encoding.column, worth)
        if not len(staying) or np.max(np.abs(own - before)) <= _ITERATIONS_END:
            return own
        worth[alike, staying] += (own - before)[staying]
