"""Drawings that programs share, compared with what the usual painter draws."""

from pathlib import Path

import pytest

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.sessions.screen_session import painter_for
from h89yahtzee.screen.grid import BLANK, Cell, Grid
from tests.shared_drawings import SharedPainter

BEFORE = Grid(((Cell("X"), *[BLANK] * 79), *[(BLANK,) * 80] * 24))
AFTER = Grid(((BLANK, Cell("X", reverse=True), *[BLANK] * 78), *[(BLANK,) * 80] * 24), cursor=(3, 4))


@pytest.mark.parametrize("byte_time", [None, 0.5])
@pytest.mark.parametrize("name", ["h19", "ansi"])
def test_it_is_what_the_painter_draws(tmp_path: Path, name: str, byte_time: float | None) -> None:
    caps = find_terminal(name)
    before, after = (Grid(grid.cells[: caps.rows], grid.cursor) for grid in (BEFORE, AFTER))
    own = painter_for(caps, byte_time)
    first, again = (SharedPainter(tmp_path, caps, byte_time) for _ in range(2))
    for painter in (first, again):
        code, shown = painter.repaint(before)
        assert (code, shown) == own.repaint(before)
        assert painter.update(shown, after) == own.update(shown, after)
        assert len([*tmp_path.iterdir()]) == 2


def test_terminals_and_speeds_do_not_share(tmp_path: Path) -> None:
    for name in ("h19", "ansi"):
        caps = find_terminal(name)
        for byte_time in (None, 0.5):
            SharedPainter(tmp_path, caps, byte_time).repaint(Grid(BEFORE.cells[: caps.rows]))
    assert len([*tmp_path.iterdir()]) == 4
