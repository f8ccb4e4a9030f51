"""Rooms without a table, for tests of the code that shows rooms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.screen.grid import Grid, Region
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.endings import Ending, Leave
from h89yahtzee.table.seat import NOTHING_COPIED, Copied


@dataclass
class StillRoom:
    """A room that changes only when the test changes it."""

    grid: Grid = field(default_factory=lambda: Grid.blank(25, 80))
    urgent_regions: Sequence[Region] = ()
    keys: list[KeyPress | Click] = field(default_factory=list)
    seen_at: dict[int | None, float] = field(default_factory=dict)
    bells: int = 0
    revision: int = 0
    ending: Ending | None = None
    deadline: None = None
    legend: str = ""
    copied: Copied = NOTHING_COPIED

    def press(self, key: KeyPress, now: float) -> None:  # noqa: ARG002
        self.keys.append(key)

    def click(self, row: int, column: int, display: Display, now: float) -> None:  # noqa: ARG002
        self.keys.append(Click(row, column))

    def advance(self, now: float) -> None: ...

    def screen(self, display: Display) -> Grid:  # noqa: ARG002
        return self.grid

    def urgent(self, display: Display) -> tuple[Region, ...]:  # noqa: ARG002
        return tuple(self.urgent_regions)

    def take_bells(self) -> int:
        bells, self.bells = self.bells, 0
        return bells

    @property
    def sight(self) -> int:
        return self.revision

    def seen(self, sight: int | None, now: float) -> None:
        self.seen_at.setdefault(sight, now)

    def take_repaint(self) -> bool:
        return False

    def notify(self, text: str) -> None: ...

    def leave(self) -> None:
        self.ending = Leave()
