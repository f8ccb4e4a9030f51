"""The commands that open the pages about all saved games, for all rooms that can read the saved games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from h89yahtzee.rooms.page import READINGS, Reading
from h89yahtzee.rooms.room import Room, RoomCommand, RoomRefusal
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.texts import plain_text

_T = TypeVar("_T")


def reading_commands(room: Room, saved: SavedGames | None, spare: Sequence[Key] = ()) -> Iterator[RoomCommand]:
    """Yield the commands of `room` that open the pages about the `saved` games; yield nothing if `saved` is None.

    `spare` are function keys that no other command of the room has: the first of them also opens the first page,
    the second opens the second page, and so on.
    """
    if saved is None:
        return
    for number, reading in enumerate(READINGS):
        own = spare[number : number + 1]
        caption = reading.about if room.places is None else reading.caption
        keys: tuple[KeyPress, ...] = (reading.key, *own, reading.key.upper())
        # A room without a prompt asks questions instead. There a single letter is no command, since it may be the
        # answer, such as a name.
        words = (reading.key, reading.word) if room.prompt else (reading.word,)
        yield RoomCommand(caption, reading.about, keys, partial(_open, room, reading, saved), words, is_minor=True)


def _open(room: Room, reading: Reading, saved: SavedGames, _: float) -> None:
    room.open(read(partial(reading.page, saved)))


def read(reading: Callable[[], _T]) -> _T:
    """Return the result of `reading()`; raise RoomRefusal with the reason if the saved games can't be read."""
    try:
        return reading()
    except (OSError, ValueError) as error:
        raise RoomRefusal(plain_text(str(error))) from None
