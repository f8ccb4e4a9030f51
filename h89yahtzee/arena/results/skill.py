"""The skill of a bot: how much its games make on average, with the luck of the dice taken out.

The total of a game is the expected total at the start under best play, plus the luck of each roll, less the loss
of each decision, exactly (see `review`). Luck is 0 on average, whatever the bot decides, so it is a control
variate: the totals are corrected for what goes with luck by a straight line that is fitted to the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import fsum, sqrt
from typing import NamedTuple

from h89yahtzee.game.record import Record
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.review.mistakes import Mistake, MistakeJudge
from h89yahtzee.players.review.review import Judgement, review

_FEWEST = 3
"""Games that a straight line and the error of its fit need."""
_COSTLIEST = 3
_ROUNDING = 1e-9


class Mean(NamedTuple):
    """A mean and its standard error, None where the games are too few to tell."""

    value: float
    error: float | None


def mean_of(numbers: Sequence[float]) -> Mean:
    size, mean = len(numbers), fsum(numbers) / len(numbers)
    return Mean(mean, sqrt(_squares(numbers) / (size - 1) / size) if size > 1 else None)


def without_luck(totals: Sequence[float], luck: Sequence[float]) -> Mean:
    """The mean of the totals at a luck of 0, by least squares."""
    size, plain, lucky = len(totals), mean_of(totals).value, mean_of(luck).value
    spread = _squares(luck)
    if size < _FEWEST or not spread:
        return Mean(plain, None)
    slope = fsum((gift - lucky) * (total - plain) for total, gift in zip(totals, luck, strict=True)) / spread
    rest = _squares([total - slope * gift for total, gift in zip(totals, luck, strict=True)])
    return Mean(plain - slope * lucky, sqrt(rest / (size - 2) * (1 / size + lucky**2 / spread)))


def _squares(numbers: Sequence[float]) -> float:
    """The sum of the squared differences from the mean."""
    mean = fsum(numbers) / len(numbers)
    return fsum((number - mean) ** 2 for number in numbers)


@dataclass(slots=True)
class Skill:
    """The games of one player so far, at least one once anything is asked."""

    totals: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    losses: dict[Mistake, list[float]] = field(default_factory=lambda: {kind: [] for kind in Mistake})
    costliest: list[Judgement] = field(default_factory=list)

    def count(self, record: Record, analyst: Analyst, judge: MistakeJudge) -> None:
        """Count a game of one player by rules with one column."""
        [player] = review(record, analyst)
        self.totals.append(player.end)
        self.luck.append(player.luck)
        splits = [judge.split(judgement) for judgement in player.judgements]
        for kind, losses in self.losses.items():
            losses.append(fsum(split.get(kind, 0.0) for split in splits))
        worst = [*self.costliest, *player.costliest(_COSTLIEST)]
        self.costliest = nlargest(_COSTLIEST, worst, key=lambda judgement: judgement.loss)

    @property
    def plain(self) -> Mean:
        """The mean of the totals, luck included."""
        return mean_of(self.totals)

    @property
    def mean(self) -> Mean:
        return without_luck(self.totals, self.luck)

    @property
    def loss(self) -> Mean:
        """The points lost a game, by all mistakes."""
        return mean_of([fsum(game) for game in zip(*self.losses.values(), strict=True)])

    @property
    def gain(self) -> float | None:
        """How many times shorter the mean's interval is than that of the totals; None if it can't be told."""
        plain, mean = self.plain.error, self.mean.error
        return plain / mean if plain and mean and mean > _ROUNDING else None
