"""Yacht, held against the schemas of its specification in Z.

A scoresheet there is a partial function from categories to scores, so that `dom scoresheet` is the set of what has
been scored. A turn is a roll and exactly two re-rolls, each of any subset of the dice, the empty one included.
"""

from itertools import chain, combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import YACHT
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Roll, Score, apply, new_game

SEEDS = st.integers(0, 10**6)
SOURCES = SEEDS.map(Random)
SUBSETS = tuple(chain.from_iterable(combinations(range(5), size) for size in range(6)))


def scoresheet(card: Scorecard) -> dict[str, int]:
    names = [category.name for category in YACHT.categories]
    return {name: score for name, score in zip(names, card.scores[0], strict=True) if score is not None}


def subsets_offered(state: GameState) -> set[tuple[int, ...]]:
    return {action.positions for action in state.legal_actions() if isinstance(action, Roll)}


def turn(state: GameState, seed: int, source: Random) -> GameState:
    """The turn's two re-rolls."""
    deal = Dealer(seed).deal
    for left in (2, 1):
        assert state.rolls_left == left
        assert subsets_offered(state) == set(SUBSETS)
        subset = source.choice(SUBSETS)
        rolled = apply(state, Roll(subset), deal)
        kept = set(range(5)) - set(subset)
        assert all(rolled.dice[position] == state.dice[position] for position in kept)
        assert rolled.cards == state.cards
        state = rolled
    return state


@settings(max_examples=30)
@given(SEEDS, SOURCES)
def test_a_turn_is_a_roll_and_two_rerolls_of_any_subset(seed: int, source: Random) -> None:
    state = turn(new_game(YACHT, 1, Dealer(seed).deal), seed, source)
    assert state.rolls_left == 0
    assert subsets_offered(state) == set()
    assert all(1 <= face <= 6 for face in state.dice)
    assert len(state.dice) == 5


@settings(max_examples=30)
@given(SEEDS, SOURCES)
def test_the_empty_subset_leaves_the_dice_and_uses_the_reroll_up(seed: int, source: Random) -> None:
    state = new_game(YACHT, 1, Dealer(seed).deal)
    for left in (1, 0):
        after = apply(state, Roll(()), Dealer(seed).deal)
        assert (after.dice, after.rolls_left, after.cards) == (state.dice, left, state.cards)
        state = after
    box = source.choice(state.legal_boxes())
    assert state.potential_score(box) == new_game(YACHT, 1, Dealer(seed).deal).potential_score(box)


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 3), SOURCES)
def test_scoresheet_grows_by_one_category_a_turn_and_the_final_score_is_its_sum(
    seed: int, players: int, source: Random
) -> None:
    state, turns = new_game(YACHT, players, Dealer(seed).deal), 0
    while not state.is_over:
        state = turn(state, seed, source)
        seat, before = state.seat, scoresheet(state.card)
        box = source.choice(state.legal_boxes())
        name = YACHT.categories[box.row].name
        assert name not in before
        expected = {**before, name: state.potential_score(box)}
        state = apply(state, Score(box), Dealer(seed).deal)
        assert scoresheet(state.cards[seat]) == expected
        turns += 1
    assert turns == 12 * players
    for card, total in zip(state.cards, state.totals(), strict=True):
        assert len(scoresheet(card)) == 12
        assert total == sum(scoresheet(card).values())
