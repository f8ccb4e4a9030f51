"""The rows of the start page: what each shows of the choices, and how it changes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from h89yahtzee.game.record import HUMAN
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import Choices


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """`changed` gives the choices with the next (1) or the previous (-1) value; `about` says what that is."""

    label: str
    shown: Callable[[Choices], str]
    about: Callable[[Choices], str]
    changed: Callable[[Choices, int], Choices]


RULES = ChoiceRow(
    start_texts.RULES, lambda old: old.rules, lambda _: start_texts.ABOUT_ALL_RULES, Choices.with_rules
)
COLUMNS = ChoiceRow(
    start_texts.COLUMNS,
    lambda old: str(old.rule_set.columns),
    lambda _: start_texts.ABOUT_COLUMNS,
    Choices.with_columns,
)
BONUS = ChoiceRow(
    start_texts.BONUS,
    lambda old: old.rule_set.bonus or "",
    lambda old: start_texts.ABOUT_BONUSES.get(old.rule_set.bonus or "", ""),
    Choices.with_bonus,
)
GRID = ChoiceRow(
    start_texts.GRID,
    lambda old: start_texts.GRIDS[old.new_grid],
    lambda _: start_texts.ABOUT_GRID,
    lambda old, _: replace(old, new_grid=not old.new_grid),
)
DICE = ChoiceRow(
    start_texts.DICE,
    lambda old: start_texts.DEALINGS[old.duplicate],
    lambda old: start_texts.ABOUT_DEALINGS[old.duplicate],
    lambda old, _: replace(old, duplicate=not old.duplicate),
)
PACE = ChoiceRow(
    start_texts.PACE,
    lambda old: start_texts.pace(old.think_time),
    lambda _: start_texts.ABOUT_PACE,
    Choices.with_pace,
)

TIME = ChoiceRow(
    start_texts.TIME,
    lambda old: start_texts.turn_time(old.turn_time),
    lambda _: start_texts.ABOUT_TIME,
    Choices.with_turn_time,
)


def offered_rows(choices: Choices) -> tuple[ChoiceRow, ...]:
    """The rows below the players in which there is anything to choose."""
    rules = choices.rule_set
    offers = {
        RULES: True,
        COLUMNS: bool(rules.column_choices),
        BONUS: bool(rules.bonus_choices),
        GRID: bool(rules.column_choices) and not choices.is_hosted,
        DICE: len(choices.players) > 1,
        PACE: choices.has_computers,
        TIME: choices.is_hosted,
    }
    return tuple(row for row, is_offered in offers.items() if is_offered)


def about(choices: Choices, chosen: int) -> str:
    """Say what the chosen one of the players and rows means."""
    if chosen < len(choices.players):
        kind = choices.kind(choices.players[chosen])
        if choices.is_hosted and kind == HUMAN:
            return start_texts.ABOUT_YOUR_SEAT if choices.is_yours(chosen) else start_texts.ABOUT_ANYBODY
        return start_texts.ABOUT_KINDS[kind]
    return offered_rows(choices)[chosen - len(choices.players)].about(choices)


def changed(choices: Choices, chosen: int, step: int) -> Choices:
    """The choices with another value for the chosen one of the players and rows."""
    if chosen < len(choices.players):
        return choices.with_kind(chosen, step)
    return offered_rows(choices)[chosen - len(choices.players)].changed(choices, step)
