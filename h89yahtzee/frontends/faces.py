"""The two interfaces by which a session shows a room to a person: on a screen, or in text mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.rooms.room import Room
from h89yahtzee.screen.grid import Grid, Region
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.seat import Seat

AnyRoom = Room | Seat
"""The rooms that a person can be in; the person's seat at a table is one."""


def on_screen(room: AnyRoom, now: float) -> ScreenFace:
    return SeatScreen(room, now) if isinstance(room, Seat) else RoomScreen(room)


def by_lines(room: AnyRoom) -> LineFace:
    return SeatLines(room) if isinstance(room, Seat) else RoomLines(room)


class ScreenFace(Protocol):
    """A room on a screen: a session passes keys, clicks and the time, and shows `screen`.

    - Times such as `now` are seconds of any clock that never goes back; the session calls `advance` at `deadline`.
    - A click is at a 0-based (row, column) of the room's screen for `display` at that moment.
    - `revision` changes whenever the screen may have changed.
    - `urgent` returns the parts of the screen to send first.
    - `take_bells` returns the rings due since its last call, `take_repaint` whether a repaint is due since its own.
    - `notify` shows a line about a fault elsewhere.
    - `legend` names PC keys, as a line for below the screen.
    """

    @property
    def ending(self) -> Ending | None: ...
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


class LineFace(Protocol):
    """A room in text mode: a session prints `start` and `tell`, asks by `prompt` and passes input to `answer`.

    - A line is yielded after the action that it reports has been done.
    - `revision` changes whenever the next `advance` may lead to lines to `tell` or to another prompt.
    - The session calls `advance` at `deadline`, in seconds of a clock that never goes back.
    - With an empty `prompt` nothing is asked, but an answer may come.
    """

    @property
    def ending(self) -> Ending | None: ...
    @property
    def prompt(self) -> str: ...
    @property
    def revision(self) -> object: ...
    @property
    def deadline(self) -> float | None: ...

    def start(self) -> Iterator[str]: ...
    def tell(self) -> Iterator[str]: ...
    def answer(self, text: str, now: float) -> Iterator[str]: ...
    def advance(self, now: float) -> None: ...
    def leave(self) -> None: ...
