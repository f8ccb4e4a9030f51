"""The strategies of computer players by name and by level.

Modules that need numpy or load slowly are imported when a strategy first needs them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy, Uniform
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Analyst, Strategy
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.solver.values import ValuesOf, solved


class Expert(Strategy, Analyst, Protocol):
    """A strategy that plays for the highest expected score and is also an `Analyst`, a judge of actions and
    cards."""


def optimal(rules: RuleSet, values_of: ValuesOf = solved) -> Expert:
    """Return the strategy `optimal`; `values_of` returns the solver's values for a rule set.

    The strategy is exact with one column, and with several columns when few boxes are open. Where numpy is missing,
    as in a browser, the strategy for several columns looks at each column by itself.
    """
    if rules.columns == 1:
        return Optimal(values_of(rules))
    if not has_numpy():
        from h89yahtzee.players.optimal import ColumnsApart

        return ColumnsApart(values_of(rules))
    from h89yahtzee.players.several_columns import ColumnsOptimal

    return ColumnsOptimal(rules)


def winner(rules: RuleSet, values_of: ValuesOf = solved) -> Strategy:
    """Return the strategy `winner`; `values_of` returns the solver's values for a rule set.

    With several columns the strategy needs numpy and the kernel (the solver's compiled code): if either is missing,
    return the strategy `optimal` instead.
    """
    if rules.columns == 1:
        from h89yahtzee.players.winner import Winner

        return Winner(values_of(rules))
    if not (is_compiled() and has_numpy()):
        return optimal(rules, values_of)
    from h89yahtzee.players.several_columns import ColumnsWinner

    return ColumnsWinner(rules, values_of(rules))


def has_numpy() -> bool:
    """Return whether numpy is installed, which the better strategies for several columns need."""
    try:
        import h89yahtzee.players.several_columns  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return False
    return True


STRATEGIES: dict[str, Callable[[Setup, ValuesOf], Strategy]] = {
    "classic": lambda setup, _: Classic(setup.ha, setup.hb),
    "hasty": lambda *_: Greedy(unused=1),
    "greedy": lambda *_: Greedy(),
    "random": lambda setup, _: Uniform(setup.seed),
    "optimal": lambda setup, values_of: optimal(setup.rules, values_of),
    "winner": lambda setup, values_of: winner(setup.rules, values_of),
}

SOLVING = frozenset({"optimal", "winner"})
"""The names of the strategies that need the solver's table of values."""

LEVELS = {"easy": "hasty", "medium": "greedy", "hard": "optimal", "perfect": "winner"}
"""A dict from the name of each level of skill of computer players to the name of its strategy, for any rules."""


def strategy(name: str, setup: Setup, values_of: ValuesOf = solved) -> Strategy:
    """Return the strategy called `name`, for use in a game with this setup; KeyError for an unknown name.

    `values_of` returns the solver's values for a rule set.
    """
    return STRATEGIES[name](setup, values_of)


def strategies_for(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the strategies that can play by `rules`; `classic` is among them only if the rows are
    those of H89 YAHTZEE."""
    has_original_rows = set(rules.categories) == set(H89.categories)
    return tuple(name for name in STRATEGIES if name != "classic" or has_original_rows)


def default_for(rules: RuleSet) -> str:
    """Return the name of the default strategy of computer players by `rules`: `classic` for `h89`, else
    `optimal`."""
    return "classic" if rules == H89 else "optimal"
