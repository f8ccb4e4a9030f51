"""The pen: where a terminal's cursor is and in which attributes it writes, and the codes that change these.

The word is libvterm's for the attributes that the next character gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from h89yahtzee.screen.painter.encoded_cells import EncodedCell
from h89yahtzee.screen.termcap import Termcap

Place = tuple[int, int]


@dataclass(slots=True)
class Pen:
    """`position` is None where it is unknown: after the last column of some terminals.

    `saved` is the position that the terminal would restore, None if we saved none.
    """

    position: Place | None = None
    reverse: bool = False
    graphics: bool = False
    saved: Place | None = None

    def copy(self) -> Pen:
        return Pen(self.position, self.reverse, self.graphics, self.saved)

    def switches(self, caps: Termcap, cell: EncodedCell) -> bytes:
        """Take the attributes of `cell`; returns what must be sent for that before it is written."""
        code = b""
        if cell.reverse != self.reverse:
            code = caps["so" if cell.reverse else "se"]
            self.reverse = cell.reverse
        if cell.graphics is not None and cell.graphics != self.graphics:
            code += caps["as" if cell.graphics else "ae"]
            self.graphics = cell.graphics
        return code


class Rest(NamedTuple):
    """How the pen is left: at a place unless that is None, and in no mode that may not stay on."""

    place: Place | None
    reverse: bool = True
    graphics: bool = True
