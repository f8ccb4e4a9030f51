"""The distributions of points to come that `winner` decides by: coarse ones, and fine ones near the end."""

from __future__ import annotations

from functools import lru_cache

from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.distributions import Distributions, distributions
from h89yahtzee.solver.values import Values

MOST_OPEN = 4
"""With so many open rows, or fewer, points are told apart one by one."""

WIDTH = 8
"""The width of the grid of points before that."""

_coarse: dict[Values, Distributions] = {}


def coarse(values: Values, progress: Progress = silent) -> Distributions:
    """The distributions of all states on a grid; the last ones asked for are remembered."""
    if values not in _coarse:
        _coarse.clear()
        _coarse[values] = distributions(values, WIDTH, progress=progress)
    return _coarse[values]


@lru_cache(maxsize=8)
def fine(values: Values, open_rows: int) -> Distributions:
    """The distributions of the states with some of these open rows, point by point."""
    return distributions(values, 1, open_rows)
