"""The endings of rooms (menus, and seats at tables): values that say where a person who leaves a room goes next."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.table.choices import Choices


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game, or open the hosted table, that `choices` describe."""

    choices: Choices


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume the unfinished game `number`; by default the game that the start page offers."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class ToChoices:
    """Go to the page where a game, or the rules and seats of a new table, are chosen."""


@dataclass(frozen=True, slots=True)
class ToPlace:
    """Go to the person's table at a host; if the person is at no table, go to the host's lobby."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the room, or the program if there is no other room to go to. If `keeps_game` is False, the unfinished
    game that the person leaves is also deleted from the saved games."""

    keeps_game: bool = True


Ending = Start | Resume | ToChoices | ToPlace | Leave
