"""Line mode: the game on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper

from h89yahtzee.table.lines import LineTable
from h89yahtzee.table.sitting import Sitting


def play_lines(sitting: Sitting, record: Callable[[], None]) -> None:
    """Play until the players leave or the input ends."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    table = LineTable(sitting)
    _say(table.start())
    record()
    while not table.is_closed:
        line = _ask(table.prompt)
        if not line:
            return
        _say(table.answer(line.strip()))
        record()


def _ask(prompt: str) -> str:
    """The next line, empty where the input ends; what follows then begins a line of its own."""
    line = ""
    try:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    finally:
        if not line:
            print()
    return line


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
    sys.stdout.flush()
