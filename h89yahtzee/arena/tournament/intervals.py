"""Confidence intervals that also hold for few games: the interval of Student for means, that of Bonett and Price
for leads.

The lead of a bot over another is its mean result, where a win is 1, a draw 0 and a loss -1. Several kinds of
interval for a lead were tried on all results of up to 80 games. Student's interval contains the true lead too
rarely if most games are drawn. Tango's interval and Bonett and Price's interval contain it too rarely if there are
few games and no draws. Here Bonett and Price's interval is widened until it also contains the exact interval, which
is computed from the wins and losses alone. The widened interval contains the true lead in at least 92.7 % of all
cases, for any true lead, and is about as wide as Student's.

The quantiles come from the incomplete beta function, whose continued fraction is in Numerical Recipes, 6.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, hypot, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

from h89yahtzee.arena.tournament.tally import Sample

CONFIDENCE = 0.95
PERCENTAGE = f"{100 * CONFIDENCE:.0f} %"
"""`CONFIDENCE` as a percentage, for texts."""
_TAIL = (1 - CONFIDENCE) / 2

_ROUNDING = 1 / 12
"""The least variance that scores are assumed to have: the variance of rounding to whole numbers.

Without this bound two equal scores would seem to show that all scores are equal.
"""
_NORMAL = 10**5
"""The number of degrees of freedom above which the normal distribution is used instead of Student's."""
_STEPS = 10**5
_TINY, _EXACT = 1e-300, 1e-15

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EstimatedMean:
    """A mean and its confidence interval, which is None if there are too few games.

    `p_value` is the chance of a mean at least as far from 0 as this one if the true mean is 0; it is below 1 -
    `CONFIDENCE` if the interval doesn't contain 0. `sign` is 1 or -1 if the function `judged` found the true mean
    to be above or below 0, else 0.
    """

    mean: float
    interval: Interval | None = None
    p_value: float = 1.0
    sign: int = 0


def judged(estimates: Sequence[EstimatedMean]) -> list[EstimatedMean]:
    """Return the estimates with `sign` set where Holm's method for several tests finds that the true mean isn't 0.

    If all true means are 0, the chance that any of the signs isn't 0 is at most 1 - `CONFIDENCE`.
    """
    signed = list(estimates)
    ranked = sorted((it.p_value, place) for place, it in enumerate(estimates) if it.interval is not None)
    for step, (p_value, place) in enumerate(ranked):
        if p_value > (1 - CONFIDENCE) / (len(ranked) - step):
            break
        signed[place] = replace(signed[place], sign=1 if signed[place].mean > 0 else -1)
    return signed


def of_mean(sample: Sample) -> EstimatedMean:
    """Estimate the mean of whole numbers whose distribution is nearly normal, from a sample."""
    mean, error = sample.mean(), _error(sample)
    return EstimatedMean(mean) if error is None else _estimated(mean, mean, error, sample.size - 1)


def _error(sample: Sample) -> float | None:
    error = sample.standard_error()
    return None if error is None else max(error, sqrt(_ROUNDING / sample.size))


def of_lead(sample: Sample) -> EstimatedMean:
    """Estimate a lead from a sample of results: 1 for a win, 0 for a draw, -1 for a loss.

    The interval is Bonett and Price's, which adds a win and a loss to the sample. It is widened until it contains
    the exact interval, too. The exact interval is Clopper and Pearson's for the share of wins among the games that
    aren't drawn, converted to a lead as if the number of draws were fixed.
    """
    if sample.size < 2:
        return EstimatedMean(sample.mean())
    decided, games = sample.squares, sample.size + 2
    centre = sample.total / games
    about = _estimated(sample.mean(), centre, sqrt(((decided + 2) / games - centre**2) / games), inf)
    assert about.interval is not None
    wins = (decided + sample.total) // 2
    low, high = ((2 * share - 1) * decided / sample.size for share in of_share(wins, decided))
    # If the bots are equally good, this is the chance that a given one of them wins at least as many of the
    # `decided` games (those that aren't drawn) as the bot with more wins has won here.
    surprise = _beta(0.5, max(wins, decided - wins), min(wins, decided - wins) + 1) if decided else 1.0
    return replace(
        about,
        interval=(max(-1.0, min(low, about.interval[0])), min(1.0, max(high, about.interval[1]))),
        p_value=max(about.p_value, min(1.0, 2 * surprise)),
    )


