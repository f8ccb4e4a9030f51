"""The sequential probability ratio test (SPRT) of two bots, which ends as soon as it accepts one of two hypotheses.

A lead in Elo is logistic, as in OpenBench, and as in fastchess with `model=logistic`. That means: if a bot has a
lead of E over another bot, its expected score in a game (a win is 1, a draw 1/2) is 1 / (1 + 10^(-E / 400)).
fastchess also has a normalised Elo, which depends on the spread of the results, and so on the share of drawn games.
It isn't used here, since a lead in score is worth the same whether many or few games are drawn.

The test is the generalised one (GSPRT). A hypothesis tells only the expected score; the likelihood of the results
under it is the greatest likelihood under any distribution that has this expected score. It is computed exactly, not
by the normal approximation. Van den Bergh, "A practical introduction to the GSPRT", has the equation that is solved
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, log, log10

MOST = 1000.0
"""The largest lead in Elo, of either bot, that a hypothesis may assume."""
ERROR_RATE = 0.05
_EVEN = 0.5
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The two hypotheses of a test: H0 says that the first bot's lead over the second is at most `elo0`, H1 that it
    is at least `elo1`, both in Elo.

    If H0 is true, at most a share `alpha` of tests accept H1; if H1 is true, at most a share `beta` accept H0.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE

    @property
    def is_valid(self) -> bool:
        """Whether the hypotheses can be tested: `elo0` is below `elo1`, and all numbers are in their ranges."""
        rates = 0 < min(self.alpha, self.beta) <= max(self.alpha, self.beta) < _EVEN
        return rates and -MOST <= self.elo0 < self.elo1 <= MOST

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's two bounds of the log-likelihood ratio: H0 is accepted if the ratio is at or below the first
        bound, H1 if it is at or above the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass(slots=True)
class SequentialTest:
    """A running test. `counts` tells how often each possible result has occurred, in the order from the worst
    result for the first bot to the best. `llr` is the log-likelihood ratio.

    A result is that of one game or, if the test `is_of_pairs`, the sum of the results of two games between which
    the bots swap their dice.
    """

    hypotheses: Hypotheses
    is_of_pairs: bool
    counts: list[int] = field(init=False)
    llr: float = 0.0
    games: int = 0
    _first_of_pair: int = 0

    def __post_init__(self) -> None:
        self.counts = [0 for _ in range(5 if self.is_of_pairs else 3)]

    @property
    def accepted(self) -> int | None:
        """The number of the accepted hypothesis, 0 or 1, or None while neither is accepted."""
        low, high = self.hypotheses.bounds
        return 0 if self.llr <= low else 1 if self.llr >= high else None

    def count(self, result: int) -> int | None:
        """Count a game: 1 for a win of the first bot, 0 for a draw, -1 for a loss. Return `accepted`."""
        self.games += 1
        if self.is_of_pairs and self.games % 2:
            self._first_of_pair = result
        else:
            even = len(self.counts) // 2
            self.counts[even + result + (self._first_of_pair if self.is_of_pairs else 0)] += 1
            self.llr = log_likelihood_ratio(self.counts, self.hypotheses)
        return self.accepted

    def elo(self) -> float | None:
        """Return the first bot's lead in Elo; None without results, infinite if all are wins or all are losses."""
        results = sum(self.counts)
        scores = sum(count * score for count, score in zip(self.counts, _scores(len(self.counts)), strict=True))
        return elo(scores / results) if results else None


def elo(score: float) -> float:
    """Return the lead in Elo of a bot with this expected score."""
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return 400 * log10(score / (1 - score))


def expected_score(ahead: float) -> float:
    return float(1 / (1 + 10 ** (-ahead / 400)))


def log_likelihood_ratio(counts: Sequence[int], hypotheses: Hypotheses) -> float:
    """Return the log-likelihood of `counts` under H1, less their log-likelihood under H0 (natural logarithms)."""
    low, high = (expected_score(ahead) for ahead in (hypotheses.elo0, hypotheses.elo1))
    return _log_likelihood(counts, high) - _log_likelihood(counts, low)


def _log_likelihood(counts: Sequence[int], score: float) -> float:
    """Return the largest log-likelihood of `counts` under any distribution with the mean `score`, less a constant
    that depends on the counts alone.

    The likeliest distribution gives each result a probability proportional to count / (1 + slope * deviation),
    where the deviation is the result's score less `score`. Usually one slope gives the right mean. If none does,
    the worst or the best result, which then has a count of 0, has the rest of the probability; the slope is then
    the one at which 1 + slope * deviation is 0 for this result.
    """
    deviations = [result - score for result in _scores(len(counts))]
    pairs = [(count, deviation) for count, deviation in zip(counts, deviations, strict=True) if count]
    # The sum falls as the slope rises, so halving the interval finds the slope at which the sum is 0.
    low, high = -1 / deviations[-1], -1 / deviations[0]
    for _ in range(_STEPS):
        slope = (low + high) / 2
        if sum(count * deviation / (1 + slope * deviation) for count, deviation in pairs) > 0:
            low = slope
        else:
            high = slope
    return -sum(count * log(1 + slope * deviation) for count, deviation in pairs)


def _scores(results: int) -> list[float]:
    """Return the scores of all possible results, equally spaced from 0 to 1; `results` is the number of results."""
    return [result / (results - 1) for result in range(results)]
