"""Checks that every rule set must pass, in games of any legal actions with dice that are often five alike."""

from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.categories import Section
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, IllegalAction, Roll, Score, apply
from tests.game.variants import ONE_GAME, SEEDS, SOURCES, name_of, played, variants

ROLLS = [Roll(chosen) for size in range(6) for chosen in combinations(range(5), size)]


def all_boxes(rules: RuleSet) -> list[Box]:
    """The boxes of the card and its bonus row, and some that don't exist."""
    return [Box(row, column) for row in range(-1, rules.bonus_row + 2) for column in range(-1, rules.columns + 1)]


def no_dice(*_place: int) -> Dice:
    raise AssertionError("dice were asked for")


@pytest.mark.parametrize("rules", variants(), ids=name_of)
class TestEveryRuleSet:
    @ONE_GAME
    @given(players=st.integers(1, 3), seed=SEEDS, source=SOURCES)
    def test_game_ends_after_a_turn_for_each_box_and_each_bonus_row_posting(
        self, rules: RuleSet, players: int, seed: int, source: Random
    ) -> None:
        turns = [0] * players
        for state, action, after in played(rules, players, seed, source):
            assert state.turn == turns[state.seat]
            if isinstance(action, Score):
                turns[state.seat] += 1
                filled = len(state.card.open_boxes()) - len(after.cards[state.seat].open_boxes())
                assert filled == (action.box.row != rules.bonus_row)
        assert after.is_over
        assert (after.legal_actions(), after.legal_boxes()) == ((), ())
        with pytest.raises(IllegalAction, match="over"):
            apply(after, Score(Box(0)), no_dice)
        for card, number in zip(after.cards, turns, strict=True):
            extra_turns = number - len(rules.categories) * rules.columns
            assert extra_turns >= 0
            assert extra_turns == 0 or sum(card.yahtzee_bonuses) == 100 * extra_turns

    @ONE_GAME
    @given(players=st.integers(1, 3), seed=SEEDS, source=SOURCES)
    def test_total_is_the_sum_of_what_was_posted(
        self, rules: RuleSet, players: int, seed: int, source: Random
    ) -> None:
        posted = [[0] * rules.columns for _ in range(players)]
        upper = [[0] * rules.columns for _ in range(players)]
        for state, action, after in played(rules, players, seed, source):
            if isinstance(action, Score):
                row, column = action.box
                points = state.potential_score(action.box)
                posted[state.seat][column] += points + state.extra_points(action.box)
                upper[state.seat][column] += points if row < 6 else 0
                assert after.cards[state.seat] == state.card_after(action.box)
        for seat, card in enumerate(after.cards):
            bonuses = [rules.upper_bonus * (total >= rules.upper_bonus_at) for total in upper[seat]]
            columns = [points + bonus for points, bonus in zip(posted[seat], bonuses, strict=True)]
            assert [card.column_total(column) for column in range(rules.columns)] == columns
            assert after.totals()[seat] == sum(map(int.__mul__, rules.multipliers, columns))
        assert after.winners()
        assert all(after.totals()[seat] == max(after.totals()) for seat in after.winners())

    @ONE_GAME
    @given(seed=SEEDS, source=SOURCES)
    def test_legal_actions_are_what_can_be_applied(self, rules: RuleSet, seed: int, source: Random) -> None:
        for state, _, _ in islice(played(rules, 1, seed, source), 0, None, 3):
            for box in all_boxes(rules):
                assert (state.refusal(box) is None) == (box in state.legal_boxes())
            legal = state.legal_actions()
            assert len(set(legal)) == len(legal)
            assert tuple(action.box for action in legal if isinstance(action, Score)) == state.legal_boxes() != ()
            actions: list[Action] = [*ROLLS, *map(Score, all_boxes(rules))]
            for action in actions:
                if action in legal:
                    apply(state, action, Dealer(seed).deal)
                else:
                    with pytest.raises(IllegalAction):
                        apply(state, action, no_dice)

    @ONE_GAME
    @given(seed=SEEDS, source=SOURCES)
    def test_dice_that_are_not_five_alike_go_in_any_open_box_for_its_ordinary_score(
        self, rules: RuleSet, seed: int, source: Random
    ) -> None:
        for state, _, _ in played(rules, 1, seed, source):
            if len(set(state.dice)) > 1:
                assert state.legal_boxes() == state.card.open_boxes()
                for box in state.legal_boxes():
                    assert state.potential_score(box) == rules.categories[box.row].score(state.dice)
                    assert state.extra_points(box) == 0

    @ONE_GAME
    @given(players=st.integers(1, 4), seed=SEEDS, source=SOURCES)
    def test_players_move_in_rotation_and_those_who_are_done_are_passed_over(
        self, rules: RuleSet, players: int, seed: int, source: Random
    ) -> None:
        for state, action, after in played(rules, players, seed, source):
            if isinstance(action, Roll):
                assert (after.seat, after.turn, after.rolls_left) == (state.seat, state.turn, state.rolls_left - 1)
            elif not after.is_over:
                passed = (after.seat - state.seat - 1) % players
                between = [(state.seat + 1 + step) % players for step in range(passed)]
                assert not any(after.cards[seat].open_boxes() for seat in between)
                assert after.card.open_boxes()
                assert after.rolls_left == rules.rerolls


def test_games_here_have_extra_turns_and_bonuses() -> None:
    """Without extra turns and bonuses in its games this file would prove little."""
    source = Random(1)
    for rules in (rule_set("quintzee"), rule_set("quintzee", 3, "extra-turn"), rule_set("triple")):
        finals = [
            after for seed in range(0, 20, 2) for _, _, after in played(rules, 1, seed, source) if after.is_over
        ]
        assert sum(any(final.cards[0].yahtzee_bonuses) for final in finals) >= 3


def test_upper_rows_are_those_of_a_face() -> None:
    for rules in variants():
        faces = [row for row, category in enumerate(rules.categories) if category.face is not None]
        assert rules.rows(Section.UPPER) == tuple(faces)
