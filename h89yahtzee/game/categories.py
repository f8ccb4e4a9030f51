"""The categories (rows of a score card) of all rule sets: names, labels on the card, and scoring functions.

Bonuses and the conditions for a joker are in `scorecard`. Categories of different rule sets may share a name and
score differently; within a rule set names are unique.
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
    """A row of a score card. Compared by identity: two categories of the same name may score differently.

    `name` is written in records; `label` and `note` are shown on the card on the screen; `about` says in the manual
    for bots what the row scores. `score` is the function that returns the ordinary score of dice. `face` is the
    face that an upper row counts; None in the lower section. A joker is five alike that count as if they showed the
    row's pattern: `joker_score` is the score of a joker in this row, None if the row scores a joker as it scores
    any other dice.
    """

    name: str
    label: str
    note: str
    section: Section
    about: str
    score: Callable[[Dice], int] = field(repr=False)
    face: int | None = None
    joker_score: int | None = None


def _upper(face: int, name: str, label: str) -> Category:
    about = "the dice of that face"
    return Category(name, label, f"ADD {face}'s", Section.UPPER, about, lambda dice: face * dice.count(face), face)


def _lower(
    name: str, label: str, note: str, about: str, score: Callable[[Dice], int], joker_score: int | None = None
) -> Category:
    return Category(name, label, note, Section.LOWER, about, score, joker_score=joker_score)


def _sum_of_a_kind(wanted: int) -> Callable[[Dice], int]:
    """Return a function that scores the sum of all dice if at least `wanted` are alike, else 0."""
    return lambda dice: sum(dice) if highest_count(dice) >= wanted else 0


def _of_a_kind(wanted: int) -> Callable[[Dice], int]:
    """Return a function that scores `wanted` times the highest face that at least `wanted` dice show, else 0."""
    return lambda dice: wanted * max((face for face in dice if dice.count(face) >= wanted), default=0)


def _run(length: int, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if longest_run(dice) >= length else 0


def _exactly(faces: Dice, points: int) -> Callable[[Dice], int]:
    return lambda dice: points if tuple(sorted(dice)) == faces else 0


def _all_alike(points: int) -> Callable[[Dice], int]:
    return lambda dice: points if highest_count(dice) == len(dice) else 0


def _is_full_house(dice: Dice) -> bool:
    """Return whether the dice are three of one face and two of another."""
    return sorted(dice.count(face) for face in set(dice)) == [2, 3]


def _full_house_or_five_alike(dice: Dice) -> int:
    return sum(dice) if _is_full_house(dice) or highest_count(dice) == len(dice) else 0


def _two_pairs(dice: Dice) -> int:
    """Return the sum of two pairs of different faces, else 0; four alike are not two pairs."""
    pairs = [face for face in set(dice) if dice.count(face) >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


ONES = _upper(1, "ones", "ACES")
TWOS = _upper(2, "twos", "TWOS")
THREES = _upper(3, "threes", "THREES")
FOURS = _upper(4, "fours", "FOURS")
FIVES = _upper(5, "fives", "FIVES")
SIXES = _upper(6, "sixes", "SIXES")
UPPER = (ONES, TWOS, THREES, FOURS, FIVES, SIXES)

THREE_OF_A_KIND = _lower(
    "three-of-a-kind", "3 of a kind", "SUM", "all dice, where three are alike", _sum_of_a_kind(3)
)
FOUR_OF_A_KIND = _lower("four-of-a-kind", "4 of a kind", "SUM", "all dice, where four are alike", _sum_of_a_kind(4))
FULL_HOUSE = _lower(
    "full-house",
    "Full House",
    "25",
    "25 for three of one face and two of another",
    lambda dice: 25 if _is_full_house(dice) else 0,
    joker_score=25,
)
SMALL_STRAIGHT = _lower(
    "small-straight", "4 Straight", "30", "30 for four faces in a row", _run(4, 30), joker_score=30
)
LARGE_STRAIGHT = _lower(
    "large-straight", "5 Straight", "40", "40 for five faces in a row", _run(5, 40), joker_score=40
)
YAHTZEE = _lower("yahtzee", "YAHTZEE", "50", "50 for five alike", _all_alike(50))
CHANCE = _lower("chance", "Chance", "SUM", "all dice", sum)
LOWER = (THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE)

YACHT_FULL_HOUSE = _lower(
    "full-house", "Full House", "SUM", "all dice, also for five alike", _full_house_or_five_alike
)
YACHT_FOUR_OF_A_KIND = _lower(
    "four-of-a-kind", "4 of a kind", "SUM OF 4", "these four dice, also for five alike", _of_a_kind(4)
)
LITTLE_STRAIGHT = _lower("little-straight", "Little 1-5", "30", "30 for 1 to 5", _exactly((1, 2, 3, 4, 5), 30))
BIG_STRAIGHT = _lower("big-straight", "Big 2-6", "30", "30 for 2 to 6", _exactly((2, 3, 4, 5, 6), 30))
CHOICE = _lower("choice", "Choice", "SUM", "all dice", sum)
YACHT = _lower("yacht", "YACHT", "50", "50 for five alike", _all_alike(50))
YACHT_LOWER = (YACHT_FULL_HOUSE, YACHT_FOUR_OF_A_KIND, LITTLE_STRAIGHT, BIG_STRAIGHT, CHOICE, YACHT)

YACHT_DICE_SMALL_STRAIGHT = _lower("small-straight", "4 Straight", "15", "15 for four faces in a row", _run(4, 15))
YACHT_DICE_LARGE_STRAIGHT = _lower("large-straight", "5 Straight", "30", "30 for five", _run(5, 30))
YACHT_DICE_LOWER = (
    *(CHOICE, FOUR_OF_A_KIND, YACHT_FULL_HOUSE),
    *(YACHT_DICE_SMALL_STRAIGHT, YACHT_DICE_LARGE_STRAIGHT, YACHT),
)

ONE_PAIR = _lower("one-pair", "1 pair", "SUM OF 2", "the two highest dice that are alike", _of_a_kind(2))
TWO_PAIRS = _lower("two-pairs", "2 pairs", "SUM OF 4", "the dice of two pairs", _two_pairs)
YATZY_THREE_OF_A_KIND = _lower(
    "three-of-a-kind", "3 of a kind", "SUM OF 3", "the three dice that are alike", _of_a_kind(3)
)
YATZY_FOUR_OF_A_KIND = _lower(
    "four-of-a-kind", "4 of a kind", "SUM OF 4", "the four dice that are alike", _of_a_kind(4)
)
YATZY_SMALL_STRAIGHT = _lower("small-straight", "Small 1-5", "15", "15 for 1 to 5", _exactly((1, 2, 3, 4, 5), 15))
YATZY_LARGE_STRAIGHT = _lower("large-straight", "Large 2-6", "20", "20 for 2 to 6", _exactly((2, 3, 4, 5, 6), 20))
YATZY_FULL_HOUSE = _lower(
    "full-house", "Full House", "SUM", "all dice", lambda dice: sum(dice) if _is_full_house(dice) else 0
)
YATZY = _lower("yatzy", "YATZY", "50", "50 for five alike", _all_alike(50))
YATZY_LOWER = (
    *(ONE_PAIR, TWO_PAIRS, YATZY_THREE_OF_A_KIND, YATZY_FOUR_OF_A_KIND),
    *(YATZY_SMALL_STRAIGHT, YATZY_LARGE_STRAIGHT, YATZY_FULL_HOUSE, CHANCE, YATZY),
)

FIVE_ALIKE = (YAHTZEE, YACHT, YATZY)
"""The categories for five alike; each rule set has exactly one of them."""
