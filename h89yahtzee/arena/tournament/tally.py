"""Running totals of a tournament's games, for each bot and for every two bots against each other.

All sums are of whole numbers, so the order of the games makes no difference, and a game can be taken back exactly.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

from h89yahtzee.arena.referee import GameResult
from h89yahtzee.arena.tournament.schedule import Seats


@dataclass(slots=True)
class Sample:
    """A sample of whole numbers, of which only the count (`size`), the sum (`total`) and the sum of `squares` are
    kept."""

    size: int = 0
    total: int = 0
    squares: int = 0

    def count(self, value: int, times: int) -> None:
        """Count `value` as often as `times` says; negative `times` take earlier counts back."""
        self.size += times
        self.total += times * value
        self.squares += times * value * value

    def mean(self) -> float:
        return self.total / self.size

    def standard_error(self) -> float | None:
        """Return the standard error of the mean; None for fewer than two numbers."""
        if self.size < 2:
            return None
        # Rounding may make the variance of equal numbers slightly negative.
        variance = (self.squares - self.total * self.total / self.size) / (self.size - 1)
        return sqrt(max(0.0, variance) / self.size)


@dataclass(slots=True)
class Account:
    """Running totals of one bot's games.

    `points` has a point for each game in which no other score was higher, `wins` counts the games in which all
    other scores were lower. `slowest` is the seconds of the longest move in all games ever counted, taken back or
    not. `distribution` has the number of games for each total score.
    """

    scores: Sample = field(default_factory=Sample)
    points: Sample = field(default_factory=Sample)
    wins: int = 0
    upper_bonuses: int = 0
    yahtzees: int = 0
    extra_yahtzees: int = 0
    penalties: int = 0
    slowest: float = 0.0
    distribution: Counter[int] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.scores.size

    @property
    def draws(self) -> int:
        return self.points.total - self.wins


@dataclass(slots=True)
class Duel:
    """A comparison of two bots by the games that both played: samples of the first bot's score less the second's,
    and of the first bot's points less the second's."""

    scores: Sample = field(default_factory=Sample)
    points: Sample = field(default_factory=Sample)

    def reversed(self) -> Duel:
        return Duel(_negative(self.scores), _negative(self.points))


def _negative(sample: Sample) -> Sample:
    return Sample(sample.size, -sample.total, sample.squares)


class Tally:
    """Running totals of the counted games, for bots numbered from 0."""

    def __init__(self, bots: int) -> None:
        self.accounts = tuple(Account() for _ in range(bots))
        self._duels: dict[tuple[int, int], Duel] = {}

    def duel(self, first: int, second: int) -> Duel:
        if first > second:
            return self.duel(second, first).reversed()
        return self._duels.get((first, second), Duel())

    def count(self, seats: Seats, result: GameResult, times: int = 1) -> None:
        """Count a game; with -1 as `times`, take back a game that was counted."""
        points = points_of(result.totals)
        for seat, bot in enumerate(seats):
            account = self.accounts[bot]
            account.scores.count(result.totals[seat], times)
            account.points.count(points[seat], times)
            account.wins += times * (points[seat] and sum(points) == 1)
            account.upper_bonuses += times * result.upper_bonuses[seat]
            account.yahtzees += times * result.yahtzees[seat]
            account.extra_yahtzees += times * result.extra_yahtzees[seat]
            account.penalties += times * result.penalties[seat]
            account.slowest = max(account.slowest, result.slowest[seat])
            account.distribution[result.totals[seat]] += times
        by_bot = sorted((bot, seat) for seat, bot in enumerate(seats))
        for (first, its_seat), (second, other_seat) in combinations(by_bot, 2):
            duel = self._duels.setdefault((first, second), Duel())
            duel.scores.count(result.totals[its_seat] - result.totals[other_seat], times)
            duel.points.count(points[its_seat] - points[other_seat], times)


def points_of(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return, by seat, 1 for each player with the highest total and 0 for the other players."""
    return tuple(int(total == max(totals)) for total in totals)
