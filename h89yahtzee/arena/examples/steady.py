"""A bot in Python: it weighs what a box scores against what that box is worth on an average card.

Of all ways to keep dice it takes the one with the best expectation, as if no other turn came after this one.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

from h89yahtzee.arena.bot import Bot, Move

FACES = range(1, 7)
STAGES = 2
AVERAGE = {
    "ones": 2.1, "twos": 5.3, "threes": 8.6, "fours": 12.2, "fives": 15.7, "sixes": 19.2,
    "three-of-a-kind": 21.7, "four-of-a-kind": 13.1, "full-house": 22.6, "small-straight": 29.5,
    "large-straight": 32.7, "yahtzee": 16.9, "chance": 22.0,
}  # fmt: skip

Dice = tuple[int, ...]
Values = dict[Dice, float]


@cache
def sets_of_dice(size: int) -> tuple[Dice, ...]:
    return tuple(combinations_with_replacement(FACES, size))


@cache
def subsets(dice: Dice) -> frozenset[Dice]:
    return frozenset(kept for size in range(6) for kept in combinations(dice, size))


@cache
def with_one_more(kept: Dice) -> tuple[Dice, ...]:
    return tuple(tuple(sorted((*kept, face))) for face in FACES)


def keep_values(rolls: Values) -> Values:
    """What each set of kept dice is worth, given what each roll of five is."""
    keeps = dict(rolls)
    for size in range(4, -1, -1):
        for kept in sets_of_dice(size):
            keeps[kept] = sum(keeps[more] for more in with_one_more(kept)) / 6
    return keeps


class Steady(Bot):
    def turn(self, dice: Dice, stage: int) -> Move:
        if stage == 0:
            self.values = self.plan()
        best_box = max(self.legal, key=self.gain)
        if stage == STAGES:
            return self.score(best_box)
        keeps = self.values[stage]
        kept = max(sorted(subsets(tuple(sorted(dice)))), key=keeps.__getitem__)
        if len(kept) == len(dice) or keeps[kept] <= self.gain(best_box):
            return self.score(best_box)
        return self.keep(self.places(dice, kept))

    def plan(self) -> list[Values]:
        """What each keep is worth at stage 0 and at stage 1 of this turn."""
        columns = range(1, self.rules.columns + 1)
        open_rows = {row for column in columns for row in self.card.open_categories(column)}
        last = keep_values(
            {
                roll: max(row.score(roll) - AVERAGE.get(row.word, 0.0) for row in open_rows)
                for roll in sets_of_dice(5)
            }
        )
        first = keep_values({roll: max(last[kept] for kept in subsets(roll)) for roll in sets_of_dice(5)})
        return [first, last]

    def gain(self, box: str) -> float:
        return self.legal[box] - AVERAGE.get(box.partition("/")[0], 0.0)

    def places(self, dice: Dice, kept: Dice) -> list[int]:
        left = list(kept)
        chosen = []
        for index, face in enumerate(dice):
            if face in left:
                left.remove(face)
                chosen.append(index)
        return chosen
