"""Line mode: the game on standard input and output."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from io import TextIOWrapper
from select import select

from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.yahtzee.beginning import BegunGame
from h89yahtzee.apps.yahtzee.farewell import cased
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.table.lines.line_viewer import LineViewer
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.table import Table


def play_lines(game: BegunGame, saving: GameSaving, upper: bool) -> None:
    """Play until the players leave or the input ends; in upper case where the terminal has no other."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    saving.begin(game.series, game.save, game.saver)
    now, chosen = time.monotonic(), game.preferences
    table = Table(game.series, TableOptions(think_time=0.0, analysis_time=chosen.analysis_time), now)
    is_terminal = sys.stdin.isatty()
    viewer = LineViewer(
        table,
        now,
        game.offer,
        saving.asks_to_keep,
        chosen.coach,
        coach_of,
        confirm_zero=chosen.confirm_zero and is_terminal,
    )
    # A pipe isn't read while a computer player searches: what comes through it are the answers to come.
    is_typed = _is_typed if is_terminal else None

    def show(lines: Iterable[str]) -> None:
        _show(lines, saving, upper)

    show([*viewer.start(), *[game.notice] * bool(game.notice)])
    show(viewer.go_on(time.monotonic, is_typed))
    while not viewer.is_closed:
        line = _ask(cased(viewer.prompt, upper))
        if not line:
            return
        show(viewer.answer(line.strip(), time.monotonic()))
        show(viewer.go_on(time.monotonic, is_typed))
    if not viewer.keeps_game:
        saving.discard()


def _is_typed() -> bool:
    """Take a line away that a terminal has sent, and return whether there was one."""
    is_typed = bool(select([sys.stdin], [], [], 0)[0])
    if is_typed:
        sys.stdin.readline()
    return is_typed


def _ask(prompt: str) -> str:
    """Ask for the next line, empty where the input ends; what follows begins a line of its own.

    A terminal shows the answer and its end; from elsewhere neither is seen.
    """
    line = ""
    try:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    finally:
        if not (line and sys.stdin.isatty()):
            print()
    return line


def _show(lines: Iterable[str], saving: GameSaving, upper: bool) -> None:
    """Print lines; what they tell is written down first."""
    for line in lines:
        notice = saving.update()
        print(cased(line, upper))
        if notice:
            print(cased(notice, upper))
    saving.update()
    sys.stdout.flush()
