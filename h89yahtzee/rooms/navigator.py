"""The choice of the room that follows another, by the value with which the first one ended.

The choice is the same for a keyboard, a serial line, a host's caller and a web page; only the `Supply` differs.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.endings import Ending, Resume, Start, ToNewTable, ToPlace, ToStartPage


class Room(Protocol):
    """A place where a person can be, such as a menu or a table; `ending` is None until the person leaves it."""

    @property
    def ending(self) -> Ending | None: ...


R = TypeVar("R", bound=Room)


class Supply(Protocol[R]):
    """Supplies one person with tables, and with the rooms before and after a game.

    `begin` starts a game or opens a table, `resume` continues an unfinished game; both raise RoomRefusal if no game
    can be played, and `refused` then returns the room that shows the reason. `place` returns the person's present
    room, a table or the lobby. `left` is called when the person quits a room, and returns the room to go back to.
    None instead of a room ends the session.
    """

    def choose(self) -> R:
        """Return the room in which the person chooses a game, or the rules and seats of a new table."""

    def begin(self, choices: Choices) -> R: ...
    def resume(self) -> R: ...
    def place(self) -> R | None: ...
    def refused(self, room: R, reason: str) -> R: ...
    def left(self, room: R) -> R | None: ...


def following(room: R, supply: Supply[R]) -> R | None:
    """Return the room that follows `room`, which has ended; None ends the session."""
    ending = room.ending
    try:
        if isinstance(ending, Start):
            return supply.begin(ending.choices)
        if isinstance(ending, Resume):
            return supply.resume()
        if isinstance(ending, ToStartPage | ToNewTable):
            return supply.choose()
        if isinstance(ending, ToPlace):
            return supply.place()
        return supply.left(room)
    except RoomRefusal as refusal:
        return supply.refused(room, str(refusal))
