"""Distributions of the points to come, compared with published figures, the kernel's with numpy's, and with brute
force.
"""

from array import array
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import sqrt

import numpy as np
import pytest

from h89yahtzee.game import categories
from h89yahtzee.game.rules import H89, OFFICIAL, QUIZ, YACHT_DICE, RuleSet, rule_set
from h89yahtzee.solver import distributions
from h89yahtzee.solver.backend import backend, silent
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.distributions import LENGTH, Distributions, final_distribution, highest_chance, worth
from h89yahtzee.solver.values import Values, solve, solved
from tests.game.variants import name_of, variants
from tests.naming import naming
from tests.parameters import few_fast
from tests.solver.backends import by_both, computed_by, needs_kernel, solvable
from tests.solver.toys import TOYS, brute_force

VARIANTS = [rules for rules in variants() if rules.columns == 1]


class OpenRows(dict[int, int]):
    """Open rows as bits, by a card's number of rows; for an unlisted number, those of 13 rows and the last row."""

    def __missing__(self, rows: int) -> int:
        return self[13] | 1 << (rows - 1)


FEW_ROWS = OpenRows({12: 0b100000000100, 13: 0b1000001000100, 15: 0b100000000000100})
"""An upper row and one or two lower ones."""

ROWS = OpenRows({12: 0b110010100100, 13: 0b1000101000101, 15: 0b100010100010001})
"""Some upper rows and some lower ones; the Yahtzee box isn't among them if extra Yahtzees count by the rules."""
WITH_YAHTZEE = OpenRows({12: 0b100001000010, 13: 0b0100010100001, 15: 0b100000000100010})


@cache
def finals_of(rules: RuleSet) -> tuple[float, ...]:
    return tuple(final_distribution(solved(rules)))


def deviation(chances: tuple[float, ...]) -> float:
    mean = sum(score * chance for score, chance in enumerate(chances))
    return sqrt(sum((score - mean) ** 2 * chance for score, chance in enumerate(chances)))


@needs_kernel
@pytest.mark.slow
@pytest.mark.timeout(300)
class TestPublishedFigures:
    """Published figures of the final score's distribution under play for the highest expected score."""

    @pytest.mark.parametrize(("rules", "expected"), [(H89, 39.8208), (OFFICIAL, 59.6079)], ids=["h89", "official"])
    def test_standard_deviation(self, rules: RuleSet, expected: float) -> None:
        assert deviation(finals_of(rules)) == pytest.approx(expected, abs=6e-5)

    @pytest.mark.parametrize(
        ("rules", "percentiles"),
        [
            (OFFICIAL, {1: 151, 5: 180, 10: 194, 25: 217, 50: 248, 75: 272, 90: 318, 95: 388, 99: 474}),
            (H89, {5: 180, 50: 247, 95: 316, 99: 327}),
        ],
        ids=["official", "h89"],
    )
    def test_percentiles(self, rules: RuleSet, percentiles: dict[int, int]) -> None:
        at_most = list(accumulate(finals_of(rules)))
        found = {part: next(n for n, sum_ in enumerate(at_most) if sum_ >= part / 100) for part in percentiles}
        assert found == percentiles

    def test_highest_score_that_can_come_about(self) -> None:
        assert max(score for score, chance in enumerate(finals_of(H89)) if chance) == 375

    @pytest.mark.parametrize(
        ("score", "chance"),
        [(150, 0.9912), (200, 0.8636), (250, 0.4837), (300, 0.1433), (350, 0.0724), (400, 0.0383), (500, 0.0072)],
    )
    def test_chances_of_a_score(self, score: int, chance: float) -> None:
        assert sum(finals_of(OFFICIAL)[score:]) == pytest.approx(chance, abs=6e-5)

    @pytest.mark.parametrize("rules", [H89, OFFICIAL, YACHT_DICE], ids=name_of)
    def test_mean_is_the_expected_score(self, rules: RuleSet) -> None:
        mean = sum(score * chance for score, chance in enumerate(finals_of(rules)))
        assert mean == pytest.approx(solved(rules).start(), abs=1e-5)

    def test_highest_chance_of_a_score(self) -> None:
        assert highest_chance(column_of(OFFICIAL), 150) == pytest.approx(0.9979, abs=6e-5)


@needs_kernel
@pytest.mark.parametrize("width", [1, 8])
@pytest.mark.parametrize(
    "rows",
    [FEW_ROWS, pytest.param(ROWS, marks=pytest.mark.slow), pytest.param(WITH_YAHTZEE, marks=pytest.mark.slow)],
    ids=["few", "filled", "open"],
)
@pytest.mark.parametrize("rules", few_fast(2, VARIANTS), ids=name_of)
def test_kernel_and_numpy_agree(rules: RuleSet, width: int, rows: dict[int, int]) -> None:
    values = solved(rules)
    within = rows[values.column.rows]
    compiled = distributions.distributions(values, width, within)
    with computed_by("numpy"):
        in_numpy = distributions.distributions(values, width, within)
    assert compiled.layout.first == in_numpy.layout.first
    assert compiled.layout.bins == in_numpy.layout.bins
    assert np.abs(np.array(compiled.masses) - np.array(in_numpy.masses)).max() < 1e-6


