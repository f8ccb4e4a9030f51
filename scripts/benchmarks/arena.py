"""The speed of the arena: with strategies, with the best player in the kernel, with bots that send lines of
JSON."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, processes, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.game.state import new_game
from h89yahtzee.solver import kernel
from h89yahtzee.solver.column import column_of
from scripts.benchmarks import ratings

GREEDY_GAMES, GREEDY_LIMIT = 2000, 400
"""The number of games, and the least that must be played a second."""
OPTIMAL_GAMES, OPTIMAL_LIMIT = 1_000_000, 120
"""The number of games, and the most seconds that they may take."""
BOT_GAMES, BOT_LIMIT = 1000, 5000
"""The number of games, and the least number of moves a second."""
STARTS, START_LIMIT = 100, 20
"""The number of bots, and the least that must be started a second."""
FIELD, TABLE, FIELD_GAMES, FIELD_LIMIT = 200, 4, 1000, 120
"""The number of bots, how many sit at a table, the number of games, and the most seconds that they may take."""

_SEED = 7
_PROCESSES = 2
_MOVES = 39
"""The number of moves of the bot in a game, three in each turn."""
_BOT = """
from h89yahtzee.arena.bot import Bot

class Patient(Bot):
    def turn(self, dice, stage):
        return self.keep(range(5)) if stage < 2 else self.score(next(iter(self.legal)))
"""
_FIELD_BOT = """
import random
from h89yahtzee.arena.bot import Bot

class Whimsical(Bot):
    def turn(self, dice, stage):
        if stage < 2:
            return self.keep(place for place, face in enumerate(dice) if dice.count(face) > 1)
        return self.score(random.choice([*self.legal]))
"""


def report() -> Iterator[str]:
    yield f"Games of the arena by official rules, in {_PROCESSES} processes or all threads of the kernel."
    games = GREEDY_GAMES / _seconds(("greedy", "greedy"), GREEDY_GAMES)
    yield f"{'greedy against greedy':28} {games:8,.0f} games/s   {_at_least(games, GREEDY_LIMIT)}"
    yield _optimal()
    with TemporaryDirectory() as folder:
        bot = Path(folder, "patient.py")
        bot.write_text(_BOT, "ascii")
        moves = _MOVES * BOT_GAMES / _seconds((str(bot),), BOT_GAMES)
        starts = STARTS / _seconds_of_starts(str(bot))
        field = _seconds(_field(Path(folder)), FIELD_GAMES * TABLE // FIELD, TABLE)
    yield f"{'a bot by lines of JSON':28} {moves:8,.0f} moves/s   {_at_least(moves, BOT_LIMIT)}"
    yield f"{'bots in Python started':28} {starts:8,.0f} starts/s  {_at_least(starts, START_LIMIT)}"
    what = f"{FIELD} bots at {TABLE}, {FIELD_GAMES:,} games"
    yield f"{what:28} {field:8,.1f} s         at most {FIELD_LIMIT}: {'ok' if field <= FIELD_LIMIT else 'over'}"
    yield from ratings.report()


def _field(folder: Path) -> tuple[str, ...]:
    """Write the files of `FIELD` bots in Python to `folder`, and return their paths."""
    bots = tuple(folder / f"bot-{number}.py" for number in range(FIELD))
    for bot in bots:
        bot.write_text(_FIELD_BOT, "ascii")
    return tuple(map(str, bots))


def _optimal() -> str:
    what = f"{OPTIMAL_GAMES:,} games of optimal"
    if not kernel.is_built():
        return f"{what:28} {'-':>8}   the kernel isn't built"
    started = time.perf_counter()
    column = column_of(OFFICIAL)
    kernel.simulate(column, kernel.solve(column), OPTIMAL_GAMES, _SEED)
    seconds = time.perf_counter() - started
    verdict = "ok" if seconds <= OPTIMAL_LIMIT else "over"
    return f"{what:28} {seconds:8,.1f} s         at most {OPTIMAL_LIMIT}: {verdict}"


def _seconds(bots: tuple[str, ...], games: int, table: int = 0) -> float:
    """Return the seconds that a tournament takes, with the start of its processes; if `table` isn't 0, the bots
    play at drawn tables of that many players."""
    pool = Pool.TABLES if table else Pool.ALL
    pairing = Pairing(len(bots), pool, games, _SEED, table, is_independent=True)
    plan = Plan(parse_entrants(bots), pairing, OFFICIAL.name)
    started = time.perf_counter()
    with processes(_PROCESSES) as workers:
        run(Tournament(plan.pairing), workers, Conditions(plan), lambda _: None)
    return time.perf_counter() - started


def _seconds_of_starts(bot: str) -> float:
    """Return the seconds in which `STARTS` bots are started, make a move each, and are ended."""
    setup = Setup((), _SEED, OFFICIAL)
    state = new_game(OFFICIAL, 1, Dealer(_SEED).deal)
    started = time.perf_counter()
    with BotPool(parse_entrants([bot] * STARTS)) as pool:
        for index in range(STARTS):
            pool.seated(index, 0, setup).move(state)
    return time.perf_counter() - started


def _at_least(rate: float, limit: int) -> str:
    return f"at least {limit:,}: {'ok' if rate >= limit else 'under'}"
