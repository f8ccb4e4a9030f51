"""The command line of `yahtzee-arena`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

from h89yahtzee.apps.arena.asked_plan import GAMES, USUAL, plan_asked_for, position_asked_for
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import (
    chosen_as,
    flag,
    options_of,
    rules_asked_for,
    seconds,
    value,
    whole_number,
)
from h89yahtzee.apps.options.option_parser import OptionParser, given_options
from h89yahtzee.arena.protocol import MEBIBYTE
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.sequential_test import ERROR_RATE, MOST
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.rules import BONUSES, OFFICIAL, RULE_SETS
from h89yahtzee.notation.positions import Position
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import STRATEGIES

SHOWN = 20
"""The number of games that a tournament's page in HTML shows turn by turn, unless `--html-games` gives another
number."""
LANGUAGES = {"python": ".py", "javascript": ".js", "c": ".c", "shell": ".sh"}
"""The languages of new bots, each with its file name extension."""
DASK = "dask://"

EXAMPLES = (
    ("Three computer players, with the dice of seed 7:", "yahtzee-arena --seed 7 classic greedy random"),
    ("How good a bot is, and where it loses points:", "yahtzee-arena check --rate ./mine"),
    ("Whether a bot is 20 Elo better than greedy:", "yahtzee-arena --sprt 0 20 ./mine greedy"),
)
"""Pairs of a heading, which tells a task, and the command line for this task. `--help` shows the first pair,
`--help all` shows all, and the manual has more."""

_POOLS = ("pairs", "gauntlet", "swiss", "tables", "sprt", "alpha", "beta")
_NOT_OF_A_CHECK = ("games", *_POOLS, "independent", "lenient", "resume", "journal", "records", "executor", "html")
_PLAN = ("games", "seed", "rules", "columns", "bonus", "duplicate", "independent", *_POOLS, "lenient")
_LIMITS = ("move_time", "game_time", "memory")
_OF_RATINGS = {"anchor", "json", "rules", "columns", "bonus"}


def _two_strengths(text: str) -> tuple[float, float]:
    """Parse the two hypotheses of a sequential test: two leads of the first bot in Elo, separated by spaces, the
    smaller lead first; ValueError for other text."""
    numbers = [_number(word, -MOST, MOST) for word in text.split()]
    if len(numbers) != 2 or numbers[0] >= numbers[1]:
        raise ValueError(f"expected two numbers from {-MOST:g} to {MOST:g}, the smaller one first, not {text!r}")
    return numbers[0], numbers[1]


def _error_rate(text: str) -> float:
    """Parse an error rate of a sequential test, from 0.001 to 0.499; ValueError for other text."""
    return _number(text, 0.001, 0.499)


def _named_rating(text: str) -> tuple[str, float]:
    """Parse a bot's name and its rating in Elo, as NAME=ELO; ValueError for other text."""
    name, equals, rating = text.rpartition("=")
    if not equals or not name:
        raise ValueError(f"expected NAME=ELO, not {text!r}")
    return name, _number(rating, -1e5, 1e5)


def _number(text: str, low: float, high: float) -> float:
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,6})?", text) or not low <= float(text) <= high:
        raise ValueError(f"expected a number from {low:g} to {high:g}, not {text!r}")
    return float(text)


