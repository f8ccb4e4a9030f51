"""Players that make one kind of mistake and no other, and the kinds of mistake that losses are attributed to."""

from collections import Counter
from dataclasses import replace
from math import fsum

import pytest

from h89yahtzee.game import categories
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import FREE_CHOICE_JOKER, H89, OFFICIAL, QUIZ, YACHT, YATZY, RuleSet, rule_set
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.catalogue import optimal, strategy
from h89yahtzee.players.mistakes import Mistake, MistakeJudge
from h89yahtzee.players.review import judge
from tests.players.playing import Decide, played_alone
from tests.solver.backends import needs_kernel, solvable

GAMES = 10


def losses(rules: RuleSet, decide: Decide, games: int = GAMES) -> Counter[Mistake]:
    """The points that a player loses in some games, by kind of mistake. AssertionError unless all have a kind."""
    found: Counter[Mistake] = Counter()
    mistakes = MistakeJudge(rules)
    for seed in range(games):
        for judgement in judge(played_alone(rules, decide, seed), optimal(rules)):
            split = mistakes.split(judgement)
            assert min(split.values(), default=0.0) > -1e-9
            assert fsum(split.values()) == pytest.approx(judgement.loss, abs=1e-8)
            found.update(split)
    return found


def believing(rules: RuleSet) -> Decide:
    """A player that plays best by other rules with the same rows, though a Yahtzee may score nothing in them."""
    row = rules.row("yahtzee")
    worth = rules.categories[row].score((6,) * 5)

    def decide(state: GameState) -> Action:
        [column] = state.card.scores
        seen = tuple(score if here != row else score and worth for here, score in enumerate(column))
        return optimal(rules).decide(replace(state, rules=rules, cards=(Scorecard(rules, (seen,)),))).action

    return decide


@needs_kernel
@pytest.mark.slow
def test_who_forgets_the_upper_bonus_loses_by_nothing_else() -> None:
    found = losses(OFFICIAL, believing(replace(OFFICIAL, name="no bonus", upper_bonus=0, upper_bonus_at=0)))
    assert found[Mistake.UPPER_BONUS] > 2 * GAMES
    assert found.total() == pytest.approx(found[Mistake.UPPER_BONUS], abs=1e-6)


@needs_kernel
@pytest.mark.slow
def test_who_cares_for_no_yahtzees_loses_mostly_by_them() -> None:
    nothing = replace(categories.YAHTZEE, score=lambda _: 0)
    rows = tuple(nothing if row is categories.YAHTZEE else row for row in H89.categories)
    found = losses(H89, believing(replace(H89, name="no yahtzees", categories=rows)))
    assert found[Mistake.YAHTZEE] > 5 * GAMES
    assert found[Mistake.YAHTZEE] == pytest.approx(found.total(), rel=0.05)


@pytest.mark.slow
def test_who_posts_best_and_rolls_at_random_loses_nothing_by_category() -> None:
    best = optimal(H89)

    def decide(state: GameState) -> Action:
        return best.decide(state).action if not state.rolls_left else Roll(tuple(range(state.turn % 5)))

    found = losses(H89, decide)
    assert found[Mistake.KEEPS] > 100
    assert found[Mistake.CATEGORY] == pytest.approx(0, abs=1e-6)


def test_who_keeps_best_and_posts_in_the_first_box_loses_nothing_by_keeps() -> None:
    best = optimal(H89)

    def decide(state: GameState) -> Action:
        action = best.decide(state).action
        return action if isinstance(action, Roll) else Score(state.legal_boxes()[0])

    found = losses(H89, decide)
    assert found[Mistake.CATEGORY] > 100
    assert found[Mistake.KEEPS] == pytest.approx(0, abs=1e-6)


def put_down(rules: RuleSet) -> None:
    player = strategy("random", Setup((Player("it"),), 3, rules))
    found = losses(rules, lambda state: player.decide(state).action, games=2)
    assert found.total() > 100
    assert rules.upper_bonus or found[Mistake.UPPER_BONUS] == 0


@pytest.mark.parametrize("rules", [OFFICIAL, YACHT], ids=lambda rules: rules.name)
def test_all_that_a_random_player_loses_is_put_down_to_something(rules: RuleSet) -> None:
    put_down(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", solvable([FREE_CHOICE_JOKER, QUIZ, YATZY, rule_set("quintzee", 1, "extra-turn")]))
def test_all_that_is_lost_by_other_rules_is_put_down_to_something(rules: RuleSet) -> None:
    put_down(rules)
