"""Strategies that play worse than best: how many points fewer they make on average."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from h89yahtzee.game.state import GameState


class _Part(NamedTuple):
    """What part of the points to come is made: with few open boxes, and with all of one column or of several."""

    few: float
    column: float
    columns: float


_PARTS = {
    "greedy": _Part(0.92, 0.86, 0.81),
    "hasty": _Part(0.42, 0.68, 0.67),
    "classic": _Part(0.62, 0.80, 0.71),
    "random": _Part(0.30, 0.19, 0.16),
}
"""Means of 400 games each by `official`, `h89`, `yatzy` and `yacht`; those of several columns, of 200 games each by
`triple` and by `quintzee` with two and six."""


def plays_worse(strategy: str) -> bool:
    return strategy in _PARTS


def expected_losses(state: GameState, strategies: Sequence[str], to_come: Sequence[float]) -> list[int]:
    """The points that each seat will make less than `to_come`, those of best play, the turn on the table left out.

    People are in the seats that `strategies` doesn't name.
    """
    losses = [0] * len(state.cards)
    for seat, (strategy, points) in enumerate(zip(strategies, to_come, strict=False)):
        boxes = len(state.cards[seat].open_boxes())
        turns = boxes - (seat == state.seat)
        if plays_worse(strategy) and turns > 0:
            losses[seat] = round((1 - _part(state, strategy, turns)) * points * turns / boxes)
    return losses


def _part(state: GameState, strategy: str, turns: int) -> float:
    part, rules = _PARTS[strategy], state.rules
    whole = part.column if rules.columns == 1 else part.columns
    return part.few + (whole - part.few) * turns / (len(rules.categories) * rules.columns)
