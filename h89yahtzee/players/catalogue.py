"""The strategies by name, as they are asked for with `=name:strategy`, and by level, for people."""

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
    "hasty": lambda *_: Greedy(unused=1),
    "greedy": lambda *_: Greedy(),
    "random": lambda setup, _: Uniform(setup.seed),
    "optimal": lambda setup, values_of: Optimal(values_of(setup.rules)),
}

SOLVING = frozenset({"optimal"})
"""Those that ask for values."""

DEFAULTS = ("optimal", "classic")
"""Who plays where nobody is named: the first that can. By the rules of 1.1 it is the computer player of 1.1."""

LEVELS = {
    "easy": ("hasty",),
    "medium": ("greedy",),
    "hard": ("optimal", "greedy"),
    "perfect": ("winner", "optimal", "greedy"),
}
"""Who plays at each level: the first that there is and that can."""


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
    """Who plays where neither a strategy nor a level is named."""
    return "classic" if rules == H89 else _first_of(DEFAULTS, rules)


def strategy_at(level: str, rules: RuleSet) -> str:
    """Who plays at one of `LEVELS`."""
    return _first_of(LEVELS[level], rules)


def _first_of(names: tuple[str, ...], rules: RuleSet) -> str:
    able = strategies_for(rules)
    return next(name for name in names if name in able)
