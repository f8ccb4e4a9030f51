"""What a terminal can be in: keys go in, screens come out; the table is one such room."""

from __future__ import annotations

from typing import Protocol

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table.screen.layout import Display


class Room(Protocol):
    """Times are in seconds of any clock that never goes back."""

    is_closed: bool

    @property
    def revision(self) -> object:
        """Equal to an earlier one only as long as nothing to be seen has changed since."""
        ...

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do by itself."""
        ...

    def press(self, key: KeyPress, now: float) -> None:
        """Do what a key says."""
        ...

    def advance(self, now: float) -> None:
        """Take in what happened elsewhere, and do what is due."""
        ...

    def screen(self, display: Display) -> Grid: ...

    def urgent(self, display: Display) -> tuple[Region, ...]:
        """The parts of that screen that are to be seen first, the most urgent before the others."""
        ...

    def take_bells(self) -> int:
        """How often to ring since the last call."""
        ...

    def take_repaint(self) -> bool:
        """Whether everything is to be painted anew, since the last call."""
        ...

    def notify(self, text: str) -> None:
        """Show a line about what went wrong elsewhere."""
        ...

    def leave(self) -> None:
        """Close the room: its terminal is going."""
        ...
