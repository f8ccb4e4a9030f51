"""Cells as a terminal takes them: the byte, and the modes that it must be in."""

from __future__ import annotations

from typing import NamedTuple

from h89yahtzee.screen.cell import BLANK, Cell
from h89yahtzee.screen.termcap import Termcap


class Ink(NamedTuple):
    """`graphics` is None where the byte looks the same in and out of graphics mode."""

    code: int
    graphics: bool | None
    reverse: bool


InkRow = tuple[Ink, ...]
Rows = list[InkRow]


class Inks:
    """The inks of one terminal. Of equal inks there is one object, so they may be told apart by `is`."""

    def __init__(self, caps: Termcap) -> None:
        self._caps = caps
        self._by_cell: dict[Cell, Ink] = {}
        self._by_ink: dict[Ink, Ink] = {}
        self.blank = self._ink(BLANK)

    def row(self, cells: tuple[Cell, ...]) -> InkRow:
        try:
            return tuple(map(self._by_cell.__getitem__, cells))
        except KeyError:
            for cell in cells:
                self._ink(cell)
            return tuple(map(self._by_cell.__getitem__, cells))

    def _ink(self, cell: Cell) -> Ink:
        ink = Ink(*self._caps.glyph(cell.char), cell.reverse)
        return self._by_cell.setdefault(cell, self._by_ink.setdefault(ink, ink))