def _cluster(text: str) -> str:
    """Return HOST:PORT from a text like dask://HOST:PORT; ValueError for other text."""
    address = text.removeprefix(DASK)
    if not re.fullmatch(r"[^/\s]+:[0-9]+", address) or address == text:
        raise ValueError(f"expected {DASK}HOST:PORT, not {text!r}")
    return address


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """The options; the docstring below a field is the option's entry in the manual.

    `plan` is None if `--resume` was given without bots, and for the commands `new` and `ratings`. If `seed` is
    None, the seed in `plan` was drawn at random. `position` is the position that `verbose`, the argument of
    `--verbose`, describes. `rated` has the paths of the journals that the user named after the command `ratings`;
    it is empty if the user named none, and None for any other command. `rated_rules` is the rule set, as written in
    game records, whose games are rated; if it is "", the games of all rule sets are rated. `executor` is the
    address of a dask scheduler.
    """

    plan: Plan | None = None
    is_check: bool = False
    new: str = ""
    position: Position | None = None
    rated: tuple[Path, ...] | None = None
    rated_rules: str = ""
    games: int = value(
        "--games N",
        f"games of each table, pair or match (default: {GAMES})",
        whole_number(1, 10**9),
        default=0,
        opens="the tournament",
        common=True,
    )
    """The number of games that all bots play at one table. With `--pairs`, `--gauntlet` and `--swiss` it is the
    number of games of every two bots that meet, with `--tables` that of each bot. The default is 1000."""
    seed: int | None = value(
        "--seed N", "the seed of the dice and the drawn tables", whole_number(0, SEEDS - 1), common=True
    )
    """The seed, from 0 to 2^64 - 1. The same seed, bots and options give the same table, however it is played.
    Without the option a seed is drawn; the table shows it. A bot could find a small seed out by its dice, and know
    those to come: to try a seed takes a fifth of a second, or less if the bot's files list the dice of small
    seeds."""
    pairs: bool = flag("--pairs", "every two bots (default: all at one table)", rival="pools", common=True)
    """Every two bots play against each other, instead of all at one table."""
    gauntlet: str | None = value("--gauntlet BOT", "BOT against each of the others", rival="pools")
    """One bot, entered like the others, plays against each of them. The others don't meet; they are compared with
    that bot, and there is no winner."""
    swiss: int = value(
        "--swiss ROUNDS",
        "rounds in which bots that stand alike meet",
        whole_number(1, 10**4),
        rival="pools",
        default=0,
    )
    """A Swiss tournament of <rounds> rounds. In each round bots play matches of `--games`, each against a bot that
    stands about as high and that it hasn't met yet. See {SWISS TOURNAMENTS}."""
    tables: int = value(
        "--tables K",
        "tables of K bots drawn at random",
        whole_number(2, 10**6),
        default=0,
        rival="pools",
        common=True,
    )
    """Tables of <k> bots are drawn at random, so that all bots play equally often. If the seats don't come out
    even, some bots play one game more."""
    rules: str = value("--rules NAME", "the rules", RULE_SETS, default=OFFICIAL.name, common=True)
    """The rules, as in `yahtzee(6)`. The default is `official`."""
    columns: int | None = value(
        "--columns N", "quintzee: how many columns are played at once, 1 to 6", whole_number(1, 6)
    )
    """The number of columns of `quintzee` that are played at once, 1 to 6."""
    bonus: str | None = value("--bonus NAME", "quintzee: the rule for extra Yahtzees", BONUSES)
    """The rule for extra Yahtzees in `quintzee`."""
    duplicate: bool = flag("--duplicate", "all bots of a game meet the same dice (default)", rival="dice")
    """All bots of a game meet the same dice, the default."""
    independent: bool = flag("--independent", "each has dice of its own", rival="dice")
    """Each bot has dice of its own."""
    sprt: tuple[float, float] | None = value(
        "--sprt ELO0 ELO1", "end when it is sure enough which of two bots is better", _two_strengths, rival="pools"
    )
    """A sequential test of two hypotheses on two bots: the first bot is better by <elo0> at most, or by <elo1> at
    least. The tournament ends as soon as one hypothesis is sure enough, or after `--games`, 100000 unless given.
    See {SEQUENTIAL TESTS}."""
    alpha: float = value("--alpha P", "sprt: how often ELO0 may be taken for ELO1", _error_rate, default=ERROR_RATE)
    """The share of sequential tests that may find <elo1> where <elo0> is true, 0.05 unless given."""
    beta: float = value("--beta P", "sprt: how often ELO1 may be taken for ELO0", _error_rate, default=ERROR_RATE)
    """The share of sequential tests that may find <elo0> where <elo1> is true, 0.05 unless given."""
    lenient: bool = flag(
        "--lenient",
        "an illegal move costs a zero in the first open box instead of the tournament",
        opens="the referee",
    )
    """A bot that breaks the rules gets 0 in its first open box and plays on. Otherwise it is disqualified."""
    move_time: float = value(
        "--move-time S", f"seconds for a move (default: {USUAL.move_time:g})", seconds, default=USUAL.move_time
    )
    """The seconds that a move may take, 1 unless given."""
    game_time: float = value(
        "--game-time S",
        f"seconds for all moves of a game (default: {USUAL.game_time:g})",
        seconds,
        default=USUAL.game_time,
    )
    """The seconds that all moves of a bot in a game may take, 30 unless given."""
    memory: int = value(
        "--memory MB",
        f"memory of a bot's process (default: {USUAL.memory // MEBIBYTE})",
        whole_number(16, 10**6),
        default=USUAL.memory // MEBIBYTE,
    )
    """The megabytes of memory that the process of a bot may have, 1024 unless given."""
    require_sandbox: bool = flag("--require-sandbox", "don't play where bots could do more than they may")
    """Nothing is played on a system that can't keep bots from opening files, using the network and starting
    processes, see `h89yahtzee-bot(7)`. Without the option a line before the first game names the gap."""
    processes: int = value(
        "--processes N",
        "how many play at a time (default: one a core)",
        whole_number(1, 4096),
        default=1,
        opens="how it is played",
        common=True,
    )
    """The number of games played at a time, one for each core unless given."""
    executor: str | None = value(f"--executor {DASK}HOST:PORT", "play on a dask.distributed cluster", _cluster)
    """The games are played on the cluster of dask.distributed with the scheduler at this address. Its workers need
    this program in the same version, and the interpreters of bots. The bots' files travel to them, of each bot at
    most 1000 files with 16 MiB. If a worker ends, the others play its games. The extra `dask` installs the
    package."""
    rate: bool = flag("--rate", "check: how good bots are, against exact play")
    """With `check`: the skill of each bot, see {HOW GOOD A BOT IS}. The bot plays alone, 1000 games unless
    `--games` gives another number."""
    verbose: str | None = value("--verbose POSITION", "check: show messages and answers in POSITION")
    """With `check`: one decision of each bot, in a position with dice in the form of `h89yahtzee-record(5)`. All
    messages to the bot are shown, with its answers, their times, and its lines on standard error."""
    policy: bool = flag("--policy", "new: a folder with a bot whose moves a policy predicts")
    """With `new`: a folder with a bot in Python that asks a policy for its moves, with the observations, masks and
    actions of the environment H89Yahtzee-v0 (the module h89yahtzee.env). The policy's file goes into the folder."""
    language: str = value("--language NAME", "new: the language", LANGUAGES, default="python")
    """With `new`: the language of the bot, `python` unless given."""
    resume: bool = flag("--resume", "resume the last interrupted tournament", common=True)
    """Resumes the last interrupted tournament or, if the command line has bots and options, the last interrupted
    one with these bots and options; if there is none, that tournament begins. If a bot's files have changed since,
    an error names the bot, and nothing is played."""
    anchor: tuple[tuple[str, float], ...] = value(
        "--anchor NAME=ELO",
        "ratings: the rating of a bot, from which the others follow",
        _named_rating,
        repeats=True,
        default=(),
    )
    """With `ratings`: the rating of a bot, from which the ratings of all other bots follow; there may be several
    anchors. Without an anchor the mean of a list is 1500."""
    journal: Path | None = value("--journal FILE", "write the outcomes of games to FILE, which stays", Path)
    """The outcomes of games are written to <file> as they come in. The file stays when the tournament is over, and
    with `--resume` its table is shown again, in any format. If the file names bots that aren't on the command line,
    they are shown first, and run only after a confirmation at the terminal."""
    json: bool = flag("--json", "print all figures as JSON", opens="what comes of it", rival="outputs", common=True)
    """All figures as a JSON object on standard output."""
    csv: bool = flag("--csv", "print the table as CSV", rival="outputs")
    """The table as CSV."""
    html: Path | None = value("--html FILE", "write a page for a browser", Path, common=True)
    """A page for a browser goes to <file>: standings, distributions, head to head, the use of rows, the costliest
    decisions of each bot by the solver, and games turn by turn; see {THE PAGE}."""
    html_games: int = value(
        "--html-games N",
        f"games turn by turn on the page (default: {SHOWN})",
        whole_number(1, 10**4),
        default=SHOWN,
    )
    """The number of games turn by turn on the page, 20 unless given."""
    records: Path | None = value(
        "--records DIR", "write the record of each game to a file in DIR", Path, common=True
    )
    """The record of each game goes to a file in <dir>, in the format of `h89yahtzee-record(5)`. Tables must have at
    most ten bots. A game in which `--lenient` made a referee write a zero has no record."""
    logs: Path | None = value("--logs DIR", "write bots' standard error to files in DIR", Path)
    """The standard error of each bot goes to a file of its own in <dir>."""

    @property
    def output(self) -> str:
        """The form of the output: table, json or csv."""
        return next((output for output in ("json", "csv") if getattr(self, output)), "table")


