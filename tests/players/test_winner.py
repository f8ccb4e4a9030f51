"""The player `winner`: its last turns compared with brute force; and the benchmark's many games at once, compared
with the rules of the game.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, OFFICIAL, TRIPLE, YACHT, RuleSet, rule_set
from h89yahtzee.game.state import GameState, Roll, Score, apply, new_game
from h89yahtzee.players.catalogue import winner
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.several_columns import ColumnsOptimal, Normal
from h89yahtzee.players.strategy import Preparing
from h89yahtzee.players.winner import Lookahead, Winner, coarse, fine
from h89yahtzee.solver.column import column_of, state_of
from h89yahtzee.solver.distributions import POINT
from h89yahtzee.solver.values import solved
from scripts.benchmarks.side_by_side import Cards, Games, by_wins
from scripts.benchmarks.winner import late, measure_seat
from tests.game.variants import name_of, shortened
from tests.parameters import few_fast
from tests.players.ends import only_open
from tests.solver.backends import computed_by, needs_kernel

pytestmark = needs_kernel


@cache
def chance_of_sum(dice: Dice, rolls_left: int, wanted: int) -> Fraction:
    """The highest chance that the dice add up to `wanted` or more; a sum one lower, a draw, counts half."""
    if not rolls_left:
        return Fraction(1 if sum(dice) >= wanted else 0) if sum(dice) != wanted - 1 else Fraction(1, 2)
    return max(
        chance_of_kept(keep, rolls_left, wanted) for size in range(6) for keep in set(combinations(dice, size))
    )


@cache
def chance_of_kept(kept: Dice, rolls_left: int, wanted: int) -> Fraction:
    outcomes = list(product(range(1, 7), repeat=5 - len(kept)))
    chances = [chance_of_sum(tuple(sorted((*kept, *others))), rolls_left - 1, wanted) for others in outcomes]
    return sum(chances, Fraction(0)) / len(outcomes)


@pytest.mark.parametrize(("dice", "rolls_left"), [((1, 3, 4, 4, 6), 1), ((2, 2, 5, 5, 6), 1), ((1, 1, 2, 6, 6), 2)])
def test_last_turn_against_a_finished_card_is_exact(dice: Dice, rolls_left: int) -> None:
    """Only the row chance is open, and 24 points are needed to win: 23 make a draw."""
    mine, other = only_open(OFFICIAL, "chance", 0), only_open(OFFICIAL, "", 23)
    state = GameState(OFFICIAL, (mine, other), 0, 12, dice, rolls_left)
    best = Winner(solved(OFFICIAL)).options(state)[0]
    assert best.value == pytest.approx(float(chance_of_sum(dice, rolls_left, 24)), abs=1e-4)


def test_it_takes_the_only_way_to_win() -> None:
    """49 points behind, with only the Yahtzee box open, the player keeps the three dice that are alike."""
    mine = only_open(H89, "yahtzee", 0)
    state = GameState(H89, (mine, only_open(H89, "", 49)), 0, 12, (5, 5, 5, 2, 3), 1)
    decision = Winner(solved(H89)).decide(state)
    assert decision.action == Roll((3, 4))


def test_points_decide_where_nothing_else_does() -> None:
    """The player is 10 points ahead of a finished card, so that a post in any box wins."""
    mine, other = only_open(OFFICIAL, "chance ones", 60), only_open(OFFICIAL, "", 50)
    state = GameState(OFFICIAL, (mine, other), 0, 11, (1, 1, 1, 1, 2), 0)
    options = Winner(solved(OFFICIAL)).options(state)
    assert [option.value for option in options] == pytest.approx([1, 1], abs=1e-3)
    assert options[0].action == Optimal(solved(OFFICIAL)).decide(state).action


def test_without_the_kernel_it_looks_ahead_in_the_last_turns_the_same() -> None:
    mine, other = only_open(OFFICIAL, "chance sixes yahtzee", 150), only_open(OFFICIAL, "fives chance", 140)
    state = GameState(OFFICIAL, (mine, other), 0, 10, (6, 6, 5, 5, 1), 2)
    player = Lookahead(solved(OFFICIAL), POINT)
    compiled = player.options(state)
    fine.cache_clear()
    with computed_by("numpy"):
        in_numpy = player.options(state)
    fine.cache_clear()
    assert [option.action for option in in_numpy] == [option.action for option in compiled]
    assert [option.value for option in in_numpy] == pytest.approx([option.value for option in compiled], abs=1e-5)


def test_without_the_kernel_it_plays_for_points_at_first() -> None:
    state = new_game(OFFICIAL, 2, Dealer(5).deal)
    by_points = Optimal(solved(OFFICIAL)).decide(state)
    with computed_by("numpy"):
        assert winner(OFFICIAL).decide(state) == by_points
        assert isinstance(winner(TRIPLE), ColumnsOptimal)


def test_alone_it_plays_for_points() -> None:
    state = new_game(OFFICIAL, 1, Dealer(5).deal)
    assert Winner(solved(OFFICIAL)).decide(state) == Optimal(solved(OFFICIAL)).decide(state)


@pytest.mark.parametrize(
    "rules", [YACHT, pytest.param(rule_set("quintzee", 2), marks=pytest.mark.slow)], ids=name_of
)
def test_set_up_tells_progress_and_leaves_nothing_for_later(rules: RuleSet) -> None:
    player = winner(rules)
    assert isinstance(player, Preparing)
    for rows in (1, 2, 3):  # push out the player's distributions: three are remembered
        coarse(solved(replace(YACHT, categories=YACHT.categories[:rows])))
    told: list[float] = []
    player.set_up(told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    again: list[float] = []
    winner(rules).decide(new_game(rules, 2, Dealer(1).deal))
    player.set_up(again.append)
    assert again == []


def test_the_higher_of_two_normal_variables() -> None:
    """The higher of two standard normal variables has the mean 1 / sqrt(pi) and the variance 1 - 1 / pi."""
    highest = Normal(0, 1).highest(Normal(0, 1))
    assert highest.mean == pytest.approx(pi**-0.5)
    assert highest.variance == pytest.approx(1 - 1 / pi)
    assert Normal(3, 0).highest(Normal(5, 0)) == Normal(5, 0)
    assert Normal(100, 4).highest(Normal(0, 4)).mean == pytest.approx(100)
    assert Normal(1, 9).is_above(Normal(1, 16)) == 0.5
    assert Normal(5, 9).is_above(Normal(0, 16)) == pytest.approx(0.8413447)
    assert [Normal(mean, 0).is_above(Normal(1, 0)) for mean in (0, 1, 2)] == [0, 0.5, 1]


def cards_of(state: GameState) -> list[Cards]:
    """The players' cards of a state, as arrays of a single game."""
    found = []
    for card in state.cards:
        numbers = (*state_of(card), card.total())
        found.append(Cards(*(np.array([number]) for number in numbers)))
    return found


