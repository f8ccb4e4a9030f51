"""Where a terminal's cursor is and in what modes it was left, and the codes that change that."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.screen.painter.attributes import Ink
from h89yahtzee.screen.termcap import Termcap

Position = tuple[int, int]


@dataclass(slots=True)
class Pen:
    """`position` is None where nobody knows: behind the last column it is where the wrap switch says.

    `saved` is the position that the terminal would restore, None if none was saved by us.
    """

    position: Position | None = None
    reverse: bool = False
    graphics: bool = False
    saved: Position | None = None

    def copy(self) -> Pen:
        return Pen(self.position, self.reverse, self.graphics, self.saved)

    def switches(self, caps: Termcap, ink: Ink) -> bytes:
        """What must be sent before `ink` can be written; the pen is in these modes then."""
        code = b""
        if ink.reverse != self.reverse:
            code = caps["so" if ink.reverse else "se"]
            self.reverse = ink.reverse
        if ink.graphics is not None and ink.graphics != self.graphics:
            code += caps["as" if ink.graphics else "ae"]
            self.graphics = ink.graphics
        return code
