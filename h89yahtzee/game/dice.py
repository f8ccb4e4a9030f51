"""Dice as they lie, and the patterns in them."""

from __future__ import annotations

FACES = range(1, 7)

Dice = tuple[int, ...]
"""Faces 1-6 from left to right; empty when no dice are on the table."""


def highest_count(dice: Dice) -> int:
    """The number of dice that show the commonest face."""
    return max((dice.count(face) for face in dice), default=0)


def longest_run(dice: Dice) -> int:
    """The length of the longest series of consecutive faces."""
    shown = set(dice)
    best = run = 0
    for face in range(min(shown, default=0), max(shown, default=0) + 1):
        run = run + 1 if face in shown else 0
        best = max(best, run)
    return best