@st.composite
def played(draw: st.DrawFn, rules: RuleSet) -> GameState:
    """A state of a game whose players post at once in random boxes, with five alike more often than by chance."""
    deal = Dealer(draw(st.integers(0, 10**6))).deal
    state = new_game(rules, 2, deal)
    for _ in range(draw(st.integers(0, 2 * len(rules.categories) - 1))):
        box = draw(st.sampled_from(state.legal_boxes()))
        state = apply(state, Score(box), deal)
        dice = draw(st.sampled_from([state.dice, (draw(st.integers(1, 6)),) * 5]))
        state = replace(state, dice=dice)
    return state


@pytest.mark.parametrize(
    "rules", few_fast(1, [rule_set("quintzee", 1, "extra-turn"), OFFICIAL, rule_set("quiz")]), ids=name_of
)
@settings(max_examples=20)
@given(data=st.data())
def test_games_side_by_side_are_posted_as_the_game_posts(rules: RuleSet, data: st.DataObject) -> None:
    state = data.draw(played(rules))
    box = data.draw(st.sampled_from(state.legal_boxes()))
    column = column_of(rules)
    games = Games(column, np.random.default_rng(0))
    cards = cards_of(state)[state.seat]
    row = -1 if box.row == rules.bonus_row else box.row
    games.post(cards, np.array([column.keeps.roll(state.dice)]), np.array([row]))
    after = state.card_after(box)
    found = [int(numbers[0]) for numbers in (cards.open_rows, cards.holding, cards.total, cards.score)]
    assert found == [*state_of(after), after.total()]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [shortened(OFFICIAL), shortened(rule_set("quintzee", 1, "extra-turn"))], ids=name_of
)
@settings(max_examples=10)
@given(data=st.data())
def test_games_side_by_side_are_judged_as_the_player_judges(rules: RuleSet, data: st.DataObject) -> None:
    state = data.draw(played(rules))
    values, player = solved(rules), Lookahead(solved(rules), POINT)
    posts = by_wins(values, coarse(values), late(values))(cards_of(state), state.seat)
    games = Games(values.column, np.random.default_rng(0))
    keeps = games.keep_values(posts.values, 1)
    all_keeps = values.column.keeps
    for option in player.options(replace(state, rolls_left=2)):
        if isinstance(option.action, Roll):
            kept = [face for n, face in enumerate(state.dice) if n not in option.action.positions]
            assert keeps[1, all_keeps.number(tuple(kept)), 0] == pytest.approx(option.value)
    roll = all_keeps.roll(state.dice)
    best = player.options(replace(state, rolls_left=0))[0]
    assert posts.values[roll] == pytest.approx(best.value, abs=1e-5)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_it_wins_more_than_its_share() -> None:
    """Looking one turn ahead is known to win 0.5165 of games, the mean over both seats.

    The mean of 10,000 games in each seat has a standard error of 0.0035.
    """
    shares = [measure_seat("official", 2, seat, 10_000).mean for seat in range(2)]
    assert sum(shares) / 2 > 0.509
