"""The time that the program takes to start, from the exec of Python to the first byte and to the first board.

A modern terminal emulator answers queries at once, late or never, so the board must not wait for the answers. Each
run is a process on a pty of its own. The time before, in which `scripts/play` checks whether all is set up, isn't
included.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from statistics import median

from h89yahtzee.frontends.lines import line_texts
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Command, offer
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import Table

RUNS = 10
FIRST_BYTE_LIMIT = 250
"""The most milliseconds to the first byte on an H19."""
FIRST_BOARD_LIMIT = 300
"""The most milliseconds to the first board in a window, whatever its terminal emulator answers, and when."""
_MODERN = "xterm-256color"
_DELAYS = {"no answers": None, "at once": 0.0, "after 1 s": 1.0}
"""The seconds until a modern terminal emulator answers queries; None if it never answers."""

_QUERY = re.compile(rb"\x1b(?:\[[>=]?0?c|\[6n|P\+q[^\x1b]*\x1b\\)")
_ANSWERS = {b"c": b"\x1b[?62;22c", b"n": b"\x1b[1;1R", b"\\": b"\x1bP0+r\x1b\\"}
"""The answer to each query, by the last byte of the query: the kind of terminal, the cursor's place, or that a
capability isn't known."""

_TIME_LIMIT = 20
_SEED = 42
_COMMAND = (sys.executable, "-I", "-m", "h89yahtzee", f"-r{_SEED}", texts.YOU)

Shows = Callable[[bytes], bool]
"""A function that tells whether the first board is complete, given all bytes that the program has sent so far."""


def report() -> Iterator[str]:
    yield f"Start of the program on a pty, median of {RUNS} runs, in ms."
    yield f"{'':12} first byte  first board"
    first, board = _median_times((), _shows_board)
    limit = f"first byte at most {FIRST_BYTE_LIMIT}: {_verdict(first, FIRST_BYTE_LIMIT)}"
    yield f"{'TERM=h19':12} {first:10,.0f} {board:12,.0f}   {limit}"
    first, board = _median_times(("--plain",), lambda sent: sent.endswith(line_texts.PROMPT.encode()))
    yield f"{'--plain':12} {first:10,.0f} {board:12,.0f}"
    yield f"{_MODERN}, which answers"
    for when, delay in _DELAYS.items():
        first, board = _median_times((), lambda sent: offer(Command.HELP).encode() in sent, _MODERN, delay)
        limit = f"first board at most {FIRST_BOARD_LIMIT}: {_verdict(board, FIRST_BOARD_LIMIT)}"
        yield f"  {when:10} {first:10,.0f} {board:12,.0f}   {limit}"


def _verdict(measured: float, limit: float) -> str:
    return "ok" if measured <= limit else "over"


def _shows_board(sent: bytes) -> bool:
    h19 = Terminal()
    h19.feed(sent)
    match = Match(Setup((Player(texts.YOU),), _SEED))
    return h19.grid() == SeatScreen(Seat(Table(match, preferences_for(match.setup.rules), 0.0), 0.0), 0.0).screen()


def _median_times(
    options: tuple[str, ...], shows_board: Shows, term: str = "h19", delay: float | None = None
) -> tuple[float, float]:
    """Return the median milliseconds to the first byte and to the first board if the terminal answers queries after
    `delay` seconds, or never if that is None."""
    runs = [_times(options, shows_board, term, delay) for _ in range(RUNS)]
    return median(first for first, _ in runs), median(board for _, board in runs)


def _times(options: tuple[str, ...], shows_board: Shows, term: str, delay: float | None) -> tuple[float, float]:
    started = time.perf_counter()
    with _program_on_pty(options, term) as terminal:
        sent, arrivals = b"", []
        answers: list[tuple[float, bytes]] = []
        while not sent or not shows_board(sent):
            wait = answers[0][0] - time.perf_counter() if answers else _TIME_LIMIT
            if not select([terminal], [], [], max(0.0, wait))[0]:
                if not answers:
                    raise TimeoutError(f"no board within {_TIME_LIMIT} s; it sent {sent!r}")
                os.write(terminal, answers.pop(0)[1])
                continue
            asked = len(_QUERY.findall(sent))
            sent += os.read(terminal, 4096)
            arrivals.append(1000 * (time.perf_counter() - started))
            if delay is not None:
                queries = _QUERY.findall(sent)[asked:]
                answers += [(time.perf_counter() + delay, _ANSWERS[query[-1:]]) for query in queries]
    return arrivals[0], arrivals[-1]


@contextmanager
def _program_on_pty(options: tuple[str, ...], term: str) -> Iterator[int]:
    """Run the game on a pty, and yield the descriptor of the pty's other end."""
    terminal, its_tty = pty.openpty()
    termios.tcsetwinsize(its_tty, (25, 80))
    try:
        with subprocess.Popen(
            [*_COMMAND, *options],
            stdin=its_tty,
            stdout=its_tty,
            stderr=its_tty,
            env=os.environ | {"TERM": term},
            start_new_session=True,
        ) as program:
            try:
                yield terminal
            finally:
                program.kill()
    finally:
        os.close(its_tty)
        os.close(terminal)
