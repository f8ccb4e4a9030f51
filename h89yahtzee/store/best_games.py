"""The best games of all people: pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from h89yahtzee.game.record import HUMAN, Record
from h89yahtzee.store.history import SavedGame

LISTED = 10


@dataclass(frozen=True, slots=True)
class BestGame:
    """`begun` is in seconds since 1970."""

    total: int
    player: str
    game: int
    begun: int


def best_games(games: Iterable[tuple[SavedGame, Record]]) -> dict[tuple[str, int], list[BestGame]]:
    """The best finished games by the name of the rules and the number of columns, sorted by these.

    The highest total comes first; of equal ones that which was there first.
    """
    groups: dict[tuple[str, int], list[BestGame]] = {}
    for game, record in games:
        rules = record.setup.rules
        for player, total in zip(record.setup.players, record.totals or (), strict=True):
            if player.strategy == HUMAN:
                reached = BestGame(total, player.name, game.number, game.begun)
                groups.setdefault((rules.name, rules.columns), []).append(reached)
    return {
        group: sorted(reached, key=lambda best: -best.total)[:LISTED] for group, reached in sorted(groups.items())
    }
