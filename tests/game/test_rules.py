"""The rule sets compared with the facts in `by_hand.py`, and the words that ask for one."""

from itertools import product

import pytest

from h89yahtzee.game.near_words import one_of
from h89yahtzee.game.rules import BONUS_ALONE, BONUSES, EXTRA_TURN, FORCED_JOKER, OFFICIAL, RULE_SETS, rule_set
from tests.game.by_hand import BY_HAND
from tests.naming import each


def test_there_are_no_others() -> None:
    assert list(RULE_SETS) == list(BY_HAND)


@each("name", BY_HAND)
def test_rows_bonus_and_columns(name: str) -> None:
    rules, expected = rule_set(name), BY_HAND[name]
    assert rules.name == name
    assert len(rules.categories) == rules.bonus_row == expected.rows
    assert (rules.upper_bonus, rules.multipliers) == (expected.upper_bonus, expected.multipliers)
    assert (rules.dice, rules.rerolls, rules.least_rolled) == (5, 2, int(name == "quintzee"))


def test_each_is_told_where_it_is_chosen_and_in_the_help() -> None:
    for rules in RULE_SETS.values():
        assert 20 < len(rules.about) < 60, rules.name
        assert rules.about.isascii(), rules.name
        assert max(map(len, rules.rows_help.splitlines())) <= 78, rules.name
        for row in rules.categories:
            assert (row.label.isascii(), row.note.isascii()) == (True, True), row.name


@each(("columns", "bonus"), product(range(1, 7), ["joker", "normal", "extra-turn"]))
def test_quintzee_has_one_to_six_columns_and_three_bonus_rules(columns: int, bonus: str) -> None:
    rules = rule_set("quintzee", columns, bonus)
    assert rules.multipliers == (1,) * columns
    assert rules.bonus == bonus
    assert rules.extra_yahtzees == BONUSES[bonus]


def test_bonus_rules_differ_and_joker_is_the_default() -> None:
    assert len({FORCED_JOKER, BONUS_ALONE, EXTRA_TURN}) == 3
    assert rule_set("quintzee").bonus == "joker"
    assert rule_set("quintzee", 3).bonus == "joker"
    assert [rule_set(name).bonus for name in RULE_SETS if name != "quintzee"] == [None] * (len(RULE_SETS) - 1)


def test_columns_that_a_rule_set_has_anyway_may_be_given() -> None:
    assert rule_set("official", 1) == OFFICIAL
    assert rule_set("triple", 3) == RULE_SETS["triple"]


@each(
    ("name", "columns", "bonus", "message"),
    [
        ("poker", None, None, f"expected rules {one_of(RULE_SETS)}, not 'poker'"),
        ("h89", 2, None, "expected 1 column for h89, not 2; quintzee has 1, 2, 3, 4, 5 or 6"),
        ("triple", 1, None, "expected 3 columns for triple, not 1"),
        ("quintzee", 7, None, "expected 1, 2, 3, 4, 5 or 6 columns for quintzee, not 7"),
        ("quintzee", 0, None, "expected 1, 2, 3"),
        ("quintzee", 2, "free", "expected bonus joker, normal or extra-turn for quintzee, not 'free'"),
        (
            "official",
            None,
            "joker",
            "expected no bonus rule for official, not 'joker'; quintzee has joker, normal or extra-turn",
        ),
    ],
)
def test_what_there_is_not(name: str, columns: int | None, bonus: str | None, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as failure:
        rule_set(name, columns, bonus)
    assert str(failure.value).startswith(message)