@pytest.mark.parametrize("rules", solvable(VARIANTS, fast=2), ids=name_of)
@pytest.mark.parametrize(("width", "tolerance"), [(1, 1e-4), (8, 0.05)])
def test_means_are_the_values(rules: RuleSet, width: int, tolerance: float) -> None:
    values = solved(rules)
    rows = ROWS[values.column.rows]
    found = distributions.distributions(values, width, rows, most_extras=12)
    states = [
        (rows, holding, total)
        for holding in range(values.column.holdings)
        for total in range(values.column.totals)
        if found.layout.place((rows, holding, total))[0] >= 0
    ]
    assert states
    for state in states:
        assert found.moments(state)[0] == pytest.approx(values[state], abs=tolerance)


TOY = RuleSet("toy", (categories.TWOS, categories.SIXES, categories.CHANCE), 7, 12, dice=2, rerolls=1)
"""Rules small enough for trying every way to play, with an upper bonus."""
TOY_COLUMN = column_of(TOY)


Points = dict[int, Fraction]
"""Probabilities by numbers of points."""


def brute_force_turn(open_rows: tuple[int, ...], total: int) -> tuple[Fraction, Points]:
    """The value of a state and the distribution of the points to come, over all ordered outcomes of the dice."""
    if not open_rows:
        return Fraction(0), {0: Fraction(1)}
    return brute_force_dice(open_rows, total, (), TOY.rerolls + 1)


