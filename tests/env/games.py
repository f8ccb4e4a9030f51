"""Games in an environment, played by legal actions drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from h89yahtzee.env import YahtzeeEnv
from h89yahtzee.game.record import Record
from tests.game.variants import variants

if TYPE_CHECKING:
    from h89yahtzee.env import YahtzeeTable

ONE_COLUMN = sorted(
    (f"{rules.name} {rules.bonus or ''}".strip() for rules in variants() if rules.columns == 1),
    key=lambda name: (name != "official", name),
)
"""Every rule set of one column, with the bonus rule where there is a choice; "official" first."""


def named(rules: str) -> dict[str, Any]:
    """The arguments of an environment for rules that are named as in ONE_COLUMN."""
    name, _, bonus = rules.partition(" ")
    return {"rules": name, "bonus": bonus or None}


def played_alone(env: YahtzeeEnv, seed: int, drawn: Random) -> Iterator[dict[str, float]]:
    """Play a game; yield the reward, value, regret and luck after the reset and after each action."""
    _, info = env.reset(seed=seed)
    yield judged(info, 0.0)
    is_over = False
    while not is_over:
        legal = [number for number, is_legal in enumerate(info["action_mask"]) if is_legal]
        _, reward, is_over, _, info = env.step(drawn.choice(legal))
        yield judged(info, reward)


def played_together(env: YahtzeeTable, seed: int, drawn: Random) -> list[dict[str, float]]:
    """Play a game; return for each player the sums of the rewards, regrets and luck that it was told of."""
    env.reset(seed=seed)
    sums = {agent: {"reward": 0.0, "regret": 0.0, "luck": 0.0} for agent in env.possible_agents}
    for agent in env.agent_iter():
        _, reward, is_over, _, info = env.last()
        for name, number in judged(info, float(reward or 0)).items():
            if name in sums[agent]:
                sums[agent][name] += number
        legal = [number for number, is_legal in enumerate(info["action_mask"]) if is_legal]
        env.step(None if is_over else drawn.choice(legal))
    return [*sums.values()]


def judged(info: dict[str, float], reward: float) -> dict[str, float]:
    return {"reward": reward, **{name: info[name] for name in ("value", "regret", "luck")}}


def totals_by_referee(record: Record) -> tuple[int, ...]:
    """The totals of the recorded game, played again by the rules; IllegalAction if it breaks them."""
    *_, end = record.states()
    assert end.is_over
    assert record.totals == end.totals()
    return end.totals()
