"""Painting for tests: the H19's description, its painters, and one screen painted over another."""

from functools import lru_cache
from pathlib import Path

from h89yahtzee.apps.sessions import screen_session
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.painter.painter import Painter, Shown
from h89yahtzee.screen.painter.pen import Pen
from h89yahtzee.screen.termcap import Termcap, parse_termcap

CAPS = parse_termcap((Path(__file__).parents[3] / "termcaps" / "h19.tc").read_text("ascii"))
ROWS, COLUMNS = 25, 80


@lru_cache(maxsize=32)
def painter_for(caps: Termcap, byte_time: float | None = None) -> Painter:
    return screen_session.painter_for(caps, byte_time)


def paint(before: Grid | None, after: Grid, caps: Termcap) -> bytes:
    """Return the bytes that turn `before` (None: an unknown screen) into `after`; no mode is on before or after."""
    painter = painter_for(caps)
    if before is None:
        code, shown = painter.repaint(after)
    else:
        code, shown = painter.update(Shown(before, Pen(before.cursor)), after)
    return code + switching_off(shown, caps)


def switching_off(shown: Shown, caps: Termcap) -> bytes:
    """Return the codes that end the modes which the painter has left on."""
    return (caps["se"] if shown.pen.reverse else b"") + (caps["ae"] if shown.pen.graphics else b"")
