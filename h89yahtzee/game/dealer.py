"""Seeded randomness that is the same on every platform and Python version.

Byte n of the stream of some labels is byte n % 64 of blake2b("label/label/.../k") with k = n // 64, all numbers
in decimal; the hash's personalisation tells dice from other uses. A die is 1 + byte % 6 of the next byte below
252. The labels of a block of dice are seed, seat, turn and roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice

from h89yahtzee.game.dice import Dice

SEEDS = 2**64
"""Seeds are numbers below this."""

_DICE = b"h89yahtzee.dice"
_PLAYER = b"h89yahtzee.plays"


def _stream(use: bytes, labels: tuple[int, ...]) -> Iterator[int]:
    prefix = "".join(f"{label}/" for label in labels)
    for block in count():
        yield from blake2b(f"{prefix}{block}".encode(), person=use).digest()


def _below(limit: int, stream: Iterator[int]) -> Iterator[int]:
    """Fair choices from 0..limit-1, limit <= 256: bytes from the uneven rest of 256 are thrown away."""
    even = 256 - 256 % limit
    return (byte % limit for byte in stream if byte < even)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals a game's dice: block `roll` of a turn, of which a roll of n dice takes the first n.

    In a duplicate game all seats get the blocks of seat 0, so that equal decisions meet equal dice.
    """

    seed: int
    duplicate: bool = False

    def deal(self, seat: int, turn: int, roll: int, number: int) -> Dice:
        labels = (self.seed, 0 if self.duplicate else seat, turn, roll)
        return tuple(1 + face for face in islice(_below(6, _stream(_DICE, labels)), number))


def choose(limit: int, *labels: int) -> int:
    """A player's own random number 0..limit-1 (limit <= 256), a function of the labels; it never changes dice."""
    return next(_below(limit, _stream(_PLAYER, labels)))
