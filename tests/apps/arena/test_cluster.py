"""Tournaments on a dask cluster on this machine: bots' files are sent to the workers, and the table is the same as
without a cluster, also if a worker is killed.
"""

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
from tests.apps.arena.arenas import ROOT, TIME_LIMIT, Arena
from tests.arena.processes import wait_until_gone

GAMES = ("--seed", "7", "--games", "200", "--json", "--logs", "logs")
BOT = """
import os
from h89yahtzee.arena.bot import Bot
from words import first

class Slow(Bot):
    def turn(self, dice, stage):
        sum(range(10**5))
        return self.score(first(self.legal))

print(os.getcwd(), __file__)
"""
WORDS = "def first(legal): return next(iter(legal))\n"


CHEAP = ("--seed", "7", "--games", "60", "classic", "random", "classic:ha=5")


def dask(started: ExitStack, words: list[str], ready: bytes, package: Path = ROOT) -> subprocess.Popen[bytes]:
    """Start a command of dask and wait until it prints `ready`; `started` kills its process group in the end."""
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
    """Start a scheduler of a cluster and return its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    dask(started, ["scheduler", "--host", "127.0.0.1", "--port", port], b"Scheduler at:")
    return f"127.0.0.1:{port}"


def worker(address: str, folder: Path) -> list[str]:
    """Return the arguments of dask that start a worker of the scheduler at `address`, with files in `folder`."""
    return ["worker", f"tcp://{address}", "--nthreads", "1", "--local-directory", str(folder)]


def kill(program: subprocess.Popen[bytes]) -> None:
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGKILL)


def lines_of(log: Path, number: int) -> list[list[str]]:
    """Wait until a log has `number` text lines; return the words of each."""
    deadline = time.monotonic() + TIME_LIMIT
    while not log.exists() or len(found := log.read_text("ascii").splitlines()) < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return [line.split() for line in found]


def standings(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(text)["standings"]
    return [{name: value for name, value in place.items() if name != "slowest_move"} for place in found]


@pytest.mark.slow
def test_a_cluster_makes_no_difference(arena: Arena) -> None:
    pytest.importorskip("distributed")
    with ExitStack() as started:
        address = scheduler(started)
        for _ in range(2):
            dask(started, worker(address, arena.home), b"Registered to")
        for tournament in (CHEAP, ("--sprt", "0", "100", "--seed", "7", "greedy", "hasty")):
            assert arena.table("--executor", f"dask://{address}", *tournament) == arena.table(*tournament)


@pytest.mark.slow
def test_the_cluster_of_the_documents_plays_with_two_workers(arena: Arena) -> None:
    """The commands are those in docs/arena.md, with another port and other paths of the programs."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    text = (ROOT / "docs" / "arena.md").read_text("utf-8").partition("## On several machines")[2]
    lines = [line.split() for line in text.splitlines() if line.startswith("    .venv/bin/")]
    begun, joined, command = [[word.replace("8786", port) for word in line[1:]] for line in lines]
    with ExitStack() as started:
        dask(started, begun, b"Scheduler at:")
        dask(started, joined, b"Registered to")
        command = [str(ROOT / word) if word.endswith(".py") else word for word in command]
        assert arena.table(*command, "--seed", "7", "--csv").startswith("rank,bot,games")


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told_of(arena: Arena) -> None:
    pytest.importorskip("distributed")
    refused = arena.run("--executor", "dask://127.0.0.1:1", *CHEAP)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "127.0.0.1:1" in refused.stderr


def test_without_the_package_a_cluster_is_refused(arena: Arena) -> None:
    arena.hide("distributed")
    refused = arena.run("--executor", "dask://127.0.0.1:1", *CHEAP)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "yahtzee-arena: --executor needs the extra dask: No module named distributed\n"
    assert arena.journals() == []


@pytest.mark.slow
def test_a_cluster_without_workers_or_with_others_is_told_of(arena: Arena) -> None:
    pytest.importorskip("distributed")
    (arena.home / "h89yahtzee").mkdir()
    (arena.home / "h89yahtzee" / "__init__.py").write_text('__version__ = "1.1"\n', "ascii")
    with ExitStack() as started:
        address = scheduler(started)
        tournament = ("--executor", f"dask://{address}", "greedy", "random")
        empty = arena.run(*tournament)
        dask(started, worker(address, arena.home), b"Registered to", package=arena.home)
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
        workers = [dask(started, worker(address, arena.home), b"Registered to") for _ in range(2)]
        tournament = arena.start("--executor", f"dask://{address}", *GAMES, "bot=./bots", "greedy")
        bots = lines_of(arena.home / "logs" / "bot.log", 2)
        here.rename(away)
        kill(workers[0])
        printed, complaints = tournament.communicate(timeout=TIME_LIMIT)
        assert tournament.returncode == 0, complaints
    assert all(wait_until_gone(folder) for folder, _ in bots)
    assert not {place for _, place in bots} & {str(here / "bot.py")}
    away.rename(here)
    assert standings(printed) == standings(arena.run(*GAMES, "bot=./bots", "greedy").stdout)
