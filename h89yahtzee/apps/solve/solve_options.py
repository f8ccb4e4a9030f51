"""The command line of `yahtzee-solve`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.apps.command import OptionParser, UsageError, file_name, whole_number
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS, RuleSet, rule_set

_TASKS = ("all", "position", "review", "decide")
HIGHEST = 10**6
"""Total that may be asked for."""


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What was asked for; the expected score where there is no task. `is_rules_given`: not `h89` by default."""

    rules: RuleSet
    is_rules_given: bool
    all: bool
    distribution: bool
    beat: int | None
    svg: str | None
    position: str | None
    review: str | None
    game: int | None
    decide: bool
    json: bool


def parse_solve_options(arguments: Sequence[str]) -> SolveOptions:
    """UsageError for what can't be followed; SystemExit(0) after `--help` and `--version`."""
    chosen = solve_option_parser().parse_args(arguments)
    _check_together(chosen)
    return SolveOptions(
        rules=_rules(chosen),
        is_rules_given=bool(chosen.rules or chosen.columns or chosen.bonus),
        all=chosen.all,
        distribution=chosen.distribution,
        beat=chosen.beat,
        svg=chosen.svg,
        position=chosen.position,
        review=chosen.review,
        game=chosen.game,
        decide=chosen.decide,
        json=chosen.json,
    )


def _check_together(chosen: argparse.Namespace) -> None:
    tasks = [name for name in _TASKS if getattr(chosen, name) not in (None, False)]
    if chosen.distribution or chosen.beat is not None:
        tasks.append("distribution")
    if len(tasks) > 1:
        raise UsageError("expected one of --all, --position, --review, --decide and --distribution or --beat")
    rules = chosen.rules or chosen.columns or chosen.bonus
    if rules and (chosen.all or chosen.decide):
        raise UsageError("--all and --decide are about all rules: expected no --rules, --columns or --bonus")
    if chosen.decide and chosen.json:
        raise UsageError("--decide answers in JSON anyway: expected no --json with it")
    if chosen.game is not None and chosen.review is None:
        raise UsageError("--game says which of a file is reviewed: expected --review with it")
    if chosen.svg is not None and not chosen.distribution:
        raise UsageError("--svg is a picture of the distribution: expected --distribution with it")


def _rules(chosen: argparse.Namespace) -> RuleSet:
    try:
        return rule_set(chosen.rules or H89.name, chosen.columns, chosen.bonus)
    except ValueError as error:
        raise UsageError(f"--rules: {error}") from None


def solve_option_parser() -> argparse.ArgumentParser:
    parser = OptionParser(
        "yahtzee-solve",
        usage="%(prog)s [options]",
        description="Exact expected scores and best plays: the expected score of the rules unless a task is named.",
    )
    rules = parser.add_argument_group("the rules")
    rules.add_argument("--rules", choices=[*RULE_SETS], help=f"the rule set (default: {H89.name})")
    rules.add_argument("--columns", metavar="N", type=whole_number(1, 6), help="quintzee: how many columns, 1 to 6")
    rules.add_argument("--bonus", choices=[*BONUSES], help="quintzee: what an extra Yahtzee is")
    _add_tasks(parser.add_argument_group("the tasks"))
    output = parser.add_argument_group("the output")
    output.add_argument("--json", action="store_true", help="for machines")
    output.add_argument(
        "--svg", metavar="FILE", type=file_name, help="with --distribution: the histogram as a picture"
    )
    parser.add_about()
    return parser


def _add_tasks(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--all", action="store_true", help="the expected scores of all rule sets")
    group.add_argument(
        "--distribution", action="store_true", help="how the final score is distributed under best play"
    )
    group.add_argument(
        "--beat", metavar="N", type=whole_number(1, HIGHEST), help="how probable it is to reach N, at best"
    )
    group.add_argument("--position", metavar="TEXT", help="what each action is worth in a position")
    group.add_argument("--review", metavar="FILE", type=file_name, help="what each decision of recorded games lost")
    group.add_argument(
        "--game", metavar="N", type=whole_number(1, 10**6), help="with --review: only that of FILE, from 1"
    )
    group.add_argument("--decide", action="store_true", help="answer positions on standard input, JSON a line")
