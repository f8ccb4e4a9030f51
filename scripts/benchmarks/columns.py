"""Games of several columns by `optimal` and by the additive policy, with the same dice.

The additive policy plays as if each column were a game of its own: it looks one turn ahead on the sum of the exact
values of the columns. `optimal` here is its estimate, by which it looks a turn less deep than the player does and
without a search at the end, both of which would take hours; what looking deeper adds is in a row of its own.

A `fair` mean is of the same games without the luck of each roll; its standard error is smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from h89yahtzee.game.rules import TRIPLE, RuleSet, rule_set
from h89yahtzee.game.words import format_rules
from h89yahtzee.solver.fitted import network_for
from h89yahtzee.solver.grid import Cards, Floats, grid_of
from h89yahtzee.solver.turns import Ahead, Estimate
from h89yahtzee.solver.values import Values, solved
from scripts.lockstep import Games, play

RULES = (
    *(rule_set("quintzee", columns, "joker") for columns in (2, 3, 6)),
    TRIPLE,
    *(rule_set("quintzee", 3, bonus) for bonus in ("normal", "extra-turn")),
)
GAMES = 1000
SEED = 89
_LANES = 250
_DEEP = 25
"""One game in so many is played with a turn more of looking ahead, too."""


class Additive:
    """An estimate of what cards are worth before a turn: the sum of the exact values of the columns, each as if it
    were a game of its own by the same rules.
    """

    def __init__(self, rules: RuleSet, values: Values) -> None:
        self.grid = grid_of(rules, columns_apart=True)
        self._values = np.frombuffer(values.table)

    def values(self, cards: Cards) -> Floats:
        grid, column = self.grid, self.grid.column
        worth = np.zeros(len(cards))
        for number, factor in enumerate(grid.factors):
            is_open = grid.open_in_group(cards.patterns, number)
            holding = (1 - is_open[:, grid.yahtzee]) * (1 - (cards.scratched >> number & 1)) * (column.holdings - 1)
            open_rows = is_open @ (1 << np.arange(grid.rows))
            states = (open_rows * column.holdings + holding) * column.totals + cards.codes[:, number] % grid.totals
            worth += factor * self._values[states]
        return worth


class Mean(NamedTuple):
    value: float
    error: float

    @classmethod
    def of(cls, numbers: Floats) -> Mean:
        return cls(float(numbers.mean()), float(numbers.std() / len(numbers) ** 0.5))

    def __str__(self) -> str:
        return f"{self.value:8.2f} +-{self.error:5.2f}"


def games(estimate: Estimate, columns: int, number: int, seed: int = SEED) -> Games:
    """The same dice for the same number and seed."""
    lanes = min(number, _LANES)
    parts = [play(estimate, columns, lanes, seed + first) for first in range(0, number, lanes)]
    return Games(*(np.concatenate(each)[:number] for each in zip(*parts, strict=True)))


def report(number: int = GAMES) -> Iterator[str]:
    yield f"{number:,} games each, and {max(1, number // _DEEP):,} a turn deeper; the same dice."
    yield f"{'':34} {'mean':>16}   s.d. {'fair mean':>16} {'more than above':>18} {'fair':>16}"
    for rules in RULES:
        yield from _rows(rules, number)


def _rows(rules: RuleSet, number: int) -> Iterator[str]:
    name, network = format_rules(rules), network_for(rules)
    additive = games(Additive(rules, solved(rules)), rules.columns, number)
    yield _row(f"{name} additive", additive)
    yield _row(f"{name} optimal", games(network, rules.columns, number), additive)
    deep = max(1, number // _DEEP)
    same = games(network, rules.columns, deep)
    yield _row(f"{name} ahead", games(Ahead(network), rules.columns, deep), same)


def _row(name: str, played: Games, other: Games | None = None) -> str:
    row = f"{name:34} {Mean.of(played.totals)} {played.totals.std():6.1f} {Mean.of(played.fair)}"
    if other is None:
        return row
    return f"{row}   {Mean.of(played.totals - other.totals)} {Mean.of(played.fair - other.fair)}"
