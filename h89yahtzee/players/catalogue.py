"""The strategies by name, as in `=name:strategy`, and by level.

Modules that need numpy, or take long to load, are imported when a player is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.players.uniform import Uniform
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.solver.values import ValuesOf, solved


class Expert(Strategy, Analyst, Protocol):
    """A player for the highest expected score who also says what actions are worth."""


def optimal(rules: RuleSet, values_of: ValuesOf = solved) -> Expert:
    """The player `optimal`; its values are exact with one column, and with several where few boxes are open."""
    if rules.columns == 1:
        return Optimal(values_of(rules))
    from h89yahtzee.players.columns_optimal import ColumnsOptimal

    return ColumnsOptimal(rules)


def winner(rules: RuleSet, values_of: ValuesOf = solved) -> Strategy:
    """The player `winner`; without the kernel it plays for points where there are several columns."""
    if rules.columns == 1:
        from h89yahtzee.players.winner import Winner

        return Winner(values_of(rules))
    if not is_compiled():
        return optimal(rules)
    from h89yahtzee.players.columns_winner import ColumnsWinner

    return ColumnsWinner(rules, values_of(rules))


STRATEGIES: dict[str, Callable[[Setup, ValuesOf], Strategy]] = {
    "classic": lambda setup, _: Classic(setup.ha, setup.hb),
    "hasty": lambda *_: Greedy(unused=1),
    "greedy": lambda *_: Greedy(),
    "random": lambda setup, _: Uniform(setup.seed),
    "optimal": lambda setup, values_of: optimal(setup.rules, values_of),
    "winner": lambda setup, values_of: winner(setup.rules, values_of),
}

SOLVING = frozenset({"optimal", "winner"})
"""The strategies that need values."""

LEVELS = {"easy": "hasty", "medium": "greedy", "hard": "optimal", "perfect": "winner"}
"""The strategy of each level, by all rules."""


def strategy(name: str, setup: Setup, values_of: ValuesOf = solved) -> Strategy:
    """The player called `name`, as it plays the game that `setup` begins."""
    return STRATEGIES[name](setup, values_of)


def strategies_for(rules: RuleSet) -> tuple[str, ...]:
    """The names of the strategies that can play by `rules`: classic knows only the rows of the original."""
    has_original_rows = set(H89.categories) <= set(rules.categories)
    return tuple(name for name in STRATEGIES if name != "classic" or has_original_rows)


def default_for(rules: RuleSet) -> str:
    """The strategy where neither a strategy nor a level is named: by the rules of 1.1 its computer player."""
    return "classic" if rules == H89 else "optimal"
