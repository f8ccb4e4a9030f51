"""Every rule set with its choices, and dice that lie alike more often than fair ones."""

from random import Random

from hypothesis import strategies as st

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set


def variants() -> list[RuleSet]:
    """Of the numbers of columns to choose from every other one."""
    return [
        rule_set(name, columns, bonus)
        for name, rules in RULE_SETS.items()
        for columns in rules.column_choices[::2] or (None,)
        for bonus in rules.bonus_choices or (None,)
    ]


def name_of(rules: RuleSet) -> str:
    """For the ids of tests."""
    return "-".join(filter(None, [rules.name, str(rules.columns), rules.bonus]))


def dice_sets() -> st.SearchStrategy[Dice]:
    five_alike = st.integers(1, 6).map(lambda face: (face,) * 5)
    return five_alike | st.tuples(*[st.integers(1, 6)] * 5)


class LoadedDealer:
    """Deals five alike in half of the first rolls: a function of its seed, the seat, turn and roll."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def deal(self, seat: int, turn: int, roll: int, number: int) -> Dice:
        source = Random(f"{self._seed}/{seat}/{turn}/{roll}")
        dice = tuple(source.choices(range(1, 7), k=number))
        return dice[:1] * number if source.random() < 0.5 else dice
