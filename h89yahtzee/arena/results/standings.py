"""The standings of a tournament: the places, and whether each bot is really better than the next.

Two bots that met in enough games are compared by these games, in which they had the same opponents and mostly the
same dice. Other bots are compared by all games of each, except in a gauntlet or a Swiss tournament, where bots have
different opponents. Points and scores are compared separately. In a gauntlet the challenger is compared with each
other bot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from h89yahtzee.arena.results import intervals
from h89yahtzee.arena.results.intervals import Interval
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.sequential_test import SequentialTest
from h89yahtzee.arena.tournament.swiss import SwissScore
from h89yahtzee.arena.tournament.tally import Account
from h89yahtzee.arena.tournament.tournament import Disqualification, PlayOffGame, Tournament

_ENOUGH = 30
"""The number of common games from which two bots are compared by their common games alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """A bot's place; `rank` counts from 1, and bots that are level have the same rank."""

    rank: int
    bot: int
    account: Account
    swiss: SwissScore | None = None


@dataclass(frozen=True, slots=True)
class EstimatedMean:
    """A mean and its confidence interval, which is None if there are too few games."""

    mean: float
    interval: Interval | None

    @property
    def sign(self) -> int:
        """1 or -1 if the whole interval is above or below 0, else 0."""
        if self.interval is None:
            return 0
        low, high = self.interval
        return (low > 0) - (high < 0)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean lead of the first bot over the second in a game.

    `games` is the number of games that both played, or None if all games of each bot are compared.
    """

    first: int
    second: int
    games: int | None
    points: EstimatedMean
    scores: EstimatedMean


@dataclass(frozen=True, slots=True)
class Standings:
    """The places in a tournament, and the `champions`: several that stayed level, or none if nobody has won."""

    places: tuple[Place, ...]
    champions: tuple[int, ...]
    comparisons: tuple[Comparison, ...]
    disqualified: tuple[Disqualification, ...]
    play_off: tuple[PlayOffGame, ...]
    test: SequentialTest | None = None


def standings(tournament: Tournament) -> Standings:
    """Return the standings so far, the best bot first; bots that are level are in the order of their entry."""
    places = tuple(_places(tournament))
    return Standings(
        places,
        tournament.contenders() if tournament.played else (),
        tuple(_comparisons(tournament, places)),
        tuple(tournament.disqualified),
        tuple(tournament.play_off),
        tournament.test,
    )


def _places(tournament: Tournament) -> Iterator[Place]:
    survived = Counter(bot for game in tournament.play_off for bot in game.left)
    merits = {bot: (*merit, survived[bot]) for bot, merit in tournament.merits().items()}
    swiss = tournament.swiss_scores() if tournament.pairing.pool is Pool.SWISS else {}
    for bot in sorted(tournament.bots_left, key=lambda bot: merits[bot], reverse=True):
        rank = 1 + sum(merit > merits[bot] for merit in merits.values())
        yield Place(rank, bot, tournament.tally.accounts[bot], swiss.get(bot))


def _comparisons(tournament: Tournament, places: tuple[Place, ...]) -> Iterator[Comparison]:
    challenger = [place for place in places if place.bot == 0]
    is_gauntlet = tournament.pairing.pool is Pool.GAUNTLET
    for first, second in product(challenger, places) if is_gauntlet else pairwise(places):
        if first == second or not (first.account.games and second.account.games):
            continue
        duel = tournament.tally.duel(first.bot, second.bot)
        one, other = first.account, second.account
        lead, difference = one.points.mean() - other.points.mean(), one.scores.mean() - other.scores.mean()
        met = duel.scores.size
        # In these tournaments bots have different opponents, so only their common games compare them.
        are_apart = tournament.pairing.pool in (Pool.GAUNTLET, Pool.SWISS)
        if met >= min(_ENOUGH, one.games) or (are_apart and met):
            points = EstimatedMean(duel.points.mean(), intervals.of_lead(duel.points))
            scores = EstimatedMean(duel.scores.mean(), intervals.of_mean(duel.scores))
            yield Comparison(first.bot, second.bot, met, points, scores)
        elif not are_apart:
            points = EstimatedMean(lead, intervals.of_shares(one.points, other.points, met))
            scores = EstimatedMean(difference, intervals.of_difference(one.scores, other.scores, met))
            yield Comparison(first.bot, second.bot, None, points, scores)
