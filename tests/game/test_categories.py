"""The rows of each rule set; what dice score in them is tested by the worked examples."""

import pytest

from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import longest_run
from h89yahtzee.game.rules import H89, RULE_SETS, YACHT, YACHT_DICE, YATZY, RuleSet
from tests.naming import each


def test_jokers_score_25_30_and_40() -> None:
    jokers = {row.name: row.joker_score for row in H89.categories if row.joker_score is not None}
    assert jokers == {"full-house": 25, "small-straight": 30, "large-straight": 40}


YATZY_LOWER = """
    one-pair two-pairs three-of-a-kind four-of-a-kind small-straight large-straight full-house chance yatzy
"""


@each(
    ("rules", "lower"),
    [
        (H89, "three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance"),
        (YACHT, "full-house four-of-a-kind little-straight big-straight choice yacht"),
        (YACHT_DICE, "choice four-of-a-kind full-house small-straight large-straight yacht"),
        (YATZY, YATZY_LOWER),
    ],
)
def test_rows_stand_in_the_order_of_the_screen(rules: RuleSet, lower: str) -> None:
    names = [row.name for row in rules.categories]
    assert names == ["ones", "twos", "threes", "fours", "fives", "sixes", *lower.split()]


@each("rules", RULE_SETS.values())
def test_names_are_unique_in_a_rule_set_and_the_upper_rows_come_first(rules: RuleSet) -> None:
    names = [row.name for row in rules.categories]
    assert len(set(names)) == len(names)
    assert rules.rows(Section.UPPER) == (0, 1, 2, 3, 4, 5)


def test_unknown_row_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'bonus' is no row of h89: expected ones, twos"):
        H89.row("bonus")


@pytest.mark.parametrize(("dice", "length"), [((), 0), ((3,), 1), ((0, 1, 2, 3, 6), 4), ((1, 3, 5, 2, 6), 3)])
def test_longest_run(dice: tuple[int, ...], length: int) -> None:
    assert longest_run(dice) == length
