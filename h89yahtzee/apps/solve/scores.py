"""Scores by `yahtzee-solve`: the expected score under best play, and the distribution of the final score.

`--rules` and `--all` print expected scores; `--distribution` and `--beat` the distribution for one column.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

from h89yahtzee.apps.cached_values import analyst_of, prepare, progress_shown, values_of
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.solve.solve import Json, SolveOptions, rounded, rules_json
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.distributions import final_distribution, highest_chance

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)

_LEAST = 5e-4
"""The least probability, as a fraction of 1, of the first and of the last row of the histogram. Less likely rows at
both ends are left out."""
_ROW_WIDTH = 10
_BAR_WIDTH = 48


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of solving `rules`: the `expected` score under best play. `states` is the number of states that
    one column can have between two turns; with one column, the score was computed from their values. `seconds` is
    the time that the computation took."""

    rules: RuleSet
    expected: float
    is_exact: bool
    states: int
    seconds: float

    @classmethod
    def of(cls, rules: RuleSet) -> Solution:
        started = time.perf_counter()
        prepare(rules)
        values = values_of(rules)
        expected = analyst_of(rules).expectation(Scorecard.empty(rules))
        seconds = time.perf_counter() - started
        return cls(rules, expected, rules.columns == 1, values.column.states - values.table.count(0.0), seconds)

    def json(self) -> Json:
        return rules_json(self.rules) | {
            "expected": rounded(self.expected),
            "exact": self.is_exact,
            "states": self.states,
            "seconds": round(self.seconds, 3),
        }


def value_lines(rules: RuleSet, as_json: bool) -> Iterator[str]:
    solution = Solution.of(rules)
    if as_json:
        yield json.dumps(solution.json())
        return
    yield f"rules            {format_rules(rules)}"
    yield f"expected score   {solution.expected:.9f}" + ("" if solution.is_exact else "  (estimated)")
    yield f"states           {solution.states:,}" + (" a column" if rules.columns > 1 else "")
    yield f"time             {solution.seconds:.3f} s"


def all_lines(as_json: bool) -> Iterator[str]:
    """Yield text lines with the expected scores of all rule sets; `quintzee` is listed once with each of its bonus
    rules, always with one column."""
    choices = [
        rule_set(name, None, bonus) for name, rules in RULE_SETS.items() for bonus in rules.bonus_choices or (None,)
    ]
    if as_json:
        yield json.dumps([Solution.of(rules).json() for rules in choices])
    else:
        yield from table_lines(map(Solution.of, choices))


def table_lines(solutions: Iterable[Solution]) -> Iterator[str]:
    """Yield a table with a text line for each solution; `~` before a score marks an estimate."""
    yield f"{'rules':36} {'expected score':>15} {'states':>9} {'time':>8}"
    for solution in solutions:
        mark = " " if solution.is_exact else "~"
        name, expected = format_rules(solution.rules), f"{solution.expected:.9f}"
        yield f"{name:35} {mark}{expected:>14} {solution.states:9,} {solution.seconds:6.3f} s"


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of the final score when playing for the highest expected score: `probabilities[n]` is the
    probability of exactly n points."""

    probabilities: Sequence[float]

    @property
    def mean(self) -> float:
        return sum(score * chance for score, chance in enumerate(self.probabilities))

    @property
    def deviation(self) -> float:
        mean = self.mean
        return sqrt(sum((score - mean) ** 2 * chance for score, chance in enumerate(self.probabilities)))

    def percentiles(self) -> dict[int, int]:
        """Return a dict from each number n in `PERCENTILES` to the lowest score for which at least n per cent of
        games end with this score or less."""
        below = list(accumulate(self.probabilities))
        return {percent: min(bisect_left(below, percent / 100), len(below) - 1) for percent in PERCENTILES}

    def chance_of(self, score: int) -> float:
        return sum(self.probabilities[score:])


def distribution_lines(options: SolveOptions) -> Iterator[str]:
    """Return the text lines for `--distribution` and `--beat`; UsageError for rules of several columns: the
    distribution is computed only for one column."""
    rules, score = options.rules, options.beat
    if rules.columns > 1:
        raise UsageError(f"{format_rules(rules)}: expected rules of one column with --distribution and --beat")
    prepare(rules)
    with progress_shown(f"distributing {format_rules(rules)}") as progress:
        distribution = Distribution(final_distribution(values_of(rules), progress))
    at_best = 0.0
    if score is not None:
        with progress_shown(f"reaching {score}") as progress:
            at_best = highest_chance(column_of(rules), score, progress)
    shown = distribution if options.distribution else None
    chances = {} if score is None else {score: (distribution.chance_of(score), at_best)}
    return _json_line(rules, shown, chances) if options.json else _words(rules, shown, chances)


Chances = dict[int, tuple[float, float]]
"""A dict from a score to two probabilities of reaching it: if the player plays for the highest expected score, and
if the player plays only to reach this score."""


def _json_line(rules: RuleSet, distribution: Distribution | None, chances: Chances) -> Iterator[str]:
    found: Json = rules_json(rules)
    if distribution is not None:
        found |= {
            "mean": rounded(distribution.mean),
            "deviation": rounded(distribution.deviation),
            "percentiles": distribution.percentiles(),
            "probabilities": list(distribution.probabilities),
        }
    for score, (for_the_mean, at_best) in chances.items():
        found["beat"] = {"score": score, "playing_for_the_mean": rounded(for_the_mean), "at_best": rounded(at_best)}
    yield json.dumps(found)


def _words(rules: RuleSet, distribution: Distribution | None, chances: Chances) -> Iterator[str]:
    yield f"rules                {format_rules(rules)}"
    if distribution is not None:
        yield f"mean                 {distribution.mean:.6f}"
        yield f"standard deviation   {distribution.deviation:.6f}"
        scores = (f"{percent} %: {score}" for percent, score in distribution.percentiles().items())
        yield f"percentiles          {', '.join(scores)}"
    for score, (for_the_mean, at_best) in chances.items():
        yield f"to reach {score:<11,} {100 * for_the_mean:8.4f} % when the mean is played for,"
        yield f"{'':20} {100 * at_best:8.4f} % at best"
    if distribution is not None:
        yield ""
        yield from histogram_lines(distribution.probabilities)


def histogram_lines(probabilities: Sequence[float]) -> Iterator[str]:
    firsts = range(0, len(probabilities), _ROW_WIDTH)
    rows = {first: sum(probabilities[first : first + _ROW_WIDTH]) for first in firsts}
    likely = [first for first, probability in rows.items() if probability >= _LEAST]
    for first in range(likely[0], likely[-1] + 1, _ROW_WIDTH):
        bar = "#" * round(_BAR_WIDTH * rows[first] / max(rows.values()))
        yield f"{first:5}-{first + _ROW_WIDTH - 1:<4} {100 * rows[first]:6.2f} % {bar}".rstrip()
