"""Totals and bonus, worked out by hand."""

from dataclasses import replace

import pytest

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import H89
from h89yahtzee.game.scorecard import Box, Scorecard


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
    card = filled(2, ones=3, twos=6, threes=9, fours=12, fives=15, sixes=18)
    card = card.with_score(Box(H89.row("chance"), 1), 20)
    assert (card.column_total(0), card.column_total(1)) == (98, 20)
    assert card.total() == 98 + 2 * 20
    assert len(card.open_boxes()) == 7 + 12
