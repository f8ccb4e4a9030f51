"""Seeded random numbers, the same on every platform and Python version.

A list of integer labels selects a stream of bytes. Byte n of the stream is byte n % 64 of
blake2b("label/label/.../k") with k = n // 64; labels and k are written in decimal. The hash's argument `person`
differs between dice and the computer players' random numbers. A die takes the stream's next byte below 252 and
shows 1 + byte % 6. The labels of a roll are seed, seat, turn and number of the roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice

from h89yahtzee.game.dice import Dice

SEEDS = 2**64
"""The number of seeds: a seed is an integer from 0 to SEEDS - 1."""

_DICE = b"h89yahtzee.dice"
_PLAYER = b"h89yahtzee.plays"


def _stream(use: bytes, labels: tuple[int, ...]) -> Iterator[int]:
    prefix = "".join(f"{label}/" for label in labels)
    for block in count():
        yield from blake2b(f"{prefix}{block}".encode(), person=use).digest()


def _below(limit: int, stream: Iterator[int]) -> Iterator[int]:
    """Return uniformly distributed numbers 0..limit-1 (limit <= 256) made from the bytes of `stream`."""
    even = 256 - 256 % limit  # greater bytes are skipped: they would make small numbers likelier
    return (byte % limit for byte in stream if byte < even)


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer of a game's dice. Each roll has its own stream of dice; a roll of n dice takes the stream's first n.

    In a `duplicate` game all seats get the dice of seat 0, so that players who decide alike get the same dice.
    """

    seed: int
    duplicate: bool = False

    def deal(self, seat: int, turn: int, roll: int, number: int) -> Dice:
        labels = (self.seed, 0 if self.duplicate else seat, turn, roll)
        return tuple(1 + face for face in islice(_below(6, _stream(_DICE, labels)), number))


def choose(limit: int, *labels: int) -> int:
    """Return a computer player's random number 0..limit-1 (limit <= 256), which follows from `labels` alone."""
    return next(_below(limit, _stream(_PLAYER, labels)))
