"""Score cards of several columns encoded as numbers, in arrays that hold many cards at once.

Columns whose scores are multiplied by the same factor form a group. For a lower box the column within its group
doesn't matter: so the pattern of a row is one number that says how many of its boxes are open in each group. The
code of a column is one number for its open upper rows and their sum so far; two sums have the same code if the same
future scores would earn the bonus. A lane is the index of a card in the arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.numpy_values import sums

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]
Bools = NDArray[np.bool_]

_KEY_SEED = 1989


@dataclass(frozen=True, slots=True, eq=False)
class CardEncoding:
    """The encoding for a rule set. A group is the columns with the same multiplier: `groups[column]` is a column's
    group, `factors[group]` a group's multiplier and `sizes[group]` its number of columns.

    The pattern of a row (how many of its boxes are open in each group) is the sum of `radix[group]` over its open
    boxes. The code of a column is the bit mask of its open upper rows * `totals` + the points in its upper rows;
    `least_code[code]` stands for all codes with the same future, that is, for which the same future scores earn the
    bonus. `yahtzee` is the row of the Yahtzee boxes. `code_keys` and `pattern_keys` are random numbers for
    `Cards.keys`.
    """

    rules: RuleSet
    column: Column
    upper_rows: int
    yahtzee: int
    groups: Ints
    factors: Ints
    sizes: Ints
    radix: Ints
    patterns: int
    least_code: Ints
    code_keys: Keys
    pattern_keys: Keys

    @property
    def columns(self) -> int:
        return len(self.groups)

    @property
    def rows(self) -> int:
        return self.column.rows

    @property
    def totals(self) -> int:
        return self.column.totals

    def multipliers(self) -> Ints:
        return self.factors[self.groups]

    def open_in_group(self, patterns: Ints, group: Ints | int) -> Ints:
        """Return for each of `patterns` how many of the row's boxes in the columns of `group` are open."""
        return patterns // self.radix[group] % (self.sizes[group] + 1)

    def open_boxes(self) -> Ints:
        """Return an array that has for each pattern how many boxes of a row are open, in all columns together."""
        pattern = np.arange(self.patterns)
        return sum((self.open_in_group(pattern, group) for group in range(len(self.sizes))), np.zeros_like(pattern))


@cache
def encoding_of(rules: RuleSet, columns_apart: bool = False) -> CardEncoding:
    """Return the encoding of cards by `rules`; if `columns_apart`, each column is a group by itself, even if others
    have the same multiplier."""
    column = column_of(rules)
    upper = sum(face > 0 for face in column.faces)
    assert column.faces[:upper] == tuple(range(1, upper + 1))
    assert rules.yahtzee_row is not None
    factors = rules.multipliers if columns_apart else tuple(sorted(set(rules.multipliers)))
    groups = tuple(range(rules.columns)) if columns_apart else tuple(map(factors.index, rules.multipliers))
    sizes = np.bincount(groups)
    patterns = int(np.prod(sizes + 1))
    keys = np.random.default_rng(_KEY_SEED)
    codes = (1 << upper) * column.totals
    return CardEncoding(
        rules=rules,
        column=column,
        upper_rows=upper,
        yahtzee=rules.yahtzee_row,
        groups=np.array(groups),
        factors=np.array(factors),
        sizes=sizes,
        radix=np.concatenate([[1], np.cumprod(sizes + 1)[:-1]]),
        patterns=patterns,
        least_code=_least_codes(column, upper),
        code_keys=_random_keys(keys, (len(sizes), codes)),
        pattern_keys=_random_keys(keys, (column.rows + 1, patterns)),
    )


def _random_keys(keys: np.random.Generator, shape: tuple[int, int]) -> Keys:
    return keys.integers(0, 2**64, shape, dtype=np.uint64)


