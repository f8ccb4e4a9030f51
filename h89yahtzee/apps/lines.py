"""Line mode: the game on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from h89yahtzee.table.lines import LineTable
from h89yahtzee.table.sitting import Sitting


def play_lines(sitting: Sitting, record: Callable[[], None]) -> None:
    """Play until the players leave or the input ends."""
    table = LineTable(sitting)
    _say(table.start())
    record()
    while not table.is_closed:
        print(table.prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        _say(table.answer(line.strip()))
        record()


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
    sys.stdout.flush()
