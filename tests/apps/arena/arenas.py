"""`yahtzee-arena` as a process of its own, with a home folder of its own, and bots for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.programs import Popen

ROOT = Path(__file__).resolve().parents[3]
TIME_LIMIT = 240
_PROGRAM = "import sys; from h89yahtzee.apps.arena.compete import main; sys.exit(main())"
QUICK_KEYS = "from h89yahtzee.arena.tournament import schedule; schedule._key = lambda seed: f'{seed}'.encode()"
"""A Python statement that replaces the slow computation of the key from which a tournament's dice are drawn, as the
tests in tests/arena do; so the dice differ from those of the program."""


FIRST = """
from h89yahtzee.arena.bot import Bot

class First(Bot):
    def turn(self, dice, stage):
        return self.score(next(iter(self.legal)))
"""
FORGETFUL = """
from h89yahtzee.arena.bot import Bot

class Forgetful(Bot):
    def turn(self, dice, stage):
        if "chance" in self.legal or sum(dice) == 24:
            return self.score("chance")
        return self.score(next(iter(self.legal)))
"""
"""The source of a bot that posts in chance first, and breaks the rules by posting there again when its dice have a
sum of 24, which is so in about one turn of forty."""


class Arena:
    """The command `yahtzee-arena`, with its files in `home`; it first executes `statements`, Python code."""

    def __init__(self, home: Path, statements: str = QUICK_KEYS) -> None:
        self.home = home
        self._environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")} | {
            "HOME": str(home),
            "PYTHONPATH": str(ROOT),
        }
        self.begin_with(statements)
        self._running: list[subprocess.Popen[str]] = []

    def hide(self, package: str) -> None:
        """Make a package seem not to be installed."""
        (self.home / f"{package}.py").write_text(f'raise ImportError("No module named {package}")\n', "ascii")
        self._environment["PYTHONPATH"] = f"{self.home}:{ROOT}"

    def set(self, variable: str, value: str) -> None:
        self._environment[variable] = value

    def begin_with(self, statements: str) -> None:
        """Let each program that is started from now on execute these statements, Python code, first."""
        self._program = f"{statements}; {_PROGRAM}"

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        arena = Popen(
            [sys.executable, "-c", self._program, *arguments],
            env=self._environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._running.append(arena)
        return arena

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        arena = self.start(*arguments)
        printed, complaints = arena.communicate(timeout=TIME_LIMIT)
        return subprocess.CompletedProcess(arena.args, arena.returncode, printed, complaints)

    def table(self, *arguments: str) -> str:
        """Run the command, which must succeed without complaints; return its output."""
        finished = self.run(*arguments)
        assert (finished.stderr, finished.returncode) == ("", 0)
        return finished.stdout

    def journals(self) -> list[Path]:
        return sorted((self.home / ".local/share/h89yahtzee/arena").glob("*.tournament"))

    def close(self) -> None:
        for arena in self._running:
            if arena.poll() is None:
                os.killpg(arena.pid, signal.SIGKILL)
            arena.communicate(timeout=TIME_LIMIT)


def below(pid: int) -> list[int]:
    """Return the numbers of the child processes of a process, and of the children's children and so on."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return [descendant for child in map(int, children) for descendant in (child, *below(child))]


def wait_until_gone(pids: Sequence[int]) -> None:
    deadline = time.monotonic() + TIME_LIMIT
    while left := [pid for pid in pids if _is_alive(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for_files(directory: Path, number: int) -> None:
    deadline = time.monotonic() + TIME_LIMIT
    while len([*directory.glob("*.record")]) < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)
