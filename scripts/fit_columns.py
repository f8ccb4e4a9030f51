"""Fit the value net, which estimates the value of cards of several columns, by games that the net itself plays.

    python -m scripts.fit_columns quintzee-joker --games 60000

writes h89yahtzee/solver/columns/quintzee-joker.npz; with `base` as the name, the data that all value nets share are
written. Many games are played side by side by the estimate, but some posts are drawn by lot. At the beginning of
every turn the net's value of the card is drawn towards the exact value of one turn followed by the net's own
estimates, by Adam with a falling rate. The mean of the weights over the last part of the steps is stored, with the
arguments that made it. The same arguments make the same file on one machine; other machines round differently.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.solver.column import with_first_roll
from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats, Ints, encoding_of
from h89yahtzee.solver.columns.successors import keep_values, posts
from h89yahtzee.solver.columns.value_net import (
    ARRAYS,
    FITTED_RULES,
    UNIT,
    Base,
    Singles,
    ValueNet,
    Weights,
    code_features,
    fitted_base,
    fitted_net,
    number_of_features,
)
from h89yahtzee.solver.values import solve
from scripts.lockstep import ROLLS, empty_cards, play_turn, post, replaced

FOLDER = Path(__file__).resolve().parent.parent / "h89yahtzee" / "solver" / "columns"
RATES = (3e-3, 3e-5)
"""Adam's learning rates at the first and at the last step."""
STARTED = 1e-3
"""Adam's learning rate at the first step if the weights of an earlier value net are fitted further."""
MOMENTS = (0.9, 0.999)
BY_LOT = 0.03
AVERAGED = 0.4
"""The share of all steps, the last ones, over which the mean of the weights is taken."""
TOLD = 20
"""The number of times that progress is reported."""


def base() -> Base:
    """Return exact values of single columns of 13 rows without bonuses for extra Yahtzees: the values without the
    upper bonus, and those that the upper bonus adds."""
    alone = solve(replace(H89, upper_bonus=0))
    with_bonus = solve(H89)
    column = alone.column
    upper = 1 << sum(face > 0 for face in column.faces)
    bonus = [
        with_bonus[open_rows, 0, total] - alone[open_rows, 0, 0]
        for open_rows in range(upper)
        for total in range(column.totals)
    ]
    return Base(np.array([alone[open_rows, 0, 0] for open_rows in range(1 << column.rows)]), np.array(bonus))


def first_weights(encoding: CardEncoding, widths: tuple[int, int], seed: int) -> Weights:
    card, column = widths
    source, width, groups = np.random.default_rng(seed), card + column + 1, len(encoding.sizes)

    def normal(deviation: float, *shape: int) -> Singles:
        return source.normal(0, deviation, shape).astype(np.float32)

    weights = Weights(
        rows=normal(0.15, encoding.rows + 2, encoding.patterns, width),
        features=np.zeros((groups, number_of_features(encoding), width), dtype=np.float32),
        card=normal(card**-0.5, card),
        column=normal(0.5 * column**-0.5, groups, column),
    )
    weights.rows[..., -1] = 0
    weights.rows[-1, 0, :card] *= 2
    return weights


class Fit:
    """A value net that is being fitted, with Adam's moments of its weights and the sums for their mean."""

    def __init__(self, net: ValueNet) -> None:
        self.net = net
        self._moments = [(np.zeros_like(array), np.zeros_like(array)) for array in net.weights.arrays()]
        self._steps = 0
        self._sums = [np.zeros(array.shape) for array in net.weights.arrays()]
        self._summed = 0

    def step(self, cards: Cards, targets: Floats, rate: float) -> Floats:
        """Change the weights by one step, so that the net's values of `cards` come closer to `targets`; return the
        errors before the step, in points."""
        errors, slopes = gradients(self.net, cards, targets)
        self._steps += 1
        first, second = MOMENTS
        scale = rate * np.sqrt(1 - second**self._steps) / (1 - first**self._steps)
        for array, (mean, square), gradient in zip(self.net.weights.arrays(), self._moments, slopes, strict=True):
            mean += (1 - first) * (gradient - mean)
            square += (1 - second) * (gradient * gradient - square)
            array -= (scale * mean / (np.sqrt(square) + 1e-7)).astype(np.float32)
        self.net.refresh()
        return errors

    def remember(self) -> None:
        """Include the present weights in the mean."""
        self._summed += 1
        for total, array in zip(self._sums, self.net.weights.arrays(), strict=True):
            total += array

    def mean(self) -> Weights:
        return Weights(*((total / self._summed).astype(np.float32) for total in self._sums))


