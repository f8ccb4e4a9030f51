"""`yahtzee-solve --rules` and `--all`: the expected score under best play."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from h89yahtzee.apps.cached_values import analyst_of, prepare, values_of
from h89yahtzee.apps.solve.formatting import Json, rounded, rules_json
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.tokens import format_rules


@dataclass(frozen=True, slots=True)
class Solution:
    """`states` counts the positions between turns that can occur in one column; `seconds` is what it took."""

    rules: RuleSet
    expected: float
    is_exact: bool
    states: int
    seconds: float

    def json(self) -> Json:
        return rules_json(self.rules) | {
            "expected": rounded(self.expected),
            "exact": self.is_exact,
            "states": self.states,
            "seconds": round(self.seconds, 3),
        }


def value_lines(rules: RuleSet, as_json: bool) -> Iterator[str]:
    solution = _solution(rules)
    if as_json:
        yield json.dumps(solution.json())
        return
    yield f"rules            {format_rules(rules)}"
    yield f"expected score   {solution.expected:.9f}" + ("" if solution.is_exact else "  (estimated)")
    yield f"states           {solution.states:,}" + (" a column" if rules.columns > 1 else "")
    yield f"time             {solution.seconds:.3f} s"


def all_lines(as_json: bool) -> Iterator[str]:
    """The expected scores of all rule sets; where there is a choice, of one column with each bonus rule."""
    choices = [
        rule_set(name, None, bonus) for name, rules in RULE_SETS.items() for bonus in rules.bonus_choices or (None,)
    ]
    if as_json:
        yield json.dumps([_solution(rules).json() for rules in choices])
        return
    yield from table_lines(map(_solution, choices))


def table_lines(solutions: Iterable[Solution]) -> Iterator[str]:
    """A table with a line for each solution; estimates are marked with `~`."""
    yield f"{'rules':36} {'expected score':>15} {'states':>9} {'time':>8}"
    for solution in solutions:
        mark = " " if solution.is_exact else "~"
        name, expected = format_rules(solution.rules), f"{solution.expected:.9f}"
        yield f"{name:35} {mark}{expected:>14} {solution.states:9,} {solution.seconds:6.3f} s"


def _solution(rules: RuleSet) -> Solution:
    started = time.perf_counter()
    prepare(rules)
    values = values_of(rules)
    expected = analyst_of(rules).expectation(Scorecard.empty(rules))
    seconds = time.perf_counter() - started
    states = values.column.states - values.table.count(0.0)
    return Solution(rules, expected, rules.columns == 1, states, seconds)
