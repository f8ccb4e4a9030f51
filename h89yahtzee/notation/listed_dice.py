"""Dice as a program lists them, which may put them in another order after each roll.

A record has each die in one place for as long as it is kept; a `Throw` knows which listed die lies in which place.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.dice import Dice


class DiceNotThereError(ValueError):
    """Dice are said to have been kept that don't lie there before the roll or after it."""


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
        """As they lie."""
        lying = dict(zip(self.places, self.listed, strict=True))
        return tuple(lying[place] for place in range(len(lying)))

    def after_rolling(self, positions: tuple[int, ...], listed: Dice) -> tuple[Throw, tuple[int, ...]]:
        """The throw after those of the listed dice were rolled, and the places that they lie in."""
        return Throw(listed, self.places), tuple(sorted(self.places[position] for position in positions))

    def after_keeping(self, faces: Dice, listed: Dice) -> tuple[Throw, tuple[int, ...]]:
        """The throw after all dice but those were rolled, listed in any order then, and the places of those rolled.

        DiceNotThereError where they weren't on the table or aren't any more.
        """
        kept = _taken(faces, self.listed)
        again = _taken(faces, listed)
        kept_places = [self.places[position] for position in kept]
        rolled_places = [place for place in self.places if place not in kept_places]
        free = iter(rolled_places)
        place_of = dict(zip(again, kept_places, strict=True))
        places = tuple(place_of[index] if index in place_of else next(free) for index in range(len(listed)))
        return Throw(listed, places), tuple(sorted(rolled_places))


def _taken(faces: Dice, listed: Dice) -> list[int]:
    """The positions of dice that show these faces, one for each."""
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
    return " ".join(map(str, dice))
