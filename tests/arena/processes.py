"""Bots that go astray and write down the folder in which they run; whether a process still runs in a folder."""

import sys
import time
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import MEBIBYTE, Limits

PATIENT = Limits(move_time=20.0, game_time=50.0, memory=64 * MEBIBYTE)
"""Limits for bots that are to be out because of what they do, not because of the time they take."""


def astray(how: str, *arguments: str) -> Entrant:
    program = Path(__file__).with_name("bots") / "astray.py"
    return Entrant(how, Kind.PROGRAM, command=(sys.executable, str(program), how, *arguments))


def folders_in(log: Path) -> list[str]:
    """Return the folders in which a bot ran, one for each of its processes, from the bot's log.

    Folders stand for processes, since a process in a namespace of its own doesn't know its number outside.
    """
    return [line for line in log.read_text("ascii").splitlines() if line.startswith("/")]


def process_in(folder: str) -> int | None:
    """Return the number of the process that runs in a folder, None once it has ended, even if it is a zombie."""
    for process in Path("/proc").glob("[0-9]*"):
        if _place(int(process.name)) == folder:
            return int(process.name)
    return None


def _place(process: int) -> str | None:
    """Return the folder in which a process runs, None if it has ended."""
    try:
        return str(Path(f"/proc/{process}/cwd").readlink())
    except OSError:
        return None


def is_gone(process: int | str) -> bool:
    """Return whether a process, given by its number or its folder, has ended."""
    return (process_in(process) if isinstance(process, str) else _place(process)) is None


def wait_until_gone(process: int | str) -> bool:
    deadline = time.monotonic() + 60
    while not is_gone(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_gone(process)
