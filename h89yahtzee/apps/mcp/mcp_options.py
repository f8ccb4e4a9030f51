"""The options of the command `yahtzee-mcp`, and the function that runs the command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from h89yahtzee.apps.command import CommandError, UsageError, run_command
from h89yahtzee.apps.options.declarations import chosen_as, flag, rules_asked_for, seconds, value, whole_number
from h89yahtzee.apps.options.option_parser import OptionParser
from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrants
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.sandbox.bot_files import located
from h89yahtzee.game.rules import BONUSES, OFFICIAL, RULE_SETS, RuleSet

NAME = "yahtzee-mcp"

EXAMPLES = (
    ("A server for a client that starts it:", "yahtzee-mcp --rules official"),
    ("Against a bot, with half a minute for a move:", "yahtzee-mcp --move-time 30 ./mine"),
    ("A contest by the rules of Yatzy, without advice:", "yahtzee-mcp --rules yatzy --contest"),
)
"""Pairs of a task and its command. `--help` shows the first, `--help all` shows all."""


@dataclass(frozen=True, slots=True)
class McpOptions:
    """The options of `yahtzee-mcp`, and `bots`, which are the words after the options. The text below an option is
    its entry in the manual."""

    rules: RuleSet = OFFICIAL
    bots: tuple[Entrant, ...] = ()
    rules_name: str | None = value(
        "--rules NAME",
        f"the rules, {OFFICIAL.name} unless given",
        RULE_SETS,
        opens="games that name no others",
        common=True,
    )
    """The rules of games for which the client names none, as in `yahtzee(6)`. The default is `official`."""
    columns: int | None = value(
        "--columns N", "quintzee: how many columns, 1 to 6", whole_number(1, 6), common=True
    )
    """The number of columns of `quintzee` that are played, 1 to 6. The default is 1."""
    bonus: str | None = value("--bonus NAME", "quintzee: what an extra Yahtzee is", BONUSES, common=True)
    """The rule for an extra Yahtzee in `quintzee`: `joker` (the default), `normal` or `extra-turn`."""
    contest: bool = flag("--contest", "no advice: every game is a contest", opens="all games", common=True)
    """Every game is a contest: the tools `value_of_plays` and `review` aren't offered, and the client can't choose
    the seed of the dice."""

    move_time: float | None = value(
        "--move-time S", "seconds for a move, of bots and of the model", seconds, common=True
    )
    """The seconds that a player may take for a move. A move of the model is one call of `roll` or `score`; its time
    begins with the answer to the call before. A player that takes longer gets 0 in the first open box, and the turn
    is over. Without the option bots have a second, and the model any time."""


def parse_mcp_options(arguments: Sequence[str]) -> McpOptions:
    """Return the options; UsageError if one is wrong, SystemExit(0) after `--help`, `--man` and `--version`."""
    parser = OptionParser(
        McpOptions,
        usage="yahtzee-mcp [options] [bot ...]",
        description="A server of the Model Context Protocol on standard input and output: the game as tools.",
        examples=EXAMPLES,
        operand="bots",
    )
    chosen = parser.parse(arguments)
    options = chosen_as(McpOptions, chosen, bots=_bots(chosen.bots))
    return replace(
        options, rules=rules_asked_for(options.rules_name or OFFICIAL.name, options.columns, options.bonus)
    )


def _bots(typed: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the bots that the words `typed` name. UsageError if a word names a strategy, or a file that doesn't
    exist."""
    try:
        bots = tuple(map(located, parse_entrants(typed)))
    except ValueError as error:
        raise UsageError(str(error)) from None
    for bot in bots:
        if bot.kind is Kind.STRATEGY:
            raise UsageError(
                f"{bot.name} can be met anyway: expected bots, as a FILE.py, a ./PROGRAM or a ./FOLDER"
            )
    return bots


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, 1 after a failure, or 2 for usage errors."""
    return run_command(NAME, lambda: _main(parse_mcp_options(sys.argv[1:] if arguments is None else arguments)))


def _main(options: McpOptions) -> int:
    if sys.stdin.isatty():
        raise UsageError(
            "standard input is a terminal: expected a client of the protocol, which starts this program"
        )
    try:
        from h89yahtzee.apps.mcp.game_for_model import Opponents
        from h89yahtzee.apps.mcp.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise CommandError("it needs the package mcp: pip install 'h89yahtzee[mcp]'") from None
    limits = Limits() if options.move_time is None else Limits(move_time=options.move_time)
    # Make the pool of bots in this thread, which lasts: when the thread that made the pool ends, so do the bots.
    with Opponents(options.bots, limits) as known:
        server(options, known).run("stdio")
    return 0
