"""Scores of dice in each row, worked out by hand from the rules."""

import pytest

from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import longest_run
from h89yahtzee.game.rules import H89, RULE_SETS, YACHT, YATZY, RuleSet
from tests.naming import each


def check_scores(rules: RuleSet, *rows: tuple[str, str, int]) -> None:
    """Check that the dice of each row score what it says."""
    scores = [rules.categories[rules.row(name)].score(tuple(map(int, dice))) for name, dice, _ in rows]
    assert [(*row[:2], score) for row, score in zip(rows, scores, strict=True)] == [*rows]


def test_score() -> None:
    check_scores(
        H89,
        ("ones", "11161", 4),
        ("ones", "23456", 0),
        ("twos", "22354", 4),
        ("threes", "33333", 15),
        ("fours", "14145", 8),
        ("fives", "55612", 10),
        ("sixes", "66666", 30),
        ("three-of-a-kind", "33312", 12),
        ("three-of-a-kind", "33331", 13),
        ("three-of-a-kind", "44444", 20),
        ("three-of-a-kind", "33122", 0),
        ("four-of-a-kind", "26666", 26),
        ("four-of-a-kind", "22222", 10),
        ("four-of-a-kind", "66655", 0),
        ("full-house", "66655", 25),
        ("full-house", "12121", 25),
        ("full-house", "66666", 0),
        ("full-house", "66651", 0),
        ("full-house", "66555", 25),
        ("small-straight", "12341", 30),
        ("small-straight", "54326", 30),
        ("small-straight", "63453", 30),
        ("small-straight", "12356", 0),
        ("small-straight", "12355", 0),
        ("large-straight", "54321", 40),
        ("large-straight", "24356", 40),
        ("large-straight", "12346", 0),
        ("yahtzee", "22222", 50),
        ("yahtzee", "22221", 0),
        ("chance", "12346", 16),
        ("chance", "66666", 30),
    )


def test_score_of_yacht() -> None:
    check_scores(
        YACHT,
        ("sixes", "66616", 24),
        ("full-house", "66655", 28),
        ("full-house", "12121", 7),
        ("full-house", "44444", 20),
        ("full-house", "66651", 0),
        ("full-house", "44441", 0),
        ("four-of-a-kind", "26666", 24),
        ("four-of-a-kind", "66662", 24),
        ("four-of-a-kind", "11115", 4),
        ("four-of-a-kind", "33333", 12),
        ("four-of-a-kind", "33355", 0),
        ("little-straight", "54321", 30),
        ("little-straight", "23456", 0),
        ("little-straight", "12344", 0),
        ("big-straight", "64532", 30),
        ("big-straight", "12345", 0),
        ("big-straight", "34566", 0),
        ("choice", "12346", 16),
        ("choice", "66666", 30),
        ("yacht", "11111", 50),
        ("yacht", "11112", 0),
    )


def test_score_of_yatzy() -> None:
    check_scores(
        YATZY,
        ("one-pair", "66551", 12),
        ("one-pair", "22213", 4),
        ("one-pair", "33333", 6),
        ("one-pair", "12346", 0),
        ("two-pairs", "66551", 22),
        ("two-pairs", "66655", 22),
        ("two-pairs", "11322", 6),
        ("two-pairs", "66665", 0),
        ("two-pairs", "44444", 0),
        ("two-pairs", "66123", 0),
        ("three-of-a-kind", "44461", 12),
        ("three-of-a-kind", "55566", 15),
        ("three-of-a-kind", "55555", 15),
        ("three-of-a-kind", "44661", 0),
        ("four-of-a-kind", "44446", 16),
        ("four-of-a-kind", "22222", 8),
        ("four-of-a-kind", "44466", 0),
        ("small-straight", "31254", 15),
        ("small-straight", "12346", 0),
        ("small-straight", "23456", 0),
        ("large-straight", "26354", 20),
        ("large-straight", "12345", 0),
        ("full-house", "66655", 28),
        ("full-house", "11222", 8),
        ("full-house", "33333", 0),
        ("full-house", "66551", 0),
        ("chance", "66554", 26),
        ("yatzy", "33333", 50),
        ("yatzy", "33332", 0),
    )


def test_jokers_score_25_30_and_40() -> None:
    jokers = {row.name: row.joker_score for row in H89.categories if row.joker_score is not None}
    assert jokers == {"full-house": 25, "small-straight": 30, "large-straight": 40}


YATZY_LOWER = """
    one-pair two-pairs three-of-a-kind four-of-a-kind small-straight large-straight full-house chance yatzy
"""


@pytest.mark.parametrize(
    ("rules", "lower"),
    [
        (YACHT, "full-house four-of-a-kind little-straight big-straight choice yacht"),
        (YATZY, YATZY_LOWER),
    ],
)
def test_rows_of_the_other_games(rules: RuleSet, lower: str) -> None:
    names = [row.name for row in rules.categories]
    assert names == ["ones", "twos", "threes", "fours", "fives", "sixes", *lower.split()]


@each("rules", RULE_SETS.values())
def test_names_are_unique_in_a_rule_set_and_the_upper_rows_come_first(rules: RuleSet) -> None:
    names = [row.name for row in rules.categories]
    assert len(set(names)) == len(names)
    assert rules.rows(Section.UPPER) == (0, 1, 2, 3, 4, 5)


def test_rows_stand_in_the_order_of_the_screen() -> None:
    names = "ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight"
    assert [row.name for row in H89.categories] == [*names.split(), "large-straight", "yahtzee", "chance"]
    assert H89.rows(Section.UPPER) == (0, 1, 2, 3, 4, 5)
    assert [H89.categories[row].face for row in H89.rows(Section.UPPER)] == [1, 2, 3, 4, 5, 6]


def test_unknown_row_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'bonus' is no row of h89: expected ones, twos"):
        H89.row("bonus")


@pytest.mark.parametrize(("dice", "length"), [((), 0), ((3,), 1), ((0, 1, 2, 3, 6), 4), ((1, 3, 5, 2, 6), 3)])
def test_longest_run(dice: tuple[int, ...], length: int) -> None:
    assert longest_run(dice) == length
