"""The command line of `yahtzee-arena`, and the plan of the tournament that it asks for."""

from __future__ import annotations

import argparse
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from h89yahtzee.apps.command import OptionParser, UsageError, whole_number
from h89yahtzee.arena.entrant import Entrant, parse_entrants
from h89yahtzee.arena.limits import MEBIBYTE, Limits
from h89yahtzee.arena.sandbox.entrant_files import located
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.game.rules import BONUSES, OFFICIAL, RULE_SETS, RuleSet, rule_set
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import STRATEGIES, strategies_for

CHECK = "check"
GAMES = 1000
DASK = "dask://"

_OF_THE_PLAN = (
    "games",
    "seed",
    "rules",
    "columns",
    "bonus",
    "independent",
    "pairs",
    "tables",
    "lenient",
    "move_time",
    "game_time",
    "memory",
)
_NOT_OF_A_CHECK = ("games", "pairs", "tables", "independent", "lenient", "resume", "journal", "records", "executor")


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """Options of a tournament or a check. `plan` is None if an interrupted tournament has it; its seed was drawn
    unless `has_seed`. `output` is table, json, csv or svg. `cluster` is the address of a dask scheduler.
    """

    plan: Plan | None
    has_seed: bool
    is_check: bool
    resumes: bool
    journal: Path | None
    records: Path | None
    logs: Path | None
    output: str
    processes: int
    cluster: str | None


def parse_arena_options(arguments: Sequence[str]) -> ArenaOptions:
    """The options; UsageError if they can't be followed, SystemExit(0) after `--help` and `--version`."""
    chosen = arena_parser().parse_intermixed_args(arguments)
    is_check = chosen.bots[:1] == [CHECK]
    bots = chosen.bots[is_check:]
    if not bots and not chosen.resume:
        raise UsageError("expected bots")
    if not bots and any(getattr(chosen, option) is not None for option in _OF_THE_PLAN):
        raise UsageError("expected bots with what a tournament is to be like, or --resume alone")
    if is_check and any(getattr(chosen, option) for option in _NOT_OF_A_CHECK):
        raise UsageError(f"a check is no tournament: expected none of {', '.join(map(_spelled, _NOT_OF_A_CHECK))}")
    if is_check and chosen.output not in (None, "json"):
        raise UsageError("a check is printed as it is or as JSON")
    if chosen.executor is not None and chosen.processes is not None:
        raise UsageError("expected --processes or --executor")
    plan = _plan(chosen, bots) if bots else None
    if plan is not None and chosen.records is not None and _most_at_a_table(plan.pairing) > MAX_PLAYERS:
        raise UsageError(f"a record has at most {MAX_PLAYERS} players: expected no --records, --pairs or --tables")
    return ArenaOptions(
        plan=plan,
        has_seed=chosen.seed is not None,
        is_check=is_check,
        resumes=chosen.resume,
        journal=chosen.journal,
        records=chosen.records,
        logs=chosen.logs,
        output=chosen.output or "table",
        processes=chosen.processes or _cores(),
        cluster=chosen.executor,
    )


