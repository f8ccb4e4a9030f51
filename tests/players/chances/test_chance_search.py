"""Simulated chances with several columns, against what one column alone says."""

from __future__ import annotations

import pytest

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import OFFICIAL, TRIPLE, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, new_game
from h89yahtzee.players.chances.chance_search import ChanceSearch
from h89yahtzee.players.chances.chances import Certainty, Chances, chance_judge
from h89yahtzee.players.lookahead import Lookahead
from h89yahtzee.solver.values import solved
from tests.players.ends import only_open
from tests.solver.backends import needs_kernel

pytestmark = needs_kernel

TWO, ONE = rule_set("quintzee", 2), rule_set("quintzee", 1)


def finished(total: int) -> Scorecard:
    """A card of two columns with this total and no Yahtzee."""
    card = Scorecard.empty(TWO)
    for box in card.open_boxes():
        card = card.with_score(box, total if box == Box(TWO.row("chance")) else 0)
    return card


def with_open(names: str) -> Scorecard:
    """A card that holds nothing, with these rows of the second column open."""
    first, second = finished(0).scores
    rows = {TWO.row(name) for name in names.split()}
    return Scorecard(TWO, (first, tuple(None if row in rows else 0 for row in range(len(second)))))


def simulated(state: GameState, losses: tuple[int, ...] = ()) -> Chances:
    search = ChanceSearch(state, losses)
    while not search.is_done:
        search.advance()
    assert search.result is not None
    return search.result


def test_two_columns_with_boxes_in_one_are_as_one_column_alone() -> None:
    """By the distribution of the points to come in that column."""
    names, lead = "fives chance large-straight", 50
    state = GameState(TWO, (with_open(names), finished(lead)), 0, 23, (), 0)
    points = Lookahead(solved(ONE)).finals(only_open(ONE, names, 0), 0)
    found = simulated(state)
    assert found.certainty is Certainty.SIMULATED
    assert 0.001 < found.error < 0.02
    assert found.shares[0] == pytest.approx(sum(points[lead + 1 :]) + points[lead] / 2, abs=4 * found.error)
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("dice", "share"), [((6, 6, 6, 6, 6), 1.0), ((1, 1, 1, 1, 2), 0.0), ((5, 5, 5, 5, 5), 0.5)]
)
def test_dice_on_the_table_are_played(dice: Dice, share: float) -> None:
    state = GameState(TWO, (with_open("chance"), finished(25)), 0, 25, dice, 0)
    assert simulated(state).shares == (share, 1 - share)


def test_who_is_expected_to_make_a_point_less_loses_what_would_be_a_draw() -> None:
    state = GameState(TWO, (with_open("chance"), finished(25)), 0, 25, (5, 5, 5, 5, 5), 0)
    assert simulated(state, (0, 1)).shares == (1, 0)
    assert simulated(state, (1, 0)).shares == (0, 1)


@pytest.mark.slow
def test_equal_cards_have_equal_chances() -> None:
    found = simulated(GameState(TRIPLE, (Scorecard.empty(TRIPLE),) * 3, 0, 0, (), 0))
    assert found.shares == pytest.approx([1 / 3] * 3, abs=4 * found.error)


@pytest.mark.slow
def test_the_judge_goes_by_the_search_it_was_asked_for() -> None:
    judge = chance_judge(TWO)
    state = GameState(TWO, (with_open("chance"), finished(25)), 0, 25, (1, 2, 3, 4, 5), 2)
    search = judge.search(state)
    assert search is not None
    while not search.is_done:
        search.advance()
    assert judge.of_state(state).certainty is Certainty.SIMULATED
    other = GameState(TWO, state.cards, 0, 25, (1, 1, 3, 4, 5), 2)
    assert judge.of_state(other).certainty is Certainty.ESTIMATED


def test_there_is_nothing_to_search_with_one_column_or_one_player() -> None:
    assert chance_judge(OFFICIAL).search(new_game(OFFICIAL, 2, Dealer(1).deal)) is None
    assert chance_judge(TWO).search(new_game(TWO, 1, Dealer(1).deal)) is None
