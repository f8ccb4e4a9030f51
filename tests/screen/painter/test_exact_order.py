"""The painter's bytes for changes of a few cells, compared with the fewest bytes that can make them."""

from itertools import pairwise

import pytest

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.painter.painter import Shown
from scripts.benchmarks.paint import screens
from tests.naming import each
from tests.screen.painter.fewest_bytes import fewest
from tests.screen.painter.painting import CAPS, paint, painter_for
from tests.screen.painter.small_changes import change
from tests.screen.painter.test_painter import MEANS

EXCESS = 0.005
"""The share by which the painter's bytes for all changes together may exceed the fewest bytes."""
MOST_CELLS = 8


def differences(before: Grid, after: Grid) -> int:
    rows = zip(before.cells, after.cells, strict=True)
    return sum(old != new for row, other in rows for old, new in zip(row, other, strict=True))


@pytest.mark.slow
def test_small_changes_cost_hardly_more_than_the_fewest_bytes() -> None:
    """They never cost less either: that would be a code that the search for the fewest bytes does not know."""
    sent, needed = 0, 0
    for number in range(240):
        before, pen, after = change(number)
        code, _ = painter_for(CAPS).update(Shown(before, pen), after)
        least = fewest(before, pen, after)
        assert len(code) >= least, number
        sent, needed = sent + len(code), needed + least
    assert sent <= (1 + EXCESS) * needed


def test_small_changes_are_shown() -> None:
    for number in range(25):
        before, pen, after = change(number)
        terminal = Terminal()
        terminal.feed(CAPS["ti"] + paint(None, before, CAPS))
        if pen.saved is not None:
            terminal.feed(CAPS.cursor_motion(*pen.saved) + CAPS["sc"])
        assert pen.position is not None
        terminal.feed(CAPS.cursor_motion(*pen.position) + CAPS["so"] * pen.reverse + CAPS["as"] * pen.graphics)
        terminal.feed(painter_for(CAPS).update(Shown(before, pen), after)[0])
        assert terminal.grid() == after, number


BY_HAND = [name for name, (before, after, _, _) in MEANS.items() if 0 < differences(before, after) <= MOST_CELLS]


@each("name", BY_HAND)
def test_search_finds_what_was_found_by_hand(name: str) -> None:
    before, after, pen, code = MEANS[name]
    assert fewest(before, pen, after) == len(code)


@pytest.mark.slow
def test_small_steps_of_the_game_cost_hardly_more_than_the_fewest_bytes() -> None:
    painter = painter_for(CAPS)
    grids = screens()
    _, shown = painter.repaint(grids[0])
    sent, needed, steps = 0, 0, 0
    for before, after in pairwise(grids):
        pen = shown.pen
        code, shown = painter.update(Shown(before, pen), after)
        if pen.position is not None and differences(before, after) <= MOST_CELLS:
            sent, needed, steps = sent + len(code), needed + fewest(before, pen, after), steps + 1
    assert steps > 50
    assert sent <= (1 + EXCESS) * needed
