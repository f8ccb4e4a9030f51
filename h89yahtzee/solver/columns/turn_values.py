"""Turns on cards in lanes: from what the rolls are worth to what the keeps and the whole turn are."""

from __future__ import annotations

from array import array
from typing import Protocol

import numpy as np

from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.column import Column, with_first_roll
from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats
from h89yahtzee.solver.columns.successors import Posts, successors

_LANES = 512
"""So many cards are looked at together, which bounds the memory."""


class Evaluator(Protocol):
    """What cards are worth before a turn: points to come, each counted by its column's multiplier; 0 when full."""

    encoding: CardEncoding

    def values(self, cards: Cards) -> Floats: ...


def posts(estimate: Evaluator, cards: Cards) -> Posts:
    """The posts in a turn of each card, with the successors' values by the estimate."""
    after = successors(estimate.encoding, cards)
    return Posts(estimate.encoding, cards, after, estimate.values(after.cards), estimate.values(cards))


def keep_values(column: Column, worth: Floats) -> Floats:
    """The value of each keep, [rerolls][keeps][lanes] with the last re-roll first, from [rolls][lanes]."""
    lanes = worth.shape[1]
    values = backend().turn(column, array("d", worth.tobytes()), lanes)
    return np.frombuffer(values).reshape(column.rerolls, len(column.keeps), lanes)


def turn_values(column: Column, worth: Floats) -> Floats:
    """What a turn is worth before its first roll, from [rolls][lanes]: a keep of no dice with a re-roll more."""
    first: Floats = keep_values(with_first_roll(column), worth)[-1, 0]
    return first


class Ahead:
    """An estimate one turn ahead of another: the exact value of a turn that ends with the other's values."""

    def __init__(self, estimate: Evaluator) -> None:
        self.encoding = estimate.encoding
        self._estimate = estimate

    def values(self, cards: Cards) -> Floats:
        """Cards with the same future are looked at once."""
        _, first, which = np.unique(cards.keys(self.encoding), return_index=True, return_inverse=True)
        values: Floats = self._values(cards[first])[which]
        return values

    def _values(self, cards: Cards) -> Floats:
        values = np.zeros(len(cards))
        playing = np.flatnonzero(~cards.are_full())
        for first in range(0, len(playing), _LANES):
            lanes = playing[first : first + _LANES]
            worth = posts(self._estimate, cards[lanes]).of_all_rolls()
            values[lanes] = turn_values(self.encoding.column, worth)
        return values
