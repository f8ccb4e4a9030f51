"""The sequential test: likelihood ratios by brute force, and how often it is wrong by simulation."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import inf, log
from random import Random

import pytest

from h89yahtzee.arena.ratings import sequential_test
from h89yahtzee.arena.ratings.sequential_test import Hypotheses, SequentialTest, elo, log_likelihood_ratio

TESTS = 2000
GRID = 9
STEPS = 40


def score_of(ahead: float) -> float:
    return float(1 / (1 + 10 ** (-ahead / 400)))


def shares(mean: float, free: Sequence[float]) -> list[float]:
    """The distribution over equally spaced scores with this mean, given all shares but the outer ones."""
    last = len(free) + 1
    above = mean - sum(share * number / last for number, share in enumerate(free, 1))
    return [1 - sum(free) - above, *free, above]


def likelihood(counts: Sequence[int], mean: float, free: Sequence[float]) -> float:
    pairs = [*zip(counts, shares(mean, free), strict=True)]
    if any(share < 0 or (share == 0 and count) for count, share in pairs):
        return -inf
    return sum(count * log(share) for count, share in pairs if count)


def largest(counts: Sequence[int], mean: float) -> float:
    """The largest log-likelihood of all distributions with this mean, on a grid that closes in on it."""
    middle, width = [0.5] * (len(counts) - 2), 0.5
    best = -inf
    for _ in range(STEPS):
        axes = [[min(1, max(0, at + width * (2 * step / (GRID - 1) - 1))) for step in range(GRID)] for at in middle]
        best, *middle = max((likelihood(counts, mean, free), *free) for free in product(*axes))
        width *= 0.75
    return best


@pytest.mark.parametrize(
    "counts",
    [(1, 0, 0), (0, 1, 0), (0, 0, 3), (2, 1, 3), (5, 0, 1), (0, 4, 2), (1, 0, 2, 0, 1), (0, 0, 1, 2, 3)],
)
@pytest.mark.parametrize("strengths", [(0, 10), (-30, 120)])
def test_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...], strengths: tuple[int, int]) -> None:
    low, high = map(score_of, strengths)
    expected = largest(counts, high) - largest(counts, low)
    assert log_likelihood_ratio(counts, Hypotheses(*strengths)) == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(("lost", "won"), [(0, 1), (1, 0), (3, 5), (40, 60)])
def test_ratio_without_draws_is_that_of_a_coin(lost: int, won: int) -> None:
    low, high = score_of(5), score_of(25)
    expected = won * log(high / low) + lost * log((1 - high) / (1 - low))
    assert log_likelihood_ratio((lost, 0, won), Hypotheses(5, 25)) == pytest.approx(expected)


def test_bounds_are_wald_s() -> None:
    """With 5 % both ways they are the logarithm of 19; with 1 % and 20 % those of 0.2 / 0.99 and 0.8 / 0.01."""
    assert Hypotheses(0, 5).bounds == pytest.approx((-2.944439, 2.944439))
    assert Hypotheses(0, 5, 0.01, 0.2).bounds == pytest.approx((-1.599388, 4.382027))


def test_games_are_counted_by_result_or_in_pairs() -> None:
    single, pairs = SequentialTest(Hypotheses(0, 5), False), SequentialTest(Hypotheses(0, 5), True)
    for result in (1, 1, -1, 1, 0, -1, -1, -1, 0, 0, 1):
        single.count(result)
        pairs.count(result)
    assert (single.games, single.counts) == (11, [4, 3, 4])
    assert (pairs.games, pairs.counts) == (11, [1, 1, 2, 0, 1])
    assert single.elo() == 0
    assert SequentialTest(Hypotheses(0, 5), False).elo() is None


def test_elo_is_logistic() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0), elo(1)) == (-inf, inf)


def decided(terms: Hypotheses, is_of_pairs: bool, ahead: float, draws: float, source: Random) -> int | None:
    test, won = SequentialTest(terms, is_of_pairs), score_of(ahead) - draws / 2
    while test.accepted is None:
        drawn = source.random()
        test.count(1 if drawn < won else 0 if drawn < won + draws else -1)
    return test.accepted


@pytest.fixture
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratios are worked out once for the same counts, which come up over and over."""
    ratio: Callable[[tuple[int, ...], Hypotheses], float] = lru_cache(None)(log_likelihood_ratio)
    monkeypatch.setattr(sequential_test, "log_likelihood_ratio", lambda counts, terms: ratio(tuple(counts), terms))


@pytest.mark.slow
@pytest.mark.usefixtures("_remembered")
@pytest.mark.parametrize("is_of_pairs", [False, True], ids=["games", "pairs"])
@pytest.mark.parametrize("draws", [0.02, 0.3])
@pytest.mark.parametrize("ahead", [-30, 0, 80])
def test_error_rates_are_those_asked_for(ahead: float, draws: float, is_of_pairs: bool) -> None:
    """True strengths below the first hypothesis, at it and at the second: errors within two standard errors."""
    terms = Hypotheses(0, 80, alpha=0.05, beta=0.1)
    wrong, rate = (0, terms.beta) if ahead == terms.elo1 else (1, terms.alpha)
    source = Random(7)
    errors = sum(decided(terms, is_of_pairs, ahead, draws, source) == wrong for _ in range(TESTS))
    assert errors / TESTS <= rate + 2 * (rate * (1 - rate) / TESTS) ** 0.5
    assert ahead < 0 or errors / TESTS > rate / 3
