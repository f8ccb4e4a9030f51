"""What a step leads to, forward (1) or back (-1), where a value is chosen from several one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from h89yahtzee.game.rules import RuleSet, rule_set

_T = TypeVar("_T")

THINK_TIMES = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
"""The seconds of a computer's step to choose from; the command line and the file may have others."""


def another(values: Sequence[_T], value: _T, step: int) -> _T:
    """The value after or before, around the end; from none of them to the first or the last."""
    if value not in values:
        return values[0 if step > 0 else -1]
    return values[(values.index(value) + step) % len(values)]


def another_time(times: Sequence[float], time: float, step: int) -> float:
    """The same of rising times; from none of them to the one above or below."""
    if time in times:
        return another(times, time, step)
    above = [other for other in times if other > time]
    below = [other for other in times if other < time]
    return (above or times[:1])[0] if step > 0 else (below or times[-1:])[-1]


def with_other_columns(rules: RuleSet, step: int) -> RuleSet:
    return rule_set(rules.name, another(rules.column_choices, rules.columns, step), rules.bonus)


def with_other_bonus(rules: RuleSet, step: int) -> RuleSet:
    return rule_set(rules.name, rules.columns, another(rules.bonus_choices, rules.bonus or "", step))
