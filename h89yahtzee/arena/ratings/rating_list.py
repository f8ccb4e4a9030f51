"""A rating list of bots, known by their names, over all games that they played by one set of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import NormalDist

from h89yahtzee.arena.ratings.multiplayer_skill import Skill, skills
from h89yahtzee.arena.ratings.paired_comparisons import Places, fitted, places_of

CONFIDENCE = 0.95
AVERAGE = 1500.0
"""The mean of a list without anchors."""
_WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating in Elo, and by how much it may be wrong either way with the confidence of the list.

    `score` and `draws` are shares of its games against each other bot at its tables. `skill` is that of openskill,
    from tables of more than two; None if there were none, or the package isn't installed. `superiority` is the
    likelihood of being stronger, by the name of the other.
    """

    name: str
    elo: float
    error: float
    is_anchor: bool
    games: int
    score: float
    draws: float
    skill: Skill | None
    superiority: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings of bots that are connected by games, the best first; `ties` is the parameter of their model."""

    ratings: tuple[Rating, ...]
    games: int
    ties: float


@dataclass(slots=True)
class GamesPlayed:
    """The results of games that were played; all but openskill's ratings don't depend on their order."""

    names: dict[str, int] = field(default_factory=dict)
    results: Counter[Places] = field(default_factory=Counter)
    tables: list[Places] = field(default_factory=list)

    def count(self, names: Sequence[str], totals: Sequence[int]) -> None:
        """Count a game of these bots, by seat; a bot alone at its table has played nobody."""
        if len(names) < 2:
            return
        places = places_of((self.names.setdefault(name, len(self.names)) for name in names), totals)
        self.results[places] += 1
        if len(places) > 2:
            self.tables.append(places)

    def lists(self, anchors: Mapping[str, float]) -> list[RatingList]:
        """A list for each group of bots that are connected by games, the largest first."""
        groups = sorted(self._groups(), key=lambda group: (-len(group), min(group)))
        known = skills(self.tables)
        return [_rated(self, sorted(group), anchors, known) for group in groups]

    def _groups(self) -> list[set[int]]:
        group = {bot: {bot} for bot in self.names.values()}
        for places in self.results:
            for (bot, _), (other, _) in pairwise(places):
                if group[bot] is not group[other]:
                    group[bot] |= group[other]
                    group.update(dict.fromkeys(group[other], group[bot]))
        return [*{id(it): it for it in group.values()}.values()]


def _rated(
    played: GamesPlayed, group: list[int], anchors: Mapping[str, float], known: Mapping[int, Skill]
) -> RatingList:
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
            skill=known.get(group[bot]),
            superiority={other: found.superiority(bot, it) for it, other in enumerate(names) if it != bot},
        )
        for bot, name in enumerate(names)
    ]
    ranked = sorted(ratings, key=lambda rating: -rating.elo)
    return RatingList(tuple(ranked), sum(results.values()), found.ties)


@dataclass(slots=True)
class _Account:
    """A bot's games, and how it did against each other bot at its tables: two points for a win, one for a draw."""

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