def parse_arena_options(arguments: Sequence[str]) -> ArenaOptions:
    """Parse the options; raise UsageError for wrong ones, SystemExit(0) after `--help`, `--man` and `--version`."""
    chosen = _parser().parse(arguments)
    if chosen.bots[:1] == ["new"]:
        return _new_bot(chosen)
    if chosen.bots[:1] == ["ratings"]:
        return _ratings(chosen)
    is_check = chosen.bots[:1] == ["check"]
    bots = chosen.bots[is_check:]
    if not bots and not chosen.resume:
        raise UsageError(f"expected bots, as {', '.join(STRATEGIES)}, a FILE.py or a ./PROGRAM; or --resume")
    if not bots and any(getattr(chosen, option) is not None for option in (*_PLAN, *_LIMITS)):
        raise UsageError("expected bots beside the options of a tournament, or --resume alone")
    _check_fits(chosen, is_check)
    options = chosen_as(ArenaOptions, chosen, is_check=is_check, processes=chosen.processes or _cores())
    if not bots:
        return options
    plan = plan_asked_for(options, bots)
    return replace(options, plan=plan, position=position_asked_for(options.verbose, plan))


def _check_fits(chosen: SimpleNamespace, is_check: bool) -> None:
    """Raise UsageError if the parsed options in `chosen` don't fit together, or if an option is missing that
    another option needs.

    `is_check` says whether the command is `check`, not a tournament.
    """
    of_a_tournament = [f"--{option}" for option in _NOT_OF_A_CHECK if getattr(chosen, option)]
    if chosen.rate and "--games" in of_a_tournament:
        of_a_tournament.remove("--games")
    faults = {
        "--anchor belongs to ratings: expected yahtzee-arena ratings --anchor NAME=ELO": chosen.anchor,
        f"a check is no tournament: expected it without {', '.join(of_a_tournament)}": is_check and of_a_tournament,
        "--csv: a check is printed as text or with --json": is_check and chosen.csv,
        "--rate belongs to a check: expected it after check": not is_check and chosen.rate,
        "--verbose belongs to a check: expected it after check": not is_check and chosen.verbose,
        "--language belongs to a new bot: expected new NAME --language NAME": chosen.language,
        "--alpha and --beta are of a sequential test: expected --sprt with them": (
            chosen.sprt is None and (chosen.alpha or chosen.beta) is not None
        ),
        "--html-games is about the page of a tournament: expected --html with it": (
            chosen.html_games is not None and chosen.html is None
        ),
        "--processes is for this machine, --executor for a cluster: expected one of them": (
            chosen.executor is not None and chosen.processes is not None
        ),
    }
    if fault := next((fault for fault, is_there in faults.items() if is_there), None):
        raise UsageError(fault)


