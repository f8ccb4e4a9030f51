"""Swiss pairing: in each round bots with about equally many match points meet. If possible, no two bots meet twice.

A match is worth two match points: its winner gets both, or each bot gets one if the match ends level. Bots with
equally many points are a group, in an order drawn by lot. The upper half of a group plays the lower half; a bot
without an opponent is paired with a bot of the next group. If the number of bots is odd, the last of the bots with
the fewest byes has a bye. A bye counts as a match won; so does a match against a bot that is out.

The search for a round chooses opponents from the top bot down, and rejects a choice that leaves bots further down,
or in a later round, without new opponents. Only if the search finds no such round do bots meet for a second time,
as few of them as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

Match = tuple[int, int]
Unmet = Mapping[int, Set[int]]
"""For each bot, the bots that it hasn't met."""

WIN, DRAW = 2, 1
_BYE = -1
"""The number that stands for the opponent of the bot that has a bye."""
_FEW, _TRIES = 24, 1000
"""The first number is the most bots for which the search for a round also makes sure that all later rounds are
possible. The second limits the search: it gives up after about so many attempts, each a set of matches for this
round or a later one."""


def most_rounds(bots: int) -> int:
    """Return the largest number of rounds in which each of so many `bots` can meet a new opponent each time."""
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
    """The rounds of a Swiss tournament: in `rounds` the matches of each round that was drawn, in `leads`, for each
    finished round, how many games more the first bot of each match won than lost.

    `order` has all bots in an order drawn by lot; `planned` is the number of rounds in the whole tournament.
    """

    order: Sequence[int]
    planned: int = 1
    rounds: list[tuple[Match, ...]] = field(default_factory=list)
    leads: list[Mapping[Match, int]] = field(default_factory=list)

    def draw(self, out: Sequence[int]) -> None:
        """Draw the next round and append it to `rounds`; bots that are `out` aren't paired. All earlier rounds must
        be finished."""
        scores = self.scores(out)
        points = {bot: score.points for bot, score in scores.items()}
        ranked = sorted(points, key=lambda bot: -points[bot])
        unmet = {bot: {*ranked} - {bot} for bot in ranked}
        for first, second in chain.from_iterable(self.rounds):
            unmet.get(first, set()).discard(second)
            unmet.get(second, set()).discard(first)
        if len(ranked) % 2:
            # A bye is treated as a match against one more bot, which only the bots with the fewest byes may meet.
            fewest = min(score.byes for score in scores.values())
            unmet[_BYE] = {bot for bot in ranked if scores[bot].byes == fewest}
            for bot in unmet[_BYE]:
                unmet[bot].add(_BYE)
            ranked = [_BYE, *ranked]
        matches = _paired(ranked, points, unmet, self.planned - len(self.rounds) - 1)
        by_rank = sorted(sorted(ranked.index(bot) for bot in match) for match in matches)
        self.rounds.append(
            tuple((ranked[first], ranked[second]) for first, second in by_rank if ranked[first] != _BYE)
        )

    def scores(self, out: Sequence[int]) -> dict[int, SwissScore]:
        """Return a dictionary from each bot that isn't `out` to its score after the finished rounds."""
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


def _paired(ranked: Sequence[int], points: Mapping[int, int], unmet: Unmet, coming: int) -> list[Match]:
    """Return the matches of a round. If possible, no two bots meet for a second time, neither in this round nor in
    the next `coming` rounds.

    `ranked` has the bots, the best first; if a bot is to have a bye, `_BYE` comes before them. `points` has the
    match points of each bot.
    """
    found: list[Match] | None = None
    tries = [_TRIES]
    for matches in _pairings(ranked, points, unmet):
        found = found or matches
        if _can_go_on(ranked, points, _after(unmet, matches), coming, tries):
            return matches
        if tries[0] < 0:
            break
    if found is not None:
        return found
    # Second meetings are needed: make as many new matches as possible, and pair the bots left over with each other.
    matches = _most_matches(unmet)
    left = sorted({*ranked}.difference(*matches), key=lambda bot: (bot == _BYE, ranked.index(bot)))
    return [*matches, *zip(left[::2], left[1::2], strict=True)]


def _pairings(ranked: Sequence[int], points: Mapping[int, int], unmet: Unmet) -> Iterator[list[Match]]:
    """Yield all sets of matches for a round in which no two bots meet for a second time, the best set first. The
    preference of the first bot (see `_opponents`) counts most, then that of the next bot, and so on."""
    chosen: list[Match] = []
    waiting = [(ranked, _opponents(ranked, points))]
    while waiting:
        (first, *others), opponents = waiting[-1]
        opponent = next(opponents, None)
        if opponent is None:
            waiting.pop()
        elif opponent in unmet[first]:
            # Put this match in place of the match that was tried before for `first`, and drop all matches after it.
            chosen[len(waiting) - 1 :] = [(first, opponent)]
            left = [bot for bot in others if bot != opponent]
            if not left:
                yield [*chosen]
            elif _can_pair(left, unmet):
                waiting.append((left, _opponents(left, points)))


