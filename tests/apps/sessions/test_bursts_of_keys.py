"""Games whose players type faster than the screen shows the effects, on a computer that is busy with other
programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from h89yahtzee.game.record import Record, Setup
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.events import Question
from h89yahtzee.table.match import Match
from tests.apps.sessions.games_on_line import PEOPLE, GamesOnLine, check_never_stopped
from tests.table.tables import TableForOne, viewer_of

STALL = 0.15
MOST_KEYS = 8
"""The largest number of keys that wait in an H19 until its processor sends them."""
FIRST_KEY_AT = 1.0
MARKS = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)
MOVES: tuple[KeyPress, ...] = (" ", Key.KEYPAD_8, Key.KEYPAD_2, Key.KEYPAD_4, Key.KEYPAD_6)


def stalls(random: Random) -> Callable[[], float]:
    """Return a function that says for how many seconds other programs now have the processor; mostly 0."""
    return lambda: STALL if random.random() < 0.02 else 0.0


def bursts(random: Random) -> tuple[list[list[KeyPress]], Record]:
    """Return bursts of keys typed without looking at the screen, and the record of the game that they make."""
    match = Match(Setup(PEOPLE, seed=1))
    table = TableForOne(match, viewer_of(match))
    typed: list[list[KeyPress]] = []
    while not match.has_ended:
        for key in (burst := _burst(random)):
            table.press(key)
        if table.viewer.seat.question is Question.SCRATCH:
            table.press("y")
            burst.append("y")
        assert len(burst) <= MOST_KEYS
        typed.append(burst)
    return typed, match.record


def _burst(random: Random) -> list[KeyPress]:
    if random.random() < 0.4:
        return [*random.choices(MOVES, k=random.randint(0, 6)), Key.BLUE]
    return [*random.sample(MARKS, k=random.randint(0, 5)), Key.ERASE]


def strokes(typed: list[list[KeyPress]], random: Random) -> Iterator[tuple[float, KeyPress]]:
    """Yield the time and the key of each stroke; the keys of a burst come at once, or as fast as fingers type."""
    at = FIRST_KEY_AT
    for burst in typed:
        pause = random.choice((0.0, 0.01, 0.05))
        for key in burst:
            yield at, key
            at += pause
        at += random.uniform(0.1, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("game", range(20))
@pytest.mark.parametrize("baud", [9600, 19200])
def test_bursts_of_keys_while_the_host_stalls(baud: int, game: int) -> None:
    """In the end the H19 must show the game's screen, and every key must have had its effect."""
    random = Random(game)
    typed, record = bursts(random)
    games = GamesOnLine(baud, PEOPLE, delay=1.0, held_up=stalls(random))
    for at, key in strokes(typed, random):
        games.line.press_at(at, key)
    check_never_stopped(games.play(), games)
    assert games.match.record == record