def gradients(net: ValueNet, cards: Cards, targets: Floats) -> tuple[Floats, list[Singles]]:
    """Return the net's errors in points, and for each array of weights the gradient of half the mean square of the
    errors, in the value net's units."""
    weights, encoding = net.weights, net.encoding
    wide = len(weights.card)
    rows, codes = _row_design(encoding, cards), _code_design(encoding, cards)
    lanes, columns = len(cards), encoding.columns
    sums = rows @ weights.rows.reshape(-1, weights.rows.shape[-1])
    by_column = np.stack([codes[:, c] @ weights.features[group] for c, group in enumerate(encoding.groups)], axis=1)
    card = sums[:, :wide] + by_column[:, :, :wide].sum(axis=1)
    column = sums[:, np.newaxis, wide:-1] + by_column[:, :, wide:-1]
    card_on, column_on, column_out = np.maximum(card, 0), np.maximum(column, 0), weights.column[encoding.groups]
    output = card_on @ weights.card + sums[:, -1] + by_column[:, :, -1].sum(axis=1)
    output += (column_on * column_out).sum(axis=(1, 2))
    errors = net.base(cards) + UNIT * output - targets
    slope = (errors / UNIT / lanes).astype(np.float32)
    to_codes = np.empty((lanes, columns, sums.shape[1]), dtype=np.float32)
    to_codes[:, :, :wide] = (slope[:, np.newaxis] * weights.card * (card > 0))[:, np.newaxis]
    to_codes[:, :, wide:-1] = slope[:, np.newaxis, np.newaxis] * column_out * (column > 0)
    to_codes[:, :, -1] = slope[:, np.newaxis]
    to_rows = to_codes.sum(axis=1)
    to_rows[:, :wide], to_rows[:, -1] = to_codes[:, 0, :wide], slope
    to_features, to_column = np.zeros_like(weights.features), np.zeros_like(weights.column)
    for number, group in enumerate(encoding.groups):
        to_features[group] += codes[:, number].T @ to_codes[:, number]
        to_column[group] += slope @ column_on[:, number]
    return errors, [(rows.T @ to_rows).reshape(weights.rows.shape), to_features, card_on.T @ slope, to_column]


def _row_design(encoding: CardEncoding, cards: Cards) -> Singles:
    """Return which rows of weights are added up for each card: 1 or 0, [cards][(rows + 2) * patterns]."""
    rows = np.tile(np.arange(encoding.rows), (len(cards), 1))
    rows[:, encoding.yahtzee] = np.where(cards.scratched > 0, encoding.rows, encoding.yahtzee)
    design = np.zeros((len(cards), (encoding.rows + 2) * encoding.patterns), dtype=np.float32)
    np.put_along_axis(design, rows * encoding.patterns + cards.patterns, 1, axis=1)
    design[:, (encoding.rows + 1) * encoding.patterns] = 1
    return design


def _code_design(encoding: CardEncoding, cards: Cards) -> Singles:
    """Return which features each column of each card has: 1 or 0, [cards][columns][features]."""
    features = code_features(encoding)[cards.codes]
    design = np.zeros((*cards.codes.shape, number_of_features(encoding)), dtype=np.float32)
    np.put_along_axis(design, features, 1, axis=2)
    return design


