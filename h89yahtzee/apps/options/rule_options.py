"""The rule set that `--rules`, `--columns` and `--bonus` ask for in several programs."""

from __future__ import annotations

from h89yahtzee.apps.command import UsageError
from h89yahtzee.game.rules import RuleSet, RuleSetError, rule_set


def rules_asked_for(name: str, columns: int | None, bonus: str | None) -> RuleSet:
    """The rule set; UsageError naming the option that doesn't fit."""
    try:
        return rule_set(name, columns, bonus)
    except RuleSetError as error:
        raise UsageError(f"--{error.about}: {error}") from None
