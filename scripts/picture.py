"""A moment of a real game for the documents: in a window, as text (README) and as docs/screen.svg, and on a VT52.

    .venv/bin/python -m scripts.picture

prints the texts and writes the file. The game is that of `yahtzee -r42 me =reagan =king`, where `me` plays like the
greedy player up to the seventh turn, selects two dice and goes two rows down.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.h19 import snapshot
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.screen.layout import Display, Keyboard
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.table import Table
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport

FILE = Path(__file__).resolve().parent.parent / "docs" / "screen.svg"

_SEED = 42
_TURN = 6
_KEYS = (Key.F1, Key.F2, Key.DOWN, Key.DOWN)


def in_window() -> Grid:
    """What an H19 emulated in a window shows at that moment."""
    return _viewer().screen(Display(keyboard=Keyboard.PC))


def screen(term: str) -> Grid:
    """What a terminal that an H19 can stand for shows at that moment."""
    here, there = memory_pair()
    paced = PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False)
    session = TerminalSession(_viewer(), paced, find_terminal(term), lambda: 0.0, True)
    session.open()
    session.show()
    h19 = Terminal()
    h19.feed(there.receive())
    return h19.grid()


def _viewer() -> ScreenViewer:
    players = (Player("me"), Player("reagan", "classic"), Player("king", "classic"))
    match, greedy = Match(Setup(players, _SEED)), Greedy()
    while (match.state.turn, match.state.seat) != (_TURN, 0):
        match.act((greedy.decide(match.state) if match.is_human else match.decide()).action)
    viewer = ScreenViewer(Table(match, preferences_for(match.setup.rules), 0.0), 0.0)
    for key in _KEYS:
        viewer.press(key, 0.0)
    return viewer


def svg(grid: Grid) -> str:
    return snapshot.svg(grid, title="H89 YAHTZEE on an emulated H19")


if __name__ == "__main__":
    FILE.write_text(svg(in_window()), "utf-8")
    sys.stdout.write(f"{snapshot.text(in_window())}\n\n{snapshot.text(screen('vt52'))}\n")
