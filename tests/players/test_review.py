"""Reviews of games, compared with reckoning by hand and with what must hold in any game; and the boxes in which
turns end, compared with trying every outcome.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.game import categories
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import Player, Record, Setup, Turn
from h89yahtzee.game.rules import H89, OFFICIAL, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, IllegalAction, Roll, Score
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.review import Outlook, judge, review
from h89yahtzee.solver.values import solved
from tests.game.variants import SEEDS, SOURCES, name_of, recorded, shortened, variants
from tests.players.playing import played_alone
from tests.solver.backends import solvable

TWO_DICE = RuleSet("two-dice", (categories.CHANCE,), 0, 0, dice=2, rerolls=1)
"""Rules with two dice, one re-roll and one box, for the sum: a die of 4 or better stays, so that before the first
roll each die is worth 4.25.
"""


def record_of(rules: RuleSet, *turns: Turn) -> Record:
    players = 1 + max(turn.seat for turn in turns)
    return Record(Setup(tuple(Player(f"p{seat}") for seat in range(players)), 1, rules), turns)


def test_posting_at_once_lost_what_the_one_was_expected_to_become() -> None:
    record = record_of(TWO_DICE, Turn(0, 0, ((1, 6),), box=Box(0)))
    (player,) = review(record, Optimal(solved(TWO_DICE)))
    (judgement,) = player.judgements
    assert player.start == pytest.approx(8.5)
    assert judgement.luck == pytest.approx(6 + 3.5 - 8.5)
    assert (judgement.best.action, judgement.played.action) == (Roll((0,)), Score(Box(0)))
    assert judgement.loss == pytest.approx(2.5)
    assert player.end == 7


def test_each_player_has_turns_of_their_own() -> None:
    record = record_of(
        TWO_DICE, Turn(0, 0, ((1, 6), (5, 6)), ((0,),), Box(0)), Turn(0, 1, ((4, 4), (1, 1)), ((0, 1),), Box(0))
    )
    first, second = review(record, Optimal(solved(TWO_DICE)))
    assert [first.luck, first.loss, first.end] == pytest.approx([2.5, 0, 11])
    assert first.costliest() == ()
    assert [second.luck, second.loss, second.end] == pytest.approx([8 - 8.5 + 2 - 7, 1, 2])
    assert [mistake.action for mistake in second.costliest()] == [Roll((0, 1))]
    (turn,) = second.turns
    assert [turn.number, turn.loss, turn.luck] == pytest.approx([0, 1, -5.5])


def test_dice_that_nothing_was_done_with_are_not_judged() -> None:
    record = record_of(TWO_DICE, Turn(0, 0, ((1, 6), (5, 6)), ((0,),)))
    (player,) = review(record, Optimal(solved(TWO_DICE)))
    assert len(player.judgements) == 1
    assert player.end == pytest.approx(9.5)


def test_record_that_breaks_the_rules_is_refused_where_it_does() -> None:
    judgements = judge(
        record_of(TWO_DICE, Turn(0, 0, ((1, 6), (5, 5)), ((0,),), Box(0))), Optimal(solved(TWO_DICE))
    )
    assert next(judgements).luck == pytest.approx(1)
    with pytest.raises(IllegalAction, match="dice that were kept"):
        next(judgements)


ONE_COLUMN = [rules for rules in variants() if rules.columns == 1]


@pytest.mark.parametrize("rules", solvable(ONE_COLUMN, fast=2), ids=name_of)
@settings(max_examples=1)
@given(seed=SEEDS, source=SOURCES)
def test_total_is_start_and_luck_less_losses(rules: RuleSet, seed: int, source: Random) -> None:
    *_, (record, last) = recorded(rules, 2, seed, source)
    for player, total in zip(review(record, Optimal(solved(rules))), last.totals(), strict=True):
        assert player.end == total
        assert player.start + player.luck - player.loss == pytest.approx(total, abs=1e-6)
        assert sum(turn.loss for turn in player.turns) == pytest.approx(player.loss)
        losses = [judgement.loss for judgement in player.judgements]
        assert [mistake.loss for mistake in player.costliest(5)] == sorted(losses, reverse=True)[:5]
        assert min(losses) >= 0


def test_who_plays_best_loses_nothing() -> None:
    player = Optimal(solved(OFFICIAL))
    record = played_alone(OFFICIAL, lambda state: player.decide(state).action, 3)
    (reviewed,) = review(record, player)
    assert reviewed.loss == pytest.approx(0, abs=1e-9)


def ends(state: GameState, action: Action, analyst: Optimal) -> dict[Box, Fraction]:
    """The chance of each box that the turn ends in it, by trying every ordered outcome of every roll."""

    @cache
    def best(dice: Dice, rolls_left: int) -> Action:
        return analyst.analysis(replace(state, dice=dice, rolls_left=rolls_left)).best.action

    @cache
    def after(dice: Dice, rolls_left: int, action: Action) -> Counter[Box]:
        """The number of outcomes that end in each box, out of 6 ** (dice * rolls_left)."""
        if isinstance(action, Score):
            return Counter({action.box: 6 ** (len(dice) * rolls_left)})
        boxes: Counter[Box] = Counter()
        for rolled in product(range(1, 7), repeat=len(dice)):
            shown = tuple(sorted(rolled[at] if at in action.positions else face for at, face in enumerate(dice)))
            boxes.update(after(shown, rolls_left - 1, best(shown, rolls_left - 1)))
        return boxes

    total = 6 ** (len(state.dice) * state.rolls_left)
    return {box: Fraction(ways, total) for box, ways in after(state.dice, state.rolls_left, action).items()}


EXTRA_TURN = shortened(rule_set("quintzee", 1, "extra-turn"))

TOY = RuleSet("toy", (categories.ONES, categories.SIXES, categories.CHANCE), 0, 0, dice=2, rerolls=2)


@pytest.mark.parametrize(
    ("rules", "position", "action"),
    [
        (TOY, "dice 16 rolls 2", Roll((0,))),
        (TOY, "dice 16 rolls 2", Roll((0, 1))),
        (TOY, "chance=7 dice 11 rolls 2", Roll((1,))),
        (H89, "dice 66652 rolls 1", Roll((3, 4))),
        (OFFICIAL, "yahtzee=50 ones=3 sixes=24 dice 66615 rolls 1", Roll((0, 1))),
        (OFFICIAL, "yahtzee=50 ones=3 sixes=24 dice 66615 rolls 1", Roll(())),
        (EXTRA_TURN, "yahtzee=50 ones=3 dice 66665 rolls 1", Roll((4,))),
        (H89, "dice 66652 rolls 2", Score(Box(6))),
    ],
)
def test_turn_ends_where_it_does_by_every_outcome(rules: RuleSet, position: str, action: Action) -> None:
    state, analyst = parse_position(position, rules).state(), Optimal(solved(rules))
    expected = ends(state, action, analyst)
    outlook = Outlook(state, analyst).after(action)
    chances = {end.box: end.chance for end in outlook}
    assert chances == pytest.approx({box: float(chance) for box, chance in expected.items()})
    assert [*chances.values()] == sorted(chances.values(), reverse=True)


def test_points_are_the_mean_of_what_is_posted() -> None:
    """Chance gets four sixes and a random die, and 100 points on top if that is the fifth six."""
    state = parse_position(f"{ALL_BUT_CHANCE} dice 66665 rolls 1", OFFICIAL).state()
    (end,) = Outlook(state, Optimal(solved(OFFICIAL))).after(Roll((4,)))
    assert end.box == Box(12)
    assert [end.chance, end.points] == pytest.approx([1, 24 + 3.5 + 100 / 6])


ALL_BUT_CHANCE = (
    "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 three-of-a-kind=0 four-of-a-kind=0 full-house=0 "
    "small-straight=0 large-straight=0 yahtzee=50"
)


@given(seed=st.integers(0, 100))
@settings(max_examples=5)
def test_something_is_the_end_of_every_turn(seed: int) -> None:
    source = Random(seed)
    state = parse_position("dice 12345 rolls 2", OFFICIAL).state()
    outlook = Outlook(state, Optimal(solved(OFFICIAL)))
    for roll in source.sample([action for action in state.legal_actions() if isinstance(action, Roll)], 5):
        assert sum(end.chance for end in outlook.after(roll)) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("steps_taken", [8, pytest.param(None, marks=pytest.mark.slow)], ids=["begun", "whole"])
def test_several_columns_add_up_too(steps_taken: int | None) -> None:
    """Values of several columns are estimates, but a full card is worth its total, and each turn begins with the
    value with which the turn before ended.
    """
    rules = rule_set("quintzee", 2)
    *_, (record, last) = [*recorded(rules, 1, 5, Random(5))][:steps_taken]
    (player,) = review(record, optimal(rules))
    end = player.end if steps_taken else last.totals()[0]
    assert player.start + player.luck - player.loss == pytest.approx(end, abs=1e-6)
    assert player.start > 2 * 250
    assert not player.is_exact
