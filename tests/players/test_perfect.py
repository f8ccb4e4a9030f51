"""Perfect play, which knows all dice beforehand, compared with brute force on toy rules, a second implementation,
and other players on the same dice.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Category
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import (
    BONUS_ALONE,
    EXTRA_TURN,
    FORCED_JOKER,
    FREE_CHOICE_JOKER,
    NOTHING_SPECIAL,
    OFFICIAL,
    QUIZ,
    RuleSet,
)
from h89yahtzee.game.scorecard import Scorecard, legal_boxes, posted
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.perfect import perfect_play
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.table.comparison import play_perfect
from tests.game.variants import name_of, variants
from tests.parameters import few_fast
from tests.players.playing import played_alone

BLOCKS = 10
"""More turns than any toy game takes if no turn has a Yahtzee."""
Points = NDArray[np.int64]


def hands(blocks: Sequence[Dice], least: int = 0) -> set[Dice]:
    """The sorted hands with which a turn can end, by trying each way to roll each die again or not.

    `blocks` are the dice of the rolls; at least `least` dice must be rolled again each time.
    """
    found, reached = {blocks[0]}, {blocks[0]}
    for block in blocks[1:]:
        after = set()
        for dice in reached:
            for rolls in product((False, True), repeat=len(dice)):
                fresh = iter(block)
                if sum(rolls) >= least:
                    after.add(
                        tuple(next(fresh) if rolled else face for face, rolled in zip(dice, rolls, strict=True))
                    )
        reached, found = after, found | after
    return {tuple(sorted(dice)) for dice in found}


def tried_out(rules: RuleSet, blocks: Sequence[Sequence[Dice]]) -> int:
    """The highest total by trying every hand of every turn in every box that the card allows."""

    @cache
    def best(turn: int, card: Scorecard) -> int:
        if not card.open_boxes():
            return card.total()
        return max(
            best(turn + 1, posted(card, dice, box))
            for dice in hands(blocks[turn], rules.least_rolled)
            for box in legal_boxes(card, dice)
        )

    return best(0, Scorecard.empty(rules))


ROWS = [categories.TWOS, categories.YAHTZEE, categories.CHANCE]
OTHER_ROWS = [categories.ONES, categories.TWOS, categories.YAHTZEE]
JOKER_ROWS = [categories.ONES, categories.FULL_HOUSE, categories.YAHTZEE]
SPECIAL = [
    NOTHING_SPECIAL,
    FORCED_JOKER,
    BONUS_ALONE,
    EXTRA_TURN,
    FREE_CHOICE_JOKER.extra_yahtzees,
    QUIZ.extra_yahtzees,
]


@given(st.data())
def test_toy_rules_by_brute_force(data: st.DataObject) -> None:
    """The rules have three dice, often dealt alike, and three rows."""
    rows: list[Category] = data.draw(st.sampled_from([ROWS, OTHER_ROWS, JOKER_ROWS]))
    number = data.draw(st.integers(0, len(SPECIAL) - 1))
    bonus_at = data.draw(st.integers(0, 7))
    rules = RuleSet(
        name=f"toy {ROWS is rows}{OTHER_ROWS is rows}{number}/{bonus_at}",
        categories=tuple(rows),
        upper_bonus=9 if bonus_at else 0,
        upper_bonus_at=bonus_at,
        extra_yahtzees=SPECIAL[number],
        dice=3,
        least_rolled=data.draw(st.integers(0, 1)),
    )
    face = st.sampled_from([1, 2, 6])
    dice = st.tuples(face, face, face)
    alike = face.map(lambda shown: ((shown,) * 3,) * 3)
    dealt = data.draw(st.lists(st.one_of(alike, st.tuples(dice, dice, dice)), min_size=7, max_size=7))
    plain = [((1, 2, 6), (2, 6, 1), (3, 4, 5))] * BLOCKS  # no Yahtzee, so that turns come to an end
    blocks = [*dealt, *plain]
    total, _ = perfect_play(rules, lambda _seat, turn, roll, number: blocks[turn][roll][:number])
    assert total == tried_out(rules, blocks)


def test_a_joker_waits_until_the_upper_row_of_its_face_is_filled() -> None:
    """Two Yahtzees of ones, then none: while ONES is open, the second Yahtzee scores nothing as a full house."""
    rules = RuleSet(
        name="toy with jokers",
        categories=tuple(JOKER_ROWS),
        upper_bonus=0,
        upper_bonus_at=0,
        extra_yahtzees=FREE_CHOICE_JOKER.extra_yahtzees,
        dice=3,
    )
    ones = ((1, 1, 1),) * 3
    blocks = [ones, ones, ((1, 1, 2), (2, 6, 2), (6, 2, 6))]
    total, _ = perfect_play(rules, lambda _seat, turn, roll, number: blocks[turn][roll][:number])
    assert total == tried_out(rules, blocks) == 50 + 3 + 100


def official(seed: int) -> int:
    """The highest total by the official rules, turn by turn with the points of all states at once, in numpy."""
    deal = Dealer(seed, duplicate=True).deal
    reached = np.full((1 << 13, 2, 64), -1)  # [filled rows][50 in the Yahtzee box][upper sum]: points
    reached[0, 0, 0] = 0
    for turn in range(13):
        after = np.full_like(reached, -1)
        ends = hands([deal(0, turn, roll, 5) for roll in range(3)])
        filled = [rows for rows in range(1 << 13) if rows.bit_count() == turn]
        ordinary = {row: {score(dice, row) for dice in ends if len(set(dice)) > 1} for row in range(13)}
        for row, scores in ordinary.items():
            places = np.array([rows for rows in filled if not rows >> row & 1])
            for points in scores:
                enter(reached, after, places, row, points, 0)
        for face in {dice[0] for dice in ends if len(set(dice)) == 1}:
            for row in range(13):
                enter_alike(reached, after, np.array([rows for rows in filled if not rows >> row & 1]), row, face)
        reached = after
    return int(reached[-1].max())


def enter_alike(reached: Points, after: Points, places: Points, row: int, face: int) -> None:
    is_extra = places >> 11 & 1 == 1
    enter(reached, after, places[~is_extra], row, score((face,) * 5, row), 0)
    is_face_filled = places >> (face - 1) & 1 == 1
    matching = is_extra & ~is_face_filled & (row == face - 1)
    enter(reached, after, places[matching], row, 5 * face, 100)
    if row >= 6:
        points = {8: 25, 9: 30, 10: 40}.get(row, 5 * face)
        enter(reached, after, places[is_extra & is_face_filled], row, points, 100)
    else:
        no_lower = places >> 6 == 0b1111111
        enter(reached, after, places[is_extra & is_face_filled & no_lower], row, 0, 100)


def enter(reached: Points, after: Points, places: Points, row: int, points: int, extra: int) -> None:
    """Enter points in `row` of the cards `places`; `extra` is paid where the Yahtzee box has 50."""
    old = reached[places]  # [places][holding][upper sum]
    new = np.where(old < 0, -1, old + points + np.array([0, extra])[:, None])
    if row < 6 and points:
        shifted = np.full_like(new, -1)
        shifted[..., points:] = new[..., : 64 - points]
        earning = new[..., 63 - points : 63].max(axis=-1)
        shifted[..., 63] = np.maximum(new[..., 63], np.where(earning < 0, -1, earning + 35))
        new = shifted
    if row == 11 and points:
        new = np.stack([np.full_like(new[:, 0], -1), new.max(axis=1)], axis=1)
    after[places | 1 << row] = np.maximum(after[places | 1 << row], new)


def score(dice: Dice, row: int) -> int:
    counts = Counter(dice)
    if row < 6:
        return (row + 1) * counts[row + 1]
    most, runs = max(counts.values()), "".join(map(str, sorted(counts)))
    return {
        6: sum(dice) * (most >= 3),
        7: sum(dice) * (most >= 4),
        8: 25 * (sorted(counts.values()) == [2, 3]),
        9: 30 * any(run in runs for run in ("1234", "2345", "3456")),
        10: 40 * (runs in ("12345", "23456")),
        11: 50 * (most == 5),
        12: sum(dice),
    }[row]


def check_official(seeds: Sequence[int]) -> None:
    for seed in seeds:
        record = play_perfect(Setup((Player("me"),), seed, OFFICIAL, duplicate=True))
        assert record.totals == (official(seed),), seed


def test_second_implementation() -> None:
    check_official([0])


@pytest.mark.slow(minutes=2)
@pytest.mark.timeout(900)
def test_second_implementation_on_many_dice() -> None:
    check_official(range(1, 81))


ONE_COLUMN = sorted((rules for rules in variants() if rules.columns == 1), key=lambda it: it.bonus != "extra-turn")


@pytest.mark.parametrize("rules", few_fast(4, ONE_COLUMN), ids=name_of)
def test_played_by_the_rules_it_is_what_was_found_and_nobody_does_better(rules: RuleSet) -> None:
    setup = Setup((Player("me"),), 1, rules, duplicate=True)
    total, _ = perfect_play(rules, Dealer(1, duplicate=True).deal)
    assert play_perfect(setup).totals == (total,)
    for name in ("hasty", "greedy", "random"):
        decide = partial(_decide, strategy(name, setup))
        [made] = played_alone(rules, decide, 1).totals or ()
        assert made <= total


def _decide(computer: Strategy, state: GameState) -> Action:
    return computer.decide(state).action
