"""The strategies that use the solver's values of one column: `Optimal` for one column, `ColumnsApart` for
several."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.strategy import Analysis, Decision, Option, best_first, decision, roll_options
from h89yahtzee.solver.column import state_of
from h89yahtzee.solver.values import Values, keep_values


@dataclass(frozen=True, slots=True)
class Optimal:
    """The strategy for the highest expected score, whatever the opponents do; `values` are the solver's expected
    points in the rules' one column."""

    values: Values
    is_exact: ClassVar[bool] = True

    def decide(self, state: GameState) -> Decision:
        options = self.analysis(state).options
        return replace(decision(options), value=options[0].value)

    def analysis(self, state: GameState) -> Analysis:
        """Return the possible actions with their values, in a game that isn't over."""
        scores = [Option(Score(box), self.expectation(state.card_after(box))) for box in state.legal_boxes()]
        return Analysis(best_first([*scores, *self._rolls(state)]), self.is_exact)

    def expectation(self, card: Scorecard) -> float:
        """Return the expected final total of a card between two turns."""
        return card.total() + self.values.of(card)

    def _rolls(self, state: GameState) -> list[Option]:
        if not state.rolls_left:
            return []
        keeps, (base, values) = self.values.column.keeps, self._keep_values(state.card)
        return roll_options(state, lambda kept: base + values[keeps.place(state.rolls_left, kept)])

    def _keep_values(self, card: Scorecard) -> tuple[float, Sequence[float]]:
        """Return a pair (base, values). The expected final total after keeping certain dice is `base` plus the item
        of `values` at the index that `Keeps.place` returns for these dice."""
        return card.total(), self.values.keep_values(state_of(card))


@dataclass(frozen=True, slots=True)
class ColumnsApart(Optimal):
    """The strategy for several columns where numpy is missing, as in a browser: it values each column by itself.

    `values` are the solver's expected points in a single column of the rules. The points expected in each column of
    a card are added up. The sum leaves out that the choice among the columns is worth something, too. In 40 games
    of `triple` the strategy's mean was 1651 points; with the same dice the mean of `several_columns.ColumnsOptimal`
    was 1744, that of `greedy` 1454. In 16 games of `quintzee` with three columns these three strategies had the
    means 790, 814 and 651.
    """

    is_exact: ClassVar[bool] = False

    def expectation(self, card: Scorecard) -> float:
        """Return an estimate of the final total of a card between two turns."""
        columns = zip(range(card.rules.columns), card.rules.multipliers, strict=True)
        return card.total() + sum(factor * self.values.of(card, column) for column, factor in columns)

    def _keep_values(self, card: Scorecard) -> tuple[float, Sequence[float]]:
        return self.expectation(card), keep_values(self.values.column, self._gains(card))

    def _gains(self, card: Scorecard) -> array[float]:
        """Return for each last roll of a turn (the dice after the last re-roll), in the order of `Keeps.rolls`, by
        how many points the card's expected final total rises if the roll is posted in its best box."""
        gains = []
        for number, factor in enumerate(card.rules.multipliers):
            before = state_of(card, number)
            if before[0]:
                gains.append([factor * (after - self.values[before]) for after in self.values.posts(before)])
        return array("d", map(max, zip(*gains, strict=True)))
