"""The environment of several players, checked by PettingZoo's checkers, the referee and the rules of a win."""

from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo isn't installed, as there is none for Python 3.15 yet")

from h89yahtzee.env import YahtzeeTable
from h89yahtzee.solver.values import solved
from tests.env.games import ONE_COLUMN, named, played_together, totals_by_referee
from tests.parameters import few_fast
from tests.solver.backends import needs_kernel

# PettingZoo's checkers warn of observations with a mask if the environment isn't one of PettingZoo's own, and of
# masks without any action, which are right when a game is over.
with_masks = pytest.mark.filterwarnings(
    "ignore:Observation.*(space for each agent probably|is not a NumPy array)", "ignore:Action mask.*all zeros"
)


@with_masks
@pytest.mark.parametrize("form", ["flat", "dict"])
def test_pettingzoo_finds_nothing_wrong(form: Any) -> None:
    from pettingzoo.test import api_test  # an import that takes a while

    api_test(YahtzeeTable(3, observation=form), num_cycles=100)


def test_the_same_seed_gives_the_same_game() -> None:
    from pettingzoo.test import seed_test

    seed_test(YahtzeeTable, num_cycles=100)


def test_a_table_is_drawn_as_text() -> None:
    from pettingzoo.test import render_test

    def table(render_mode: str) -> YahtzeeTable:
        return YahtzeeTable(2, render_mode=None if render_mode == "human" else render_mode)

    render_test(table)


@needs_kernel
@pytest.mark.parametrize("rules", few_fast(1, ONE_COLUMN))
@pytest.mark.parametrize("players", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_the_referee_gets_the_same_and_regret_less_luck_is_missing(rules: str, players: int) -> None:
    env = YahtzeeTable(players, **named(rules))
    start = solved(env.rules).start()
    sums = played_together(env, 1, Random(1))
    totals = totals_by_referee(env.record)
    assert tuple(each["reward"] for each in sums) == totals
    missing = [start - total for total in totals]
    assert [each["regret"] - each["luck"] for each in sums] == pytest.approx(missing, abs=1e-6)


def test_a_duplicate_game_has_the_same_dice_for_all() -> None:
    env = YahtzeeTable(3, duplicate=True, judged=False)
    env.reset(seed=4)
    first = []
    for _ in env.possible_agents:
        first.append(env.game.state.dice)
        env.step(32)
    assert len(set(first)) == 1
    assert env.record.setup.duplicate


def test_a_win_is_one_and_shared_in_a_draw() -> None:
    env = YahtzeeTable(2, reward="win")
    for seed in range(3):
        sums = played_together(env, seed, Random(seed))
        totals = env.game.state.totals()
        assert [each["reward"] for each in sums] == [float(total == max(totals)) for total in totals]
    env = YahtzeeTable(2, reward="win", duplicate=True, judged=False)
    env.reset(seed=1)
    while not env.game.state.is_over:
        env.step(env.infos[env.agent_selection]["action_mask"].nonzero()[0][-1])
    assert [*env.rewards.values()] == [0.5, 0.5]


def test_opponents_are_seen_in_playing_order() -> None:
    env = YahtzeeTable(3, observation="dict", judged=False)
    env.reset(seed=2)
    env.step(32 + 12)
    scored = env.game.state.totals()[0]
    seen = env.observe("player_1")["opponents"].reshape(2, 16)
    assert seen[:, -1].tolist() == [0, scored]
    assert seen[:, 12].tolist() == [1, 0]
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("players", [1, 11])
def test_wrong_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"expected 2 to 10 players, not {players}"):
        YahtzeeTable(players)
