"""The dice and scores of games, computed without the package, from the descriptions of dealing and rules alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

Dice = tuple[int, ...]


def deal(seed: int, seat: int, turn: int, roll: int, number: int = 5) -> Dice:
    """Return the first `number` dice of a roll in the game with that seed; seat, turn and roll count from 0."""
    faces: list[int] = []
    block = 0
    while len(faces) < number:
        text = "/".join(str(label) for label in (seed, seat, turn, roll, block))
        faces += [1 + byte % 6 for byte in blake2b(text.encode(), person=b"h89yahtzee.dice").digest() if byte < 252]
        block += 1
    return tuple(faces[:number])


def reroll(dice: Dice, positions: Sequence[int], fresh: Dice) -> Dice:
    """Return `dice` with those at `positions`, from 0, replaced by the first dice of `fresh`."""
    rolled = list(dice)
    for position, face in zip(sorted(positions), fresh, strict=False):
        rolled[position] = face
    return tuple(rolled)


def _pattern(dice: Dice) -> str:
    """Return how often each face occurs, as digits, the commonest face first: "32" is a full house."""
    return "".join(sorted((str(dice.count(face)) for face in set(dice)), reverse=True))


def _has_one_of(dice: Dice, straights: str) -> bool:
    return any({*straight} <= {*map(str, dice)} for straight in straights.split())


SCORES: tuple[Callable[[Dice], int], ...] = (
    lambda dice: sum(face for face in dice if face == 1),
    lambda dice: sum(face for face in dice if face == 2),
    lambda dice: sum(face for face in dice if face == 3),
    lambda dice: sum(face for face in dice if face == 4),
    lambda dice: sum(face for face in dice if face == 5),
    lambda dice: sum(face for face in dice if face == 6),
    lambda dice: sum(dice) if _pattern(dice)[0] >= "3" else 0,
    lambda dice: sum(dice) if _pattern(dice)[0] >= "4" else 0,
    lambda dice: 25 if _pattern(dice) == "32" else 0,
    lambda dice: 30 if _has_one_of(dice, "1234 2345 3456") else 0,
    lambda dice: 40 if _has_one_of(dice, "12345 23456") else 0,
    lambda dice: 50 if _pattern(dice) == "5" else 0,
    lambda dice: sum(dice),
)
"""The points of five dice in each row of the card, from ACES to Chance."""


def totals(posted: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the subtotal, bonus, upper total and total score of a card; `posted` has its rows, 0 for open rows."""
    subtotal = sum(posted[:6])
    bonus = 35 if subtotal >= 63 else 0
    return subtotal, bonus, subtotal + bonus, subtotal + bonus + sum(posted[6:])