def _cores() -> int:
    """The number of cores that this process may use, if the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _spelled(option: str) -> str:
    return f"--{option}"


def _most_at_a_table(pairing: Pairing) -> int:
    return {Pool.ALL: pairing.bots, Pool.PAIRS: 2, Pool.TABLES: pairing.size}[pairing.pool]


def _plan(chosen: argparse.Namespace, bots: Sequence[str]) -> Plan:
    try:
        rules = rule_set(chosen.rules or OFFICIAL.name, chosen.columns, chosen.bonus)
        entrants = tuple(map(located, parse_entrants(bots)))
    except ValueError as error:
        raise UsageError(str(error)) from None
    _check_strategies(entrants, rules)
    return Plan(
        entrants,
        _pairing(chosen, len(entrants)),
        format_rules(rules),
        is_lenient=bool(chosen.lenient),
        limits=_limits(chosen),
    )


def _check_strategies(entrants: Sequence[Entrant], rules: RuleSet) -> None:
    able = strategies_for(rules)
    for entrant in entrants:
        if entrant.strategy and entrant.strategy not in able:
            raise UsageError(
                f"{entrant.strategy} doesn't play by {format_rules(rules)}: expected {', '.join(able)} or a bot"
            )


def _pairing(chosen: argparse.Namespace, bots: int) -> Pairing:
    games, seed = chosen.games or GAMES, chosen.seed
    if chosen.pairs or chosen.tables:
        if bots < 2:
            raise UsageError("expected two bots or more with --pairs and --tables")
        if (chosen.tables or 0) > bots:
            raise UsageError(f"expected tables of {bots} bots at most, not of {chosen.tables}")
    return Pairing(
        bots=bots,
        pool=Pool.PAIRS if chosen.pairs else Pool.TABLES if chosen.tables else Pool.ALL,
        games=games,
        # Drawn from all seeds that there are: a bot that found it out would know the dice.
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
        size=chosen.tables or 0,
        is_independent=bool(chosen.independent),
    )


def _limits(chosen: argparse.Namespace) -> Limits:
    usual = Limits()
    return replace(
        usual,
        move_time=usual.move_time if chosen.move_time is None else chosen.move_time,
        game_time=usual.game_time if chosen.game_time is None else chosen.game_time,
        memory=usual.memory if chosen.memory is None else chosen.memory * MEBIBYTE,
    )


def arena_parser() -> argparse.ArgumentParser:
    parser = OptionParser(
        "yahtzee-arena",
        usage="%(prog)s [options] bot ...\n       %(prog)s [options] check bot ...\n       %(prog)s --resume",
        description="A tournament of bots. A bot is a strategy of the program, a FILE.py or a ./PROGRAM.",
        epilog=f"strategies: {', '.join(STRATEGIES)}, classic:ha=N,hb=N; NAME=bot gives one another name",
    )
    parser.add_argument("bots", nargs="*", help=argparse.SUPPRESS)
    _add_tournament_options(parser.add_argument_group("the tournament"))
    _add_referee_options(parser.add_argument_group("the referee"))
    _add_running_options(parser.add_argument_group("how it is played"))
    _add_output_options(parser.add_argument_group("what comes of it"))
    parser.add_about()
    return parser


def _add_tournament_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--games",
        metavar="N",
        type=whole_number(1, 10**9),
        help=f"how many: of the table, of each two, or of each bot at drawn tables (default: {GAMES})",
    )
    group.add_argument(
        "--seed", metavar="N", type=whole_number(0, SEEDS - 1), help="what the dice and the tables follow from"
    )
    pools = group.add_mutually_exclusive_group()
    pools.add_argument(
        "--pairs", action="store_true", default=None, help="every two bots (default: all at one table)"
    )
    pools.add_argument(
        "--tables", metavar="K", type=whole_number(2, 10**6), help="tables of K bots drawn at random"
    )
    group.add_argument("--rules", choices=[*RULE_SETS], help=f"the rule set (default: {OFFICIAL.name})")
    group.add_argument(
        "--columns",
        metavar="N",
        type=whole_number(1, 6),
        help="quintzee: how many columns are played at once, 1 to 6",
    )
    group.add_argument("--bonus", choices=[*BONUSES], help="quintzee: what an extra Yahtzee is")
    dice = group.add_mutually_exclusive_group()
    dice.add_argument(
        "--duplicate",
        dest="independent",
        action="store_false",
        default=None,
        help="all bots of a game meet the same dice (default)",
    )
    dice.add_argument("--independent", action="store_true", default=None, help="each has dice of its own")


def _add_referee_options(group: argparse._ArgumentGroup) -> None:
    limits = Limits()
    group.add_argument(
        "--lenient",
        action="store_true",
        default=None,
        help="an illegal move costs a zero in the first open box instead of the tournament",
    )
    group.add_argument(
        "--move-time", metavar="S", type=_seconds, help=f"seconds for a move (default: {limits.move_time:g})"
    )
    group.add_argument(
        "--game-time",
        metavar="S",
        type=_seconds,
        help=f"seconds for all moves of a game (default: {limits.game_time:g})",
    )
    group.add_argument(
        "--memory",
        metavar="MB",
        type=whole_number(16, 10**6),
        help=f"memory of a bot's process (default: {limits.memory // MEBIBYTE})",
    )


def _add_running_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--processes", metavar="N", type=whole_number(1, 4096), help="how many play at a time (default: one a core)"
    )
    group.add_argument(
        "--executor", metavar=f"{DASK}HOST:PORT", type=_cluster, help="play on a dask.distributed cluster"
    )
    group.add_argument(
        "--resume",
        action="store_true",
        help="go on with the last interrupted tournament, or with that of these bots",
    )
    group.add_argument(
        "--journal", metavar="FILE", type=Path, help="where to keep the outcomes, which then stay there"
    )


def _add_output_options(group: argparse._ArgumentGroup) -> None:
    outputs = group.add_mutually_exclusive_group()
    for output, about in (
        ("json", "print all figures as JSON"),
        ("csv", "print the table as CSV"),
        ("svg", "print a plot of the distributions of the scores"),
    ):
        outputs.add_argument(f"--{output}", dest="output", action="store_const", const=output, help=about)
    group.add_argument("--records", metavar="DIR", type=Path, help="write the record of each game to a file in DIR")
    group.add_argument(
        "--logs", metavar="DIR", type=Path, help="where what bots say on standard error goes, a file for each"
    )


def _seconds(text: str) -> float:
    """An option's seconds, as a type of argparse."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise argparse.ArgumentTypeError(f"expected seconds, not {text!r}")
    return float(text)


def _cluster(text: str) -> str:
    """A cluster's address without `DASK`, as a type of argparse."""
    address = text.removeprefix(DASK)
    if not re.fullmatch(r"[^/\s]+:[0-9]+", address) or address == text:
        raise argparse.ArgumentTypeError(f"expected {DASK}HOST:PORT, not {text!r}")
    return address
