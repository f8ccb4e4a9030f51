"""The painter's bytes for recorded films of screens, compared with those that ncurses wrote for the same films."""

from pathlib import Path

import pytest

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.painter.painter import Shown
from h89yahtzee.screen.painter.pen import Pen
from scripts.benchmarks.wire import Film, load
from tests.screen.painter.painting import CAPS, COLUMNS, ROWS, painter_for

FILMS = sorted(map(str, (Path(__file__).parents[2] / "data" / "wire" / "films").glob("*.json.gz")))
PART = 0.8255
"""The largest share of ncurses' bytes that the painter may send for all films together."""
LONGER, MOST_LONGER = 14, 4
"""How many steps may take more bytes than the better of two ncurses, and how many more (modes were left on)."""


def sent(film: Film) -> list[int]:
    """Return the number of bytes sent for each step, and check that the emulated H19 shows every screen."""
    painter, terminal = painter_for(CAPS), Terminal()
    terminal.feed(CAPS["ti"])
    shown = Shown(Grid(Grid.blank(ROWS, COLUMNS).cells, (0, 0)), Pen((0, 0)))
    counts = []
    for frame in film.frames:
        code, shown = painter.update(shown, frame.grid)
        terminal.feed(code)
        assert terminal.grid() == frame.grid, frame.name
        counts.append(len(code))
    return counts


@pytest.mark.slow
def test_films_cost_their_part_of_what_ncurses_sends() -> None:
    films = load(FILMS)
    assert (len(films), sum(len(film.frames) for film in films)) == (11, 343)
    ours = peers = longer = 0
    for film in films:
        assert film.peers is not None
        best = [min(step.values()) for step in film.peers]
        counts = sent(film)
        excess = [count - least for count, least in zip(counts, best, strict=True) if count > least]
        assert max(excess, default=0) <= MOST_LONGER
        longer += len(excess)
        ours, peers = ours + sum(counts), peers + sum(best)
    assert peers == 91137
    assert ours <= PART * peers
    assert longer <= LONGER