def _least_codes(column: Column, upper_rows: int) -> Ints:
    """Return for each code (open upper rows and their sum) the least possible code with the same future.

    Two futures are the same if the least sum of future scores that reaches the bonus is the same.
    """
    codes = np.zeros((1 << upper_rows, column.totals), dtype=np.int64)
    totals = np.arange(column.totals)
    for open_rows in range(1, 1 << upper_rows):
        to_come = sorted(sums(column, [row for row in range(upper_rows) if open_rows >> row & 1]))
        so_far = sorted(sums(column, [row for row in range(upper_rows) if not open_rows >> row & 1]))
        futures = np.searchsorted(to_come, column.bonus_at - totals)
        # An impossible sum of the upper rows gets the code of a possible sum with the same future, if any.
        comes_about = np.isin(totals, np.minimum(so_far, column.bonus_at))
        for future in set(futures):
            same = futures == future
            codes[open_rows, same] = totals[same & comes_about if any(same & comes_about) else same][0]
    return (codes + np.arange(1 << upper_rows)[:, np.newaxis] * column.totals).ravel()


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Many cards in arrays: `codes`, [cards][columns], encodes the upper rows of each column (see `CardEncoding`).

    `patterns`, [cards][rows], encodes the open boxes of each row. `scratched`, [cards], has bit n set if the card
    has 0 in a Yahtzee box of group n.
    """

    codes: Ints
    patterns: Ints
    scratched: Ints

    def __len__(self) -> int:
        return len(self.scratched)

    def __getitem__(self, lanes: Ints | slice) -> Self:
        return type(self)(self.codes[lanes], self.patterns[lanes], self.scratched[lanes])

    def are_full(self) -> Bools:
        full: Bools = np.equal(self.patterns.sum(axis=1), 0)
        return full

    def keys(self, encoding: CardEncoding) -> Keys:
        """Return a number for each card: the same for cards with the same future, else almost surely different.

        The number is the sum of random 64-bit numbers for all parts of the card: among a million cards the odds of
        a collision are one in forty million.
        """
        upper = encoding.upper_rows
        rows = np.arange(upper, encoding.rows)
        keys: Keys = encoding.code_keys[encoding.groups, self.codes].sum(axis=1, dtype=np.uint64)
        keys += encoding.pattern_keys[rows, self.patterns[:, upper:]].sum(axis=1, dtype=np.uint64)
        keys += encoding.pattern_keys[encoding.rows, np.minimum(self.scratched, 1)]
        return keys


def joined(parts: list[Cards]) -> Cards:
    return Cards(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.patterns for part in parts]),
        np.concatenate([part.scratched for part in parts]),
    )


def different(encoding: CardEncoding, cards: Cards) -> Cards:
    """Return the cards in the order of their `Cards.keys`, but only one of several cards with the same future."""
    return cards[np.unique(cards.keys(encoding), return_index=True)[1]]


def cards_of(encoding: CardEncoding, scorecards: list[Scorecard]) -> Cards:
    """Return the score cards as arrays. The encoding may have more columns than a score card: the columns that the
    score card lacks count as full."""
    codes = np.zeros((len(scorecards), encoding.columns), dtype=np.int64)
    patterns = np.zeros((len(scorecards), encoding.rows), dtype=np.int64)
    scratched = np.zeros(len(scorecards), dtype=np.int64)
    for lane, card in enumerate(scorecards):
        for column, scores in enumerate(card.scores):
            is_open = np.array([score is None for score in scores])
            open_rows = sum(1 << row for row in range(encoding.upper_rows) if is_open[row])
            total = min(card.section_total(Section.UPPER, column), encoding.rules.upper_bonus_at)
            codes[lane, column] = encoding.least_code[open_rows * encoding.totals + total]
            patterns[lane] += np.where(is_open, encoding.radix[encoding.groups[column]], 0)
            scratched[lane] |= (card[Box(encoding.yahtzee, column)] == 0) << encoding.groups[column]
    return Cards(codes, patterns, scratched)
