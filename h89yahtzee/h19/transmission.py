"""Transmission of the page and the 25th line, as bytes that show them again.

Source: the firmware. It begins in the plain state and doesn't return to it at the end.
"""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset

GRAPHICS = ("exit_graphics_mode", "enter_graphics_mode")
REVERSE = ("exit_reverse_video_mode", "enter_reverse_video_mode")


def transmission(cells: bytes, ansi: bool) -> bytes:
    """The bytes that show video RAM bytes, then a CR; no line ends between rows.

    A cell that differs is preceded by the sequence for graphics, then the one for reverse.
    """
    sequence: Callable[[str], bytes] = codes.ansi if ansi else codes.heath
    sent = bytearray()
    graphics = reverse = False
    for cell in cells:
        char = charset.GLYPHS[cell & 0x7F]
        if charset.is_graphic(char) != graphics:
            graphics = not graphics
            sent += sequence(GRAPHICS[graphics])
        if (cell >= 0x80) != reverse:
            reverse = not reverse
            sent += sequence(REVERSE[reverse])
        sent.append(charset.encode(char))
    return bytes(sent) + b"\r"
