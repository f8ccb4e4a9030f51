"""Elo by the model of Bradley and Terry with ties as Davidson has them, "On Extending the Bradley-Terry Model to
Accommodate Ties", 1970: the likeliest strengths for all games at once, in whatever order they were played.

In a game of two, winning is in proportion to each one's strength and a tie to the geometric mean of both. So a tie
counts like half a win for each; in the model of Rao and Kupper, the other usual one, it doesn't quite. A game at a
table of more is taken for games of every two, by their scores. choix, evalica and openskill have no ties of this
kind, or no standard errors that hold for tables of more than two.

Errors are the larger ones of two kinds: those of the model, and those by how far the games, each as a whole, lie
apart (the sandwich estimator with a cluster for each game). Each bot has about a game more, half won and half lost
against those that it met, so that nobody is infinitely strong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from operator import mul
from statistics import NormalDist

ELO = 400 / log(10)
"""Elo of a strength that is e times as large."""
_STEPS = 100
_CLOSE = 1e-9

Places = tuple[tuple[int, int], ...]
"""The bots of a game in the order of their numbers, each with its place from 0; equal places are ties."""
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Strengths:
    """Ratings in Elo by bot; `covariance` has the two kinds, and `ties` is Davidson's parameter."""

    elo: Sequence[float]
    covariance: tuple[Matrix, Matrix]
    ties: float
    is_anchored: bool

    def error(self, bot: int) -> float:
        """The standard error of a rating, against the anchors or else against the mean of all."""
        return sqrt(max(0.0, *(kind[bot][bot] for kind in self.covariance)))

    def superiority(self, bot: int, other: int) -> float:
        """The likelihood that the first is the stronger one."""
        variances = (
            kind[bot][bot] + kind[other][other] - kind[bot][other] - kind[other][bot] for kind in self.covariance
        )
        error = sqrt(max(0.0, *variances))
        ahead = self.elo[bot] - self.elo[other]
        return NormalDist(0, error).cdf(ahead) if error else 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))


def fitted(bots: int, games: Mapping[Places, int], anchors: Mapping[int, float]) -> Strengths:
    """The strengths of bots that are connected by their games; those of anchors are as given.

    Without anchors their mean is 0, in which each weighs by how much its games tell: a bot that always loses, whose
    strength nobody knows, then makes those of others no less sure.
    """
    model = _Model(bots, games, anchors)
    values = model.start()
    for _ in range(_STEPS):
        steps = model.steps(values)
        length = 1.0
        while length > _CLOSE and model.likelihood(moved := model.moved(values, steps, length)) < model.likelihood(
            values
        ):
            length /= 2
        values = moved if length > _CLOSE else values
        if length <= _CLOSE or max(map(abs, steps), default=0.0) < _CLOSE:
            break
    return model.strengths(values)


