"""The way of a person from room to room: which room comes first, and which room follows a room that has ended.

A room is a menu, such as the start page, or a seat at a table. The `ending` of a room says where the person goes
next. The way is the same for a keyboard, a serial line, a host's caller and a page in the browser; only the
`Supply`, which makes the rooms, differs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeVar

from h89yahtzee.rooms import room as rooms
from h89yahtzee.rooms.room import RoomRefusal
from h89yahtzee.table.choices import Choices
from h89yahtzee.table.endings import Ending, Resume, Start, ToChoices, ToPlace
from h89yahtzee.table.preferences import OLDSTYLE, PREFERENCES, Preferences


class Room(Protocol):
    """A place where a person can be: a menu or a seat at a table. `ending` is None until the person leaves the
    place."""

    @property
    def ending(self) -> Ending | None: ...


R = TypeVar("R", bound=Room)


class Supply(Protocol[R]):
    """Supplies one person with rooms: with seats at tables, and with the menus before and after a game.

    `first` returns the room in which a session begins. `begin` starts a game or opens a table. `resume` continues
    the unfinished game `number`; None means the game that the start page offers to resume. `begin` and `resume`
    return the room of that game or table, and raise RoomRefusal if no game can be played. In that case `refused` is
    called with the room that the person wanted to leave and with the reason, and returns the room that shows the
    reason. `place` returns the room at the person's table (a seat, or the room where the person waits for players)
    or, if the person is at no table, the lobby. `left` is called with a room that the person has quit, and returns
    the room to go back to, or None to end the session.

    `preferences` are the person's preferences in all rooms except at a table, where the person's seat has
    preferences of its own.
    """

    @property
    def preferences(self) -> Preferences: ...

    def first(self) -> R: ...
    def choose(self) -> R:
        """Return the room in which the person chooses either a game or the rules and seats of a new table."""

    def begin(self, choices: Choices) -> R: ...
    def resume(self, number: int | None) -> R: ...
    def place(self) -> R: ...
    def refused(self, room: R, reason: str) -> R: ...
    def left(self, room: R) -> R | None: ...


def first(supply: Supply[R]) -> R:
    """Return the room in which a session begins."""
    return entered(supply.first(), supply)


def following(room: R, supply: Supply[R]) -> R | None:
    """Return the room that follows `room`, which has ended; None ends the session."""
    found = _next(room, supply)
    return None if found is None else entered(found, supply)


def entered(room: R, supply: Supply[R]) -> R:
    """Give `room` the person's preferences, and return `room`. A seat at a table is returned as it is, since it has
    preferences of its own."""
    if isinstance(room, rooms.Room):
        room.preferences = supply.preferences
    return room


def _next(room: R, supply: Supply[R]) -> R | None:
    ending = room.ending
    try:
        if isinstance(ending, Start):
            return supply.begin(ending.choices)
        if isinstance(ending, Resume):
            return supply.resume(ending.number)
        if isinstance(ending, ToChoices):
            return supply.choose()
        if isinstance(ending, ToPlace):
            return supply.place()
        return supply.left(room)
    except RoomRefusal as refusal:
        return supply.refused(room, str(refusal))


class Taste:
    """The changes that a person has made to preferences at a table, and that also hold at the next tables."""

    def __init__(self) -> None:
        self._changed = frozenset[str]()
        self._found = self._left = OLDSTYLE

    def changed(self, usual: Preferences) -> Preferences:
        """Return the preferences for a table: the `usual` ones, with the changes that the person made at earlier
        tables."""
        return replace(usual, **{name: getattr(self._left, name) for name in self._changed})

    def sit_down(self, usual: Preferences) -> Preferences:
        """Return the same preferences as `changed`, for a person who comes to a table. They are remembered, so that
        `leave` can find out what the person has changed at the table."""
        self._found = self.changed(usual)
        return self._found

    def leave(self, left: Preferences) -> None:
        """Remember which preferences the person has changed at a table; `left` are the preferences with which the
        person leaves this table."""
        carried = [preference.name for preference in PREFERENCES if preference.is_carried]
        self._changed |= {name for name in carried if getattr(left, name) != getattr(self._found, name)}
        self._left = left