def of_share(wins: int, games: int) -> Interval:
    """Return Clopper and Pearson's exact confidence interval of the chance to win, from `wins` out of `games`."""
    low = beta_quantile(_TAIL, wins, games - wins + 1) if wins else 0.0
    high = beta_quantile(1 - _TAIL, wins + 1, games - wins) if wins < games else 1.0
    return low, high


def of_difference(first: Sample, second: Sample, common: int) -> EstimatedMean:
    """Estimate the first bot's mean minus the second's, without an interval if a sample has fewer than two numbers.

    The interval is Welch's, widened because of the games in which the bots met: there one bot's win is the other
    bot's loss. `common` is the number of these games.
    """
    errors, mean = (_error(first), _error(second)), first.mean() - second.mean()
    if errors[0] is None or errors[1] is None:
        return EstimatedMean(mean)
    error = _of_both(errors[0], errors[1], first.size, second.size, common)
    parts = errors[0] ** 4 / (first.size - 1) + errors[1] ** 4 / (second.size - 1)
    return _estimated(mean, mean, error, hypot(errors[0], errors[1]) ** 4 / parts)


def of_shares(first: Sample, second: Sample, common: int) -> EstimatedMean:
    """Estimate the first bot's share of won games minus the second's. In a sample 1 stands for a game won, 0 for
    any other game.

    The interval is Agresti and Caffo's, with a win and a loss added to each sample, and widened as in
    `of_difference`.
    """
    mean = first.mean() - second.mean()
    if min(first.size, second.size) < 2:
        return EstimatedMean(mean)
    shares = [(sample.total + 1) / (sample.size + 2) for sample in (first, second)]
    errors = [
        sqrt(share * (1 - share) / (sample.size + 2)) for share, sample in zip(shares, (first, second), strict=True)
    ]
    error = _of_both(errors[0], errors[1], first.size, second.size, common)
    return _estimated(mean, shares[0] - shares[1], error, inf)


def _of_both(error: float, other_error: float, size: int, other_size: int, common: int) -> float:
    """Return the standard error of the difference of two bots' means, from their standard errors and sample sizes.

    In the `common` games of both bots, one bot's results are taken as the exact opposites of the other's.
    """
    return sqrt(error**2 + other_error**2 + 2 * common / sqrt(size * other_size) * error * other_error)


def _estimated(mean: float, centre: float, error: float, freedom: float) -> EstimatedMean:
    """Return `mean` with a confidence interval around `centre`, where `error` is the standard error. The interval
    is Student's or, for more than `_NORMAL` degrees of `freedom`, that of the normal distribution."""
    if freedom > _NORMAL:
        p_value = 2 * NormalDist().cdf(-abs(centre) / error)
    else:
        inside = freedom / (freedom + (centre / error) ** 2)
        p_value = _beta(inside, freedom / 2, 0.5) if inside < 1 else 1.0
    return EstimatedMean(mean, around(centre, error, freedom), p_value)


def around(mean: float, error: float, freedom: float) -> Interval:
    """Return Student's confidence interval of a mean with this standard error and these degrees of freedom."""
    width = _student(freedom) * error
    return mean - width, mean + width


@cache
def _student(freedom: float) -> float:
    """Return the number which a variable with Student's distribution exceeds with the probability `_TAIL`."""
    if freedom > _NORMAL:
        return NormalDist().inv_cdf(1 - _TAIL)
    inside = beta_quantile(2 * _TAIL, freedom / 2, 0.5)
    return sqrt(freedom * (1 - inside) / inside)


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the quantile of the beta distribution with parameters a and b for the probability `share`."""
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if _beta(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return middle


def _beta(x: float, a: float, b: float) -> float:
    """Return the probability of a value below x (0 to 1) under the beta distribution with parameters a and b."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _apart(1 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for part in (even, odd):
            c, d = _apart(1 + part / c), 1 / _apart(1 + part * d)
            value *= c * d
        if abs(c * d - 1) < _EXACT:
            break
    return value


def _apart(number: float) -> float:
    """Return `number`, or `_TINY` in place of a number too close to 0 to divide by."""
    return number if abs(number) > _TINY else _TINY
