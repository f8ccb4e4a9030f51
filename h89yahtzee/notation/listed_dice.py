"""Dice as a program lists them, which may put them in another order after each roll.

A record has each die in one place for as long as it is kept; a `Throw` knows which listed die lies in which place.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.dice import Dice

_SHOWN = 10
"""Dice that an error lists, at most."""


class DiceNotThereError(ValueError):
    """Dice are said to have been kept that weren't there before the roll or aren't after it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """`places[i]` is where the i-th of the `listed` dice lies."""

    listed: Dice
    places: tuple[int, ...]

    @classmethod
    def of(cls, listed: Dice) -> Throw:
        return cls(listed, tuple(range(len(listed))))

    @property
    def dice(self) -> Dice:
        """The dice as they lie."""
        lying = dict(zip(self.places, self.listed, strict=True))
        return tuple(lying[place] for place in range(len(lying)))

    def after_rolling(self, positions: tuple[int, ...], listed: Dice) -> tuple[Throw, tuple[int, ...]]:
        """The throw after the listed dice at these positions were rolled, and the places where those lie."""
        return Throw(listed, self.places), tuple(sorted(self.places[position] for position in positions))

    def after_keeping(self, faces: Dice, listed: Dice) -> tuple[Throw, tuple[int, ...]]:
        """The throw after all dice but these were rolled and listed in any order, and the places of those rolled.

        DiceNotThereError if the dice kept weren't on the table or aren't any more.
        """
        kept_places = [self.places[position] for position in _taken(faces, self.listed)]
        rolled_places = [place for place in self.places if place not in kept_places]
        free = iter(rolled_places)
        place_of = dict(zip(_taken(faces, listed), kept_places, strict=True))
        places = tuple(place_of[index] if index in place_of else next(free) for index in range(len(listed)))
        return Throw(listed, places), tuple(sorted(rolled_places))


def _taken(faces: Dice, listed: Dice) -> list[int]:
    """The positions of dice with these faces, one for each face."""
    left = dict(enumerate(listed))
    taken = []
    for face in faces:
        position = next((position for position, shown in left.items() if shown == face), None)
        if position is None:
            raise DiceNotThereError(f"{_spelled(faces)} can't have been kept with {_spelled(listed)} on the table")
        taken.append(position)
        del left[position]
    return taken


def _spelled(dice: Dice) -> str:
    return " ".join([*map(str, dice[:_SHOWN]), *["..."] * (len(dice) > _SHOWN)])
