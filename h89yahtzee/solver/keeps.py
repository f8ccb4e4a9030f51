"""All keeps (the dice kept in a re-roll) for any number of dice and faces, and which keeps differ by one die.

A keep is a multiset of none to all of the dice; a roll is a keep of all dice. Keeps are ordered by size and then as
`itertools.combinations_with_replacement` orders them, so that rolls are last. Two facts make it quick to compute
the values of keeps: the value of a keep is the mean over the keeps with one die more, and the best keep within a
roll is the roll itself or the best keep within the roll less one die.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from h89yahtzee.game.dice import FACES, Dice


@dataclass(frozen=True, slots=True, eq=False)
class Keeps:
    """All keeps (sets of dice to keep) of `dice` dice; other fields and arrays name a keep by its index in `all`.

    `first_roll` is the index of the first keep of all dice. `plus[keep]` has the keeps with one die more, by the
    face of that die (none for keeps of all dice); `less[keep]` has the keeps with one die less.
    """

    dice: int
    faces: int
    all: tuple[Dice, ...]
    index: dict[Dice, int]
    first_roll: int
    plus: tuple[tuple[int, ...], ...]
    less: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.all)

    @property
    def rolls(self) -> tuple[Dice, ...]:
        return self.all[self.first_roll :]

    def number(self, dice: Dice) -> int:
        """Return the index in `all` of these dice, in any order."""
        return self.index[tuple(sorted(dice))]

    def place(self, rolls_left: int, dice: Dice) -> int:
        """Return the index of the item for keeping these dice when `rolls_left` rolls are left, in a flat array
        [rerolls][keeps] with the last re-roll first."""
        return (rolls_left - 1) * len(self) + self.number(dice)

    def roll(self, dice: Dice) -> int:
        """Return the index in `rolls` of these dice, which must be all dice of a roll, in any order."""
        return self.number(dice) - self.first_roll

    def chances(self) -> tuple[float, ...]:
        """Return the probability of each roll when all dice are rolled."""
        ways = [
            factorial(self.dice) // prod(factorial(roll.count(face)) for face in set(roll)) for roll in self.rolls
        ]
        return tuple(way / self.faces**self.dice for way in ways)

    def alike(self) -> tuple[int, ...]:
        """Return for each face, from 1 on, the index in `rolls` of the roll whose dice all show this face."""
        return tuple(self.roll((face,) * self.dice) for face in range(1, self.faces + 1))


@cache
def keeps_of(dice: int, faces: int = len(FACES)) -> Keeps:
    sides = range(1, faces + 1)
    keeps = tuple(keep for size in range(dice + 1) for keep in combinations_with_replacement(sides, size))
    index = {keep: number for number, keep in enumerate(keeps)}
    smaller = [keep for keep in keeps if len(keep) < dice]
    return Keeps(
        dice=dice,
        faces=faces,
        all=keeps,
        index=index,
        first_roll=len(smaller),
        plus=tuple(tuple(index[tuple(sorted((*keep, face)))] for face in sides) for keep in smaller),
        less=tuple(tuple(index[_without(keep, face)] for face in sorted(set(keep))) for keep in keeps),
    )


def _without(keep: Dice, face: int) -> Dice:
    position = keep.index(face)
    return keep[:position] + keep[position + 1 :]


@cache
def parts_of_rolls(keeps: Keeps) -> tuple[tuple[int, ...], ...]:
    """Return for each roll, by its index in `Keeps.rolls`, the index in `Keeps.all` of each subset of its dice.

    A subset is numbered by a bit mask: bit i is set if die i of the roll, in ascending order, is in the subset.
    """
    masks = range(1 << keeps.dice)
    return tuple(
        tuple(keeps.index[tuple(face for die, face in enumerate(roll) if mask >> die & 1)] for mask in masks)
        for roll in keeps.rolls
    )
