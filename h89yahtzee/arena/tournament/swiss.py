"""Swiss pairing: in each round bots with about as many match points meet, none twice if that can be helped.

A match is worth two points: both for its winner, one each for a draw. Of those that have equally many, the upper
half plays the lower one in the order of the draw; who is left over floats down to the next. Where their number is
odd, the last of those with the fewest byes has one, which counts as a match won; so does a match against a bot that
is out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Match = tuple[int, int]

WIN, DRAW = 2, 1
_TRIES = 20_000
"""How many matches are tried before second meetings are allowed."""


def most_rounds(bots: int) -> int:
    """In how many rounds each can meet somebody else."""
    return bots - 1 + bots % 2


class SwissScore(NamedTuple):
    """Match points, those of all opponents together, and how many of the match points' wins were byes.

    A bye counts among the opponents like one that stands where the bot itself does.
    """

    points: int = 0
    buchholz: int = 0
    byes: int = 0


@dataclass(slots=True)
class SwissTable:
    """The rounds that were drawn, and how the finished ones ended: the lead of each match's first bot in points."""

    order: Sequence[int]
    rounds: list[tuple[Match, ...]] = field(default_factory=list)
    leads: list[Mapping[Match, int]] = field(default_factory=list)

    def draw(self, out: Sequence[int]) -> None:
        """Draw the next round, after all before it are finished."""
        scores = self.scores(out)
        points = {bot: score.points for bot, score in scores.items()}
        ranked = sorted(points, key=lambda bot: -points[bot])
        if len(ranked) % 2:
            ranked.remove(min(reversed(ranked), key=lambda bot: scores[bot].byes))
        met = {frozenset(match) for matches in self.rounds for match in matches}
        self.rounds.append(tuple(_paired(ranked, points, met)))

    def scores(self, out: Sequence[int]) -> dict[int, SwissScore]:
        """How each bot that isn't out stands after the finished rounds."""
        left = [bot for bot in self.order if bot not in out]
        points: Counter[int] = Counter()
        met: dict[int, list[int]] = {bot: [] for bot in left}
        for matches, leads in zip(self.rounds, self.leads, strict=False):
            sides = [side for first, second in matches for side in ((first, second, 1), (second, first, -1))]
            opponents = {bot: (other, sign) for bot, other, sign in sides if other not in out}
            for bot in left:
                other, sign = opponents.get(bot, (bot, 0))
                met[bot].append(other)
                lead = sign * leads.get((bot, other) if sign > 0 else (other, bot), 0)
                points[bot] += WIN if other == bot else DRAW + (lead > 0) - (lead < 0)
        return {
            bot: SwissScore(points[bot], sum(points[other] for other in met[bot]), met[bot].count(bot))
            for bot in left
        }


def _paired(ranked: Sequence[int], points: Mapping[int, int], met: Collection[frozenset[int]]) -> list[Match]:
    """The matches of a round with as few second meetings as can be found."""
    bots = tuple(ranked)
    if (matches := _matches(bots, points, met)) is not None:
        return matches
    anyhow = _matches(bots, points, ())
    assert anyhow is not None
    return [_by_rank(match, bots) for match in _exchanged(anyhow, points, met)]


def _matches(
    ranked: tuple[int, ...], points: Mapping[int, int], met: Collection[frozenset[int]]
) -> list[Match] | None:
    """The matches from the top down, going back where nobody is left to play; None if none are found soon."""
    if not ranked:
        return []
    chosen: list[Match] = []
    waiting = [(ranked, _opponents(ranked, points))]
    for _ in range(_TRIES):
        if not waiting:
            return None
        (first, *others), opponents = waiting[-1]
        opponent = next(opponents, None)
        if opponent is None:
            waiting.pop()
            continue
        if frozenset((first, opponent)) in met:
            continue
        chosen[len(waiting) - 1 :] = [(first, opponent)]
        left = tuple(bot for bot in others if bot != opponent)
        if not left:
            return chosen
        waiting.append((left, _opponents(left, points)))
    return None


def _exchanged(matches: list[Match], points: Mapping[int, int], met: Collection[frozenset[int]]) -> list[Match]:
    """The matches after those that have met have exchanged opponents with others, as long as that helps.

    As long as each has met fewer than half of the bots, there is somebody to exchange with, so nobody meets twice.
    """

    def cost(*pairs: Match) -> tuple[int, int]:
        return sum(frozenset(pair) in met for pair in pairs), sum(abs(points[a] - points[b]) for a, b in pairs)

    for again in [match for match in matches if frozenset(match) in met]:
        if again in matches and len(matches) > 1:
            a, b = again
            others = [match for match in matches if match != again]
            changes = [((c, d), pairs) for c, d in others for pairs in (((a, c), (b, d)), ((a, d), (b, c)))]
            other, pairs = min(changes, key=lambda change: cost(*change[1]))
            if cost(*pairs)[0] < cost(again, other)[0]:
                matches = [*(match for match in others if match != other), *pairs]
    return matches


def _by_rank(match: Match, ranked: Sequence[int]) -> Match:
    first, second = sorted(match, key=ranked.index)
    return first, second


def _opponents(ranked: tuple[int, ...], points: Mapping[int, int]) -> Iterator[int]:
    """Whom the first bot is to play, the likeliest first: the lower half of its equals, the upper one, the next."""
    equals = sum(points[bot] == points[ranked[0]] for bot in ranked)
    upper, lower = ranked[1 : equals // 2], ranked[max(1, equals // 2) : equals]
    return iter((*lower, *reversed(upper), *ranked[equals:]))
