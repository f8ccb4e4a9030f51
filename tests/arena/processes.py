"""Bots that go astray in processes that they tell of, and whether these have ended."""

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


def process_ids(log: Path) -> list[int]:
    """The processes that such a bot had, from its log."""
    return [int(line) for line in log.read_text("ascii").splitlines() if line.isdecimal()]


def is_gone(process: int) -> bool:
    """Whether it has ended, even if its parent hasn't asked for its exit status yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def wait_until_gone(process: int) -> bool:
    deadline = time.monotonic() + 60
    while not is_gone(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_gone(process)