class _Model:
    """Natural logarithms of the strengths by bot, then of the parameter of ties; the `free` ones are fitted."""

    def __init__(self, bots: int, games: Mapping[Places, int], anchors: Mapping[int, float]) -> None:
        self.bots, self.games, self.anchors = bots, games, anchors
        self.results = _results(games)
        has_ties = any(ties for _, _, ties in self.results.values())
        self.free = [it for it in range(bots + has_ties) if it not in anchors]
        self.ties = bots if has_ties else None

    def start(self) -> list[float]:
        middle = sum(self.anchors.values()) / max(1, len(self.anchors)) / ELO
        return [self.anchors[bot] / ELO if bot in self.anchors else middle for bot in range(self.bots)] + [-1.0]

    def chances(self, values: Sequence[float], bot: int, other: int) -> tuple[float, float, float]:
        """The chances that the first wins, the second, and of a tie."""
        half = (values[bot] - values[other]) / 2
        weights = exp(half), exp(-half), exp(values[self.ties]) if self.ties is not None else 0.0
        won, lost, tied = (weight / sum(weights) for weight in weights)
        return won, lost, tied

    def likelihood(self, values: Sequence[float]) -> float:
        return sum(
            count * log(chance)
            for (bot, other), counts in self.results.items()
            for count, chance in zip(counts, self.chances(values, bot, other), strict=True)
            if count
        )

    def moved(self, values: Sequence[float], steps: Sequence[float], length: float) -> list[float]:
        by_value = dict(zip(self.free, steps, strict=True))
        return [value + length * by_value.get(number, 0.0) for number, value in enumerate(values)]

    def steps(self, values: Sequence[float]) -> list[float]:
        """Newton's, for the free values."""
        slope = [0.0] * (self.bots + 1)
        for (bot, other), (won, lost, tied) in self.results.items():
            games = won + lost + tied
            wins, losses, ties = self.chances(values, bot, other)
            ahead = (won - lost - games * (wins - losses)) / 2
            slope[bot] += ahead
            slope[other] -= ahead
            slope[-1] += tied - games * ties
        return [row[0] for row in _solved(self.information(values), [[slope[it]] for it in self.free])]

    def information(self, values: Sequence[float]) -> Matrix:
        """Minus the second derivatives by the free values; without anchors it holds the sum of all as well."""
        square = [[0.0] * (self.bots + 1) for _ in range(self.bots + 1)]
        for (bot, other), counts in self.results.items():
            games = sum(counts)
            wins, losses, ties = self.chances(values, bot, other)
            spread = games * ((wins + losses) / 4 - ((wins - losses) / 2) ** 2)
            across = -games * ties * (wins - losses) / 2
            for first, second, sign in ((bot, other, 1), (other, bot, -1)):
                square[first][first] += spread
                square[first][second] -= spread
                square[first][-1] += sign * across
                square[-1][first] += sign * across
            square[-1][-1] += games * ties * (1 - ties)
        held = 0.0 if self.anchors else 1.0
        return [[square[a][b] + held * (self.bots not in (a, b)) for b in self.free] for a in self.free]

    def surprises(self, values: Sequence[float]) -> Matrix:
        """The sum over games of the outer products of what each says about the values: the meat of the sandwich."""
        square = [[0.0] * (self.bots + 1) for _ in range(self.bots + 1)]
        for places, count in self.games.items():
            terms: dict[int, float] = dict.fromkeys((*(bot for bot, _ in places), self.bots), 0.0)
            for (bot, place), (other, other_place) in combinations(places, 2):
                wins, losses, ties = self.chances(values, bot, other)
                ahead = ((place < other_place) - (place > other_place) - wins + losses) / 2
                terms[bot] += ahead
                terms[other] -= ahead
                terms[self.bots] += (place == other_place) - ties
            for first, one in terms.items():
                for second, another in terms.items():
                    square[first][second] += count * one * another
        return [[square[a][b] for b in self.free] for a in self.free]

    def strengths(self, values: Sequence[float]) -> Strengths:
        known = self.information(values)
        size = len(known)
        plain = _solved(known, [[float(row == column) for column in range(size)] for row in range(size)])
        robust = _product(_product(plain, self.surprises(values)), plain)
        weights = [0.0 if self.anchors or it == self.bots else known[it][it] - 1 for it in self.free]
        shares = [weight / (sum(weights) or 1.0) for weight in weights]
        middle = sum(share * values[it] for share, it in zip(shares, self.free, strict=True))
        return Strengths(
            [self.anchors.get(bot, ELO * (values[bot] - middle)) for bot in range(self.bots)],
            (self._of_all(_centred(plain, shares)), self._of_all(_centred(robust, shares))),
            exp(values[-1]) if self.ties is not None else 0.0,
            bool(self.anchors),
        )

    def _of_all(self, square: Matrix) -> Matrix:
        """The covariance in Elo of all bots; that of anchors is 0."""
        found = {
            (a, b): ELO**2 * it
            for a, row in zip(self.free, square, strict=True)
            for b, it in zip(self.free, row, strict=True)
        }
        return [[found.get((a, b), 0.0) for b in range(self.bots)] for a in range(self.bots)]


def _centred(square: Matrix, shares: Sequence[float]) -> Matrix:
    """The covariance of what values are above their mean by these shares."""
    means = [sum(map(mul, row, shares)) for row in square]
    middle = sum(map(mul, means, shares))
    return [
        [value - mean - other + middle for value, other in zip(row, means, strict=True)]
        for row, mean in zip(square, means, strict=True)
    ]


def _results(games: Mapping[Places, int]) -> dict[tuple[int, int], tuple[float, float, float]]:
    """Wins of either and ties of every two that met, with about a game more for each bot."""
    counts: dict[tuple[int, int], list[float]] = {}
    for places, count in games.items():
        for (bot, place), (other, other_place) in combinations(places, 2):
            counts.setdefault((bot, other), [0.0, 0.0, 0.0])[
                0 if place < other_place else 1 if place > other_place else 2
            ] += count
    met = Counter(bot for pair in counts for bot in pair)
    more = {(bot, other): (1 / met[bot] + 1 / met[other]) / 4 for bot, other in counts}
    return {pair: (won + more[pair], lost + more[pair], ties) for pair, (won, lost, ties) in counts.items()}


def _solved(square: Matrix, right: Matrix) -> Matrix:
    """What the positive definite matrix has to be multiplied by for `right`, by Gauss' elimination."""
    rows = [[*row, *sides] for row, sides in zip(square, right, strict=True)]
    reduced = []
    while rows:
        # The column of the pivot falls away from all rows below it.
        pivot, *own = rows[0]
        own = [value / pivot for value in own]
        reduced.append(own)
        rows = [[value - row[0] * it for value, it in zip(row[1:], own, strict=True)] for row in rows[1:]]
    found: Matrix = []
    for own in reversed(reduced):
        known = len(found)
        sums = own[known:]
        for factor, below in zip(own, found, strict=False):
            sums = [value - factor * it for value, it in zip(sums, below, strict=True)]
        found.insert(0, sums)
    return found


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = [*zip(*right, strict=True)]
    return [[sum(map(mul, row, column)) for column in columns] for row in left]


def places_of(bots: Iterable[int], totals: Sequence[int]) -> Places:
    """The places of a game with these totals, by seat."""
    return tuple(
        sorted((bot, sum(other > total for other in totals)) for bot, total in zip(bots, totals, strict=True))
    )
