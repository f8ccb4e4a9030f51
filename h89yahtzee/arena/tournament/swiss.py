"""Swiss pairing: in each round bots with about equally many match points meet, if possible none for a second time.

A match is worth two points: both for its winner, or one for each bot after a draw. Of the bots with equally many
points, the upper half plays the lower half in the order of the draw; a bot without an opponent is paired with the
next group. If the number of bots is odd, the last of those with the fewest byes has a bye, which counts as a match
won; so does a match against a bot that is out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Match = tuple[int, int]

WIN, DRAW = 2, 1
_TRIES = 20_000
"""The number of matches that are tried before bots may meet for a second time."""


def most_rounds(bots: int) -> int:
    """Return the number of rounds in which every bot can meet a new opponent."""
    return bots - 1 + bots % 2


class SwissScore(NamedTuple):
    """The match points of a bot, the sum of its opponents' match points (Buchholz), and the number of its byes.

    A bye counts in Buchholz like an opponent with the bot's own points.
    """

    points: int = 0
    buchholz: int = 0
    byes: int = 0


@dataclass(slots=True)
class SwissTable:
    """The drawn rounds, and for each finished round the `leads` in points of the first bot of each match.

    `order` has all bots in the order of the draw.
    """

    order: Sequence[int]
    rounds: list[tuple[Match, ...]] = field(default_factory=list)
    leads: list[Mapping[Match, int]] = field(default_factory=list)

    def draw(self, out: Sequence[int]) -> None:
        """Draw the next round for the bots that aren't `out`; all rounds before it must be finished."""
        scores = self.scores(out)
        points = {bot: score.points for bot, score in scores.items()}
        ranked = sorted(points, key=lambda bot: -points[bot])
        if len(ranked) % 2:
            # The lowest of the bots with the fewest byes has the bye.
            ranked.remove(min(reversed(ranked), key=lambda bot: scores[bot].byes))
        met = {frozenset(match) for matches in self.rounds for match in matches}
        self.rounds.append(tuple(_paired(ranked, points, met)))

    def scores(self, out: Sequence[int]) -> dict[int, SwissScore]:
        """Return the scores, after the finished rounds, of the bots that aren't `out`."""
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
    """Return the matches of a round, with as few second meetings as the search finds; `met` has earlier pairs."""
    bots = tuple(ranked)
    if (matches := _matches(bots, points, met)) is not None:
        return matches
    # Second meetings are needed: begin with any matches, and improve these by exchanges.
    anyhow = _matches(bots, points, ())
    assert anyhow is not None
    return [_by_rank(match, bots) for match in _exchanged(anyhow, points, met)]


def _matches(
    ranked: tuple[int, ...], points: Mapping[int, int], met: Collection[frozenset[int]]
) -> list[Match] | None:
    """Pair bots that haven't `met`, from the top down by backtracking; None if `_TRIES` find no solution."""
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
        # This match replaces the one tried before at its place, and all matches below that.
        chosen[len(waiting) - 1 :] = [(first, opponent)]
        left = tuple(bot for bot in others if bot != opponent)
        if not left:
            return chosen
        waiting.append((left, _opponents(left, points)))
    return None


def _exchanged(matches: list[Match], points: Mapping[int, int], met: Collection[frozenset[int]]) -> list[Match]:
    """Return the matches after exchanging opponents with other matches to avoid second meetings.

    While each bot has met fewer than half of the others, there is always a match to exchange with.
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
    """Return the first bot's opponents by preference: the lower half of its equals, the upper half, the rest."""
    equals = sum(points[bot] == points[ranked[0]] for bot in ranked)
    upper, lower = ranked[1 : equals // 2], ranked[max(1, equals // 2) : equals]
    return iter((*lower, *reversed(upper), *ranked[equals:]))
