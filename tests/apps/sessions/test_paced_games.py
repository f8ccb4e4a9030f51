"""Whole games over a simulated line to an H19 as slow as a real one, whose XOFF reaches the adapter late.

The H19's input FIFO holds 128 bytes; the H19 sends XOFF when it holds 112. At 19200 baud an adapter that takes 16
ms to obey an XOFF sends 30 more bytes by then, so that nothing but pacing keeps the FIFO from running over.
"""

from __future__ import annotations

import pytest

from h89yahtzee.game.record import Player
from h89yahtzee.h19.durations import ExecutionTimes
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.transport.pacing import no_work
from tests.apps.sessions.games_on_line import PEOPLE, GamesOnLine, check_never_stopped

SPEEDS = (1200, 9600, 19200)
D1 = 0.0001
"""The seconds between a computer player's steps, as the option -d1 sets them."""
UNSEEN, SEEN = D1, 0.05
"""Seconds between the steps: with the first, a whole game passes within a frame; with the second, each step is
drawn."""
COMPUTERS = (Player("reagan", "classic"), Player("king", "greedy"))
Places = tuple[tuple[int, int, int], ...]
"""(row, column, width) of each part of the screen that is watched."""


def test_a_game_of_computers_never_fills_the_fifo() -> None:
    games = GamesOnLine(19200, COMPUTERS, UNSEEN)
    check_never_stopped(games.play(), games)


@pytest.mark.slow
@pytest.mark.parametrize("baud", SPEEDS)
def test_an_h19_in_ansi_mode_keeps_up(baud: int) -> None:
    games = GamesOnLine(baud, COMPUTERS, SEEN, term="h19-ansi")
    check_never_stopped(games.play(), games)


@pytest.mark.slow
def test_a_game_that_is_not_paced_overruns_the_fifo() -> None:
    line = GamesOnLine(19200, COMPUTERS[:1], SEEN, is_paced=False).play()
    assert line.lost > 100


@pytest.mark.slow
def test_a_game_that_is_paced_by_the_line_alone_has_to_be_stopped() -> None:
    assert GamesOnLine(19200, COMPUTERS[:1], SEEN, work=no_work).play().xoffs > 0


@pytest.mark.slow
@pytest.mark.parametrize("baud", SPEEDS)
def test_a_machine_slower_than_its_figures_keeps_up(baud: int) -> None:
    """The H19's execution times, by which the bytes are paced, are known to six per cent."""
    times = ExecutionTimes()
    games = GamesOnLine(baud, COMPUTERS, SEEN, work=lambda data: [time / 1.06 for time in times.feed(data)])
    check_never_stopped(games.play(), games)


# The rest of this file is at 300 baud: 30 bytes a second.

DICE = tuple((row, 4, 33) for row in (22, 23, 24))
BOARD_SECONDS = 60


class Stopwatch(GamesOnLine):
    """Games of people who press the next key when all is shown; `seconds` has how long it took each answer to
    appear."""

    def __init__(self, keys: list[tuple[KeyPress, Places]]) -> None:
        super().__init__(300, PEOPLE, delay=1.0)
        self._left = keys
        self._pressed_at = 0.0
        self._places: Places = DICE
        self._looked_at = 0.0
        self._seen_at: float | None = None
        self.seconds: list[float] = []

    def _watch(self) -> None:
        if self.line.now < self._looked_at + 0.02:
            return
        self._looked_at = self.line.now
        shown, screen = self.line.terminal.grid(), self.viewer.screen()
        if seen(shown, self._places) != seen(screen, self._places):
            self._seen_at = None
        elif self._seen_at is None:
            self._seen_at = self.line.now

    def _at_rest(self) -> None:
        assert self._seen_at is not None
        self.seconds.append(self._seen_at - self._pressed_at)
        if not self._left:
            super()._at_rest()
            return
        (key, self._places), *self._left = self._left
        self._pressed_at, self._seen_at = self.line.now, None
        self.line.press(key)


def seen(grid: Grid, places: Places) -> list[tuple[Cell, ...]]:
    return [grid.cells[row][column : column + width] for row, column, width in places]


def score_at(row: int, seat: int) -> Places:
    """Return where the score of a row stands on the screen, in a game of two players."""
    return ((row, (41, 66)[seat], 3),)


@pytest.mark.slow
def test_the_dice_and_the_selected_score_are_seen_soon() -> None:
    mine, yours = ([score_at(row, seat) for row in range(1, 7)] for seat in (0, 1))
    keys: list[tuple[KeyPress, Places]] = [
        (Key.F1, DICE),
        (Key.F4, DICE),
        (Key.ERASE, DICE),
        (" ", mine[1]),
        (" ", mine[2]),
        (Key.BLUE, DICE),
    ]
    keys += [(" ", yours[1]), (Key.F2, DICE), (Key.F3, DICE), (Key.ERASE, DICE), (Key.BLUE, DICE), (" ", mine[1])]
    stopwatch = Stopwatch(keys)
    check_never_stopped(stopwatch.play(), stopwatch)
    first, *answers = stopwatch.seconds
    assert stopwatch.line.now > BOARD_SECONDS
    assert first < 8.0
    for (key, _), seconds in zip(keys, answers, strict=True):
        assert seconds < {" ": 0.8, Key.ERASE: 3.5, Key.BLUE: 4.0}.get(key, 0.8), key
