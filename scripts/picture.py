"""A moment of a real game for the documents: as text on an H19 (README) and on a VT52, and as docs/screen.svg.

    .venv/bin/python -m scripts.picture

prints the texts and writes the file. The game is that of `yahtzee -r42 me =reagan =king`, where `me` plays like the
greedy player up to the seventh turn, selects two dice and goes two rows down.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from h89yahtzee.apps.h19 import snapshot
from h89yahtzee.apps.yahtzee.terminal_session import Station
from h89yahtzee.apps.yahtzee.terminals import find_terminal
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.match import Match
from h89yahtzee.table.screen.controller import Controller
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport

FILE = Path(__file__).resolve().parent.parent / "docs" / "screen.svg"

_SEED = 42
_TURN = 6
_KEYS = (Key.F1, Key.F2, Key.DOWN, Key.DOWN)


def screen(term: str = "h19") -> Grid:
    """What a terminal that an H19 can stand for shows at that moment."""
    here, there = memory_pair()
    paced = PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False)
    station = Station(paced, find_terminal(term), lambda: 0.0, True)
    station.open()
    station.show(_controller().screen(station.display))
    h19 = Terminal()
    h19.feed(there.receive())
    return h19.grid()


def _controller() -> Controller:
    players = (Player("me"), Player("reagan", "classic"), Player("king", "classic"))
    match, greedy = Match(Setup(players, _SEED)), Greedy()
    while (match.state.turn, match.state.seat) != (_TURN, 0):
        match.act((greedy.decide(match.state) if match.is_human else match.decide()).action)
    controller = Controller(match, delay=0.0, oldstyle=False, now=0.0)
    for key in _KEYS:
        controller.press(key, 0.0)
    return controller


def svg(grid: Grid) -> str:
    return snapshot.svg(grid, title="H89 YAHTZEE on an H19")


if __name__ == "__main__":
    FILE.write_text(svg(screen()), "utf-8")
    sys.stdout.write(f"{snapshot.text(screen())}\n\n{snapshot.text(screen('vt52'))}\n")
