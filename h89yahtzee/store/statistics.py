"""Statistics of the people in finished games: pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from h89yahtzee.game.record import HUMAN, Record

WEIGHT = 0.93
"""How much a game counts in the average, next to the game after it: as in Coises' Quintzee."""
SHOWN = 5
"""How many of the last and of the best games are listed."""
RECENT = 50


@dataclass(frozen=True, slots=True)
class Statistics:
    """One person's games by one rule set with one number of columns.

    `last` and `recent` are in the order of the games; `best` has the highest first.
    """

    player: str
    rules: str
    columns: int
    games: int
    average: float
    last: tuple[int, ...]
    best: tuple[int, ...]
    recent: tuple[int, ...]


def statistics(games: Iterable[Record]) -> list[Statistics]:
    """The statistics of the people in finished games, sorted by player, rules and columns."""
    groups: dict[tuple[str, str, int], list[int]] = {}
    for game in games:
        rules = game.setup.rules
        assert game.totals is not None
        for player, total in zip(game.setup.players, game.totals, strict=True):
            if player.strategy == HUMAN:
                groups.setdefault((player.name, rules.name, rules.columns), []).append(total)
    return [_statistics(*group, totals) for group, totals in sorted(groups.items())]


def _statistics(player: str, rules: str, columns: int, totals: list[int]) -> Statistics:
    return Statistics(
        player=player,
        rules=rules,
        columns=columns,
        games=len(totals),
        average=weighted_average(totals),
        last=tuple(totals[-SHOWN:]),
        best=tuple(sorted(totals, reverse=True)[:SHOWN]),
        recent=tuple(totals[-RECENT:]),
    )


def weighted_average(totals: list[int]) -> float:
    """The average of at least one game, each counting `WEIGHT` times the one after it."""
    weights = [WEIGHT**age for age in range(len(totals))]
    return sum(weight * total for weight, total in zip(weights, reversed(totals), strict=True)) / sum(weights)
