"""Dice as tuples of faces, and functions that measure their patterns."""

from __future__ import annotations

FACES = range(1, 7)

Dice = tuple[int, ...]
"""The faces (1-6) of the dice from left to right; empty when no dice are on the table."""


def highest_count(dice: Dice) -> int:
    """Return the number of dice that show the most frequent face; 0 if there are no dice."""
    return max((dice.count(face) for face in dice), default=0)


def longest_run(dice: Dice) -> int:
    """Return the length of the longest run of consecutive faces; 0 if there are no dice."""
    shown = set(dice)
    best = run = 0
    for face in range(min(shown, default=0), max(shown, default=0) + 1):
        run = run + 1 if face in shown else 0
        best = max(best, run)
    return best
