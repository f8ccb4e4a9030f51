"""A cluster on this machine: bots' files travel to its workers, and the table is the same if one is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from h89yahtzee import __version__
from tests.apps.arena.arenas import ROOT, TIME_LIMIT, Arena, wait_until_gone

GAMES = ("--seed", "7", "--games", "200", "--json", "--logs", "logs")
BOT = """
import os
from h89yahtzee.arena.bot import Bot
from words import first

class Slow(Bot):
    def turn(self, dice, stage):
        sum(range(10**5))
        return self.score(first(self.legal))

print(os.getpid(), __file__)
"""
WORDS = "def first(legal): return next(iter(legal))\n"


def dask(started: ExitStack, words: list[str], ready: bytes, package: Path = ROOT) -> subprocess.Popen[bytes]:
    """A command of dask that is ready, in a group of its own that is killed in the end."""
    program = subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        cwd=package,
        env=os.environ | {"PYTHONPATH": str(package)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    started.callback(program.communicate, timeout=TIME_LIMIT)
    started.callback(kill, program)
    assert program.stderr is not None
    while ready not in (line := program.stderr.readline()):
        assert line
    return program


def scheduler(started: ExitStack) -> str:
    """The address of a new scheduler."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    dask(started, ["scheduler", "--host", "127.0.0.1", "--port", port], b"Scheduler at:")
    return f"127.0.0.1:{port}"


def kill(program: subprocess.Popen[bytes]) -> None:
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGKILL)


def lines_of(log: Path, number: int) -> list[list[str]]:
    """The words of the lines in a log, once there are so many."""
    deadline = time.monotonic() + TIME_LIMIT
    while not log.exists() or len(found := log.read_text("ascii").splitlines()) < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return [line.split() for line in found]


def standings(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(text)["standings"]
    return [{name: value for name, value in place.items() if name != "slowest_move"} for place in found]


@pytest.mark.slow
def test_a_cluster_without_workers_or_with_others_is_told_of(arena: Arena) -> None:
    pytest.importorskip("distributed")
    (arena.home / "h89yahtzee").mkdir()
    (arena.home / "h89yahtzee" / "__init__.py").write_text('__version__ = "1.1"\n', "ascii")
    with ExitStack() as started:
        address = scheduler(started)
        tournament = ("--executor", f"dask://{address}", "greedy", "random")
        empty = arena.run(*tournament)
        worker = ["worker", f"tcp://{address}", "--nthreads", "1", "--local-directory", str(arena.home)]
        dask(started, worker, b"Registered to", package=arena.home)
        old = arena.run(*tournament)
    expected = f"yahtzee-arena: {address}: the cluster has no worker; expected one within 10 s\n"
    assert (empty.stdout, empty.stderr, empty.returncode) == ("", expected, 1)
    assert (old.stdout, old.returncode) == ("", 1)
    assert old.stderr.endswith(f": expected a worker with h89yahtzee {__version__}, found 1.1\n")
    assert old.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_killed_worker_changes_nothing_and_leaves_no_bot(arena: Arena) -> None:
    pytest.importorskip("distributed")
    here, away = arena.home / "bots", arena.home / "away"
    here.mkdir()
    (here / "bot.py").write_text(BOT, "ascii")
    (here / "words.py").write_text(WORDS, "ascii")
    with ExitStack() as started:
        address = scheduler(started)
        worker = ["worker", f"tcp://{address}", "--nthreads", "1", "--local-directory", str(arena.home)]
        workers = [dask(started, worker, b"Registered to") for _ in range(2)]
        tournament = arena.start("--executor", f"dask://{address}", *GAMES, "bots/bot.py", "greedy")
        bots = lines_of(arena.home / "logs" / "bot.log", 2)
        here.rename(away)
        kill(workers[0])
        printed, complaints = tournament.communicate(timeout=TIME_LIMIT)
        assert tournament.returncode == 0, complaints
    wait_until_gone([int(process) for process, _ in bots])
    assert not {place for _, place in bots} & {str(here / "bot.py")}
    away.rename(here)
    assert standings(printed) == standings(arena.run(*GAMES, "bots/bot.py", "greedy").stdout)
