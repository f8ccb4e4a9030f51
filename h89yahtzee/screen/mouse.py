"""A modern terminal's mouse: clicks, and how they are reported among the bytes of its keys."""

from __future__ import annotations

from typing import NamedTuple


class Click(NamedTuple):
    """A place of the screen that was clicked."""

    row: int
    column: int
