"""`yahtzee-solve --distribution` and `--beat`: how the final score of one column is distributed under best play."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from pathlib import Path

from h89yahtzee.apps.cached_values import prepare, progress_shown, values_of
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.solve.formatting import Json, rounded, rules_json
from h89yahtzee.apps.solve.histogram import histogram_lines, histogram_svg
from h89yahtzee.apps.solve.solve_options import SolveOptions
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.solver.column import column_of
from h89yahtzee.solver.distributions import final_distribution, highest_chance

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


@dataclass(frozen=True, slots=True)
class Distribution:
    """`probabilities[score]` is that of a final score when the highest expected score is played for."""

    probabilities: Sequence[float]

    @property
    def mean(self) -> float:
        return sum(score * chance for score, chance in enumerate(self.probabilities))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        mean = self.mean
        return sqrt(sum((score - mean) ** 2 * chance for score, chance in enumerate(self.probabilities)))

    def percentiles(self) -> dict[int, int]:
        """For each of `PERCENTILES`, the lowest score that so many games in a hundred don't exceed."""
        below = list(accumulate(self.probabilities))
        return {percent: min(bisect_left(below, percent / 100), len(below) - 1) for percent in PERCENTILES}

    def chance_of(self, score: int) -> float:
        """The probability of reaching `score`."""
        return sum(self.probabilities[score:])


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability of reaching a score."""

    score: int
    playing_for_the_mean: float
    at_best: float


def distribution_lines(options: SolveOptions) -> Iterator[str]:
    """The answer; UsageError for several columns, OSError if the picture can't be written."""
    rules = options.rules
    if rules.columns > 1:
        raise UsageError(f"{format_rules(rules)}: expected rules of one column with --distribution and --beat")
    distribution = _distribution(rules)
    chance = None if options.beat is None else _chance(rules, options.beat, distribution)
    if options.svg is not None:
        title = f"Final score by the rules of {format_rules(rules)} under best play"
        Path(options.svg).write_text(histogram_svg(distribution.probabilities, title, distribution.mean), "utf-8")
    shown = distribution if options.distribution else None
    return _json_line(rules, shown, chance) if options.json else _words(rules, shown, chance)


def _distribution(rules: RuleSet) -> Distribution:
    prepare(rules)
    with progress_shown(f"distributing {format_rules(rules)}") as progress:
        return Distribution(final_distribution(values_of(rules), progress))


def _chance(rules: RuleSet, score: int, distribution: Distribution) -> Chance:
    with progress_shown(f"reaching {score}") as progress:
        at_best = highest_chance(column_of(rules), score, progress)
    return Chance(score, distribution.chance_of(score), at_best)


def _json_line(rules: RuleSet, distribution: Distribution | None, chance: Chance | None) -> Iterator[str]:
    found: Json = rules_json(rules)
    if distribution is not None:
        found |= {
            "mean": rounded(distribution.mean),
            "deviation": rounded(distribution.deviation),
            "percentiles": distribution.percentiles(),
            "probabilities": list(distribution.probabilities),
        }
    if chance is not None:
        found["beat"] = {
            "score": chance.score,
            "playing_for_the_mean": rounded(chance.playing_for_the_mean),
            "at_best": rounded(chance.at_best),
        }
    yield json.dumps(found)


def _words(rules: RuleSet, distribution: Distribution | None, chance: Chance | None) -> Iterator[str]:
    yield f"rules                {format_rules(rules)}"
    if distribution is not None:
        yield f"mean                 {distribution.mean:.6f}"
        yield f"standard deviation   {distribution.deviation:.6f}"
        scores = (f"{percent} %: {score}" for percent, score in distribution.percentiles().items())
        yield f"percentiles          {', '.join(scores)}"
    if chance is not None:
        yield f"to reach {chance.score:<11,} {_percent(chance.playing_for_the_mean)} when the mean is played for,"
        yield f"{'':20} {_percent(chance.at_best)} at best"
    if distribution is not None:
        yield ""
        yield from histogram_lines(distribution.probabilities)


def _percent(chance: float) -> str:
    return f"{100 * chance:8.4f} %"
