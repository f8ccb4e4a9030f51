"""Estimates of the further points on cards of several columns, by a small neural network fitted to games.

The estimate is the sum of three parts. The first part is the expected points of virtual columns, each taken alone
and without bonuses, from a table with an item for each set of open rows. The open boxes of all columns that share a
multiplier are rearranged into virtual columns: the first gets an open box of each row that has any, the second an
open box of each row that has at least two, and so on. The second part is the expected upper bonus of each column,
from a table with an item for each code. The third part is a correction by the neural network. One of its layers
sees the patterns of all rows and the codes of all columns. Another layer is applied to each column, and sees the
patterns of all rows and the code of this column. A pattern tells a row's open boxes, a code a column's open upper
rows and their sum: see `cards`. `scripts/fit_columns` fits the network, explains the method, and writes the files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.game.rules import BONUSES, QUINTZEE, TRIPLE, RuleSet
from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats, Ints, encoding_of

Singles = NDArray[np.float32]

UNIT = 20.0
"""The number of points for which an output of 1.0 of the neural network stands."""

_OF_EACH = 3
_PACES = 15
"""The largest pace, in either direction, that the network distinguishes. The pace is the number of points by which
the filled upper boxes exceed, or fall short of, what three dice of its face would score in each of them."""
_EARNED, _LOST = 2 * _PACES + 1, 2 * _PACES + 2
_KINDS_OF_PACE = 2 * _PACES + 3
_CHUNK = 4096
_COLUMNS_IN_A_WORD = 4


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of the neural network, which has two hidden layers side by side: one for the card, and one that
    is applied to each column.

    The inputs are the pattern of each row (a number for its open boxes) and the features of each column's code (a
    number for its open upper rows and their sum). `rows`, [rows + 2][patterns][weights], has weights for each
    pattern in each row. On cards with 0 in a Yahtzee box, `rows[-2]` takes the place of the Yahtzee row's weights;
    `rows[-1][0]` has the biases. `features`, [groups][features][weights], has weights for each of `code_features`;
    columns with the same multiplier are a group. In both arrays the last axis has the weights into the card's
    layer, then the weights into the column's layer, and last a weight directly to the output. `card`, [width], and
    `column`, [groups][width], are the weights from these layers to the output.
    """

    rows: Singles
    features: Singles
    card: Singles
    column: Singles

    def arrays(self) -> tuple[Singles, ...]:
        return self.rows, self.features, self.card, self.column


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """Tables of points, to which the neural network adds a correction. `alone` has, by the open rows of a column,
    the points expected in this column alone, without bonuses. `bonus` has the expected upper bonus, by the code of
    the column's upper rows."""

    alone: Floats
    bonus: Floats