class School:
    """Many games side by side, from which a value net learns; a game that is over is replaced by a new one."""

    def __init__(self, fit: Fit, columns: tuple[int, ...], lanes: int, seed: int) -> None:
        self._fit = fit
        self._source = np.random.default_rng(seed)
        self._columns = columns
        self._cards = empty_cards(fit.net.encoding, lanes, columns[0])
        self._begin(np.arange(lanes))
        self._spread()

    def _begin(self, lanes: Ints) -> None:
        encoding, columns = self._fit.net.encoding, self._source.choice(self._columns, len(lanes))
        for number in self._columns:
            chosen = lanes[columns == number]
            self._cards = replaced(self._cards, chosen, empty_cards(encoding, len(chosen), number))

    def _spread(self) -> None:
        """Play the first turns of each game by lot, a different number in each, so that games are at all turns."""
        encoding, lanes = self._fit.net.encoding, np.arange(len(self._cards))
        boxes = encoding.open_boxes()[self._cards.patterns].sum(axis=1)
        turns = (lanes * boxes / len(lanes)).astype(np.int64)
        for number in range(turns.max()):
            playing = lanes[turns > number]
            turn = posts(self._fit.net, self._cards[playing])
            rolls = self._source.choice(
                len(encoding.column.keeps.rolls), len(playing), p=encoding.column.keeps.chances()
            )
            worth = turn.choices(np.arange(len(playing)), rolls)
            after, _ = post(encoding, turn, rolls, self._by_lot(worth), worth.max(axis=1))
            self._cards = replaced(self._cards, playing, after)
        self._begin(lanes[self._cards.are_full()])

    def _by_lot(self, worth: Floats) -> Ints:
        lots: Ints = np.where(np.isfinite(worth), self._source.random(worth.shape), -1).argmax(axis=1)
        return lots

    def turn(self, rate: float) -> Floats:
        """Play a turn of all games, and fit the value net to it; return the net's errors before that."""
        net, cards = self._fit.net, self._cards
        column, lanes = net.encoding.column, np.arange(len(self._cards))
        turn = posts(net, cards)
        values = keep_values(with_first_roll(column), turn.of_all_rolls())
        blocks = self._source.integers(0, column.keeps.faces, (len(lanes), ROLLS, column.keeps.dice))
        rolls = play_turn(column, values[:-1], blocks)
        worth = turn.choices(lanes, rolls)
        choices = np.where(self._source.random(len(lanes)) < BY_LOT, self._by_lot(worth), worth.argmax(axis=1))
        errors = self._fit.step(cards, values[-1, 0], rate)
        self._cards, _ = post(net.encoding, turn, rolls, choices, worth[lanes, choices])
        self._begin(lanes[self._cards.are_full()])
        return errors


def fit_net(rules: RuleSet, arguments: argparse.Namespace) -> Weights:
    encoding = encoding_of(rules)
    started = fitted_net(arguments.start).weights if arguments.start else None
    fit = Fit(
        ValueNet(
            encoding,
            fitted_base(),
            started or first_weights(encoding, tuple(arguments.widths), arguments.seed),
        )
    )
    columns = tuple(choice for choice in rules.column_choices if choice > 1) or (rules.columns,)
    school = School(fit, columns, arguments.lanes, arguments.seed)
    turns = max(1, arguments.games * encoding.rows * sum(columns) // len(columns) // arguments.lanes)
    told = max(1, turns // TOLD)
    first, last = STARTED if started else RATES[0], RATES[1]
    square = 0.0
    for number in range(turns):
        square += float(np.mean(school.turn(first * (last / first) ** (number / turns)) ** 2))
        if number >= (1 - AVERAGED) * turns:
            fit.remember()
        if (number + 1) % told == 0:
            starts = [fit.net.values(empty_cards(encoding, 1, count))[0] for count in columns]
            deviation = (square / told) ** 0.5
            sys.stdout.write(
                f"{number + 1:7,} of {turns:,} turns: deviation {deviation:.3f}, starts "
                f"{' '.join(f'{start:.1f}' for start in starts)}\n"
            )
            sys.stdout.flush()
            square = 0.0
    return fit.mean()


def main() -> int:
    parser = argparse.ArgumentParser(description="Fit the estimate of several columns.")
    parser.add_argument("name", choices=["base", *FITTED_RULES])
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--lanes", type=int, default=128, help="games side by side (default: 128)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--widths", type=int, nargs=2, default=(32, 16), help="of the layers (default: 32 16)")
    parser.add_argument("--start", choices=FITTED_RULES, help="a value net whose weights to begin with")
    parser.add_argument("--to", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    if arguments.name == "base":
        known = base()
        arrays = {"alone": known.alone.astype(np.float32), "bonus": known.bonus.astype(np.float32)}
    else:
        weights = fit_net(FITTED_RULES[arguments.name], arguments)
        arrays = dict(zip(ARRAYS, (array.astype(np.float16) for array in weights.arrays()), strict=True))
    made_by = " ".join(sys.argv[1:])
    np.savez_compressed(
        arguments.to / f"{arguments.name}.npz", allow_pickle=False, made_by=np.array(made_by), **arrays
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
