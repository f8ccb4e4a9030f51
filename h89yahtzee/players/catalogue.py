"""The strategies by name, as they are asked for with `=name:strategy`."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.players.uniform import Uniform

STRATEGIES: dict[str, Callable[[Setup], Strategy]] = {
    "classic": lambda setup: Classic(setup.ha, setup.hb),
    "greedy": lambda _: Greedy(),
    "random": lambda setup: Uniform(setup.seed),
}

DEFAULT = "classic"
_DEFAULT_ELSEWHERE = "greedy"
"""Where the default can't play."""


def strategies_for(rules: RuleSet) -> tuple[str, ...]:
    """The names of those who can play by `rules`: classic knows the rows of the original and no others."""
    has_original_rows = set(H89.categories) <= set(rules.categories)
    return tuple(name for name in STRATEGIES if name != "classic" or has_original_rows)


def default_for(rules: RuleSet) -> str:
    return DEFAULT if DEFAULT in strategies_for(rules) else _DEFAULT_ELSEWHERE
