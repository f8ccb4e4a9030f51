"""The plan of a tournament, made from the command line of `yahtzee-arena`."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import rules_asked_for
from h89yahtzee.arena.entrant import Entrant, parse_entrants
from h89yahtzee.arena.protocol import MEBIBYTE, Limits
from h89yahtzee.arena.sandbox.bot_files import located
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.sequential_test import Hypotheses
from h89yahtzee.arena.tournament.swiss import most_rounds
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.record import MAX_PLAYERS
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.positions import Position, parse_position
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import strategies_for

if TYPE_CHECKING:
    from h89yahtzee.apps.arena.arena_options import ArenaOptions


GAMES = 1000
GAMES_OF_A_TEST = 100_000
USUAL = Limits()


def plan_asked_for(options: ArenaOptions, bots: Sequence[str]) -> Plan:
    """Return the plan of a tournament with these options and bots; UsageError for an invalid bot, or for options
    that can't be combined."""
    rules = rules_asked_for(options.rules, options.columns, options.bonus)
    if options.gauntlet is not None:
        bots = [options.gauntlet, *(bot for bot in bots if bot != options.gauntlet)]
    try:
        entrants = tuple(map(located, parse_entrants(map(_as_one_word, bots))))
    except ValueError as error:
        raise UsageError(str(error)) from None
    _check_strategies(entrants, rules)
    limits = replace(
        USUAL, move_time=options.move_time, game_time=options.game_time, memory=options.memory * MEBIBYTE
    )
    pairing = _pairing(options, len(entrants))
    if options.rate and rules.columns > 1:
        raise UsageError(f"--rate needs exact values: expected rules with one column, not {format_rules(rules)}")
    if options.records is not None and pairing.most_at_a_table > MAX_PLAYERS:
        raise UsageError(f"a record has at most {MAX_PLAYERS} players: expected no --records, --pairs or --tables")
    return Plan(entrants, pairing, format_rules(rules), is_lenient=options.lenient, limits=limits)


def _as_one_word(bot: str) -> str:
    """Quote the path in `bot`, which is PATH or NAME=PATH, so that the parser of bots doesn't split a path with
    spaces into a program and its arguments.

    Return `bot` unchanged if no file has that path.
    """
    name, sign, path = bot.rpartition("=")
    return f"{name}{sign}{shlex.quote(path)}" if os.access(path, os.F_OK) else bot


def position_asked_for(text: str | None, plan: Plan) -> Position | None:
    """Parse `text`, the argument of `--verbose`, as a position for bots to decide in, by the rules of `plan`; None
    if `text` is None.

    Raise UsageError for other text, or if `plan` has strategies of the program.
    """
    if text is None:
        return None
    if strategies := [entrant.name for entrant in plan.entrants if entrant.strategy]:
        raise UsageError(f"--verbose: nothing is sent to the program's own {strategies[0]}: expected bots alone")
    try:
        position = parse_position(text, plan.rule_set)
    except ValueError as error:
        raise UsageError(f"--verbose: {error}") from None
    if not position.dice:
        raise UsageError(f"--verbose: expected a position with dice, as sixes=18 dice 66652 rolls 2, not {text!r}")
    return position


def _check_strategies(entrants: Sequence[Entrant], rules: RuleSet) -> None:
    able = strategies_for(rules)
    for entrant in entrants:
        if entrant.strategy and entrant.strategy not in able:
            raise UsageError(
                f"{entrant.strategy} can't play {format_rules(rules)}: expected {', '.join(able)} or a bot"
            )


def _pairing(options: ArenaOptions, bots: int) -> Pairing:
    pool = _pool(options)
    if bots < 2 and pool is not Pool.ALL:
        raise UsageError(f"expected two bots or more unless all play at one table, not {bots}")
    if options.tables > bots:
        raise UsageError(f"--tables: expected tables of {bots} bots at most, not of {options.tables}")
    if options.swiss > most_rounds(bots):
        raise UsageError(f"--swiss: expected {most_rounds(bots)} rounds at most, in which {bots} bots all meet")
    if options.sprt is not None and bots != 2:
        raise UsageError(f"--sprt: expected two bots, not {bots}")
    games = options.games or (GAMES if options.sprt is None else GAMES_OF_A_TEST)
    return Pairing(
        bots=bots,
        pool=pool,
        # Make the number of games even for a sequential test in which each bot has its own dice, since such a test
        # counts pairs of games.
        games=games + games % 2 if options.sprt is not None and options.independent else games,
        # The seed is drawn from all possible seeds, so that a bot can't find it by search and know the dice.
        seed=secrets.randbelow(SEEDS) if options.seed is None else options.seed,
        size=options.tables,
        is_independent=options.independent,
        rounds=options.swiss,
        test=None if options.sprt is None else Hypotheses(*options.sprt, options.alpha, options.beta),
    )


def _pool(options: ArenaOptions) -> Pool:
    asked = {
        Pool.PAIRS: options.pairs or options.sprt is not None,
        Pool.GAUNTLET: options.gauntlet is not None,
        Pool.SWISS: options.swiss > 0,
        Pool.TABLES: options.tables > 0,
    }
    return next((pool for pool, is_asked in asked.items() if is_asked), Pool.ALL)
