"""Columns small enough for trying every way to play, and their values by brute force."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from h89yahtzee.solver.column import Column, Extra
from h89yahtzee.solver.keeps import keeps_of

TOY = keeps_of(2, faces=3)


def toy(extras: tuple[Extra, ...] = (Extra(),), bonus_at: int = 3, rerolls: int = 2, joker: int = 4) -> Column:
    """Two dice with three faces; the rows are twos, 7 points for both alike, and the sum (`joker` for a joker)."""
    return Column(
        keeps=TOY,
        faces=(2, 0, 0),
        scores=(
            tuple(2 * roll.count(2) for roll in TOY.rolls),
            tuple(7 * (roll[0] == roll[1]) for roll in TOY.rolls),
            tuple(sum(roll) for roll in TOY.rolls),
        ),
        joker_scores=(-1, -1, joker),
        bonus=5,
        bonus_at=bonus_at,
        yahtzee_row=1 if len(extras) > 1 else -1,
        extras=extras,
        rerolls=rerolls,
    )


FORCED = Extra(is_forced=True, is_joker=True)


class BruteForce:
    """The value of states by trying every way to play a turn with dice that are told apart."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.sides = range(1, column.keeps.faces + 1)
        self.state = cache(self._state)

    def _state(self, open_rows: frozenset[int], holding: int, total: int) -> Fraction:
        if not open_rows:
            return Fraction(0)
        value = self.turn(open_rows, holding, total, Fraction(0))
        before = value if not self.is_spared(open_rows, holding) else Fraction(0)
        while value - before > 1e-12:
            before = value = Fraction(float(value))
            value = self.turn(open_rows, holding, total, before)
        return value

    def is_spared(self, open_rows: frozenset[int], holding: int) -> bool:
        return self.column.yahtzee_row not in open_rows and self.column.extras[holding].is_spared

    def turn(self, open_rows: frozenset[int], holding: int, total: int, own: Fraction) -> Fraction:
        @cache
        def best(dice: tuple[int, ...], rolls: int) -> Fraction:
            if not rolls:
                return self.post(open_rows, holding, total, dice, own)
            places = range(len(dice))
            rolled = [chosen for size in range(len(dice) + 1) for chosen in combinations(places, size)]
            return max(mean(dice, chosen, rolls - 1) for chosen in rolled)

        def mean(dice: tuple[int, ...], rolled: tuple[int, ...], rolls: int) -> Fraction:
            faces = [self.sides if place in rolled else (face,) for place, face in enumerate(dice)]
            outcomes = [best(outcome, rolls) for outcome in product(*faces)]
            return sum(outcomes, Fraction(0)) / len(outcomes)

        places = tuple(range(self.column.keeps.dice))
        return mean((1,) * len(places), places, self.column.rerolls)

    def post(
        self, open_rows: frozenset[int], holding: int, total: int, dice: tuple[int, ...], own: Fraction
    ) -> Fraction:
        column = self.column
        is_extra = len(set(dice)) == 1 and column.yahtzee_row >= 0 and column.yahtzee_row not in open_rows
        extra = column.extras[holding] if is_extra else Extra()
        if extra.is_spared:
            return extra.points + own
        matching = {row for row in open_rows if column.faces[row] == dice[0]}
        lower = {row for row in open_rows if not column.faces[row]}
        legal = (matching or lower or open_rows) if extra.is_forced else open_rows
        return extra.points + max(
            self.score(open_rows, holding, total, row, dice, extra.is_joker and not matching) for row in legal
        )

    def score(
        self, open_rows: frozenset[int], holding: int, total: int, row: int, dice: tuple[int, ...], is_joker: bool
    ) -> Fraction:
        column = self.column
        points = column.scores[row][column.keeps.roll(dice)]
        if is_joker and column.joker_scores[row] >= 0:
            points = column.joker_scores[row]
        after = total + points if column.faces[row] else total
        bonus = column.bonus if total < column.bonus_at <= after else 0
        after_holding = 1 if row == column.yahtzee_row and points else holding
        return points + bonus + self.state(open_rows - {row}, after_holding, min(after, column.bonus_at))


TOYS = {
    "plain": toy(),
    "no bonus": toy(bonus_at=0),
    "one re-roll": toy(rerolls=1),
    "forced joker": toy((FORCED, Extra(11, is_forced=True, is_joker=True))),
    "worthless joker": toy((FORCED, Extra(11, is_forced=True, is_joker=True)), joker=0),
    "free joker": toy((Extra(is_joker=True), Extra(11, is_joker=True))),
    "points alone": toy((Extra(), Extra(11))),
    "extra turn": toy((Extra(), Extra(11, is_spared=True))),
}


@cache
def brute_force(column: Column) -> BruteForce:
    return BruteForce(column)