def _ratings(chosen: SimpleNamespace) -> ArenaOptions:
    unfit = given_options(ArenaOptions, chosen, options_of(ArenaOptions).keys() - _OF_RATINGS)
    if unfit:
        raise UsageError(f"ratings are of games that were played: expected them without {', '.join(sorted(unfit))}")
    has_rules = (chosen.rules or chosen.columns or chosen.bonus) is not None
    rules = rules_asked_for(chosen.rules or OFFICIAL.name, chosen.columns, chosen.bonus)
    return chosen_as(
        ArenaOptions,
        chosen,
        rated=tuple(map(Path, chosen.bots[1:])),
        rated_rules=format_rules(rules) if has_rules else "",
    )


def _new_bot(chosen: SimpleNamespace) -> ArenaOptions:
    if unfit := [
        name
        for name, said in vars(chosen).items()
        if said is not None and name not in ("bots", "language", "policy")
    ]:
        raise UsageError(f"new takes the options --language and --policy, not --{unfit[0].replace('_', '-')}")
    if len(chosen.bots) != 2:
        raise UsageError("expected one name: yahtzee-arena new NAME --language python|javascript|c|shell")
    if chosen.policy and chosen.language not in (None, "python"):
        raise UsageError(
            f"a bot with a policy is in Python: expected no --language {chosen.language} with --policy"
        )
    return ArenaOptions(new=chosen.bots[1], language=chosen.language or "python", policy=bool(chosen.policy))


def _parser() -> OptionParser:
    return OptionParser(
        ArenaOptions,
        usage="yahtzee-arena [options] [check] bot ...\n"
        "       yahtzee-arena new name [--language NAME | --policy]\n"
        "       yahtzee-arena --resume\n       yahtzee-arena ratings [--anchor NAME=ELO] [--json] [file ...]",
        description="A tournament of bots: a strategy, a FILE.py, a ./PROGRAM, a ./FOLDER with one.",
        epilog=f"strategies: {', '.join(STRATEGIES)}, classic:ha=N,hb=N; NAME=bot gives one another name",
        examples=EXAMPLES,
        operand="bots",
    )


def _cores() -> int:
    """Return the number of cores that this process may use, or the machine's cores if the system doesn't tell."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
