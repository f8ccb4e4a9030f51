"""How many bytes the program sends for a key press, counted at the other end of its line.

Three people play whole games by keys. Each rolls two dice drawn by lot twice a turn, and posts in the row where
the dice score most. An emulator takes the bytes, and its screen is compared with the game's after every key. All of
it follows from the seeds: no clock, the same figures on every machine. The original's figures were counted on
H89 YAHTZEE 1.1 with three people.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from importlib.resources import files
from itertools import combinations
from statistics import median

from h89yahtzee.apps.station import Station
from h89yahtzee.game.dealer import choose
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.keyboard import Key, KeyPress, encode
from h89yahtzee.h19.termcap import Termcap, parse_termcap
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.table.controller import Controller
from h89yahtzee.table.sitting import Match
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport

NAMES = ("me", "reagan", "king")
SEEDS = range(8)
BYTES_PER_SECOND = 960
"""Of a line at 9600 baud."""

_DICE = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)
_PAIRS = tuple(combinations(_DICE, 2))


class Step(Enum):
    FIRST_BOARD = "first board"
    SPACE = "SPACE"
    SELECT = "selecting a die"
    ROLL = "ROLL of two dice"
    DONE = "DONE, next roll"


ORIGINAL = {Step.FIRST_BOARD: 2510, Step.SPACE: 186, Step.SELECT: 66, Step.ROLL: 250, Step.DONE: 510}
LIMITS = {Step.FIRST_BOARD: 2000, Step.SPACE: 70, Step.SELECT: 40, Step.ROLL: 110}
"""The most bytes that a step may take."""


class Table:
    """A game over a line, and the H19 at its other end."""

    def __init__(self, seed: int) -> None:
        self.match = Match(Setup(tuple(map(Player, NAMES)), seed))
        self._controller = Controller(self.match, delay=0.0, oldstyle=False, now=0.0)
        here, self._there = memory_pair()
        paced = PacedTransport(here, math.inf, lambda: 0.0, own_flow_control=False)
        self._station = Station(paced, h19_caps(), lambda: 0.0, alternate_keypad=True)
        self._h19 = Terminal()

    def open(self) -> int:
        """Show the first board. The number of bytes sent, as for `press`."""
        self._station.open()
        return self._show()

    def press(self, key: KeyPress) -> int:
        self._there.send(encode(key))
        for pressed in self._station.take_keys():
            self._controller.press(pressed, 0.0)
        return self._show()

    def _show(self) -> int:
        screen = self._controller.screen()
        self._station.ring(self._controller.take_bells())
        self._station.show(screen)
        sent = self._there.receive()
        self._h19.feed(sent)
        assert self._station.transport.idle
        assert self._h19.grid() == screen
        return len(sent)


def h19_caps() -> Termcap:
    return parse_termcap(files("termcaps").joinpath("h19.tc").read_text("ascii"))


def measure(seeds: range) -> dict[Step, list[int]]:
    """The bytes of each step of the games with these seeds."""
    counts: dict[Step, list[int]] = {step: [] for step in Step}
    for seed in seeds:
        for step, count in _play(seed):
            counts[step].append(count)
    return counts


def _play(seed: int) -> Iterator[tuple[Step, int]]:
    """All turns but the last, which no other roll follows."""
    table = Table(seed)
    rules = table.match.setup.rules
    yield Step.FIRST_BOARD, table.open()
    for turn in range(len(NAMES) * len(rules.categories) - 1):
        for roll in range(rules.rerolls):
            for key in _PAIRS[choose(len(_PAIRS), seed, turn, roll)]:
                yield Step.SELECT, table.press(key)
            yield Step.ROLL, table.press(Key.ERASE)
        state = table.match.state
        points = [state.potential_score(box) for box in state.card.open_boxes()]
        for _ in range(points.index(max(points))):
            yield Step.SPACE, table.press(" ")
        yield Step.DONE, table.press(Key.BLUE)


def report() -> Iterator[str]:
    counts = measure(SEEDS)
    yield f"Bytes sent for a key press: three people, {len(SEEDS)} games with the seeds {SEEDS[0]} to {SEEDS[-1]}."
    yield "ms: line time of the median at 9600 baud. of it: the median as a part of what 1.1 sends."
    yield f"{'':18} presses   min  median   max  limit           ms    1.1  of it"
    for step, sizes in counts.items():
        middle, most, limit = median(sizes), max(sizes), LIMITS.get(step)
        verdict = "" if limit is None else "ok" if most <= limit else "over"
        yield (
            f"{step.value:18} {len(sizes):7,} {min(sizes):5,} {middle:7,.0f} {most:5,}"
            f" {'-' if limit is None else format(limit, ','):>6} {verdict:4}"
            f" {1000 * middle / BYTES_PER_SECOND:7,.0f} {ORIGINAL[step]:6,} {middle / ORIGINAL[step]:6.2f}"
        )
