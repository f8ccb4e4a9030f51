"""The environment of one player, checked by Gymnasium's checker, the referee and reviews of the same games."""

import importlib
import re
import sys
import warnings
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from h89yahtzee.env import YahtzeeEnv
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.catalogue import optimal
from h89yahtzee.players.review import review
from h89yahtzee.solver.values import solved
from tests.env.games import ONE_COLUMN, judged, named, played_alone, totals_by_referee
from tests.solver.backends import needs_kernel

QUICK = ("official", "h89")
"""Rules that numpy solves in a few seconds."""
by_all_rules = pytest.mark.parametrize(
    "rules",
    [
        rules if rules in QUICK else pytest.param(rules, marks=(needs_kernel, pytest.mark.slow))
        for rules in ONE_COLUMN
    ],
)


@by_all_rules
@pytest.mark.parametrize("form", ["flat", "masked", "dict"])
def test_gymnasium_finds_nothing_wrong(rules: str, form: str) -> None:
    env = gymnasium.make("H89Yahtzee-v0", **named(rules), observation=form, render_mode="ansi").unwrapped
    if rules.startswith("quintzee"):
        # The checker disregards the mask, and action 31, a roll of no dice, isn't legal by quintzee.
        env.action_space = gymnasium.spaces.Discrete(31)
    with warnings.catch_warnings():
        if rules == "quintzee extra-turn":
            # By these rules a total has no highest value.
            warnings.filterwarnings("ignore", ".*maximum value is infinity")
        check_env(env)


@by_all_rules
def test_the_referee_gets_the_same_and_so_does_the_review(rules: str) -> None:
    """The review computes the same regrets and luck in another way, from the record of the game."""
    env = YahtzeeEnv(**named(rules))
    for seed in range(2):
        told = [*played_alone(env, seed, Random(seed))]
        (total,) = totals_by_referee(env.record)
        assert sum(each["reward"] for each in told) == total == told[-1]["value"]
        (reviewed,) = review(env.record, optimal(env.rules))
        judgements = reviewed.judgements
        assert [each["regret"] for each in told[1:]] == pytest.approx([each.loss for each in judgements], abs=1e-9)
        assert [each["luck"] for each in told[:-1]] == pytest.approx([each.luck for each in judgements], abs=1e-9)
        assert told[-1]["luck"] == told[0]["regret"] == 0


def check_games(rules: str, seeds: range) -> None:
    """Check that in each game the value at the start less the total is the sum of regrets less the sum of luck."""
    env, drawn = YahtzeeEnv(**named(rules)), Random(seeds.start)
    start = solved(env.rules).start()
    for seed in seeds:
        told = [*played_alone(env, seed, drawn)]
        (total,) = totals_by_referee(env.record)
        assert sum(each["reward"] for each in told) == total
        given_away = sum(each["regret"] for each in told) - sum(each["luck"] for each in told)
        assert start - total == pytest.approx(given_away, abs=1e-6)
        assert min(each["regret"] for each in told) >= 0


def test_regret_less_luck_is_what_is_missing_in_every_game() -> None:
    check_games("official", range(30))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ONE_COLUMN)
