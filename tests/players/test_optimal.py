"""The player with the highest expected score: what its values must add up to, and what its games come to."""

from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game.dice import FACES
from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import kept_dice
from h89yahtzee.solver import kernel
from h89yahtzee.solver.values import solved
from tests.game.variants import SEEDS, SOURCES, name_of, played, shortened, variants
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel

any_rules = st.sampled_from([shortened(rules) for rules in variants() if rules.columns == 1])


def any_state(rules: RuleSet, seed: int, source: Random) -> GameState:
    """A random state of a game of random actions."""
    return source.choice([state for state, _, _ in played(rules, 1, seed, source)])


def optimal(rules: RuleSet) -> Optimal:
    return Optimal(solved(rules))


@settings(max_examples=2)
@given(any_rules, SEEDS, SOURCES)
def test_first_rolls_are_worth_on_average_what_the_card_is(rules: RuleSet, seed: int, source: Random) -> None:
    state = replace(any_state(rules, seed, source), rolls_left=rules.rerolls)
    player, keeps = optimal(rules), solved(rules).column.keeps
    bests = [player.analysis(replace(state, dice=roll)).best.value for roll in keeps.rolls]
    mean = sum(chance * best for chance, best in zip(keeps.chances(), bests, strict=True))
    assert mean == pytest.approx(state.card.total() + solved(rules).of(state.card), abs=1e-9)


@settings(max_examples=3)
@given(any_rules, SEEDS, SOURCES, st.integers(1, 2))
def test_roll_is_worth_the_mean_of_what_it_leads_to(
    rules: RuleSet, seed: int, source: Random, rolls_left: int
) -> None:
    state = replace(any_state(rules, seed, source), rolls_left=rolls_left)
    analysis = optimal(rules).analysis(state)
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll) and len(action.positions) < 3]
    roll = source.choice(rolls)
    kept = kept_dice(state.dice, roll)
    outcomes = [
        optimal(rules).analysis(replace(state, dice=(*kept, *fresh), rolls_left=rolls_left - 1)).best.value
        for fresh in product(FACES, repeat=len(roll.positions))
    ]
    assert analysis.option(state, roll).value == pytest.approx(fmean(outcomes), abs=1e-9)


@settings(max_examples=3)
@given(any_rules, SEEDS, SOURCES)
def test_posting_is_worth_what_is_on_the_card_then_and_what_is_to_come(
    rules: RuleSet, seed: int, source: Random
) -> None:
    state = any_state(rules, seed, source)
    analysis = optimal(rules).analysis(state)
    scores = {option.action.box: option.value for option in analysis.options if isinstance(option.action, Score)}
    assert set(scores) == set(state.legal_boxes())
    for box, value in scores.items():
        after = state.card_after(box)
        to_come = solved(rules).of(after) if after.open_boxes() else 0
        assert value == pytest.approx(after.total() + to_come, abs=1e-9)


@settings(max_examples=6)
@given(any_rules, SEEDS, SOURCES)
def test_every_action_is_an_option_and_the_decision_loses_nothing(
    rules: RuleSet, seed: int, source: Random
) -> None:
    state = any_state(rules, seed, source)
    player = optimal(rules)
    analysis = player.analysis(state)
    losses = {action: analysis.loss(state, action) for action in state.legal_actions()}
    assert min(losses.values()) == 0
    assert losses[player.decide(state).action] == 0
    assert len(analysis.options) == len(set(analysis.options)) <= len(losses)


def test_equal_values_post_before_they_roll() -> None:
    state = parse_position("rules h89 dice 66666 rolls 2").state()
    assert optimal(H89).decide(state).action == Score(state.legal_boxes()[H89.row("yahtzee")])


@needs_kernel
@pytest.mark.parametrize(
    ("rules", "games"),
    few_fast(1, [(YACHT, 20_000), *((rules, 100_000) for rules in (H89, OFFICIAL, YACHT))]),
    ids=lambda it: name_of(it) if isinstance(it, RuleSet) else str(it),
)
def test_mean_of_many_games_is_the_expected_score(rules: RuleSet, games: int) -> None:
    values = solved(rules)
    scores = kernel.simulate(values.column, values.table, games=games, seed=1)
    assert abs(fmean(scores) - values.start()) < 3 * pstdev(scores) / sqrt(len(scores))
    assert kernel.simulate(values.column, values.table, games=1000, seed=1, threads=3) == scores[:1000]
