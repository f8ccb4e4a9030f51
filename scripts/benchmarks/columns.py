"""Games of several columns by `optimal` and by the additive policy, with the same dice.

The additive policy, that of `players.optimal.ColumnsApart`, plays as if each column were a game of its own: it
looks one turn ahead on the sum of the exact values of the columns. The policy of the value net looks one turn ahead
on the estimates of `optimal`; `optimal` itself looks a turn deeper, and is exact at the end. The games of the two
policies are played side by side, and there are more of them than of `optimal`.

A fair mean is the mean of the same games with the luck of each roll left out, so that its standard error is
smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import TRIPLE, RuleSet, rule_set
from h89yahtzee.game.state import apply, new_game
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.several_columns import ColumnsOptimal
from h89yahtzee.solver.columns.cards import Cards, Floats, encoding_of
from h89yahtzee.solver.columns.evaluation import Columns
from h89yahtzee.solver.columns.successors import Evaluator
from h89yahtzee.solver.columns.value_net import value_net_for
from h89yahtzee.solver.values import Values, solved
from scripts.lockstep import Games, play

RULES = (
    *(rule_set("quintzee", columns, "joker") for columns in (2, 3, 6)),
    TRIPLE,
    *(rule_set("quintzee", 3, bonus) for bonus in ("normal", "extra-turn")),
)
GAMES = 1000
_LANES = 250
_FEWER = 10
"""The number of games of each policy for one game of `optimal`."""


class Additive:
    """An estimate of what cards are worth before a turn: the sum of the exact values of the columns, each as if it
    were a game of its own by the same rules.
    """

    def __init__(self, rules: RuleSet, values: Values) -> None:
        self.encoding = encoding_of(rules, columns_apart=True)
        self._values = np.frombuffer(values.table)

    def values(self, cards: Cards) -> Floats:
        encoding, column = self.encoding, self.encoding.column
        worth = np.zeros(len(cards))
        for number, factor in enumerate(encoding.factors):
            is_open = encoding.open_in_group(cards.patterns, number)
            holding = (
                (1 - is_open[:, encoding.yahtzee]) * (1 - (cards.scratched >> number & 1)) * (column.holdings - 1)
            )
            open_rows = is_open @ (1 << np.arange(encoding.rows))
            states = (open_rows * column.holdings + holding) * column.totals + cards.codes[
                :, number
            ] % encoding.totals
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


def games(estimate: Evaluator, columns: int, number: int) -> Games:
    """Return `number` games of `columns` columns, played by an estimate, with the seeds from 0."""
    chunks = [range(first, min(first + _LANES, number)) for first in range(0, number, _LANES)]
    parts = [play(estimate, columns, seeds) for seeds in chunks]
    return Games(*map(np.concatenate, zip(*parts, strict=True)))


def games_of_player(rules: RuleSet, number: int) -> Games:
    """Return `number` games of the player `optimal`, with the seeds from 0."""
    played = [_game_of_player(rules, seed) for seed in range(number)]
    return Games(*map(np.array, zip(*played, strict=True)))


def _game_of_player(rules: RuleSet, seed: int) -> tuple[float, float]:
    """Return the total of a game of `optimal`, and its fair total; luck is measured by the values by which the
    player decides."""
    player, columns, deal = ColumnsOptimal(rules), Columns(rules), Dealer(seed).deal
    state = new_game(rules, 1, deal)
    fair = expected = player.expectation(state.card)
    while not state.is_over:
        if state.rolls_left == rules.rerolls:
            fair += state.card.total() + columns.turn(state.card).start() - expected
        best = player.analysis(state).best
        expected = best.value
        state = apply(state, best.action, deal)
    return float(state.totals()[0]), fair


def report(number: int = GAMES) -> Iterator[str]:
    yield f"{number:,} games each, {max(1, number // _FEWER):,} of optimal; the same dice."
    yield f"{'':34} {'mean':>16}   s.d. {'fair mean':>16}   {'over additive':>16} {'fair':>16}"
    for rules in RULES:
        yield from _rows(rules, number)


def _rows(rules: RuleSet, number: int) -> Iterator[str]:
    name = format_rules(rules)
    additive = games(Additive(rules, solved(rules)), rules.columns, number)
    yield _row(f"{name} additive", additive)
    yield _row(f"{name} value net", games(value_net_for(rules), rules.columns, number), additive)
    yield _row(f"{name} optimal", games_of_player(rules, max(1, number // _FEWER)), additive)


def _row(name: str, played: Games, other: Games | None = None) -> str:
    row = f"{name:34} {Mean.of(played.totals)} {played.totals.std():6.1f} {Mean.of(played.fair)}"
    if other is None:
        return row
    more = [ours - theirs[: len(ours)] for ours, theirs in zip(played, other, strict=True)]
    return f"{row}   {Mean.of(more[0])} {Mean.of(more[1])}"
