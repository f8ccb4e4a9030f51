"""Many games at once, compared with the same games played by the game's rules, with the same dice and actions."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from h89yahtzee.env import YahtzeeVectorEnv
from h89yahtzee.env.judged_game import Reward
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.game.state import GameState, IllegalAction, apply, new_game
from h89yahtzee.players.numbered_actions import ActionValues, NumberedActions, observation
from h89yahtzee.solver.many_games import ManyGames
from h89yahtzee.solver.values import solved
from tests.env.games import ONE_COLUMN, named
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel

REWARDS: tuple[Reward, ...] = ("total", "win")


def faces_of(seen: np.ndarray[Any, Any]) -> tuple[int, ...]:
    """The dice of an observation, in ascending order."""
    return tuple(face for face, count in enumerate(seen[:6], 1) for _ in range(int(count)))


def after(state: GameState, number: int, seen: np.ndarray[Any, Any]) -> GameState:
    """The state after an action; the dice rolled are those of the observation `seen` after it that weren't kept."""

    def deal(_seat: int, _turn: int, _roll: int, count: int) -> tuple[int, ...]:
        dice = [*faces_of(seen)]
        kept = [face for die, face in enumerate(sorted(state.dice)) if number < 32 and number >> die & 1]
        for face in kept:
            dice.remove(face)
        assert len(dice) == count
        return tuple(dice)

    return apply(state, NumberedActions.of(state.rules).action(state, number), deal)


def begun(rules: Any, seen: np.ndarray[Any, Any]) -> GameState:
    return new_game(rules, 1, lambda *_: faces_of(seen))


def flat(state: GameState) -> list[int]:
    return [number for part in observation(state).values() for number in part]


def steps(env: YahtzeeVectorEnv, count: int) -> Iterator[tuple[Any, Any, Any, Any, Any]]:
    """Take `count` steps by random legal actions; yield actions, observations, rewards, ends and info of each."""
    drawn = np.random.default_rng(1)
    mask = env.games.legal
    for _ in range(count):
        actions = np.where(mask, drawn.random(mask.shape), -1).argmax(1)
        seen, rewards, is_over, _, info = env.step(actions)
        yield actions, seen, rewards, is_over, info
        mask = info["action_mask"] > 0


@needs_kernel
@pytest.mark.parametrize("rules", few_fast(1, ONE_COLUMN))
@pytest.mark.parametrize(("games", "count"), [(8, 50), pytest.param(60, 120, marks=pytest.mark.slow)])
def test_the_referee_gets_the_same_in_every_step(rules: str, games: int, count: int) -> None:
    env = YahtzeeVectorEnv(games, **named(rules), judged=True)
    judge, numbered = ActionValues(solved(env.rules)), NumberedActions.of(env.rules)
    seen, info = env.reset(seed=3)
    states = [begun(env.rules, each) for each in seen]
    expected = [solved(env.rules).start()] * games
    ended = 0
    for lane, state in enumerate(states):
        assert max(judge.of(state)) - expected[lane] == pytest.approx(info["luck"][lane], abs=1e-9)
    for actions, seen, rewards, is_over, info in steps(env, count):
        for lane, (state, number) in enumerate(zip(states, actions.tolist(), strict=True)):
            worth = judge.of(state)
            next_state = after(state, number, seen[lane])
            assert rewards[lane] == next_state.totals()[0] - state.totals()[0]
            assert is_over[lane] == next_state.is_over
            assert info["regret"][lane] == pytest.approx(max(worth) - worth[number], abs=1e-9)
            if next_state.is_over:
                ended += 1
                assert info["_final_obs"][lane]
                assert info["final_obs"][lane].tolist() == flat(next_state)
                assert info["final_total"][lane] == next_state.totals()[0]
                next_state = begun(env.rules, seen[lane])
            assert seen[lane].tolist() == flat(next_state)
            assert info["action_mask"][lane].tolist() == numbered.mask(next_state)
            assert info["value"][lane] == pytest.approx(max(judge.of(next_state)), abs=1e-9)
            states[lane] = next_state
    assert ended


def test_dice_are_fair_and_follow_from_the_seed() -> None:
    """The first rolls of 100,000 games are checked by chi-squared with 251 degrees of freedom, within 6 sigma."""
    games = ManyGames(OFFICIAL, 100_000, 7)
    expected = np.array(games.column.keeps.chances()) * 100_000
    observed = np.bincount(games.roll, minlength=len(expected))
    assert ((observed - expected) ** 2 / expected).sum() < 251 + 6 * (2 * 251) ** 0.5
    assert np.array_equal(games.roll, ManyGames(OFFICIAL, 100_000, 7).roll)
    assert not np.array_equal(games.roll, ManyGames(OFFICIAL, 100_000, 8).roll)
    assert len({*ManyGames(OFFICIAL, 100, 7, duplicate=True).roll.tolist()}) == 1


def test_kept_dice_stay_and_the_others_are_fair() -> None:
    games = ManyGames(OFFICIAL, 60_000, 7)
    before = games.sorted_dice()
    games.step(np.full(60_000, 0b11110))
    dice = games.sorted_dice()
    for face in range(1, 7):
        assert ((dice == face).sum(1) >= (before[:, 1:] == face).sum(1)).all()
    new = dice.sum(1) - before[:, 1:].sum(1)
    assert np.abs(np.bincount(new, minlength=7)[1:] - 10_000).max() < 6 * 10_000**0.5


@pytest.mark.parametrize("form", ["masked", "dict"])
def test_make_vec_makes_it_and_its_spaces_hold_what_is_seen(form: str) -> None:
    env = gymnasium.make_vec("H89Yahtzee-v0", num_envs=8, rules="h89", observation=form)
    assert isinstance(env.unwrapped, YahtzeeVectorEnv)
    seen, info = env.reset(seed=1)
    for _ in range(100):
        assert env.observation_space.contains(seen)
        actions = info["action_mask"].argmax(1)
        assert env.action_space.contains(actions)
        seen, _, _, _, info = env.step(actions)
        assert np.array_equal(seen["action_mask"], info["action_mask"])


def test_an_illegal_action_is_refused_before_any_is_done() -> None:
    env = YahtzeeVectorEnv(3)
    env.reset(seed=1)
    env.step(np.array([32, 0, 0]))
    before = env.games.observations()
    with pytest.raises(IllegalAction, match="game 0: action 32 isn't legal there"):
        env.step(np.array([32, 32, 32]))
    with pytest.raises(IllegalAction, match="expected 3 numbers of actions, 0 to 44"):
        env.step(np.array([1, 2]))
    assert np.array_equal(env.games.observations(), before)


def test_rewards_at_the_end_are_totals_or_wins() -> None:
    for reward in REWARDS:
        env = YahtzeeVectorEnv(50, reward=reward, goal=100)
        env.reset(seed=5)
        for _, _, rewards, is_over, info in steps(env, 60):
            assert not rewards[~is_over].any()
            if is_over.any():
                totals = info["final_total"][is_over]
                wanted = totals if reward == "total" else totals >= 100
                assert rewards[is_over].tolist() == wanted.tolist()
