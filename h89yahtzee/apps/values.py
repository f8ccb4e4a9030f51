"""Where the commands have the solver's values from."""

from __future__ import annotations

from functools import cache

from h89yahtzee.apps.command import CommandError
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.words import format_rules
from h89yahtzee.players import catalogue
from h89yahtzee.players.review import Analyst
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.solver.values import Values, solve


@cache
def values_of(rules: RuleSet) -> Values:
    """Those of one column, solved when they are first asked for."""
    return solve(rules)


def analyst_of(rules: RuleSet) -> Analyst:
    """CommandError where nobody tells what actions are worth by `rules`."""
    found = catalogue.analyst(rules, values_of)
    if found is None:
        raise CommandError(f"{format_rules(rules)}: plays are known for one column only")
    return found


def player_of(name: str, setup: Setup) -> Strategy:
    """The strategy of a name, for the game that `setup` begins."""
    return catalogue.strategy(name, setup, values_of)
