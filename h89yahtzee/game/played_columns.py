"""What a game finds on a grid whose columns several games fill one after another."""

from __future__ import annotations

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState

PlayedColumns = tuple[tuple[int, ...], ...]
"""For each player the totals of as many columns that were played before."""


def none_played(players: int) -> PlayedColumns:
    return ((),) * players


def with_columns_of(state: GameState, played: PlayedColumns) -> PlayedColumns:
    """What was played, and the columns of a game that is over."""
    return tuple(
        (*totals, *map(card.column_total, range(state.rules.columns)))
        for totals, card in zip(played, state.cards, strict=True)
    )


def grid_totals(state: GameState, played: PlayedColumns) -> tuple[int, ...] | None:
    """The total of each player's grid, with the columns in play; None by rules without a grid."""
    if not state.rules.column_choices:
        return None
    return tuple(total + sum(before) for total, before in zip(state.totals(), played, strict=True))


def found_by(rules: RuleSet, played: PlayedColumns) -> PlayedColumns:
    """What a game by `rules` finds: nothing without a grid, or where it has no room for that game."""
    has_room = len(played[0]) + rules.columns <= max(rules.column_choices, default=0)
    return played if has_room else none_played(len(played))