@cache
def code_features(encoding: CardEncoding) -> Ints:
    """Return the numbers of three features for each code (open upper rows and their sum), [codes][3].

    The first is a number for the set of open upper rows. The second is a number for the set of open rows from FOURS
    to SIXES together with the pace (see `_PACES`). The third is a number for the count of open upper rows together
    with the pace.
    """
    upper = encoding.upper_rows
    features = np.zeros((len(encoding.least_code), 3), dtype=np.int64)
    for code in range(len(features)):
        open_rows, total = divmod(code, encoding.totals)
        pace = _pace(encoding, open_rows, total)
        high = open_rows >> upper // 2
        first = 1 << upper
        features[code, 0] = open_rows
        features[code, 1] = first + high * _KINDS_OF_PACE + pace
        features[code, 2] = first + ((1 << upper // 2) + open_rows.bit_count()) * _KINDS_OF_PACE + pace
    return features


def number_of_features(encoding: CardEncoding) -> int:
    return (1 << encoding.upper_rows) + ((1 << encoding.upper_rows // 2) + encoding.upper_rows + 1) * _KINDS_OF_PACE


def _pace(encoding: CardEncoding, open_rows: int, total: int) -> int:
    faces = range(1, encoding.upper_rows + 1)
    closed = sum(face for face in faces if not open_rows >> face - 1 & 1)
    still = sum(faces) - closed
    if total >= encoding.column.bonus_at:
        return _EARNED
    if total + encoding.column.keeps.dice * still < encoding.column.bonus_at:
        return _LOST
    return min(2 * _PACES, max(0, total - _OF_EACH * closed + _PACES))


class ValueNet:
    """An `Evaluator` that estimates the further points on cards, before a turn."""

    def __init__(self, encoding: CardEncoding, base: Base, weights: Weights) -> None:
        self.encoding = encoding
        self.weights = weights
        self._alone = base.alone
        self._bonus = base.bonus * encoding.factors[:, np.newaxis]
        self._virtual_columns = _virtual_columns(encoding)
        self._virtual_factors = _virtual_factors(encoding)
        self.refresh()

    def refresh(self) -> None:
        """Recompute the tables after weights were changed in place."""
        weights = self.weights
        self._card, self._column = weights.card * np.float32(UNIT), weights.column * np.float32(UNIT)
        self._rows = _scaled(weights.rows)
        features = code_features(self.encoding)
        codes = sum(weights.features[:, features[:, number]] for number in range(features.shape[1]))
        self._codes = _scaled(np.asarray(codes))

    def values(self, cards: Cards) -> Floats:
        """Return the estimated further points on each card, each point times its column's multiplier."""
        values = np.empty(len(cards))
        for first in range(0, len(cards), _CHUNK):
            part = cards[first : first + _CHUNK]
            values[first : first + _CHUNK] = np.where(part.are_full(), 0, self._estimates(part))
        return values

    def base(self, cards: Cards) -> Floats:
        """Return the part of the estimate for each card that comes from tables, without the neural network."""
        bonuses: Floats = self._bonus[self.encoding.groups, cards.codes].sum(axis=1)
        return bonuses + self._alone_values(cards)

    def _alone_values(self, cards: Cards) -> Floats:
        values = np.zeros(len(cards))
        rows, mask = np.arange(self.encoding.rows), (1 << self.encoding.rows) - 1
        # A word holds the open rows of several virtual columns as bits; every row sets bits of its own, so that the
        # sum of all rows' bits is their union.
        words = [bits[rows, cards.patterns].sum(axis=1) for bits in self._virtual_columns]
        for column, factor in enumerate(self._virtual_factors):
            word, place = divmod(column, _COLUMNS_IN_A_WORD)
            values += factor * self._alone[words[word] >> place * self.encoding.rows & mask]
        return values

    def _estimates(self, cards: Cards) -> Floats:
        """Return the estimate for each card; sets of open boxes that many cards share are looked up once."""
        different, which = self._different_patterns(cards)
        width = len(self._card)
        # The last axis of `sums` has the inputs of the card's layer, then the inputs of the column's layer, and
        # last the direct input of the output.
        sums = self._row_sums(different)[which]
        shared, by_column = sums[:, width:-1], np.zeros(len(cards), dtype=np.float32)
        for column, group in enumerate(self.encoding.groups):
            code = self._codes[group].take(cards.codes[:, column], axis=0)
            sums[:, :width] += code[:, :width]
            sums[:, -1] += code[:, -1]
            by_column += np.maximum(shared + code[:, width:-1], 0) @ self._column[group]
        corrections: Singles = np.maximum(sums[:, :width], 0) @ self._card + sums[:, -1] + by_column
        bonuses: Floats = self._bonus[self.encoding.groups, cards.codes].sum(axis=1)
        return self._alone_values(different)[which] + bonuses + corrections

    def _different_patterns(self, cards: Cards) -> tuple[Cards, Ints]:
        """Divide the cards into sets: the cards of a set have the same open boxes, and either all or none of them
        have 0 in a Yahtzee box. Return one card of each set, and for each card the index of its set."""
        numbers = cards.patterns @ self.encoding.patterns ** np.arange(self.encoding.rows) * 2 + (
            cards.scratched > 0
        )
        _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
        return cards[first], which

    def _row_sums(self, cards: Cards) -> Singles:
        encoding = self.encoding
        yahtzee_row = np.where(cards.scratched > 0, encoding.rows, encoding.yahtzee)
        sums: Singles = self._rows[-1, 0] + self._rows[yahtzee_row, cards.patterns[:, encoding.yahtzee]]
        for row in range(encoding.rows):
            if row != encoding.yahtzee:
                sums += self._rows[row].take(cards.patterns[:, row], axis=0)
        return sums


def _scaled(table: Singles) -> Singles:
    """Return a copy of `table` in which the weights directly to the output (the last items of the last axis) are
    multiplied by `UNIT`, so that the output is in points."""
    scaled = table.copy()
    scaled[..., -1] *= UNIT
    return scaled


def _virtual_factors(encoding: CardEncoding) -> Ints:
    """Return the multiplier of each virtual column; a group has as many virtual columns as columns."""
    return np.repeat(encoding.factors, encoding.sizes)


def _virtual_columns(encoding: CardEncoding) -> Ints:
    """Return bits that tell, for each row and pattern, in which virtual columns the row is open:
    [words][rows][patterns].

    A row with n open boxes in a group (the columns with one multiplier) is open in the group's first n virtual
    columns. A word has the open rows of several virtual columns: bit `rows` * place + row is 1 if the row is open
    in the virtual column at this place.
    """
    group = np.repeat(np.arange(len(encoding.sizes)), encoding.sizes)
    depth = np.concatenate([np.arange(size) for size in encoding.sizes])
    patterns = np.arange(encoding.patterns)
    words = np.zeros((-(-len(group) // _COLUMNS_IN_A_WORD), encoding.rows, encoding.patterns), dtype=np.int64)
    for column in range(len(group)):
        word, place = divmod(column, _COLUMNS_IN_A_WORD)
        is_open = encoding.open_in_group(patterns, group[column]) > depth[column]
        for row in range(encoding.rows):
            words[word, row] |= is_open.astype(np.int64) << place * encoding.rows + row
    return words


ARRAYS = ("rows", "features", "card", "column")
"""The names of the arrays of weights in a network's file. The file's further array, `made_by`, has the arguments of
the script that fitted the network."""

FITTED_RULES = {
    "triple": TRIPLE,
    **{
        f"quintzee-{name}": replace(
            QUINTZEE, multipliers=(1,) * max(QUINTZEE.column_choices), extra_yahtzees=BONUSES[name]
        )
        for name in QUINTZEE.bonus_choices
    },
}
"""The rules to which each neural network was fitted, by the network's name. Where rules offer a choice of the
number of columns, the network was fitted to the highest number."""


def value_net_for(rules: RuleSet) -> ValueNet:
    """Return the neural network for rules of several columns; the network may be for more columns than `rules`."""
    name = rules.name if rules.bonus is None else f"{rules.name}-{rules.bonus}"
    return fitted_net(name)


@cache
def fitted_net(name: str) -> ValueNet:
    arrays = _arrays(name)
    weights = Weights(*(arrays[array].astype(np.float32) for array in ARRAYS))
    return ValueNet(encoding_of(FITTED_RULES[name]), fitted_base(), weights)


@cache
def fitted_base() -> Base:
    """Return the tables of points to which the estimates of all neural networks are added."""
    arrays = _arrays("base")
    return Base(arrays["alone"].astype(np.float64), arrays["bonus"].astype(np.float64))


def _arrays(name: str) -> dict[str, Singles]:
    with as_file(files(__package__).joinpath(f"{name}.npz")) as path, np.load(path) as stored:
        return {array: stored[array] for array in stored.files if array != "made_by"}
