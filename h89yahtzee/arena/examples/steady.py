"""A bot in Python: it compares the score of each box with the average score of that box.

It keeps the dice with the best expectation, as if the next roll were the last of the turn.
"""

from itertools import combinations_with_replacement

from h89yahtzee.arena.bot import Bot, Move

AVERAGE = {
    "ones": 2.1, "twos": 5.3, "threes": 8.6, "fours": 12.2, "fives": 15.7, "sixes": 19.2,
    "three-of-a-kind": 21.7, "four-of-a-kind": 13.1, "full-house": 22.6, "small-straight": 29.5,
    "large-straight": 32.7, "yahtzee": 16.9, "chance": 22.0,
}  # fmt: skip

LAST_STAGE = 2
NEARLY_0 = 1e-9

Dice = tuple[int, ...]


class Steady(Bot):
    def turn(self, dice: Dice, stage: int) -> Move:
        best_box = max(self.legal, key=self.gain)
        if stage == LAST_STAGE:
            return self.score(best_box)
        if stage == 0:
            self.values = self.values_of_keeps()
        best_keep, best_value = None, self.gain(best_box)
        for chosen in range(31):
            keep = [index for index in range(5) if chosen >> index & 1]
            value = self.values[tuple(sorted(dice[index] for index in keep))]
            if value > best_value + NEARLY_0:
                best_keep, best_value = keep, value
        return self.score(best_box) if best_keep is None else self.keep(best_keep)

    def gain(self, box: str) -> float:
        """Return the score of the dice in this box, less the box's average score."""
        return self.legal[box] - AVERAGE.get(box.partition("/")[0], 0.0)

    def values_of_keeps(self) -> dict[Dice, float]:
        """Return a dictionary from each set of kept dice, as a sorted tuple, to its value. The value of five dice
        is their best gain in an open row. The value of fewer dice is the mean of six values: those of the same dice
        with one more die, for each face of that die."""
        columns = range(1, self.rules.columns + 1)
        rows = {row for column in columns for row in self.card.open_categories(column)}
        values: dict[Dice, float] = {
            dice: max(row.score(dice) - AVERAGE.get(row.word, 0.0) for row in rows)
            for dice in combinations_with_replacement(range(1, 7), 5)
        }
        for size in (4, 3, 2, 1, 0):
            for kept in combinations_with_replacement(range(1, 7), size):
                values[kept] = sum(values[tuple(sorted((*kept, face)))] for face in range(1, 7)) / 6
        return values
