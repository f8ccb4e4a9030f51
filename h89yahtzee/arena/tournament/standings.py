"""The standings of a tournament: the places, and whether each bot is really better than the next.

Two bots that met in enough games are compared by these games alone, since in them both had the same opponents and,
unless each bot has its own dice, the same dice. Two bots that met in fewer games are compared by all games of both.
But in a gauntlet or a Swiss tournament, where bots have different opponents, two bots are only compared by games in
which they met. Points and scores are compared separately. In a gauntlet the challenger is compared with each other
bot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from h89yahtzee.arena.tournament import intervals
from h89yahtzee.arena.tournament.intervals import EstimatedMean
from h89yahtzee.arena.tournament.schedule import Pool
from h89yahtzee.arena.tournament.sequential_test import SequentialTest
from h89yahtzee.arena.tournament.swiss import SwissScore
from h89yahtzee.arena.tournament.tally import Account
from h89yahtzee.arena.tournament.tournament import Disqualification, PlayOffGame, Tournament

_ENOUGH = 30
"""If two bots met in at least this many games, they are compared by these games alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """A bot's place; `rank` counts from 1, and bots with equal results have the same rank."""

    rank: int
    bot: int
    account: Account
    swiss: SwissScore | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """By how much the bot `first` is ahead of the bot `second` in a game on average: in `points`, where a win is 1,
    and in `scores`.

    `games` is the number of games that both played, if these are compared. It is None if all games of each bot are
    compared.
    """

    first: int
    second: int
    games: int | None
    points: EstimatedMean
    scores: EstimatedMean


@dataclass(frozen=True, slots=True)
class Standings:
    """The places in a tournament, and the `champions`: several if they are level, none if no bot has won."""

    places: tuple[Place, ...]
    champions: tuple[int, ...]
    comparisons: tuple[Comparison, ...]
    disqualified: tuple[Disqualification, ...]
    play_off: tuple[PlayOffGame, ...]
    test: SequentialTest | None = None


def standings(tournament: Tournament) -> Standings:
    """Return the standings so far, the best bot first; bots that are level are in the order in which they were
    entered."""
    places = tuple(_places(tournament))
    return Standings(
        places,
        tournament.contenders() if tournament.played else (),
        _judged(tuple(_comparisons(tournament, places))),
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
        met = duel.scores.size
        # In these tournaments bots have different opponents, so only common games are a fair comparison.
        are_apart = tournament.pairing.pool in (Pool.GAUNTLET, Pool.SWISS)
        if met >= min(_ENOUGH, one.games) or (are_apart and met):
            points, scores = intervals.of_lead(duel.points), intervals.of_mean(duel.scores)
            yield Comparison(first.bot, second.bot, met, points, scores)
        elif not are_apart:
            points = intervals.of_shares(one.points, other.points, met)
            scores = intervals.of_difference(one.scores, other.scores, met)
            yield Comparison(first.bot, second.bot, None, points, scores)


def _judged(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """Return the comparisons after setting `sign` in their `points` and `scores` where the two bots clearly differ.
    One test judges all comparisons together."""
    signed = iter(intervals.judged([it for each in comparisons for it in (each.points, each.scores)]))
    return tuple(replace(each, points=next(signed), scores=next(signed)) for each in comparisons)
