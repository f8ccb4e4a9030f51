"""Cells as a terminal takes them: a byte and the attributes that it must be written in."""

from __future__ import annotations

from typing import NamedTuple

from h89yahtzee.screen.grid import BLANK, Cell
from h89yahtzee.screen.termcap import Termcap


class EncodedCell(NamedTuple):
    """`graphics` is None for a byte that looks the same in and out of graphics mode."""

    code: int
    graphics: bool | None
    reverse: bool


EncodedRow = tuple[EncodedCell, ...]
EncodedRows = list[EncodedRow]


class CellEncoder:
    """Encodes cells for one terminal. Equal cells are one object, so they may be compared by `is`."""

    def __init__(self, caps: Termcap) -> None:
        self._caps = caps
        self._by_cell: dict[Cell, EncodedCell] = {}
        self._by_encoded: dict[EncodedCell, EncodedCell] = {}
        self.blank = self._encode(BLANK)

    def row(self, cells: tuple[Cell, ...]) -> EncodedRow:
        try:
            return tuple(map(self._by_cell.__getitem__, cells))
        except KeyError:
            for cell in cells:
                self._encode(cell)
            return tuple(map(self._by_cell.__getitem__, cells))

    def _encode(self, cell: Cell) -> EncodedCell:
        encoded = EncodedCell(*self._caps.glyph(cell.char), cell.reverse)
        return self._by_cell.setdefault(cell, self._by_encoded.setdefault(encoded, encoded))
