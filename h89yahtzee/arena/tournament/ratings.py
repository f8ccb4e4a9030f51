"""Rating lists of bots in Elo, by the model of Bradley and Terry with Davidson's extension for ties.

Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties", 1970. The fit finds the likeliest strengths
for all games at once, so the order of the games makes no difference.

In a game of two bots, the chance of a win is in proportion to the winner's strength, and the chance of a tie is in
proportion to the geometric mean of both strengths. So a tie counts like half a win for each bot. (Another usual
model is that of Rao and Kupper, in which a tie counts slightly differently.) A game of more than two bots counts as
a game between every two of them, won by the bot with the higher score. The packages choix, evalica and openskill
aren't used: they have no ties of this kind, or no standard errors that hold for games of more than two bots.

Two bots are connected by games if a chain of bots leads from one to the other, in which each bot has met the next.
The ratings of bots that aren't connected can't be compared, so each group of connected bots has a rating list of
its own.

The standard error of a rating is the larger one of two estimates: one follows from the model, the other from the
spread of the results of whole games (it is the sandwich estimator, with a cluster for each game).

A bot that has won or lost all its games would have an infinite rating. So some results are added to those of the
games: for each bot about half a win and half a loss in all, divided among the bots that it met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.arena.tournament.intervals import CONFIDENCE

ELO = 400 / log(10)
"""The difference in Elo between two bots of which one is e (2.718...) times as strong as the other."""
AVERAGE = 1500.0
"""The mean Elo of a rating list without anchors; an anchor is a bot whose rating is given."""
_WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half the width of a confidence interval, in standard errors."""
_STEPS = 100
_CLOSE = 1e-9

Places = tuple[tuple[int, int], ...]
"""The pairs (bot, place) of a game, sorted by bot; places count from 0, and equal places are ties."""
Array = NDArray[np.floating[Any]]
Bots = NDArray[np.int_]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating in Elo, whose confidence interval reaches from `elo` - `error` to `elo` + `error`.

    `score` is the share of the possible points that the bot won, `draws` the share of draws. For these two shares,
    a game against several opponents counts as a game against each of them. `superiority` maps the name of each
    other bot in the list to the likelihood that this bot is the stronger one.
    """

    name: str
    elo: float
    error: float
    is_anchor: bool
    games: int
    score: float
    draws: float
    superiority: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings of bots that are connected by games, the best first; `ties` is Davidson's parameter for ties."""

    ratings: tuple[Rating, ...]
    games: int
    ties: float


@dataclass(slots=True)
class GamesPlayed:
    """The games played by one rule set: `names` maps the name of each bot to its number, `results` maps the
    `Places` of a game to the number of games that ended so."""

    names: dict[str, int] = field(default_factory=dict)
    results: Counter[Places] = field(default_factory=Counter)

    def count(self, names: Sequence[str], totals: Sequence[int]) -> None:
        """Count a game by the names and totals of its bots, both by seat; ignore a game of a single bot."""
        if len(names) < 2:
            return
        places = places_of((self.names.setdefault(name, len(self.names)) for name in names), totals)
        self.results[places] += 1

    def lists(self, anchors: Mapping[str, float]) -> list[RatingList]:
        """Return a rating list for each group of bots connected by games, the largest group first.

        `anchors` has the fixed ratings: names of bots, mapped to their ratings in Elo.
        """
        groups = sorted(self._groups(), key=lambda group: (-len(group), min(group)))
        return [_rated(self, sorted(group), anchors) for group in groups]

    def _groups(self) -> list[set[int]]:
        group = {bot: {bot} for bot in self.names.values()}
        for places in self.results:
            for (bot, _), (other, _) in pairwise(places):
                if group[bot] is not group[other]:
                    # From now on the members of both groups share one set.
                    group[bot] |= group[other]
                    group.update(dict.fromkeys(group[other], group[bot]))
        return [*{id(it): it for it in group.values()}.values()]


def _rated(played: GamesPlayed, group: list[int], anchors: Mapping[str, float]) -> RatingList:
    names = [name for name, bot in played.names.items() if bot in group]
    number = {bot: place for place, bot in enumerate(group)}
    results = {
        tuple((number[bot], place) for bot, place in places): count
        for places, count in played.results.items()
        if places[0][0] in number
    }
    found = fitted(len(group), results, {names.index(name): elo for name, elo in anchors.items() if name in names})
    accounts = _accounts(len(group), results)
    ratings = [
        Rating(
            name=name,
            elo=found.elo[bot] + (0.0 if found.is_anchored else AVERAGE),
            error=_WIDTH * found.error(bot),
            is_anchor=name in anchors,
            games=accounts[bot].games,
            score=accounts[bot].points / 2 / accounts[bot].met,
            draws=accounts[bot].draws / accounts[bot].met,
            superiority={other: found.superiority(bot, it) for it, other in enumerate(names) if it != bot},
        )
        for bot, name in enumerate(names)
    ]
    ranked = sorted(ratings, key=lambda rating: -rating.elo)
    return RatingList(tuple(ranked), sum(results.values()), found.ties)


