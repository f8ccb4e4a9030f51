"""The keeps of a turn as a lattice, for any number of dice and faces.

A keep is a multiset of no to all dice; a roll is one of all dice. Keeps are ordered by size and then as
`itertools.combinations_with_replacement` orders them, so that the rolls are the last. The value of a keep is the
mean over one die more, and the best keep of a roll is the best of itself and of the best of each that lacks one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from h89yahtzee.game.dice import FACES, Dice


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """`plus[keep]` are the keeps with one die more, by face (rolls have none), `less[keep]` those with one less."""

    dice: int
    faces: int
    keeps: tuple[Dice, ...]
    index: dict[Dice, int]
    first_roll: int
    plus: tuple[tuple[int, ...], ...]
    less: tuple[tuple[int, ...], ...]

    @property
    def rolls(self) -> tuple[Dice, ...]:
        return self.keeps[self.first_roll :]

    def keep(self, dice: Dice) -> int:
        """The index of these dice, in any order."""
        return self.index[tuple(sorted(dice))]

    def place(self, rolls_left: int, dice: Dice) -> int:
        """Of these dice in [rerolls][keeps] with the last re-roll first, before one of the rolls that are left."""
        return (rolls_left - 1) * len(self.keeps) + self.keep(dice)

    def roll(self, dice: Dice) -> int:
        """The index of all dice among the rolls."""
        return self.keep(dice) - self.first_roll

    def chances(self) -> tuple[float, ...]:
        """The probability of each roll when all dice are rolled."""
        ways = [
            factorial(self.dice) // prod(factorial(roll.count(face)) for face in set(roll)) for roll in self.rolls
        ]
        return tuple(way / self.faces**self.dice for way in ways)

    def alike(self) -> tuple[int, ...]:
        """The index among the rolls of each roll of one face only, by face."""
        return tuple(self.roll((face,) * self.dice) for face in range(1, self.faces + 1))


@cache
def lattice_of(dice: int, faces: int = len(FACES)) -> Lattice:
    sides = range(1, faces + 1)
    keeps = tuple(keep for size in range(dice + 1) for keep in combinations_with_replacement(sides, size))
    index = {keep: number for number, keep in enumerate(keeps)}
    smaller = [keep for keep in keeps if len(keep) < dice]
    return Lattice(
        dice=dice,
        faces=faces,
        keeps=keeps,
        index=index,
        first_roll=len(smaller),
        plus=tuple(tuple(index[tuple(sorted((*keep, face)))] for face in sides) for keep in smaller),
        less=tuple(tuple(index[_without(keep, face)] for face in sorted(set(keep))) for keep in keeps),
    )


def _without(keep: Dice, face: int) -> Dice:
    position = keep.index(face)
    return keep[:position] + keep[position + 1 :]
