"""Totals and bonus, worked out by hand."""

from dataclasses import replace

import pytest

from h89yahtzee.game.rules import H89, TRIPLE, YACHT, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name
from tests.naming import each


def filled(rules_columns: int = 1, **scores: int) -> Scorecard:
    card = Scorecard.empty(replace(H89, multipliers=tuple(range(1, rules_columns + 1))))
    for name, score in scores.items():
        card = card.with_score(Box(H89.row(name.replace("_", "-"))), score)
    return card


@pytest.mark.parametrize("box", [Box(13), Box(-1), Box(0, 1), Box(0, -1)])
def test_a_box_outside_of_the_card_is_not_open(box: Box) -> None:
    assert not Scorecard.empty(H89).is_open(box)


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
