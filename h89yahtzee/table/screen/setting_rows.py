"""The settings page: the preferences, one a line, of which one is chosen and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.table import texts
from h89yahtzee.table.preferences import Coach, Mark, Mode, Potential, Preferences

_T = TypeVar("_T")

THROW_TIMES = (0.0, 0.25, 0.5, 1.0, 2.0)
THINK_TIMES = (0.0, 0.25, 0.5, 1.0, 2.0, 5.0)
ANALYSIS_TIMES = (0.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds to choose from; the command line and the file may have others."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of the page; `changed` gives the preferences with the next (1) or the previous (-1) value."""

    label: str
    shown: Callable[[Preferences], str]
    changed: Callable[[Preferences, int], Preferences]


def _another(values: Sequence[_T], value: _T, step: int) -> _T:
    return values[(values.index(value) + step) % len(values)]


def _another_time(times: Sequence[float], time: float, step: int) -> float:
    if time in times:
        return _another(times, time, step)
    above = [other for other in times if other > time]
    below = [other for other in times if other < time]
    return (above or times[:1])[0] if step > 0 else (below or times[-1:])[-1]


def _with_columns(rules: RuleSet | None, step: int) -> RuleSet | None:
    return rules and rule_set(rules.name, _another(rules.column_choices, rules.columns, step), rules.bonus)


def _with_bonus(rules: RuleSet | None, step: int) -> RuleSet | None:
    return rules and rule_set(rules.name, rules.columns, _another(rules.bonus_choices, rules.bonus or "", step))


ANALYSIS_TIME = Setting(
    texts.SETTING_ANALYSIS_TIME,
    lambda old: texts.search_time(old.analysis_time or 0.0),
    lambda old, step: replace(old, analysis_time=_another_time(ANALYSIS_TIMES, old.analysis_time or 0.0, step)),
)
MODE = Setting(
    texts.SETTING_MODE,
    lambda old: texts.MODES[old.mode],
    lambda old, step: replace(old, mode=_another([*Mode], old.mode, step)),
)
COLUMNS = Setting(
    texts.SETTING_COLUMNS,
    lambda old: str(old.next_rules.columns) if old.next_rules else "",
    lambda old, step: replace(old, next_rules=_with_columns(old.next_rules, step)),
)
BONUS = Setting(
    texts.SETTING_BONUS,
    lambda old: (old.next_rules.bonus if old.next_rules else None) or "",
    lambda old, step: replace(old, next_rules=_with_bonus(old.next_rules, step)),
)
SETTINGS = (
    Setting(
        texts.SETTING_POTENTIAL,
        lambda old: texts.POTENTIALS[old.potential],
        lambda old, step: replace(old, potential=_another([*Potential], old.potential, step)),
    ),
    Setting(
        texts.SETTING_MARK,
        lambda old: texts.MARK_CHOICES[old.mark],
        lambda old, step: replace(old, mark=_another([*Mark], old.mark, step)),
    ),
    Setting(
        texts.SETTING_CONFIRM_ZERO,
        lambda old: texts.ON_OFF[old.confirm_zero],
        lambda old, _: replace(old, confirm_zero=not old.confirm_zero),
    ),
    Setting(
        texts.SETTING_AUTO_ROLL,
        lambda old: texts.ON_OFF[old.auto_roll],
        lambda old, _: replace(old, auto_roll=not old.auto_roll),
    ),
    Setting(
        texts.SETTING_THROW_TIME,
        lambda old: texts.seconds(old.throw_time),
        lambda old, step: replace(old, throw_time=_another_time(THROW_TIMES, old.throw_time, step)),
    ),
    Setting(
        texts.SETTING_THINK_TIME,
        lambda old: texts.seconds(old.think_time),
        lambda old, step: replace(old, think_time=_another_time(THINK_TIMES, old.think_time, step)),
    ),
    ANALYSIS_TIME,
    Setting(
        texts.SETTING_COACH,
        lambda old: texts.COACHES[old.coach],
        lambda old, step: replace(old, coach=_another([*Coach], old.coach, step)),
    ),
    COLUMNS,
    BONUS,
    MODE,
)


def settings_of(preferences: Preferences) -> tuple[Setting, ...]:
    """The settings that can be changed now."""
    missing = [ANALYSIS_TIME] * (preferences.analysis_time is None) + [MODE] * (preferences.mode is None)
    rules = preferences.next_rules
    missing += [COLUMNS] * (rules is None or not rules.column_choices)
    missing += [BONUS] * (rules is None or not rules.bonus_choices)
    return tuple(setting for setting in SETTINGS if setting not in missing)


def settings_lines(preferences: Preferences, chosen: int, can_save: bool, saved: bool | None) -> list[str]:
    """Return the page; `saved` is whether the settings could be saved, None before anybody tried."""
    keys = texts.SETTINGS_KEYS + texts.SETTINGS_SAVE_KEY * can_save
    lines = [
        texts.setting(setting.label, setting.shown(preferences), index == chosen)
        for index, setting in enumerate(settings_of(preferences))
    ]
    outcome = {None: "", True: texts.SAVED, False: texts.NOT_SAVED}[saved]
    return [*lines, "", *keys.splitlines(), "", outcome]