def post(
    open_rows: tuple[int, ...], total: int, dice: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield for each open row the points of a post there, then the open rows and the upper total after it."""
    for row in open_rows:
        points, after = TOY.categories[row].score(dice), total
        if TOY.categories[row].face:
            after = min(total + points, TOY.upper_bonus_at)
            points += TOY.upper_bonus * (total < TOY.upper_bonus_at == after)
        yield points, tuple(other for other in open_rows if other != row), after


@cache
def brute_force_dice(
    open_rows: tuple[int, ...], total: int, kept: tuple[int, ...], rolls_left: int
) -> tuple[Fraction, Points]:
    """The mean value and distribution over all outcomes of the dice not `kept`, each outcome then played best."""
    outcomes = list(product(range(1, 7), repeat=TOY.dice - len(kept)))
    value = Fraction(0)
    points: Points = {}
    for outcome in outcomes:
        best = brute_force_choice(open_rows, total, (*kept, *outcome), rolls_left - 1)
        value += best[0] / len(outcomes)
        for score, chance in best[1].items():
            points[score] = points.get(score, Fraction(0)) + chance / len(outcomes)
    return value, points


@cache
def brute_force_choice(
    open_rows: tuple[int, ...], total: int, dice: tuple[int, ...], rolls_left: int
) -> tuple[Fraction, Points]:
    choices = []
    for points, left, after in post(open_rows, total, dice):
        value, to_come = brute_force_turn(left, after)
        choices.append((points + value, {points + score: chance for score, chance in to_come.items()}))
    if rolls_left:
        keeps = {tuple(sorted(keep)) for size in range(TOY.dice) for keep in combinations(dice, size)}
        choices += [brute_force_dice(open_rows, total, keep, rolls_left) for keep in keeps]
    return max(choices, key=lambda choice: choice[0])


@by_both
def test_final_distribution_is_that_of_brute_force(name: str) -> None:
    _, expected = brute_force_turn((0, 1, 2), 0)
    with computed_by(name):
        found = final_distribution(solve(TOY))
    mean = sum(score * chance for score, chance in enumerate(found))
    assert mean == pytest.approx(float(sum(score * chance for score, chance in expected.items())), abs=1e-6)
    for score, chance in enumerate(found):
        assert chance == pytest.approx(float(expected.get(score, 0)), abs=1e-6), score


@by_both
@pytest.mark.parametrize("toy", [toy for toy in TOYS if toy != "extra turn"])
def test_mean_of_toy_rules_is_that_of_brute_force(toy: str, name: str) -> None:
    """The toy with extra turns is left out: distributions neglect extra Yahtzees beyond the number of rows."""
    column = TOYS[toy]
    with computed_by(name):
        found = final_distribution(Values(column, backend().solve(column, silent)))
    expected = brute_force(column).state(frozenset(range(column.rows)), 0, 0)
    assert sum(score * chance for score, chance in enumerate(found)) == pytest.approx(float(expected), abs=1e-5)


@cache
def brute_force_reach(
    open_rows: tuple[int, ...], total: int, lacking: int, dice: tuple[int, ...], rolls_left: int
) -> Fraction:
    """The highest chance of making the `lacking` points, with `rolls_left` to come.

    If `dice` are fewer than all, they are those that were kept, and the others are rolled first.
    """
    if lacking <= 0:
        return Fraction(1)
    if not open_rows:
        return Fraction(0)
    if len(dice) < TOY.dice:
        outcomes = list(product(range(1, 7), repeat=TOY.dice - len(dice)))
        chances = [
            brute_force_reach(open_rows, total, lacking, (*dice, *outcome), rolls_left - 1) for outcome in outcomes
        ]
        return sum(chances, Fraction(0)) / len(outcomes)
    choices = [
        brute_force_reach(left, after, lacking - points, (), TOY.rerolls + 1)
        for points, left, after in post(open_rows, total, dice)
    ]
    if rolls_left:
        keeps = {tuple(sorted(keep)) for size in range(TOY.dice) for keep in combinations(dice, size)}
        choices += [brute_force_reach(open_rows, total, lacking, keep, rolls_left) for keep in keeps]
    return max(choices)


@by_both
def test_highest_chance_is_that_of_brute_force(name: str) -> None:
    for score in (0, 1, 9, 16, 20, 26, 34, 35, 36):
        expected = brute_force_reach((0, 1, 2), 0, score, (), TOY.rerolls + 1)
        with computed_by(name), naming(score):
            assert highest_chance(TOY_COLUMN, score) == pytest.approx(float(expected), abs=1e-6)


def few_rows(rules: RuleSet) -> Column:
    """A column of three rows, one of them Yahtzee, with what the rules say of extra Yahtzees."""
    rows = (categories.SIXES, categories.YAHTZEE, categories.LARGE_STRAIGHT)
    return column_of(replace(rules, categories=rows, column_choices=(), bonus_choices=()))


@needs_kernel
@pytest.mark.parametrize("rules", [OFFICIAL, QUIZ, rule_set("quintzee", 1, "extra-turn")], ids=name_of)
@pytest.mark.parametrize("score", few_fast(2, [150, 300, 40, 100, 190]))
def test_highest_chances_of_kernel_and_numpy_agree(rules: RuleSet, score: int) -> None:
    column = few_rows(rules)
    compiled = highest_chance(column, score)
    with computed_by("numpy"):
        assert highest_chance(column, score) == pytest.approx(compiled, abs=1e-6)


def late(rules: RuleSet, width: int = 1) -> Distributions:
    values = solved(rules)
    return distributions.distributions(values, width, ROWS[values.column.rows])


@by_both
def test_finals_are_the_masses_further_up(name: str) -> None:
    found = late(OFFICIAL)
    state = (ROWS[13], 1, 20)
    with computed_by(name):
        finals = found.finals([state], [30])
    row = list(found.row(state))
    assert list(finals)[30 : 30 + len(row)] == pytest.approx(row)
    assert sum(finals) == pytest.approx(1)


@by_both
def test_finals_on_a_grid_have_the_same_mean(name: str) -> None:
    found = late(OFFICIAL, 8)
    state = (ROWS[13], 0, 20)
    with computed_by(name):
        finals = found.finals([state], [100])
    assert sum(points * chance for points, chance in enumerate(finals)) == pytest.approx(
        100 + found.moments(state)[0]
    )


@by_both
def test_a_win_is_shared_by_those_who_are_level(name: str) -> None:
    """One rival ends 5 or 10 points up, each with a probability of one half, the other 10 points up for certain."""
    one, other = array("d", [0.0]) * LENGTH, array("d", [0.0]) * LENGTH
    one[5] = one[10] = 0.5
    other[10] = 1.0
    with computed_by(name):
        found = worth([one, other])
    assert found[9] == pytest.approx(0, abs=1e-4)
    assert found[10] == pytest.approx(0.5 / 2 + 0.5 / 3, abs=1e-4)
    assert found[11] == pytest.approx(1, abs=1e-4)


@by_both
@pytest.mark.parametrize("state", [(ROWS[13], 0, 20), (ROWS[13], 1, 45)])
def test_posts_are_worth_the_points_where_points_are_what_counts(name: str, state: tuple[int, int, int]) -> None:
    """If ending n points up is worth n, a post is worth its expected points, as the values say."""
    found = late(OFFICIAL)
    with computed_by(name):
        posts, _ = found.judge(state, array("f", range(LENGTH)))
    assert list(posts) == pytest.approx(list(solved(OFFICIAL).posts(state)), abs=1e-3)


def test_mean_worth_is_the_mean_over_the_row() -> None:
    found = late(OFFICIAL)
    state = (ROWS[13], 0, 20)
    worths = array("f", [points * points for points in range(LENGTH)])
    mean, variance = found.moments(state)
    assert found.mean_worth(state, 7, worths) == pytest.approx(variance + (mean + 7) ** 2, rel=1e-4)