@dataclass(slots=True)
class _Account:
    """A bot's numbers of games, of opponents met in them, of draws, and of points (2 for a win, 1 for a draw)."""

    games: int = 0
    met: int = 0
    points: int = 0
    draws: int = 0


def _accounts(bots: int, results: Mapping[Places, int]) -> list[_Account]:
    accounts = [_Account() for _ in range(bots)]
    for places, count in results.items():
        for bot, own in places:
            account, others = accounts[bot], [place for other, place in places if other != bot]
            account.games += count
            account.met += count * len(others)
            account.points += count * sum((own < place) + (own <= place) for place in others)
            account.draws += count * others.count(own)
    return accounts


@dataclass(frozen=True, slots=True)
class Strengths:
    """The ratings of all bots in Elo, with two covariance matrices of the ratings: the first follows from the
    model, the second is the sandwich estimator's.

    `ties` is Davidson's parameter for ties.
    """

    elo: Sequence[float]
    covariance: tuple[Array, Array]
    ties: float
    is_anchored: bool

    def error(self, bot: int) -> float:
        """Return the standard error of a bot's Elo, relative to the anchors or, without anchors, to the mean."""
        return sqrt(max(0.0, *(kind[bot, bot] for kind in self.covariance)))

    def superiority(self, bot: int, other: int) -> float:
        """Return the likelihood that `bot` is stronger than `other`."""
        variances = (
            kind[bot, bot] + kind[other, other] - kind[bot, other] - kind[other, bot] for kind in self.covariance
        )
        error = sqrt(max(0.0, *variances))
        ahead = self.elo[bot] - self.elo[other]
        return NormalDist(0, error).cdf(ahead) if error else 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))


def fitted(bots: int, games: Mapping[Places, int], anchors: Mapping[int, float]) -> Strengths:
    """Return the likeliest ratings of bots that are connected by `games`; `anchors` maps the numbers of bots whose
    ratings are fixed to these ratings in Elo.

    Without anchors the mean of all ratings is 0. In this mean the weight of a bot is the (Fisher) information in
    its games, so that the uncertain rating of a bot that always loses doesn't widen the errors of other bots.
    """
    model = _Model(bots, games, anchors)
    values = model.start()
    for _ in range(_STEPS):
        steps, likelihood = model.steps(values), model.likelihood(values)
        # A whole step of Newton's method may lead too far, so halve it until the likelihood doesn't fall.
        length = 1.0
        while length > _CLOSE and model.likelihood(values + length * steps) < likelihood:
            length /= 2
        if length <= _CLOSE:
            break
        values = values + length * steps
        if abs(steps).max() < _CLOSE:
            break
    return model.strengths(values)


