"""The time that the painter takes for the changes of a key press, and for a whole screen.

The screens are those of a game of three people, played by keys, for a line at 9600 baud. Each screen is painted
over the screen before, and once more as a whole. Films, recorded screens of other programs, are painted with the
fewest bytes.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TypeVar

from h89yahtzee.apps.described_terminals import H19, find_terminal
from h89yahtzee.apps.sessions.screen_session import painter_for
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.painter.painter import Shown
from h89yahtzee.screen.painter.pen import Pen
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.table import Table
from scripts.benchmarks.game import NAMES
from scripts.benchmarks.wire import load

UPDATE_LIMIT, SCREEN_LIMIT = 10, 60
"""The limits of the median for a key press and for a whole screen, in milliseconds."""
BYTE_TIME = 10_000 / 9600

FILM_LIMITS = (2, 30, 60)
"""The limits for the screens of films, in milliseconds: of the median, of 19 screens in 20, and of the longest
time."""
FILMS = Path(__file__).parents[2] / "tests" / "data" / "wire" / "films"

_SEED = 42
_TURNS = 13 * len(NAMES)
_KEYS: tuple[KeyPress, ...] = (Key.F1, Key.F4, Key.ERASE, Key.F2, Key.F5, Key.ERASE, " ", Key.BLUE)

Painted = TypeVar("Painted")


def screens() -> list[Grid]:
    """Return the screens of the game: the first one, and one after each key press that changes the screen."""
    match = Match(Setup(tuple(map(Player, NAMES)), _SEED))
    viewer = SeatScreen(Seat(Table(match, preferences_for(match.setup.rules), 0.0), 0.0), 0.0)
    grids = [viewer.screen()]
    for key in _KEYS * _TURNS:
        viewer.press(key, 0.0)
        if viewer.screen() != grids[-1]:
            grids.append(viewer.screen())
    return grids


def report() -> Iterator[str]:
    caps = find_terminal(H19)
    painter = painter_for(caps, BYTE_TIME)
    grids = screens()
    first, (_, shown) = _timed(partial(painter.repaint, grids[0]))
    updates, repaints = [], []
    for before, after in pairwise(grids):
        spent, (_, shown) = _timed(partial(painter.update, Shown(before, shown.pen), after))
        updates.append(spent)
        repaints.append(_timed(partial(painter.repaint, after))[0])
    yield f"Time to paint, {len(updates)} key presses, in ms."
    yield f"{'':13} median   most  limit of the median"
    yield _row("key press", updates, UPDATE_LIMIT)
    yield _row("whole screen", [first, *repaints], SCREEN_LIMIT)
    yield _film_row(sorted(film_times()))


def film_times() -> Iterator[float]:
    """Yield the milliseconds that it takes to paint each screen of the films over the screen before."""
    caps = find_terminal(H19)
    films = load(sorted(map(str, FILMS.glob("*.json.gz"))))
    gc.collect()
    gc.freeze()  # the garbage collector shouldn't search the loaded films while the painter is timed
    for film in films:
        painter, shown = (
            painter_for(caps),
            Shown(Grid(Grid.blank(caps.rows, caps.columns).cells, (0, 0)), Pen((0, 0))),
        )
        for frame in film.frames:
            spent, (_, shown) = _timed(partial(painter.update, shown, frame.grid))
            yield spent


def _timed(paint: Callable[[], Painted]) -> tuple[float, Painted]:
    """Return the milliseconds of processor time that `paint` takes, and its result."""
    started = time.process_time()
    painted = paint()
    return 1000 * (time.process_time() - started), painted


def _film_row(times: list[float]) -> str:
    found = median(times), times[len(times) * 19 // 20], times[-1]
    figures = ", ".join(f"{time:.1f} (limit {limit})" for time, limit in zip(found, FILM_LIMITS, strict=True))
    within = all(time <= limit for time, limit in zip(found, FILM_LIMITS, strict=True))
    return f"films         {figures} in the median, for 19 of 20, at most: {'ok' if within else 'over'}"


def _row(name: str, times: list[float], limit: int) -> str:
    middle = median(times)
    return f"{name:13} {middle:6.1f} {max(times):6.1f} {limit:6} {'ok' if middle <= limit else 'over'}"