def test_regret_less_luck_is_what_is_missing_in_four_thousand_games(rules: str) -> None:
    first, games = ONE_COLUMN.index(rules), -(-4_000 // len(ONE_COLUMN))
    check_games(rules, range(first * games, (first + 1) * games))


def test_best_actions_have_no_regret() -> None:
    env = YahtzeeEnv()
    best = optimal(env.rules)
    _, info = env.reset(seed=7)
    is_over = False
    while not is_over:
        number = env.numbered.number(env.game.state, best.decide(env.game.state).action)
        _, _, is_over, _, info = env.step(number)
        assert judged(info, 0)["regret"] == pytest.approx(0, abs=1e-9)


def test_an_observation_is_the_position_in_numbers() -> None:
    """The expected numbers are worked out from the dice of seed 7 and from the card after a turn."""
    env = YahtzeeEnv(observation="dict")
    observed, _ = env.reset(seed=7)
    dice = Dealer(7).deal(0, 0, 0, 5)
    assert observed["dice"].tolist() == [dice.count(face) for face in range(1, 7)]
    assert (observed["rolls_left"].tolist(), observed["open_rows"].tolist()) == ([2], [1] * 13)
    observed, reward, *_ = env.step(32 + 12)
    assert (reward, observed["total"].tolist()) == (sum(dice), [sum(dice)])
    assert observed["open_rows"].tolist() == [1] * 12 + [0]
    second = env.game.state.dice
    observed, reward, *_ = env.step(32 + max(second) - 1)
    assert observed["upper_sum"].tolist() == [max(second) * second.count(max(second))] == [reward]


def test_bits_of_an_action_keep_the_dice_in_ascending_order() -> None:
    env = YahtzeeEnv(render_mode="ansi")
    env.reset(seed=7)
    low, _, middle, _, high = sorted(env.game.state.dice)
    env.step(0b10101)
    left = [*env.game.state.dice]
    for kept in (low, middle, high):
        left.remove(kept)
    env.step(31)
    text = env.render()
    assert text is not None
    position = parse_position(text)
    assert (position.dice, position.rolls_left) == (env.game.state.dice, 0)
    assert not env.action_masks()[:32].any()


def test_all_forms_have_the_same_numbers() -> None:
    flat, parts = YahtzeeEnv(judged=False), YahtzeeEnv(observation="dict", judged=False)
    one, _ = flat.reset(seed=3)
    two, info = parts.reset(seed=3)
    masked, _ = YahtzeeEnv(observation="masked", judged=False).reset(seed=3)
    assert np.array_equal(masked["observation"], one)
    assert np.array_equal(masked["action_mask"], info["action_mask"])
    assert np.array_equal(one, np.concatenate([two[name] for name in two if name != "action_mask"]))
    assert np.array_equal(two["action_mask"], info["action_mask"])
    assert info.keys() == {"action_mask"}


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    env = YahtzeeEnv(judged=False)
    env.reset(seed=1)
    env.step(32)
    before = env.game.state
    with pytest.raises(IllegalAction, match=re.escape("ones: it is not an open box")):
        env.step(32)
    with pytest.raises(IllegalAction, match="the number of an action, 0 to 44, not 45"):
        env.step(45)
    assert env.game.state == before


def test_rewards_at_the_end_are_the_total_or_a_win() -> None:
    for goal, won in ((0, 1.0), (1500, 0.0)):
        env = YahtzeeEnv(reward="win", goal=goal)
        told = [*played_alone(env, 5, Random(5))]
        assert [each["reward"] for each in told if each["reward"]] == [1.0] * bool(won)
    env = YahtzeeEnv(reward="total")
    *others, last = played_alone(env, 5, Random(5))
    assert [each["reward"] for each in others] == [0.0] * len(others)
    assert last["reward"] == env.game.state.totals()[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rules": "triple"}, "expected rules with one column .*, not triple"),
        ({"rules": "yatzee"}, "expected rules"),
        ({"bonus": "joker"}, "expected no bonus rule for official"),
        ({"observation": "image"}, "expected observation 'flat' or 'masked' or 'dict', not 'image'"),
        ({"reward": "money"}, "expected reward 'points' or 'total' or 'win', not 'money'"),
        ({"render_mode": "human"}, "expected render_mode None or 'ansi', not 'human'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        YahtzeeEnv(**arguments)  # type: ignore[arg-type]


def test_no_game_before_the_first_reset() -> None:
    with pytest.raises(RuntimeError, match=r"expected reset\(\)"):
        YahtzeeEnv(judged=False).step(0)


@pytest.mark.parametrize(
    ("missing", "wanted", "anew"),
    [("gymnasium", "YahtzeeEnv", "env"), ("pettingzoo", "YahtzeeTable", "env.several_players")],
)
def test_without_the_extra_the_error_says_what_to_install(
    missing: str, wanted: str, anew: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"h89yahtzee.{anew}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=re.escape(f"needs {missing}: pip install 'h89yahtzee[env]'")):
        getattr(importlib.import_module("h89yahtzee.env"), wanted)
