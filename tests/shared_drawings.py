"""Painters' output, computed once for all programs that are forked, most of which show the same first screens.

The first program to show a screen after another leaves the drawing in a file, beside the solver's values. Tests of
the painter, and programs that are started rather than forked, share no drawings.
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path

from h89yahtzee.apps.sessions import screen_session
from h89yahtzee.h19.durations import CodeTimes
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.painter.painter import Painter, Shown
from h89yahtzee.screen.painter.pen import CostModel
from h89yahtzee.screen.termcap import Termcap
from tests.shared_values import DIRECTORY, leave


def share_drawings() -> None:
    """Have `painter_for` make painters that share; to be called before other modules import that function."""
    directory = Path(os.environ[DIRECTORY])

    def painter_for(caps: Termcap, byte_time: float | None = None, hurry: bool = False) -> Painter:
        return SharedPainter(directory, caps, byte_time, hurry)

    vars(screen_session)["painter_for"] = painter_for


class SharedPainter(Painter):
    """A painter that looks for each drawing in `directory` before it draws."""

    def __init__(self, directory: Path, caps: Termcap, byte_time: float | None, hurry: bool = False) -> None:
        super().__init__(caps, CostModel(CodeTimes(caps) if caps.is_h19 else None, byte_time), hurry)
        self._directory = directory
        strings = sorted(caps.strings.items())
        numbers = sorted(caps.numbers.items())
        self._terminal = (caps.names, sorted(caps.booleans), numbers, strings, byte_time, hurry)

    def repaint(self, after: Grid) -> tuple[bytes, Shown]:
        return self._found_or_drawn(None, after, lambda: super(SharedPainter, self).repaint(after))

    def update(self, before: Shown, after: Grid) -> tuple[bytes, Shown]:
        return self._found_or_drawn(before, after, lambda: super(SharedPainter, self).update(before, after))

    def _found_or_drawn(
        self, before: Shown | None, after: Grid, draw: Callable[[], tuple[bytes, Shown]]
    ) -> tuple[bytes, Shown]:
        task = (self._terminal, before and (before.pen, _told(before.grid)), _told(after))
        path = self._directory / hashlib.sha256(repr(task).encode()).hexdigest()
        if path.exists():
            code, pen = pickle.loads(path.read_bytes())
            return code, Shown(after, pen)
        code, shown = draw()
        leave(path, pickle.dumps((code, shown.pen)))
        return code, shown


def _told(grid: Grid) -> tuple[str, str, tuple[int, int] | None]:
    return grid.text(), grid.attributes(), grid.cursor
