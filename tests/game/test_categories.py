"""What dice score in each row, worked out by hand from the rules of H89 YAHTZEE."""

import pytest

from h89yahtzee.game.categories import Category, Section
from h89yahtzee.game.dice import longest_run
from h89yahtzee.game.rules import H89


def category(name: str) -> Category:
    return H89.categories[H89.row(name)]


@pytest.mark.parametrize(
    ("name", "dice", "score"),
    [
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
    ],
)
def test_score(name: str, dice: str, score: int) -> None:
    assert category(name).score(tuple(map(int, dice))) == score


def test_rows_stand_in_the_order_of_the_screen() -> None:
    names = "ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight"
    assert [row.name for row in H89.categories] == [*names.split(), "large-straight", "yahtzee", "chance"]
    assert H89.rows(Section.UPPER) == (0, 1, 2, 3, 4, 5)
    assert [H89.categories[row].face for row in H89.rows(Section.UPPER)] == [1, 2, 3, 4, 5, 6]


def test_unknown_row_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'bonus' is no row of h89: expected one of ones, twos"):
        H89.row("bonus")


@pytest.mark.parametrize(("dice", "length"), [((), 0), ((3,), 1), ((0, 1, 2, 3, 6), 4), ((1, 3, 5, 2, 6), 3)])
def test_longest_run(dice: tuple[int, ...], length: int) -> None:
    assert longest_run(dice) == length