def _opponents(ranked: Sequence[int], points: Mapping[int, int]) -> Iterator[int]:
    """Return opponents for the first bot of `ranked` in the order of preference: among the bots with the same
    points the lower half, then the upper half; after them the bots with fewer points. If the first of `ranked` is
    `_BYE`, return all bots from the last to the first."""
    if ranked[0] == _BYE:
        return reversed(ranked[1:])
    equals = sum(points[bot] == points[ranked[0]] for bot in ranked)
    upper, lower = ranked[1 : equals // 2], ranked[max(1, equals // 2) : equals]
    return iter((*lower, *reversed(upper), *ranked[equals:]))


def _after(unmet: Unmet, matches: Sequence[Match]) -> Unmet:
    mates = dict(chain(matches, (match[::-1] for match in matches)))
    return {bot: others - {mates[bot]} for bot, others in unmet.items()}


def _can_go_on(
    ranked: Sequence[int], points: Mapping[int, int], unmet: Unmet, rounds: int, tries: list[int]
) -> bool:
    """Whether a search finds `rounds` further rounds in which no two bots meet for a second time. `tries` has a
    single item: how many more sets of matches the search may try. Each set that it tries takes 1 from it.

    For more bots than `_FEW`, the search is for one further round only.
    """
    tries[0] -= 1
    if rounds <= 0 or len(ranked) > _FEW:
        return rounds <= 0 or _can_pair(ranked, unmet)
    for matches in _pairings(ranked, points, unmet):
        if _can_go_on(ranked, points, _after(unmet, matches), rounds - 1, tries):
            return True
        if tries[0] < 0:
            break
    return False


def _can_pair(bots: Sequence[int], unmet: Unmet) -> bool:
    """Whether `bots` can all be paired with each other so that no two have met."""
    among, gone = set(bots), len(unmet) - len(bots)
    # Take the bots as nodes of a graph, with an edge between any two that may meet. If each of n nodes has at least
    # n / 2 edges, a cycle leads through all nodes (Dirac, 1952), and every second edge of the cycle is a match.
    if all(2 * (len(unmet[bot]) - gone) >= len(bots) for bot in bots):
        return True
    return 2 * len(_most_matches({bot: unmet[bot] & among for bot in bots})) == len(bots)


def _most_matches(unmet: Unmet) -> list[Match]:
    """Return the largest possible number of matches between bots that haven't met, found by the blossom algorithm
    of Edmonds (1965)."""
    mates: dict[int, int] = {}
    for bot in unmet:
        if bot not in mates:
            _Search(unmet, mates).from_bot(bot)
    return [match for match in mates.items() if match[0] < match[1]]


class _Search:
    """A search, by Edmonds' algorithm, for a path of bots that can be paired anew along the path so that there is
    one match more than before.

    `mates` maps each paired bot to its opponent. `queue` has the bots that look for a new opponent. `before` maps a
    bot that was found as an opponent to the bot of the queue that found it. `base` maps each bot to the first bot
    of its blossom, which is an odd cycle that the search has contracted, or a single bot.
    """

    def __init__(self, unmet: Unmet, mates: dict[int, int]) -> None:
        self.unmet, self.mates = unmet, mates
        self.base = {bot: bot for bot in unmet}
        self.before: dict[int, int] = {}
        self.queue: list[int] = []

    def from_bot(self, root: int) -> None:
        """Change `mates` so that `root` and one other bot without an opponent get opponents, if possible."""
        self.queue.append(root)
        for bot in self.queue:
            for other in sorted(self.unmet[bot]):
                if self.base[bot] == self.base[other] or self.mates.get(bot) == other:
                    continue
                if other == root or self.mates.get(other) in self.before:
                    self._contract(bot, other)
                elif other not in self.before:
                    self.before[other] = bot
                    if other not in self.mates:
                        self._exchange(other)
                        return
                    self.queue.append(self.mates[other])

    def _exchange(self, last: int | None) -> None:
        """Follow `before` and `mates` from the unpaired bot `last` back to the root of the search, and pair the
        bots on this path anew, two by two."""
        while last is not None:
            first = self.before[last]
            following = self.mates.get(first)
            self.mates[first], self.mates[last] = last, first
            last = following

    def _contract(self, bot: int, other: int) -> None:
        """Make one blossom of all bots on the odd cycle that a match of `bot` and `other`, which are both in the
        queue, would close."""
        above = [*self._above(bot)]
        top = next(base for base in self._above(other) if base in above)
        blossom: set[int] = set()
        for start, child in ((bot, other), (other, bot)):
            while self.base[start] != top:
                mate = self.mates[start]
                blossom |= {self.base[start], self.base[mate]}
                self.before[start], child = child, mate
                start = self.before[mate]
        for each in self.unmet:
            if self.base[each] in blossom:
                self.base[each] = top
                if each not in self.queue:
                    self.queue.append(each)

    def _above(self, bot: int) -> Iterator[int]:
        """Yield the first bot of each blossom (bots that the search treats as one, as Edmonds' matching algorithm
        does) on the path from the blossom of `bot` up to the root of the search."""
        yield (bot := self.base[bot])
        while bot in self.mates:
            yield (bot := self.base[self.before[self.mates[bot]]])
