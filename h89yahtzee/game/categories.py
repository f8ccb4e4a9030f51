"""The rows of a score card: what each is called and what dice score there.

A category knows nothing of bonuses or of what a rule set does with an extra Yahtzee.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from h89yahtzee.game.dice import Dice, highest_count, longest_run


class Section(Enum):
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Category:
    """`name` is also its word in records; `face` is the face that an upper row counts, else None."""

    name: str
    section: Section
    score: Callable[[Dice], int] = field(compare=False, repr=False)
    face: int | None = None


def _upper(name: str, face: int) -> Category:
    return Category(name, Section.UPPER, lambda dice: face * dice.count(face), face)


def _lower(name: str, score: Callable[[Dice], int]) -> Category:
    return Category(name, Section.LOWER, score)


def _of_a_kind(wanted: int) -> Callable[[Dice], int]:
    return lambda dice: sum(dice) if highest_count(dice) >= wanted else 0


def _straight(length: int, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if longest_run(dice) >= length else 0


def _full_house(dice: Dice) -> int:
    return 25 if sorted(dice.count(face) for face in set(dice)) == [2, 3] else 0


ONES = _upper("ones", 1)
TWOS = _upper("twos", 2)
THREES = _upper("threes", 3)
FOURS = _upper("fours", 4)
FIVES = _upper("fives", 5)
SIXES = _upper("sixes", 6)
THREE_OF_A_KIND = _lower("three-of-a-kind", _of_a_kind(3))
FOUR_OF_A_KIND = _lower("four-of-a-kind", _of_a_kind(4))
FULL_HOUSE = _lower("full-house", _full_house)
SMALL_STRAIGHT = _lower("small-straight", _straight(4, 30))
LARGE_STRAIGHT = _lower("large-straight", _straight(5, 40))
YAHTZEE = _lower("yahtzee", lambda dice: 50 if highest_count(dice) == 5 else 0)
CHANCE = _lower("chance", lambda dice: sum(dice))
