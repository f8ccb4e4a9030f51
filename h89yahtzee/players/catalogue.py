"""The strategies by name, as they are asked for with `=name:strategy`."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.review import Analyst
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.players.uniform import Uniform
from h89yahtzee.solver.values import ValuesOf, solved

STRATEGIES: dict[str, Callable[[Setup, ValuesOf], Strategy]] = {
    "classic": lambda setup, _: Classic(setup.ha, setup.hb),
    "greedy": lambda *_: Greedy(),
    "random": lambda setup, _: Uniform(setup.seed),
    "optimal": lambda setup, values_of: Optimal(values_of(setup.rules)),
}

DEFAULT = "classic"
_DEFAULT_ELSEWHERE = "greedy"
"""Where the default can't play."""


def strategy(name: str, setup: Setup, values_of: ValuesOf = solved) -> Strategy:
    """The player called `name`, as it plays the game that `setup` begins."""
    return STRATEGIES[name](setup, values_of)


def analyst(rules: RuleSet, values_of: ValuesOf = solved) -> Analyst | None:
    """Who tells what actions are worth by `rules`; None where nobody does."""
    return Optimal(values_of(rules)) if "optimal" in strategies_for(rules) else None


def strategies_for(rules: RuleSet) -> tuple[str, ...]:
    """The names of those who can play by `rules`: classic knows the rows of the original and no others."""
    missing = set() if set(H89.categories) <= set(rules.categories) else {"classic"}
    if rules.columns > 1:
        missing.add("optimal")
    return tuple(name for name in STRATEGIES if name not in missing)


def default_for(rules: RuleSet) -> str:
    return DEFAULT if DEFAULT in strategies_for(rules) else _DEFAULT_ELSEWHERE
