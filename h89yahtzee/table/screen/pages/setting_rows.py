"""The rows of the settings page: what each shows of the preferences, and how it changes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from h89yahtzee.table.next_value import THINK_TIMES, another, another_time, with_other_bonus, with_other_columns
from h89yahtzee.table.preferences import Coach, Mark, Mode, Potential, Preferences, Worth
from h89yahtzee.table.screen.pages import settings_texts

THROW_TIMES = (0.0, 0.25, 0.5, 1.0, 2.0)
ANALYSIS_TIMES = (0.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds to choose from; the command line and the file may have others."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of the page; `changed` gives the preferences with the next (1) or the previous (-1) value."""

    label: str
    shown: Callable[[Preferences], str]
    changed: Callable[[Preferences, int], Preferences]


ANALYSIS_TIME = Setting(
    settings_texts.ANALYSIS_TIME,
    lambda old: settings_texts.search_time(old.analysis_time or 0.0),
    lambda old, step: replace(old, analysis_time=another_time(ANALYSIS_TIMES, old.analysis_time or 0.0, step)),
)
MODE = Setting(
    settings_texts.MODE,
    lambda old: settings_texts.MODES[old.mode],
    lambda old, step: replace(old, mode=another([*Mode], old.mode, step)),
)
COLUMNS = Setting(
    settings_texts.COLUMNS,
    lambda old: str(old.next_rules.columns) if old.next_rules else "",
    lambda old, step: replace(old, next_rules=old.next_rules and with_other_columns(old.next_rules, step)),
)
BONUS = Setting(
    settings_texts.BONUS,
    lambda old: (old.next_rules.bonus if old.next_rules else None) or "",
    lambda old, step: replace(old, next_rules=old.next_rules and with_other_bonus(old.next_rules, step)),
)
_MESSAGES = Setting(
    settings_texts.MESSAGES,
    lambda old: settings_texts.ON_OFF[old.messages],
    lambda old, _: replace(old, messages=not old.messages),
)
_VIEW_SETTINGS = (
    Setting(
        settings_texts.POTENTIAL,
        lambda old: settings_texts.POTENTIALS[old.potential],
        lambda old, step: replace(old, potential=another([*Potential], old.potential, step)),
    ),
    Setting(
        settings_texts.MARK,
        lambda old: settings_texts.MARK_CHOICES[old.mark],
        lambda old, step: replace(old, mark=another([*Mark], old.mark, step)),
    ),
    Setting(
        settings_texts.CONFIRM_ZERO,
        lambda old: settings_texts.ON_OFF[old.confirm_zero],
        lambda old, _: replace(old, confirm_zero=not old.confirm_zero),
    ),
)
_TABLE_SETTINGS = (
    Setting(
        settings_texts.AUTO_ROLL,
        lambda old: settings_texts.ON_OFF[old.auto_roll],
        lambda old, _: replace(old, auto_roll=not old.auto_roll),
    ),
    Setting(
        settings_texts.THROW_TIME,
        lambda old: settings_texts.seconds(old.throw_time),
        lambda old, step: replace(old, throw_time=another_time(THROW_TIMES, old.throw_time, step)),
    ),
    Setting(
        settings_texts.THINK_TIME,
        lambda old: settings_texts.seconds(old.think_time),
        lambda old, step: replace(old, think_time=another_time(THINK_TIMES, old.think_time, step)),
    ),
    ANALYSIS_TIME,
)
_COACH = Setting(
    settings_texts.COACH,
    lambda old: settings_texts.COACHES[old.coach],
    lambda old, step: replace(old, coach=another([*Coach], old.coach, step)),
)
_WARNS_OF = Setting(
    settings_texts.WARNS_OF,
    lambda old: settings_texts.WORTHS[old.warns_of],
    lambda old, step: replace(old, warns_of=another([*Worth], old.warns_of, step)),
)
_CHANCES = Setting(
    settings_texts.CHANCES,
    lambda old: settings_texts.ON_OFF[old.chances],
    lambda old, _: replace(old, chances=not old.chances),
)


def settings_of(
    preferences: Preferences, may_set_table: bool = True, may_talk: bool = False
) -> tuple[Setting, ...]:
    """The settings that a person can change now: those of the table too, or the messages too, if they may."""
    missing = [ANALYSIS_TIME] * (preferences.analysis_time is None) + [MODE] * (preferences.mode is None)
    rules = preferences.next_rules
    missing += [COLUMNS] * (rules is None or not rules.column_choices)
    missing += [BONUS] * (rules is None or not rules.bonus_choices)
    table, next_game = (_TABLE_SETTINGS, (COLUMNS, BONUS, MODE)) if may_set_table else ((), ())
    settings = (*_VIEW_SETTINGS, *table, _COACH, _WARNS_OF, _CHANCES, *[_MESSAGES] * may_talk, *next_game)
    return tuple(setting for setting in settings if setting not in missing)
