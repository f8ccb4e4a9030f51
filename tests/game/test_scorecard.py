"""Totals and bonus, worked out by hand."""

from dataclasses import replace

import pytest

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import H89, TRIPLE, YACHT, YATZY, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name
from tests.naming import each


def filled(rules_columns: int = 1, **scores: int) -> Scorecard:
    card = Scorecard.empty(replace(H89, multipliers=tuple(range(1, rules_columns + 1))))
    for name, score in scores.items():
        card = card.with_score(Box(H89.row(name.replace("_", "-"))), score)
    return card


def test_empty_card_has_all_boxes_open_and_no_points() -> None:
    card = Scorecard.empty(H89)
    assert card.open_boxes() == tuple(Box(row) for row in range(13))
    assert card.total() == 0


@pytest.mark.parametrize(("sixes", "bonus"), [(18, 35), (12, 0), (24, 35)])
def test_upper_bonus_is_paid_from_63(sixes: int, bonus: int) -> None:
    card = filled(ones=3, twos=6, threes=9, fours=12, fives=15, sixes=sixes)
    assert card.section_total(Section.UPPER) == 45 + sixes
    assert card.upper_bonus() == bonus
    assert card.upper_total() == card.total() == 45 + sixes + bonus


def test_lower_section_counts_for_the_total_only() -> None:
    card = filled(ones=3, chance=20, yahtzee=50)
    assert card.upper_total() == 3
    assert card.section_total(Section.LOWER) == 70
    assert card.total() == 73


def test_a_box_with_zero_is_closed() -> None:
    card = filled(yahtzee=0)
    assert not card.is_open(Box(H89.row("yahtzee")))
    assert len(card.open_boxes()) == 12


@pytest.mark.parametrize("box", [Box(13), Box(-1), Box(0, 1), Box(0, -1)])
def test_a_box_outside_of_the_card_is_not_open(box: Box) -> None:
    assert not Scorecard.empty(H89).is_open(box)


def test_each_column_has_its_own_bonus_and_factor() -> None:
    card = filled(2, chance=20)
    for row in range(6):
        card = card.with_score(Box(row, 1), 3 * (row + 1))
    assert (card.column_total(0), card.column_total(1)) == (20, 98)
    assert card.total() == 20 + 2 * 98
    assert len(card.open_boxes()) == 12 + 7


@each(
    ("scores", "progress"),
    [
        *(({}, 0), ({"sixes": 24}, 6), ({"sixes": 12}, -6), ({"ones": 4, "twos": 4}, -1)),
        *(({"fives": 15, "sixes": 18}, 0), ({"sixes": 0}, -18), ({"fives": 25, "sixes": 30, "chance": 30}, 22)),
        ({"fives": 25, "sixes": 30, "ones": 3, "twos": 4}, 20),
    ],
)
def test_progress_towards_the_upper_bonus_counts_filled_boxes_alone(scores: dict[str, int], progress: int) -> None:
    assert filled(**scores).upper_bonus_progress() == progress


@each(
    "scores",
    [
        {"fives": 25, "sixes": 30, "fours": 8},
        {"fives": 0, "sixes": 0},
        {"fives": 0, "sixes": 6, "fours": 0},
        {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18},
        {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 12},
    ],
)
def test_progress_ends_when_the_bonus_is_earned_or_out_of_reach(scores: dict[str, int]) -> None:
    assert filled(**scores).upper_bonus_progress() is None


def test_progress_is_each_columns_own_and_there_is_none_where_there_is_no_bonus() -> None:
    card = filled(2, sixes=24).with_score(Box(5, 1), 12)
    assert (card.upper_bonus_progress(0), card.upper_bonus_progress(1)) == (6, -6)
    assert Scorecard.empty(YACHT).upper_bonus_progress() is None


def test_yahtzee_bonuses_count_in_their_column_by_its_factor() -> None:
    """Triple: 10 x 1 + (50 + 100 + 100) x 2 + (50 + 100) x 3."""
    card = Scorecard.empty(TRIPLE).with_score(Box(12, 0), 10)
    card = card.with_score(Box(11, 1), 50).with_score(Box(11, 2), 50)
    card = card.with_yahtzee_bonus(1, 100).with_yahtzee_bonus(2, 100).with_yahtzee_bonus(1, 100)
    assert card.yahtzee_bonuses == (0, 200, 100)
    assert [card.column_total(column) for column in range(3)] == [10, 250, 150]
    assert card.total() == 10 + 500 + 450


def test_yatzy_pays_50_and_yacht_nothing_for_the_upper_section() -> None:
    for rules, bonus in ((YATZY, 50), (YACHT, 0)):
        card = Scorecard.empty(rules)
        for row in range(6):
            card = card.with_score(Box(row), 3 * (row + 1))
        assert card.total() == 63 + bonus


@each(
    ("rules", "box", "name"),
    [
        (H89, Box(0), "ones"),
        (H89, Box(12), "chance"),
        (H89, Box(13), "bonus"),
        (TRIPLE, Box(0), "ones/1"),
        (TRIPLE, Box(13, 2), "bonus/3"),
    ],
)
def test_names_of_boxes(rules: RuleSet, box: Box, name: str) -> None:
    assert box_name(rules, box) == name
