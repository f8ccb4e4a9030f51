"""One character cell: a character and the only attribute that an H19 knows."""

from typing import NamedTuple


class Cell(NamedTuple):
    """A one-character string and whether it is in reverse video.

    Graphics are ordinary characters here (a disc is "●"); `glyphs` says what a terminal must be sent for them.
    """

    char: str = " "
    reverse: bool = False


BLANK = Cell()
