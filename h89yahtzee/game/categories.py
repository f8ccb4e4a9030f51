"""The rows of score cards: what each is called and what dice score there, for all rule sets.

A category knows nothing of bonuses or of when dice are a joker. Rows of different rule sets may have the same name
and score differently; within a rule set names are unique.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from h89yahtzee.game.dice import Dice, highest_count, longest_run


class Section(Enum):
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True, eq=False)
class Category:
    """One row, equal to no other.

    `name` is also how records write it. `score` is the ordinary score, a function of the dice alone. `face` is the
    face that an upper row counts, else None. `joker_score` is what five alike score as a joker if that differs
    from the ordinary score, else None.
    """

    name: str
    section: Section
    score: Callable[[Dice], int] = field(repr=False)
    face: int | None = None
    joker_score: int | None = None


def _upper(name: str, face: int) -> Category:
    return Category(name, Section.UPPER, lambda dice: face * dice.count(face), face)


def _lower(name: str, score: Callable[[Dice], int], joker_score: int | None = None) -> Category:
    return Category(name, Section.LOWER, score, joker_score=joker_score)


def _sum_of_a_kind(wanted: int) -> Callable[[Dice], int]:
    """The sum of all dice if enough are alike."""
    return lambda dice: sum(dice) if highest_count(dice) >= wanted else 0


def _of_a_kind(wanted: int) -> Callable[[Dice], int]:
    """The sum of the dice that are alike, of the highest face with enough dice."""
    return lambda dice: wanted * max((face for face in dice if dice.count(face) >= wanted), default=0)


def _run(length: int, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if longest_run(dice) >= length else 0


def _exactly(faces: Dice, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if tuple(sorted(dice)) == faces else 0


def _all_alike(points: int) -> Callable[[Dice], int]:
    return lambda dice: points if highest_count(dice) == len(dice) else 0


def _is_full_house(dice: Dice) -> bool:
    """Three of one face and two of another."""
    return sorted(dice.count(face) for face in set(dice)) == [2, 3]


def _full_house_or_five_alike(dice: Dice) -> int:
    return sum(dice) if _is_full_house(dice) or highest_count(dice) == len(dice) else 0


def _two_pairs(dice: Dice) -> int:
    """The sum of two pairs of different faces: four alike are not two pairs."""
    pairs = [face for face in set(dice) if dice.count(face) >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


ONES = _upper("ones", 1)
TWOS = _upper("twos", 2)
THREES = _upper("threes", 3)
FOURS = _upper("fours", 4)
FIVES = _upper("fives", 5)
SIXES = _upper("sixes", 6)
UPPER = (ONES, TWOS, THREES, FOURS, FIVES, SIXES)

THREE_OF_A_KIND = _lower("three-of-a-kind", _sum_of_a_kind(3))
FOUR_OF_A_KIND = _lower("four-of-a-kind", _sum_of_a_kind(4))
FULL_HOUSE = _lower("full-house", lambda dice: 25 if _is_full_house(dice) else 0, joker_score=25)
SMALL_STRAIGHT = _lower("small-straight", _run(4, 30), joker_score=30)
LARGE_STRAIGHT = _lower("large-straight", _run(5, 40), joker_score=40)
YAHTZEE = _lower("yahtzee", _all_alike(50))
CHANCE = _lower("chance", sum)
LOWER = (THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE)

YACHT_FULL_HOUSE = _lower("full-house", _full_house_or_five_alike)
YACHT_FOUR_OF_A_KIND = _lower("four-of-a-kind", _of_a_kind(4))
LITTLE_STRAIGHT = _lower("little-straight", _exactly((1, 2, 3, 4, 5), 30))
BIG_STRAIGHT = _lower("big-straight", _exactly((2, 3, 4, 5, 6), 30))
CHOICE = _lower("choice", sum)
YACHT = _lower("yacht", _all_alike(50))
YACHT_LOWER = (YACHT_FULL_HOUSE, YACHT_FOUR_OF_A_KIND, LITTLE_STRAIGHT, BIG_STRAIGHT, CHOICE, YACHT)

ONE_PAIR = _lower("one-pair", _of_a_kind(2))
TWO_PAIRS = _lower("two-pairs", _two_pairs)
YATZY_THREE_OF_A_KIND = _lower("three-of-a-kind", _of_a_kind(3))
YATZY_FOUR_OF_A_KIND = _lower("four-of-a-kind", _of_a_kind(4))
YATZY_SMALL_STRAIGHT = _lower("small-straight", _exactly((1, 2, 3, 4, 5), 15))
YATZY_LARGE_STRAIGHT = _lower("large-straight", _exactly((2, 3, 4, 5, 6), 20))
YATZY_FULL_HOUSE = _lower("full-house", lambda dice: sum(dice) if _is_full_house(dice) else 0)
YATZY = _lower("yatzy", _all_alike(50))
