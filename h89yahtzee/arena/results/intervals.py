"""Confidence intervals that hold for few games as well: Student's for means, Bonett and Price's for leads.

How often those of leads in points contain the truth was counted by going through all results of up to 80 games.
Student's fail where most games are drawn, Tango's and Bonett and Price's in a few games without draws. Bonett and
Price's, made as wide as the exact one for wins against losses, contain it in 92.7 % of all cases at least, whatever
the truth, and are about as wide as Student's.

They come from the incomplete beta function; Numerical Recipes, 6.4, has its continued fraction.
"""

from __future__ import annotations

from math import exp, hypot, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

from h89yahtzee.arena.tournament.tally import Sample

CONFIDENCE = 0.95
_TAIL = (1 - CONFIDENCE) / 2

_NORMAL = 10**5
"""Degrees of freedom from which Student's distribution is the normal one."""
_STEPS = 10**5
_TINY, _EXACT = 1e-300, 1e-15

Interval = tuple[float, float]


def of_mean(sample: Sample) -> Interval | None:
    """The interval of the mean of a sample that is about normal; None for less than two numbers."""
    error = sample.standard_error()
    return None if error is None else _around(sample.mean(), error, sample.size - 1)


def of_lead(sample: Sample) -> Interval | None:
    """The interval of the mean of a sample of 1, 0 and -1; None for less than two numbers.

    It is Bonett and Price's, with a game more won and one more lost, and at least as wide as the exact one of the
    wins among wins and losses, which takes the number of draws as given.
    """
    if sample.size < 2:
        return None
    decided, games = sample.squares, sample.size + 2
    mean = sample.total / games
    about = _around(mean, sqrt(((decided + 2) / games - mean**2) / games), inf)
    shares = of_share((decided + sample.total) // 2, decided)
    low, high = ((2 * share - 1) * decided / sample.size for share in shares)
    return max(-1.0, min(low, about[0])), min(1.0, max(high, about[1]))


def of_share(wins: int, games: int) -> Interval:
    """The exact interval of the chance to win, by Clopper and Pearson."""
    low = beta_quantile(_TAIL, wins, games - wins + 1) if wins else 0.0
    high = beta_quantile(1 - _TAIL, wins + 1, games - wins) if wins < games else 1.0
    return low, high


def of_difference(first: Sample, second: Sample, common: int) -> Interval | None:
    """The interval of the difference of two means, of which `common` numbers each come from the same games.

    It is Welch's; whoever wins such a game takes it from the other, which makes the difference less sure.
    """
    errors = first.standard_error(), second.standard_error()
    if errors[0] is None or errors[1] is None:
        return None
    error = _of_both(errors[0], errors[1], first.size, second.size, common)
    mean = first.mean() - second.mean()
    parts = errors[0] ** 4 / (first.size - 1) + errors[1] ** 4 / (second.size - 1)
    return _around(mean, error, hypot(errors[0], errors[1]) ** 4 / parts if parts else 1.0)


def of_shares(first: Sample, second: Sample, common: int) -> Interval | None:
    """The same for samples of 1 and 0: Agresti and Caffo's interval, with a win and a loss more for both."""
    if min(first.size, second.size) < 2:
        return None
    shares = [(sample.total + 1) / (sample.size + 2) for sample in (first, second)]
    errors = [
        sqrt(share * (1 - share) / (sample.size + 2)) for share, sample in zip(shares, (first, second), strict=True)
    ]
    error = _of_both(errors[0], errors[1], first.size, second.size, common)
    return _around(shares[0] - shares[1], error, inf)


def _of_both(first: float, second: float, size: int, other: int, common: int) -> float:
    """The standard error of a difference, if what the same games say of the two is as opposite as it can be."""
    return sqrt(first**2 + second**2 + 2 * common / sqrt(size * other) * first * second)


def _around(mean: float, error: float, freedom: float) -> Interval:
    width = _student(freedom) * error
    return mean - width, mean + width


def _student(freedom: float) -> float:
    """What a number by Student's distribution exceeds in a share `_TAIL` of all cases."""
    if freedom > _NORMAL:
        return NormalDist().inv_cdf(1 - _TAIL)
    inside = beta_quantile(2 * _TAIL, freedom / 2, 0.5)
    return sqrt(freedom * (1 - inside) / inside)


def beta_quantile(share: float, a: float, b: float) -> float:
    """The number below which a share of the beta distribution lies."""
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if _beta(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return middle


def _beta(x: float, a: float, b: float) -> float:
    """The share of the beta distribution below x, strictly between 0 and 1."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction, by Lentz's method."""
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
    """A number that can be divided by."""
    return number if abs(number) > _TINY else _TINY
