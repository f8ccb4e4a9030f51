"""Which columns of which players stand side by side on the screen, and where.

Where not all have room, the player to move is shown whole and the others by their totals, in a panel at the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.table.screen import layout

MOST_LANES = 12
"""The most lanes of four columns each: three figures and a blank."""
LEAST_GROUP = 9
"""Columns for totals such as `1234/5678`."""
GROUP_BESIDE_PANEL = 24


@dataclass(frozen=True, slots=True)
class Lane:
    """One column of scores: its number in the grid, its centre, and which of the card's columns it is.

    `column` is None for one that was played in an earlier game.
    """

    number: int
    column: int | None
    centre: int


@dataclass(frozen=True, slots=True)
class Group:
    """The lanes of one player, side by side in `width` columns around `centre`."""

    seat: int
    lanes: tuple[Lane, ...]
    centre: int
    width: int

    @property
    def pitch(self) -> int:
        return self.width // len(self.lanes)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """`others` are the seats that are shown by their totals, in a panel from column `panel` on."""

    groups: tuple[Group, ...]
    others: tuple[int, ...] = ()
    panel: int = layout.COLUMNS

    def lane(self, seat: int, column: int) -> Lane:
        """The lane of a column of the card of `seat`, which isn't one of the others."""
        return next(
            lane for group in self.groups if group.seat == seat for lane in group.lanes if lane.column == column
        )


def arrange(rules: RuleSet, players: int, seat: int, earlier: int) -> Arrangement:
    """Arrange the players with `seat` to move; `earlier` columns of the grid were played in earlier games.

    Those are shown as long as nobody has to be left out for them.
    """
    for shown in (earlier, 0):
        columns = shown + rules.columns
        lanes = players * columns
        width = (layout.COLUMNS - layout.SCORES_COLUMN) // lanes * columns
        if lanes <= MOST_LANES and (columns == 1 or width >= LEAST_GROUP):
            groups = (_group(rules, other, other, earlier, shown, width) for other in range(players))
            return Arrangement(tuple(groups))
    shown = min(earlier, layout.grid_columns(rules) - rules.columns)
    group = _group(rules, seat, 0, earlier, shown, GROUP_BESIDE_PANEL)
    others = tuple(other for other in range(players) if other != seat)
    return Arrangement((group,), others, layout.SCORES_COLUMN + GROUP_BESIDE_PANEL + 1)


def _group(rules: RuleSet, seat: int, place: int, earlier: int, shown: int, width: int) -> Group:
    start = layout.SCORES_COLUMN + place * width
    columns: Sequence[int | None] = [*[None] * shown, *range(rules.columns)]
    pitch = width // len(columns)
    lanes = tuple(
        Lane(earlier - shown + index, column, start + pitch // 2 + index * pitch)
        for index, column in enumerate(columns)
    )
    return Group(seat, lanes, start + width // 2, width)
