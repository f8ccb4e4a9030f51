"""How long the program takes to start, from the exec of Python to the first byte and to the first board.

Each run is a process on a pty of its own. The time that `scripts/play` takes to look whether all is set up comes
before it and is not in here.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from statistics import median

from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.table import player_texts
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.table import Table

RUNS = 10
FIRST_BYTE_LIMIT = 250
"""Milliseconds on an H19."""

_TIME_LIMIT = 20
_SEED = 42
_COMMAND = (sys.executable, "-I", "-m", "h89yahtzee", f"-r{_SEED}", player_texts.YOU)

Shows = Callable[[bytes], bool]
"""Whether the first board is there, given all that was sent so far."""


def report() -> Iterator[str]:
    yield f"Start of the program on a pty, median of {RUNS} runs, in ms."
    yield f"{'':12} first byte  first board"
    first, board = _median_times((), _shows_board)
    verdict = "ok" if first <= FIRST_BYTE_LIMIT else "over"
    yield f"{'TERM=h19':12} {first:10,.0f} {board:12,.0f}   first byte at most {FIRST_BYTE_LIMIT}: {verdict}"
    first, board = _median_times(("--plain",), lambda sent: sent.endswith(line_texts.PROMPT.encode()))
    yield f"{'--plain':12} {first:10,.0f} {board:12,.0f}"


def _shows_board(sent: bytes) -> bool:
    h19 = Terminal()
    h19.feed(sent)
    match = Match(Setup((Player(player_texts.YOU),), _SEED))
    return h19.grid() == ScreenViewer(Table(match, preferences_for(match.setup.rules), 0.0), 0.0).screen()


def _median_times(options: tuple[str, ...], shows_board: Shows) -> tuple[float, float]:
    """Milliseconds to the first byte and to the first board."""
    runs = [_times(options, shows_board) for _ in range(RUNS)]
    return median(first for first, _ in runs), median(board for _, board in runs)


def _times(options: tuple[str, ...], shows_board: Shows) -> tuple[float, float]:
    started = time.perf_counter()
    with _program_on_pty(options) as terminal:
        sent, arrivals = b"", []
        while not sent or not shows_board(sent):
            if not select([terminal], [], [], _TIME_LIMIT)[0]:
                raise TimeoutError(f"no board within {_TIME_LIMIT} s; it sent {sent!r}")
            sent += os.read(terminal, 4096)
            arrivals.append(1000 * (time.perf_counter() - started))
    return arrivals[0], arrivals[-1]


@contextmanager
def _program_on_pty(options: tuple[str, ...]) -> Iterator[int]:
    """Run the game; the descriptor of the pty's other end."""
    terminal, its_tty = pty.openpty()
    try:
        with subprocess.Popen(
            [*_COMMAND, *options],
            stdin=its_tty,
            stdout=its_tty,
            stderr=its_tty,
            env=os.environ | {"TERM": "h19"},
            start_new_session=True,
        ) as program:
            try:
                yield terminal
            finally:
                program.kill()
    finally:
        os.close(its_tty)
        os.close(terminal)
