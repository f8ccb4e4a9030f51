"""What a terminal can be in: keys and clicks go in, screens come out; a place at a table is one such room."""

from __future__ import annotations

from typing import Protocol

from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.table.screen.layout import Display


class Room(Protocol):
    """Its session hands in keys, clicks and the time (seconds of any clock that never goes back), and shows its
    screen. A click is at a place of the screen as `display` shows it, of what the room shows at that moment.

    `revision` changes whenever the screen may have; `deadline` is when `advance` has something to do by itself.
    `urgent` are the parts of the screen to be shown first. `take_bells` and `take_repaint` tell how often to ring
    and whether to paint all anew since the last call. `notify` shows a line about what went wrong elsewhere.
    `legend` names keys of a PC that the screen doesn't, on a line for below it.
    """

    is_closed: bool

    @property
    def revision(self) -> object: ...
    @property
    def deadline(self) -> float | None: ...
    @property
    def legend(self) -> str: ...

    def press(self, key: KeyPress, now: float) -> None: ...
    def click(self, row: int, column: int, display: Display, now: float) -> None: ...
    def advance(self, now: float) -> None: ...
    def screen(self, display: Display) -> Grid: ...
    def urgent(self, display: Display) -> tuple[Region, ...]: ...
    def take_bells(self) -> int: ...
    def take_repaint(self) -> bool: ...
    def notify(self, text: str) -> None: ...
    def leave(self) -> None: ...
