"""The command line of `yahtzee-arena`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

from h89yahtzee.apps.arena.asked_plan import GAMES, USUAL, plan_asked_for, position_asked_for
from h89yahtzee.apps.arena.new_bot import LANGUAGES
from h89yahtzee.apps.arena.option_checks import POOLS, check_fits
from h89yahtzee.apps.arena.option_values import DASK, cluster, error_rate, named_rating, seconds, two_strengths
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import chosen_as, flag, options_of, value, whole_number
from h89yahtzee.apps.options.option_parser import OptionParser, given_options
from h89yahtzee.apps.options.rule_options import rules_asked_for
from h89yahtzee.arena.limits import MEBIBYTE
from h89yahtzee.arena.ratings.sequential_test import ERROR_RATE
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.rules import BONUSES, OFFICIAL, RULE_SETS
from h89yahtzee.notation.position_text import Position
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import STRATEGIES

SHOWN = 20
"""Games turn by turn on a page."""

EXAMPLES = (
    ("Three computer players, with the dice of seed 7:", "yahtzee-arena --seed 7 classic greedy random"),
    ("How good a bot is, and where it loses points:", "yahtzee-arena check --rate ./mine"),
    ("Whether a bot is 20 Elo better than greedy:", "yahtzee-arena --sprt 0 20 ./mine greedy"),
    ("A bot to begin with, and what is wrong with it:", "yahtzee-arena new mine\nyahtzee-arena check mine.py"),
    ("Ratings from all tournaments so far, with greedy at 1500:", "yahtzee-arena ratings --anchor greedy=1500"),
    (
        "Each pair of four bots by the rules of the Ruby Quiz:",
        'yahtzee-arena --pairs --rules quiz mine.py "node yours.js" greedy optimal',
    ),
    (
        "On a cluster, with the records of all games:",
        "yahtzee-arena --executor dask://boss:8786 --records games mine.py greedy",
    ),
    (
        "A page to look at, of a tournament that is over:",
        (
            "yahtzee-arena --journal mine.tournament mine.py greedy\n"
            "yahtzee-arena --resume --journal mine.tournament --html mine.html"
        ),
    ),
)
"""What the program is used for; `--help` has the first of them, the manual all."""

_PLAN = ("games", "seed", "rules", "columns", "bonus", "duplicate", "independent", *POOLS, "lenient")
_LIMITS = ("move_time", "game_time", "memory")
_OF_RATINGS = {"anchor", "json", "rules", "columns", "bonus"}


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """What was asked for; `plan` is None where only an interrupted tournament is resumed, and where a `new` bot is
    written. `position` is what `verbose` names.

    `rated` are the files of tournaments, if ratings are asked for, by the `rated_rules` if they aren't empty.
    A seed is drawn for the plan if none is given; `executor` is the address of a dask scheduler. The text below an
    option is its entry in the manual.
    """

    plan: Plan | None = None
    is_check: bool = False
    new: str = ""
    position: Position | None = None
    rated: tuple[Path, ...] | None = None
    rated_rules: str = ""
    games: int = value(
        "--games N",
        f"how many: of the table, of each two that meet, or of each bot at drawn tables (default: {GAMES})",
        whole_number(1, 10**9),
        default=0,
        opens="the tournament",
        common=True,
    )
    """How many games: those of the one table, of every two bots that meet with `--pairs`, `--gauntlet` and
    `--swiss`, of each bot with `--tables`. The default is 1000."""
    seed: int | None = value(
        "--seed N", "what the dice and the tables follow from", whole_number(0, SEEDS - 1), common=True
    )
    """The seed, from 0 to 2^64 - 1. The same seed, bots and options give the same table, however it is played.
    Without it one is drawn, and it is printed with the table; a small one that is typed can be guessed by bots."""
    pairs: bool = flag("--pairs", "every two bots (default: all at one table)", rival="pools", common=True)
    """Every two bots play against each other, instead of all at one table."""
    gauntlet: str | None = value("--gauntlet BOT", "BOT against each of the others", rival="pools")
    """One bot, given as the others are, plays against each of them. These don't meet; they are compared with it,
    and nobody wins."""
    swiss: int = value(
        "--swiss ROUNDS",
        "rounds in which bots that stand alike meet",
        whole_number(1, 10**4),
        rival="pools",
        default=0,
    )
    """A Swiss tournament: in each round bots with about as many match points meet, if they haven't met yet, in a
    match of `--games`. See {SWISS TOURNAMENTS}."""
    tables: int = value(
        "--tables K",
        "tables of K bots drawn at random",
        whole_number(2, 10**6),
        default=0,
        rival="pools",
        common=True,
    )
    """Tables of <k> bots are drawn at random, so that all play equally often. If that doesn't come out even,
    some play one game more."""
    rules: str = value("--rules NAME", "the rules", RULE_SETS, default=OFFICIAL.name, common=True)
    """The rules, as in `yahtzee(6)`. The default is `official`."""
    columns: int | None = value(
        "--columns N", "quintzee: how many columns are played at once, 1 to 6", whole_number(1, 6)
    )
    """How many columns of `quintzee` are played at once, 1 to 6."""
    bonus: str | None = value("--bonus NAME", "quintzee: what an extra Yahtzee is", BONUSES)
    """What an extra Yahtzee is in `quintzee`."""
    duplicate: bool = flag("--duplicate", "all bots of a game meet the same dice (default)", rival="dice")
    """All bots of a game meet the same dice, the default."""
    independent: bool = flag("--independent", "each has dice of its own", rival="dice")
    """Each bot has dice of its own."""
    sprt: tuple[float, float] | None = value(
        "--sprt ELO0 ELO1", "end when it is sure enough which of two bots is better", two_strengths, rival="pools"
    )
    """A sequential test of two bots, the first of which is <elo0> ahead or less, or <elo1> or more. The tournament
    ends as soon as one of them is sure enough, or after `--games`, 100000 unless given. See {SEQUENTIAL TESTS}."""
    alpha: float = value("--alpha P", "sprt: how often ELO0 may be taken for ELO1", error_rate, default=ERROR_RATE)
    """How often a sequential test may find <elo1> where <elo0> is true, 0.05 unless given."""
    beta: float = value("--beta P", "sprt: how often ELO1 may be taken for ELO0", error_rate, default=ERROR_RATE)
    """How often it may find <elo0> where <elo1> is true, 0.05 unless given."""
    lenient: bool = flag(
        "--lenient",
        "an illegal move costs a zero in the first open box instead of the tournament",
        opens="the referee",
    )
    """A bot that breaks the rules gets 0 in its first open box and plays on. Otherwise it is disqualified."""
    move_time: float = value(
        "--move-time S", f"seconds for a move (default: {USUAL.move_time:g})", seconds, default=USUAL.move_time
    )
    """How long a move may take, 1 second unless given."""
    game_time: float = value(
        "--game-time S",
        f"seconds for all moves of a game (default: {USUAL.game_time:g})",
        seconds,
        default=USUAL.game_time,
    )
    """How long all moves of a game may take, 30 seconds unless given."""
    memory: int = value(
        "--memory MB",
        f"memory of a bot's process (default: {USUAL.memory // MEBIBYTE})",
        whole_number(16, 10**6),
        default=USUAL.memory // MEBIBYTE,
    )
    """How much memory the process of a bot may have, 512 megabytes unless given."""
    require_sandbox: bool = flag("--require-sandbox", "don't play where bots could do more than they may")
    """Nothing is played where the system can't keep bots from opening files, using the network and starting
    processes, see `h89yahtzee-bot(7)`. Otherwise that is said in a line before the first game."""
    processes: int = value(
        "--processes N",
        "how many play at a time (default: one a core)",
        whole_number(1, 4096),
        default=1,
        opens="how it is played",
        common=True,
    )
    """How many games are played at a time, one a core unless given."""
    executor: str | None = value(f"--executor {DASK}HOST:PORT", "play on a dask.distributed cluster", cluster)
    """The games are played on the cluster of dask.distributed whose scheduler is there. Its workers need this
    program in the same version, and the interpreters of bots. The bots' files travel to them: of each at most 1000
    with 16 MiB. If a worker ends, the others play its games. The package is installed with the extra `dask`."""
    rate: bool = flag("--rate", "check: how good bots are, against exact play")
    """With `check`: how good each bot is, see {HOW GOOD A BOT IS}. It plays alone, 1000 games unless `--games` says
    otherwise."""
    verbose: str | None = value("--verbose POSITION", "check: what goes to bots and comes back")
    """With `check`: one decision of each bot, in a position with dice in the form of `h89yahtzee-record(5)`. It
    shows what is sent to the bot, what comes back, how long that takes, and what it says on standard error."""
    language: str = value("--language NAME", "new: the language", LANGUAGES, default="python")
    """With `new`: the language of the bot, `python` unless given."""
    resume: bool = flag("--resume", "resume the last interrupted tournament, or that of these bots", common=True)
    """Resumes an interrupted tournament: the last one, or the last one of the bots and options that are given.
    Where bots are given and none of theirs was interrupted, theirs begins. If a bot's files have changed since,
    that is said, and nothing is played: the exit status is 1."""
    anchor: tuple[tuple[str, float], ...] = value(
        "--anchor NAME=ELO",
        "ratings: the rating of a bot, from which the others follow",
        named_rating,
        repeats=True,
        default=(),
    )
    """With `ratings`: the rating of a bot, from which those of the others follow; with several anchors they lie
    between them. Without one the mean of a list is 1500."""
    journal: Path | None = value("--journal FILE", "where to keep the outcomes, which then stay there", Path)
    """Where the outcomes of games are written as they come in. The file stays when the tournament is over, and with
    `--resume` its table is shown again, in another format if that is asked for. If the file names bots that aren't
    on the command line, they are shown first, and run only if that is confirmed on the terminal."""
    json: bool = flag("--json", "print all figures as JSON", opens="what comes of it", rival="outputs", common=True)
    """All figures as a JSON object on standard output."""
    csv: bool = flag("--csv", "print the table as CSV", rival="outputs")
    """The table as CSV."""
    svg: bool = flag("--svg", "print a plot of the distributions of the scores", rival="outputs")
    """A picture of the distributions of the scores."""
    html: Path | None = value("--html FILE", "write a page for a browser", Path, common=True)
    """A page for a browser goes to <file>: standings, distributions, head to head, what bots make of their rows,
    the costliest decisions of each by the solver, and games turn by turn; see {THE PAGE}."""
    html_games: int = value(
        "--html-games N",
        f"games turn by turn on the page (default: {SHOWN})",
        whole_number(1, 10**4),
        default=SHOWN,
    )
    """How many games are on the page turn by turn, 20 unless given."""
    records: Path | None = value(
        "--records DIR", "write the record of each game to a file in DIR", Path, common=True
    )
    """The record of each game goes to a file in <dir>, in the format of `h89yahtzee-record(5)`. A table has at most
    ten bots then. A game with a zero that a lenient referee wrote has no record."""
    logs: Path | None = value("--logs DIR", "where what bots say on standard error goes, a file for each", Path)
    """What bots say on standard error goes to a file in <dir> for each."""

    @property
    def output(self) -> str:
        """One of table, json, csv and svg."""
        return next((output for output in ("json", "csv", "svg") if getattr(self, output)), "table")


def parse_arena_options(arguments: Sequence[str]) -> ArenaOptions:
    """The options; UsageError if they can't be followed, SystemExit(0) after `--help`, `--man` and `--version`."""
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
        raise UsageError("expected bots with what a tournament is to be like, or --resume alone")
    check_fits(chosen, is_check)
    options = chosen_as(ArenaOptions, chosen, is_check=is_check, processes=chosen.processes or _cores())
    if not bots:
        return options
    plan = plan_asked_for(options, bots)
    return replace(options, plan=plan, position=position_asked_for(options.verbose, plan))


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
        name for name, said in vars(chosen).items() if said is not None and name not in ("bots", "language")
    ]:
        raise UsageError(f"new takes the option --language alone, not --{unfit[0].replace('_', '-')}")
    if len(chosen.bots) != 2:
        raise UsageError("expected one name: yahtzee-arena new NAME --language python|javascript|c|shell")
    return ArenaOptions(new=chosen.bots[1], language=chosen.language or "python")


def _parser() -> OptionParser:
    return OptionParser(
        "yahtzee-arena",
        ArenaOptions,
        usage="yahtzee-arena [options] [check] bot ...\n       yahtzee-arena new name [--language NAME]\n"
        "       yahtzee-arena --resume\n       yahtzee-arena ratings [--anchor NAME=ELO] [--json] [file ...]",
        description="A tournament of bots. A bot is a strategy of the program, a FILE.py, a ./PROGRAM or a "
        "./FOLDER with one.",
        epilog=f"strategies: {', '.join(STRATEGIES)}, classic:ha=N,hb=N; NAME=bot gives one another name",
        examples=EXAMPLES,
        operand="bots",
    )


def _cores() -> int:
    """The number of cores that this process may use, if the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
