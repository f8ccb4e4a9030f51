"""The sequential probability ratio test (SPRT) of two bots: it ends as soon as either of two strengths is refuted.

Elo is logistic, as in OpenBench, and in fastchess with `model=logistic`: a bot that is E ahead has an expected
score of 1 / (1 + 10^(-E / 400)) in a game. fastchess' normalised Elo, which is by the spread of the results, isn't
used: whether a lead is worth having doesn't depend on how many games are drawn.

The test is the generalised one (GSPRT): how likely results are under a hypothesis is maximised over all their
distributions with the score that it says, exactly and not by the normal approximation. Van den Bergh, "A practical
introduction to the GSPRT", has the equation that is solved here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, log, log10

MOST = 1000.0
"""Elo of a hypothesis, at most."""
ERROR_RATE = 0.05
_EVEN = 0.5
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The first bot is `elo0` or less ahead of the second (H0), or `elo1` or more (H1).

    If H0 is true, H1 is accepted in a share `alpha` of all tests at most; if H1 is true, H0 in a share `beta`.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE

    @property
    def is_valid(self) -> bool:
        """Whether it can be tested; the strengths are such that both are distinct expected scores."""
        rates = 0 < min(self.alpha, self.beta) <= max(self.alpha, self.beta) < _EVEN
        return rates and -MOST <= self.elo0 < self.elo1 <= MOST

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: H0 is accepted at a log-likelihood ratio up to the first, H1 from the second on."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(slots=True)
class SequentialTest:
    """The test as far as it is; `counts` are of results from the worst to the best: of games or of pairs of games.

    A pair is two games with each other's dice.
    """

    hypotheses: Hypotheses
    is_of_pairs: bool
    counts: list[int] = field(init=False)
    llr: float = 0.0
    games: int = 0
    _first_of_pair: int = 0

    def __post_init__(self) -> None:
        self.counts = [0] * (5 if self.is_of_pairs else 3)

    @property
    def accepted(self) -> int | None:
        """0 or 1, or None as long as neither hypothesis is accepted."""
        low, high = self.hypotheses.bounds
        return 0 if self.llr <= low else 1 if self.llr >= high else None

    def count(self, result: int) -> int | None:
        """Count the next game, 1 if the first bot has won it, 0 for a draw, -1, and say what is accepted."""
        self.games += 1
        if self.is_of_pairs and self.games % 2:
            self._first_of_pair = result
        else:
            even = len(self.counts) // 2
            self.counts[even + result + (self._first_of_pair if self.is_of_pairs else 0)] += 1
            self.llr = log_likelihood_ratio(self.counts, self.hypotheses)
        return self.accepted

    def elo(self) -> float | None:
        """The lead by all results counted; None if there are none, infinite if all are the same way."""
        results = sum(self.counts)
        scores = sum(count * score for count, score in zip(self.counts, _scores(len(self.counts)), strict=True))
        return elo(scores / results) if results else None


def elo(score: float) -> float:
    """How far ahead somebody with this expected score is."""
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return 400 * log10(score / (1 - score))


def expected_score(ahead: float) -> float:
    return float(1 / (1 + 10 ** (-ahead / 400)))


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses) -> float:
    """How much likelier these counts are by the second hypothesis, as a natural logarithm."""
    low, high = (expected_score(ahead) for ahead in (hypotheses.elo0, hypotheses.elo1))
    return _log_likelihood(counts, high) - _log_likelihood(counts, low)


def _log_likelihood(counts: Sequence[int], score: float) -> float:
    """The largest log-likelihood of a distribution with this mean, but for a constant.

    Its shares are proportional to count / (1 + slope * deviation). Where no slope gives the right mean, the rest is
    that of an extreme result that hasn't come up: the slope at which its denominator is 0.
    """
    deviations = [result - score for result in _scores(len(counts))]
    pairs = [(count, deviation) for count, deviation in zip(counts, deviations, strict=True) if count]
    low, high = -1 / deviations[-1], -1 / deviations[0]
    for _ in range(_STEPS):
        slope = (low + high) / 2
        if sum(count * deviation / (1 + slope * deviation) for count, deviation in pairs) > 0:
            low = slope
        else:
            high = slope
    return -sum(count * log(1 + slope * deviation) for count, deviation in pairs)


def _scores(results: int) -> list[float]:
    """The scores of so many results, from 0 to 1."""
    return [result / (results - 1) for result in range(results)]
