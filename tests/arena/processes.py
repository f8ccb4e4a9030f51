"""Bots that go astray and tell in which folder they run, and whether a process still runs there."""

import sys
import time
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import MEBIBYTE, Limits

PATIENT = Limits(move_time=20.0, game_time=50.0, memory=64 * MEBIBYTE)
"""Limits for bots that are out for what they do and not for how long they take."""


def astray(how: str, *arguments: str) -> Entrant:
    program = Path(__file__).with_name("bots") / "astray.py"
    return Entrant(how, Kind.PROGRAM, command=(sys.executable, str(program), how, *arguments))


def folders_in(log: Path) -> list[str]:
    """The folders in which such a bot ran, one a process; a process can't tell its number where it has its own."""
    return [line for line in log.read_text("ascii").splitlines() if line.startswith("/")]


def process_in(folder: str) -> int | None:
    """The process that runs there, if it hasn't ended; its parent needn't have asked for its status."""
    for process in Path("/proc").glob("[0-9]*"):
        if _place(int(process.name)) == folder:
            return int(process.name)
    return None


def _place(process: int) -> str | None:
    """The folder in which a process runs, None if it has ended."""
    try:
        return str(Path(f"/proc/{process}/cwd").readlink())
    except OSError:
        return None


def is_gone(process: int | str) -> bool:
    """Whether a process has ended that is told by its number or its folder."""
    return (process_in(process) if isinstance(process, str) else _place(process)) is None


def wait_until_gone(process: int | str) -> bool:
    deadline = time.monotonic() + 60
    while not is_gone(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_gone(process)
