"""Facts about the rule sets, written by hand from their sources; other tests take their facts about each from
here."""

from typing import NamedTuple


class ByHand(NamedTuple):
    """Facts about one rule set. `figures` stand on the start page: rows and columns, the upper bonus, the joker,
    the mean of best play. The words `differs` are in the text line below them. `value` is the published mean of one
    column."""

    figures: str
    differs: str
    value: float
    multipliers: tuple[int, ...] = (1,)

    @property
    def rows(self) -> int:
        return int(self.figures.split()[0])

    @property
    def upper_bonus(self) -> int:
        found = self.figures.partition(" from ")[0].split()[-1]
        return int(found) if found.isdecimal() else 0


BY_HAND = {
    # published by Glenn, and by Verhoeff as 245.87
    "h89": ByHand("13 35 from 63 none 245.9", "nothing extra", 245.870774514),
    # from the solvers of jdh8 and ysolver, as 254.5877
    "official": ByHand("13 35 from 63 forced 254.6", "as it is sold", 254.587728734),
    # published by Verhoeff and Scheffers as 254.5896
    "free-choice": ByHand("13 35 from 63 free 254.6", "any open row", 254.589609482),
    # not published; computed by the kernel and by numpy
    "quiz": ByHand("13 35 from 63 forced 254.5", "0 in YAHTZEE", 254.484845882),
    # the value of a column is that by the rules of quiz; the mean of the card is the value net's estimate
    "triple": ByHand("13 x 3 35 from 63 forced ~1737", "x1, x2", 254.484845882, (1, 2, 3)),
    # with one column the rules are those of official
    "quintzee": ByHand("13 x 1-6 35 from 63 by BONUS 254.6 (x 1)", "columns", 254.587728734),
    # from two independent computations
    "yacht": ByHand("12 none none 167.0", "1-5", 166.9881179),
    # published for rules by which a Yacht counts as a full house
    "yacht-dice": ByHand("12 35 from 63 none 191.8", "add all", 191.774369),
    # from yatzy-solver, and from Delta Yatzy as 248.44
    "yatzy": ByHand("15 50 from 63 none 248.4", "pairs", 248.4399894),
}
