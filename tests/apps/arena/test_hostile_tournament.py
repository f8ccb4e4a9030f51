"""Fifty hostile bots and two honest ones in a tournament: the honest bots have the same scores as if they had
played alone with the same dice.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.arena.tournament.schedule import Pairing, Pool, Schedule
from tests.apps.arena.arenas import ROOT, Arena
from tests.arena.outcomes import result_of

BOTS = ROOT / "tests" / "arena" / "bots"
HONEST = ("classic", str(ROOT / "h89yahtzee" / "arena" / "examples" / "steady.py"))
SEED, GAMES = 7, 1
TOURNAMENT = ("--seed", f"{SEED}", "--games", f"{GAMES}", "--memory", "64", "--processes", "2", "--json")
TIME_LIMIT = 1500

HARM = """
odd-signal nest fill-folder fill-without-names fill-behind-maps fill-with-files threads tables-of-pages
read-own-answer stop spin attempts-and-lie
"""
ASTRAY = """
slow crash exit flood chatter lie cheat fork close-output close-all memory kill-itself half-a-line no-text
huge-number too-long deep deaf
"""
"""The arguments of `hostile.py` (`HARM`) and of `astray.py`; each argument makes another hostile program."""
MOVES = [
    "None",
    "1 / 0",
    "self.turn(dice, stage)",
    "self.keep([7])",
    "self.score('nonsense')",
    "__import__('os').fork()",
    "__import__('os').system('true')",
    "__import__('os')._exit(0)",
    "__import__('os').abort()",
    "__import__('os').kill(__import__('os').getpid(), 9)",
    "__import__('os').closerange(0, 99)",
    "__import__('sys').exit('gone')",
    "__import__('ctypes').string_at(0)",
    "__import__('signal').pause()",
    "[bytes(2**24) for _ in iter(int, 1)]",
    "__import__('os').write(4, b'x' * 10**6)",
    "__import__('os').execv('/bin/sh', ['sh', '-c', 'echo nonsense'])",
    "__import__('os').execv('/bin/sh', ['sh', '-c', 'true; true | true; true'])",
    "(print('x' * 10**6), self.keep([9]))[1]",
    "__import__('socket').create_connection(('127.0.0.1', 1))",
]
"""Python expressions that a hostile bot evaluates in its turn, one expression for each bot."""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path, "pass")
    (tmp_path / "tmp").mkdir()
    arena.set("TMPDIR", str(tmp_path / "tmp"))
    yield arena
    arena.close()


def hostile(home: Path) -> list[str]:
    secret = home / "notes"
    secret.write_text("secret", "ascii")
    bots = [
        f"{harm}={sys.executable} {BOTS}/hostile.py {harm} home={home} others={secret}" for harm in HARM.split()
    ]
    bots += [f"{how}={sys.executable} {BOTS}/astray.py {how}" for how in ASTRAY.split()]
    for number, move in enumerate(MOVES):
        file = home / f"python-{number}.py"
        head = "from h89yahtzee.arena.bot import Bot\nclass A(Bot):\n  def turn(self, dice, stage): return "
        file.write_text(head + move, "ascii")
        bots.append(str(file))
    return bots


def totals_without(gone: Sequence[str], names: Sequence[str]) -> dict[str, float]:
    """Return the mean scores of the honest bots in the games dealt once the bots `gone` are disqualified."""
    schedule = Schedule(Pairing(len(names), Pool.ALL, GAMES, SEED))
    for name in gone:
        schedule.put_out(names.index(name))
    totals = dict.fromkeys(schedule.bots_left, 0)
    with BotPool(parse_entrants(HONEST)) as pool:
        for number in range(GAMES):
            game = schedule.game(number)
            for bot, total in zip(game.seats, result_of(pool, game.seats, game.seed).totals, strict=True):
                totals[bot] += total
    return {names[bot]: total / GAMES for bot, total in totals.items()}


@pytest.mark.slow(minutes=2)
@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is Linux's")
def test_fifty_hostile_bots_change_nothing_for_the_honest_ones_on_a_busy_machine(arena: Arena) -> None:
    bots = hostile(arena.home)
    assert len(bots) == 50
    with ExitStack() as ends:
        load = ends.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        ends.callback(load.kill)
        played = arena.start(*TOURNAMENT, *HONEST, *bots)
        printed, complaints = played.communicate(timeout=TIME_LIMIT)
    assert played.returncode == 0, complaints
    told = json.loads(printed)
    gone = [gone["bot"] for gone in told["disqualified"]]
    assert len({*gone}) == 50
    names = [entrant.name for entrant in parse_entrants([*HONEST, *bots])]
    assert {place["bot"]: place["mean"] for place in told["standings"]} == totals_without(gone, names)
    assert (arena.home / "notes").read_text("ascii") == "secret"
    assert [*(arena.home / "tmp").iterdir()] == []
