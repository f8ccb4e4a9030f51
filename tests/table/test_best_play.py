"""How many of 100 games of best play end below a total: compared with published figures and the exact
distribution."""

from itertools import accumulate

import pytest

from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet
from h89yahtzee.solver.distributions import final_distribution
from h89yahtzee.solver.values import solved
from h89yahtzee.table.daily import games_below
from tests.game.variants import name_of, variants
from tests.solver.backends import needs_kernel

VARIANTS = [rules for rules in variants() if rules.columns == 1]


@pytest.mark.parametrize(
    ("rules", "percentiles"),
    [
        (OFFICIAL, {1: 151, 5: 180, 10: 194, 25: 217, 50: 248, 75: 272, 90: 318, 95: 388, 99: 474}),
        (H89, {5: 180, 50: 247, 95: 316, 99: 327}),
    ],
    ids=["official", "h89"],
)
def test_published_percentiles(rules: RuleSet, percentiles: dict[int, int]) -> None:
    """For a part of n games in 100, the published total is one that n games reach at most: all n are below the next
    total."""
    for part, total in percentiles.items():
        assert games_below(rules, total) < part <= games_below(rules, total + 1)


def test_ends() -> None:
    assert (games_below(YACHT, 0), games_below(YACHT, 400)) == (0, 99)


@needs_kernel
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_exact_distribution(rules: RuleSet) -> None:
    below = [0.0, *accumulate(final_distribution(solved(rules)))]
    for total, part in enumerate(below):
        # Where a share is a whole number of games but for rounding, that number and the one below are both right.
        assert games_below(rules, total) in {int(100 * part - 1e-4), min(99, int(100 * part + 1e-4))}
