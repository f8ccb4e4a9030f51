"""How much of the differences between players who had the same dice is skill, and how much luck.

By the review of a game a total is the mean of best play, plus luck, less losses. So the difference of two totals is
the difference of losses, which is skill, and that of luck: the same dice treat different decisions differently. The
share of skill is the sum of skill times difference over all pairs, divided by the sum of the squared differences;
with luck in place of skill the same formula gives the rest, so that both add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from h89yahtzee.players.review import PlayerReview


@dataclass(frozen=True, slots=True)
class Difference:
    """The points that one player made more than another with the same dice: by decisions, and by luck."""

    skill: float
    luck: float

    @property
    def points(self) -> float:
        return self.skill + self.luck


def difference(review: PlayerReview, other: PlayerReview) -> Difference:
    return Difference(other.loss - review.loss, review.luck - other.luck)


def differences(reviews: Iterable[PlayerReview]) -> list[Difference]:
    """Return the differences of all pairs of players who had the same dice."""
    return [difference(*pair) for pair in combinations(reviews, 2)]


@dataclass(frozen=True, slots=True)
class SkillShare:
    """The `share` of the differences that is skill, and its standard `error`; None with fewer than two games.

    A share may be below 0 or above 1 where luck and skill worked against each other. `games` is the number of
    different dice, `pairs` that of pairs of players.
    """

    share: float
    error: float | None
    games: int
    pairs: int


def skill_share(games: Iterable[Sequence[Difference]]) -> SkillShare | None:
    """Return the share of skill in the differences of many games, each with all pairs that had the same dice.

    None if there are no differences. The error is that of a ratio of sums over independent games (Cochran, Sampling
    Techniques, 6.4).
    """
    compared = [game for game in games if game]
    by_skill = [sum(each.skill * each.points for each in game) for game in compared]
    squares = [sum(each.points**2 for each in game) for game in compared]
    if not sum(squares):
        return None
    share, count = sum(by_skill) / sum(squares), len(compared)
    error = None
    if count > 1:
        rest = sum((skill - share * square) ** 2 for skill, square in zip(by_skill, squares, strict=True))
        error = math.sqrt(rest * count / (count - 1)) / sum(squares)
    return SkillShare(share, error, count, sum(map(len, compared)))
