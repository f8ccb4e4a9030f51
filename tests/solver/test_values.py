"""Expected scores under best play, compared with published ones, between kernel and numpy, with brute force."""

from __future__ import annotations

import resource
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game import categories
from h89yahtzee.game.rules import H89, OFFICIAL, QUIZ, RULE_SETS, TRIPLE, YACHT, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.solver import kernel, numpy_values
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.values import solved
from tests.game.by_hand import BY_HAND
from tests.game.variants import name_of, variants
from tests.solver.backends import marks_to_solve, needs_kernel
from tests.solver.toys import TOYS, brute_force

ONE_COLUMN = [rules for rules in variants() if rules.columns == 1]


_SLOW = {"free-choice", "quintzee", "quiz", "yatzy"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[*marks_to_solve(RULE_SETS[name]), *([pytest.mark.slow] if name in _SLOW else [])])
        for name in BY_HAND
    ],
)
def test_value_is_the_published_one_and_that_of_the_start_page(name: str) -> None:
    value, rules = BY_HAND[name].value, RULE_SETS[name]
    digits = len(str(value).split(".")[1])
    assert round(solved(rules).start(), digits) == value
    assert rules.columns > 1 or round(value, 2) == rules.mean


OPEN_SPIEL_YACHT = RuleSet(
    "open-spiel-yacht",
    (
        *categories.UPPER,
        categories.YACHT_FULL_HOUSE,
        categories.FOUR_OF_A_KIND,
        *(categories.LITTLE_STRAIGHT, categories.BIG_STRAIGHT, categories.CHOICE, categories.YACHT),
    ),
    upper_bonus=0,
    upper_bonus_at=0,
)
"""Yacht as OpenSpiel scores it: four of a kind is the sum of all five dice, and a Yacht is a full house too."""


def test_yacht_of_openspiel_has_its_published_value() -> None:
    assert round(solved(OPEN_SPIEL_YACHT).start(), 9) == 169.798705499


@needs_kernel
def test_triple_is_solved_by_the_column() -> None:
    """The mean is what the value net says of an empty card, and what 2,000 games made (docs/measurements.md)."""
    assert solved(TRIPLE).start() == solved(QUIZ).start()
    assert TRIPLE.mean == round(optimal(TRIPLE).expectation(Scorecard.empty(TRIPLE))) == round(1737.1)


@needs_kernel
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("rules", [YACHT, OFFICIAL], ids=name_of)
def test_kernel_and_numpy_agree_on_every_state(rules: RuleSet) -> None:
    column = column_of(rules)
    compiled, in_numpy = np.array(kernel.solve(column)), np.array(numpy_values.solve(column))
    assert np.count_nonzero(compiled) > 4000
    assert np.array_equal(compiled == 0, in_numpy == 0)
    assert np.abs(compiled - in_numpy).max() < 1e-9


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("rules", ONE_COLUMN, ids=name_of)
def test_kernel_and_numpy_agree_on_a_tenth_of_all_steps(rules: RuleSet) -> None:
    """For a tenth of the sets of open rows numpy computes values from the kernel's values of later states."""
    column = column_of(rules)
    compiled = np.array(kernel.solve(column))
    every = (1 << column.rows) - 1
    chosen = [*Random(rules.name).sample(range(1, every), every // 10), every]
    states, places, lanes = numpy_values._classes_of_states(column, chosen)
    in_numpy = numpy_values._turn_values(states, compiled)[lanes]
    assert in_numpy.min() > 0
    assert np.abs(compiled[places] - in_numpy).max() < 1e-9


@needs_kernel
def test_number_of_threads_makes_no_difference() -> None:
    column = column_of(YACHT)
    assert kernel.solve(column, threads=1) == kernel.solve(column, threads=7) == kernel.solve(column)


SMALL_STACKS = """
from resource import RLIMIT_STACK, getrlimit, setrlimit
setrlimit(RLIMIT_STACK, ({}, getrlimit(RLIMIT_STACK)[1]))
from h89yahtzee.game.rules import YACHT
from h89yahtzee.solver import kernel
from h89yahtzee.solver.distributions import final_distribution
from h89yahtzee.solver.values import solve
values = solve(YACHT)
print(len(kernel.simulate(values.column, values.table, games=1000, seed=1, threads=3)))
print(round(sum(final_distribution(values)), 6))
"""
"""A program that lets its main thread's stack grow again; stacks of new threads stay as small as the limit with
which the program began.
"""


@needs_kernel
@pytest.mark.slow
def test_threads_have_room_where_the_system_gives_them_little() -> None:
    """musl gives a thread a stack of 128 KB, and so does glibc if that is the limit of the program's stack."""
    limit = resource.getrlimit(resource.RLIMIT_STACK)
    begun = subprocess.run(
        ["sh", "-c", 'ulimit -S -s 128 && exec "$@"', "sh", sys.executable, "-c", SMALL_STACKS.format(limit[0])],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert (begun.returncode, begun.stdout) == (0, "1000\n1.0\n")


@pytest.mark.parametrize("column", TOYS.values(), ids=TOYS)
@pytest.mark.parametrize(
    "solve",
    [pytest.param(kernel.solve, marks=needs_kernel, id="kernel"), numpy_values.solve],
    ids=["kernel", "numpy"],
)
def test_toy_rules_by_brute_force(column: Column, solve: Callable[[Column], array[float]]) -> None:
    brute, values = brute_force(column), solve(column)
    solved_states = 0
    for index, value in enumerate(values):
        if value:
            open_rows, holding, total = state_at(column, index)
            rows = frozenset(row for row in range(column.rows) if open_rows >> row & 1)
            assert value == pytest.approx(float(brute.state(rows, holding, total)), abs=1e-9)
            solved_states += 1
    assert solved_states >= (1 << column.rows) - 1


def state_at(column: Column, index: int) -> tuple[int, int, int]:
    rest, total = divmod(index, column.totals)
    return *divmod(rest, column.holdings), total


@needs_kernel
@settings(max_examples=10)
@given(st.lists(st.floats(0, 100), min_size=252, max_size=252))
def test_keeps_of_any_rolls_are_worth_the_same_in_both(posts: list[float]) -> None:
    column, values = column_of(H89), array("d", posts)
    assert kernel.turn(column, values) == pytest.approx(numpy_values.turn(column, values), abs=1e-9)
