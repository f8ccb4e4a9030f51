"""The player for several columns without numpy: exact where only one column is left, and better than `greedy`."""

from __future__ import annotations

import pytest

from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.state import Score
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.optimal import ColumnsApart, Optimal
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.solver.values import solved
from h89yahtzee.table.match import Match
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel

pytestmark = needs_kernel


def begun(rules: RuleSet, seed: int = 5) -> Match:
    return Match(Setup((Player("ann"),), seed, rules))


def played(rules: RuleSet, seed: int, strategy: Strategy) -> int:
    match = begun(rules, seed)
    while not match.state.is_over:
        match.act(strategy.decide(match.state).action)
    return match.state.totals()[0]


@pytest.mark.parametrize("rules", few_fast(1, [rule_set("official"), rule_set("quintzee", 1, "extra-turn")]))
def test_one_column_is_judged_as_by_the_exact_player(rules: RuleSet) -> None:
    match, exact, apart = begun(rules), Optimal(solved(rules)), ColumnsApart(solved(rules))
    while not match.state.is_over:
        expected, found = exact.analysis(match.state).options, apart.analysis(match.state).options
        assert {option.action: option.value for option in found} == pytest.approx(
            {option.action: option.value for option in expected}, abs=1e-9
        )
        match.act(expected[0].action)


def test_the_last_open_column_is_worth_its_multiple_of_the_exact_value() -> None:
    """Only the second column of `triple` is open, which counts twice."""
    rules = rule_set("triple")
    match, apart, alone = begun(rules), ColumnsApart(solved(rules)), solved(rules)
    while any(box.column != 1 for box in match.state.card.open_boxes()):
        box = next(box for box in match.state.legal_boxes() if box.column != 1)
        match.act(Score(box))
    left = 2 * alone.of(match.state.card, 1)
    assert apart.expectation(match.state.card) == pytest.approx(match.state.totals()[0] + left)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [rule_set("triple"), rule_set("quintzee", 2, "extra-turn")])
def test_it_beats_greedy_with_the_same_dice(rules: RuleSet) -> None:
    ahead = [played(rules, seed, ColumnsApart(solved(rules))) - played(rules, seed, Greedy()) for seed in range(6)]
    assert sum(ahead) / len(ahead) > 30
