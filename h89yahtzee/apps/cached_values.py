"""The solver's values for the commands: from the kernel, or without one, from tables kept in a cache."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path

from h89yahtzee.apps.command import complain
from h89yahtzee.apps.paths import cache_directory, make_private
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players import catalogue
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.players.review.mistakes import MistakeJudge, without_upper_bonus, without_yahtzees
from h89yahtzee.players.strategy import Preparing, Strategy
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.values import Values, solve

_BAR_WIDTH = 40

Say = Callable[[str], None]
ProgressShown = Callable[[str], AbstractContextManager[Progress]]
"""Shows the progress of what its label names while a block runs."""

_found: dict[RuleSet, Values] = {}


def values_of(rules: RuleSet) -> Values:
    """The values of one column of `rules`, computed or read when they are first asked for."""
    return _values(rules, silent, lambda _: None)


@contextmanager
def progress_shown(label: str) -> Iterator[Progress]:
    """Show the solver's progress on a terminal while the block runs."""
    bar = _Bar(label)
    try:
        yield bar.show if sys.stderr.isatty() else silent
    finally:
        bar.clear()


def prepare(rules: RuleSet, shown: ProgressShown = progress_shown) -> None:
    """Get the values ready; show progress where it takes time, and report a broken table."""
    with shown(f"solving {format_rules(rules)}") as progress:
        _values(rules, progress, lambda message: complain("h89yahtzee", message))


def prepare_players(setup: Setup, shown: ProgressShown = progress_shown) -> None:
    """Set up the computer players of a game before their first decisions, and show progress."""

    def shown_values_of(rules: RuleSet) -> Values:
        prepare(rules, shown)
        return values_of(rules)

    for name in sorted({player.strategy for player in setup.players} & catalogue.SOLVING):
        player = catalogue.strategy(name, setup, shown_values_of)
        if isinstance(player, Preparing):
            with shown(f"setting up {name}") as progress:
                player.set_up(progress)


def prepare_coach(setup: Setup, shown: ProgressShown = progress_shown) -> None:
    """Set up the coach of a game, and show progress."""
    if setup.rules.columns == 1:
        prepare(setup.rules, shown)


@cache
def coach_of(rules: RuleSet) -> Analyst:
    """The analyst who advises people."""
    return catalogue.optimal(rules, values_of)


def player_of(name: str, setup: Setup) -> Strategy:
    """The strategy of a name, for the game that `setup` begins."""
    return catalogue.strategy(name, setup, values_of)


def analyst_of(rules: RuleSet) -> Analyst:
    """The analyst who says what actions are worth by `rules`; shows progress while values are computed."""
    if rules.columns == 1:
        prepare(rules)
    return coach_of(rules)


def mistake_judge_of(rules: RuleSet) -> MistakeJudge:
    """The judge of mistakes by rules with one column; shows progress while values are computed."""
    for variant in (rules, without_upper_bonus(rules), without_yahtzees(rules)):
        prepare(variant)
    return MistakeJudge(rules, values_of)


def _values(rules: RuleSet, progress: Progress, say: Say) -> Values:
    if rules not in _found:
        _found[rules] = solve(rules) if is_compiled() else _kept(rules, progress, say)
    return _found[rules]


def _kept(rules: RuleSet, progress: Progress, say: Say) -> Values:
    """The values from the cache, or solved in numpy and written there."""
    from h89yahtzee.store.number_tables import BrokenTable, read_table, write_table

    column = column_of(rules)
    path = _path(column)
    try:
        if path is not None and (table := read_table(path, column.states)) is not None:
            return Values(column, table)
    except BrokenTable as error:
        say(f"{error}; it is computed anew")
    values = solve(rules, progress)
    if path is not None:
        # Without a cache they are computed again the next time.
        with suppress(OSError):
            make_private(path.parent)
            write_table(path, values.table)
    return values


def _path(column: Column) -> Path | None:
    """The table's place in the cache, None for a user without a home."""
    try:
        return cache_directory(os.environ) / f"values-{column.digest()}"
    except OSError:
        return None


class _Bar:
    """A progress bar in one line on standard error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._shown = ""

    def show(self, part: float) -> None:
        done = "#" * round(_BAR_WIDTH * part)
        text = f"{self._label} [{done:{_BAR_WIDTH}}] {100 * part:3.0f} %"
        if text != self._shown:
            self._write(f"\r{text}")
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            self._write(f"\r{' ' * len(self._shown)}\r")
            self._shown = ""

    def _write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
