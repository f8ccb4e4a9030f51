"""The bytes that the program sends for a key press over a line at 9600 baud, and the time until they are executed.

Three people play whole games by keys. Twice in each turn they roll two dice drawn by lot, then they post in the row
where the dice score most. An emulator takes the bytes, and its screen is compared with the game's after every key.
The times are those of the line and of the terminal's processor, byte by byte. No clock is used: the figures follow
from the seeds, and are the same on every machine. The original's figures were counted on H89 YAHTZEE 1.1 with three
people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from statistics import median

from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.dealer import choose
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.h19.durations import ExecutionTimes
from h89yahtzee.h19.keyboard import encode
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import Table
from h89yahtzee.transport.pacing import LineClock, PacedTransport
from tests.transport.memory import memory_pair

NAMES = ("me", "reagan", "king")
SEEDS = range(8)
BYTES_PER_SECOND = 960
"""The number of bytes that a line at 9600 baud carries in a second."""

_DICE = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)
_PAIRS = tuple(combinations(_DICE, 2))


class Step(Enum):
    FIRST_BOARD = "first board"
    SPACE = "SPACE"
    SELECT = "selecting a die"
    ROLL = "ROLL of two dice"
    DONE = "DONE, next roll"


ORIGINAL = {Step.FIRST_BOARD: 2510, Step.SPACE: 186, Step.SELECT: 66, Step.ROLL: 250, Step.DONE: 510}


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits for the bytes of a step: of their `median` (0 if it may be as many as `most`), and of each
    time."""

    median: int
    most: int


LIMITS = {
    Step.FIRST_BOARD: Limit(0, 1790),
    Step.SPACE: Limit(40, 60),
    Step.SELECT: Limit(0, 26),
    Step.ROLL: Limit(0, 75),
}
ANSWER_LIMIT = 60
"""The limit for the median of the milliseconds from a key press until its answer is executed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a step: its bytes, and the milliseconds from the sending of the first byte until the last one is
    executed."""

    size: int
    milliseconds: float


class GameOnLine:
    """A game over a line, and the H19 at its other end."""

    def __init__(self, seed: int) -> None:
        self.match = Match(Setup(tuple(map(Player, NAMES)), seed))
        self._now = 0.0
        self._viewer = SeatScreen(Seat(Table(self.match, preferences_for(self.match.setup.rules), 0.0), 0.0), 0.0)
        here, self._there = memory_pair()
        paced = PacedTransport(here, BYTES_PER_SECOND, self._clock, False, ExecutionTimes().feed)
        self._session = ScreenSession(self._viewer, paced, ScreenTerminal(find_terminal(H19)), self._clock)
        self._h19 = Terminal()
        self._line = LineClock(BYTES_PER_SECOND, self._clock, ExecutionTimes().feed)

    def _clock(self) -> float:
        return self._now

    def open(self) -> Cost:
        """Show the first board."""
        self._session.open()
        return self._show()

    def press(self, key: KeyPress) -> Cost:
        self._there.send(encode(key))
        self._session.take_input()
        return self._show()

    def _show(self) -> Cost:
        started, size, screen = self._now, 0, self._viewer.screen()
        self._session.show()
        while sent := self._there.receive():
            size += len(sent)
            self._h19.feed(sent)
            self._line.carry(sent)
            self._now += self._session.wakes_in() or 0.0
            self._session.show()
        self._now = self._line.done_at
        assert self._session.wakes_in() is None
        assert self._h19.grid() == screen
        return Cost(size, 1000 * (self._now - started))


def measure(seeds: range) -> dict[Step, list[Cost]]:
    """Return the costs of each step of the games with these seeds."""
    costs: dict[Step, list[Cost]] = {step: [] for step in Step}
    for seed in seeds:
        for step, cost in _play(seed):
            costs[step].append(cost)
    return costs


def median_answer(costs: dict[Step, list[Cost]]) -> float:
    """Return the median of the milliseconds from a key press until its answer is executed."""
    return median(cost.milliseconds for step in Step if step is not Step.FIRST_BOARD for cost in costs[step])


def _play(seed: int) -> Iterator[tuple[Step, Cost]]:
    """Yield the steps of all turns but the last, with their costs; after the last turn DONE isn't followed by a
    roll."""
    table = GameOnLine(seed)
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
    costs = measure(SEEDS)
    yield f"Bytes sent for a key press: three people, {len(SEEDS)} games with the seeds {SEEDS[0]} to {SEEDS[-1]}."
    yield "ms: from the first byte to the last one executed at 9600 baud. of it: the median, of what 1.1 sends."
    yield f"{'':16} presses   min median limit   max limit         ms   1.1  of it"
    for step in Step:
        yield _row(step, costs[step])
    answer = median_answer(costs)
    yield f"a key press, median: {answer:.0f} ms, limit {ANSWER_LIMIT} {_verdict(answer <= ANSWER_LIMIT)}"


def _row(step: Step, costs: list[Cost]) -> str:
    sizes = [cost.size for cost in costs]
    middle, most, limit = median(sizes), max(sizes), LIMITS.get(step)
    within, limits = "", ("-", "-")
    if limit is not None:
        within = _verdict(middle <= (limit.median or limit.most) and most <= limit.most)
        limits = (f"{limit.median or '-'}", f"{limit.most:,}")
    return (
        f"{step.value:16} {len(sizes):7,} {min(sizes):5,} {middle:6,.0f} {limits[0]:>5} {most:5,} {limits[1]:>5}"
        f" {within:4} {median(cost.milliseconds for cost in costs):5,.0f} {ORIGINAL[step]:5,}"
        f" {middle / ORIGINAL[step]:6.2f}"
    )


def _verdict(holds: bool) -> str:
    return "ok" if holds else "over"