class _Model:
    """The likelihood of games as a function of `values`.

    `values` has the natural logarithm of each bot's strength and, last, of the parameter for ties. `free` has the
    indices of the values to be fitted. The values of anchors are fixed, and so is the last value if no game was a
    tie.
    """

    def __init__(self, bots: int, games: Mapping[Places, int], anchors: Mapping[int, float]) -> None:
        self.bots, self.games, self.anchors = bots, games, anchors
        results = _results(games)
        self.pairs = tuple(np.array([*results], dtype=int).reshape(-1, 2).T)
        self.counts = np.array([*results.values()]).reshape(-1, 3)
        self.has_ties = bool(self.counts[:, 2].any())
        self.free = [it for it in range(bots + self.has_ties) if it not in anchors]

    def start(self) -> Array:
        middle = sum(self.anchors.values()) / max(1, len(self.anchors))
        return np.array([*(self.anchors.get(bot, middle) / ELO for bot in range(self.bots)), -1.0])

    def chances(self, values: Array, bot: Bots, other: Bots) -> Array:
        """Return the chances in games of two bots, as an array with a row for each game. `bot` has the number of
        the first bot in each game, `other` that of the second. A row has the chances that the first bot wins, that
        the second wins, and that they tie."""
        half = (values[bot] - values[other]) / 2
        tie = np.full_like(half, exp(values[-1]) if self.has_ties else 0.0)
        weights = np.stack([np.exp(half), np.exp(-half), tie], axis=-1)
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))

    def likelihood(self, values: Array) -> float:
        chances, seen = self.chances(values, *self.pairs), self.counts > 0
        return float((self.counts[seen] * np.log(chances[seen])).sum())

    def steps(self, values: Array) -> Array:
        """Return a step of Newton's method: the change of each value, 0 for values that aren't fitted."""
        games = self.counts.sum(axis=1)
        gaps = self.counts - games[:, None] * self.chances(values, *self.pairs)
        slope, ahead = np.zeros(self.bots + 1), (gaps[:, 0] - gaps[:, 1]) / 2
        for bots, sign in zip(self.pairs, (1, -1), strict=True):
            np.add.at(slope, bots, sign * ahead)
        slope[-1] = gaps[:, 2].sum()
        steps = np.zeros(self.bots + 1)
        steps[self.free] = np.linalg.solve(self.information(values), slope[self.free])
        return steps

    def information(self, values: Array) -> Array:
        """Return the information matrix, which is minus the matrix of second derivatives of the log-likelihood with
        respect to the fitted values.

        Without anchors, 1 is added to each entry whose row and column both stand for bots, so that the matrix has
        an inverse.
        """
        square, games = np.zeros((self.bots + 1, self.bots + 1)), self.counts.sum(axis=1)
        wins, losses, ties = self.chances(values, *self.pairs).T
        spread = games * ((wins + losses) / 4 - ((wins - losses) / 2) ** 2)
        across = -games * ties * (wins - losses) / 2
        bot, other = self.pairs
        for first, second, sign in ((bot, other, 1), (other, bot, -1)):
            np.add.at(square, (first, first), spread)
            np.add.at(square, (first, second), -spread)
            np.add.at(square[-1], first, sign * across)
        square[:-1, -1] = square[-1, :-1]
        square[-1, -1] = (games * ties * (1 - ties)).sum()
        if not self.anchors:
            square[:-1, :-1] += 1.0
        return square[np.ix_(self.free, self.free)]

    def surprises(self, values: Array) -> Array:
        """Return the middle matrix of the sandwich estimator: the sum over all games of the outer product of the
        gradient of the game's log-likelihood with itself."""
        square = np.zeros((self.bots + 1, self.bots + 1))
        for places, count in self.games.items():
            bots, own = np.array(places).T
            first, second = np.triu_indices(len(bots), 1)
            wins, losses, ties = self.chances(values, bots[first], bots[second]).T
            ahead = (np.sign(own[second] - own[first]) - wins + losses) / 2
            gradient = np.zeros(len(bots) + 1)
            np.add.at(gradient, first, ahead)
            np.add.at(gradient, second, -ahead)
            gradient[-1] = ((own[first] == own[second]) - ties).sum()
            terms = [*bots, self.bots]
            square[np.ix_(terms, terms)] += count * np.outer(gradient, gradient)
        return square[np.ix_(self.free, self.free)]

    def strengths(self, values: Array) -> Strengths:
        information = self.information(values)
        plain = np.linalg.inv(information)
        # Weights for the mean that is subtracted from all ratings. A bot's weight is its entry on the diagonal of
        # the information matrix, less the 1 that `information` adds there; the parameter for ties has the weight 0.
        # With anchors all weights are 0, since ratings are then relative to the anchors.
        weights = np.diag(information) - 1
        weights[[bool(self.anchors) or it == self.bots for it in self.free]] = 0.0
        shares = weights / (weights.sum() or 1.0)
        middle = shares @ values[self.free]
        robust = plain @ self.surprises(values) @ plain
        return Strengths(
            [self.anchors.get(bot, ELO * float(values[bot] - middle)) for bot in range(self.bots)],
            (self._in_elo(plain, shares), self._in_elo(robust, shares)),
            exp(values[-1]) if self.has_ties else 0.0,
            bool(self.anchors),
        )

    def _in_elo(self, square: Array, shares: Array) -> Array:
        """Return the covariance matrix of the ratings in Elo, computed from `square`, the covariance matrix of the
        fitted values.

        The ratings are relative to a weighted mean; `shares` has the weights of the fitted values in this mean, all
        0 if there are anchors. The rows and columns of anchors are 0.
        """
        centre = np.eye(len(shares)) - shares
        covariance = np.zeros((self.bots + 1, self.bots + 1))
        covariance[np.ix_(self.free, self.free)] = ELO**2 * (centre @ square @ centre.T)
        return covariance


def _results(games: Mapping[Places, int]) -> dict[tuple[int, int], tuple[float, float, float]]:
    """Return a dictionary with an item for every two bots that met. The key is the numbers of both bots; the value
    is (wins, losses, ties) of the first bot against the second, with some wins and losses added, so that all
    ratings are finite."""
    counts: dict[tuple[int, int], list[float]] = {}
    for places, count in games.items():
        for (bot, place), (other, other_place) in combinations(places, 2):
            won_lost_tied = counts.setdefault((bot, other), [0.0, 0.0, 0.0])
            if place == other_place:
                won_lost_tied[2] += count
            else:
                won_lost_tied[place > other_place] += count
    met = Counter(bot for pair in counts for bot in pair)
    more = {(bot, other): (1 / met[bot] + 1 / met[other]) / 4 for bot, other in counts}
    return {pair: (won + more[pair], lost + more[pair], ties) for pair, (won, lost, ties) in counts.items()}


def places_of(bots: Iterable[int], totals: Sequence[int]) -> Places:
    """Return the pairs (bot, place) of a game, see `Places`; `bots` are the numbers of the bots and `totals` their
    total scores, both by seat."""
    return tuple(
        sorted((bot, sum(other > total for other in totals)) for bot, total in zip(bots, totals, strict=True))
    )
