"""A modern terminal's mouse: how its clicks are asked for, and how they are reported among the bytes of the keys.

Source: xterm's control sequences. A report of SGR mode is `CSI < b ; x ; y M`, with `m` for a release; terminals
that don't know this mode send `CSI M` and three bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"

_REPORT = re.compile(
    rb"\x1b\[<([0-9]{1,5});([0-9]{1,5});([0-9]{1,5})([Mm])|\x1b\[M([ -\xff]{3})|\x1b\[(?:M|<[0-9;]*[^0-9;\x1b]?)"
)
"""A report in either form, or what began as one and isn't."""
_UNFINISHED = re.compile(rb"\x1b\[(<[0-9;]{,32}|M[ -\xff]{,2})\Z")
_OLD_ORIGIN = 32
"""What is added to each number in the old form."""
_FIRST_BUTTON = 0
"""Pressed without SHIFT, ALT or CTRL, and not moved: otherwise the number is higher."""
_WHEEL: dict[int | None, bytes] = {64: b"\x1b[A", 65: b"\x1b[B"}
"""The keys that terminals send for the wheel by themselves while nobody asks for the mouse (xterm's mode 1007)."""


class Click(NamedTuple):
    """A place of the screen that was clicked."""

    row: int
    column: int


class MouseReader:
    """Takes the reports out of a terminal's input, whose sequences may be cut anywhere after `CSI <` or `CSI M`.

    Only the press of the first button is a click. The wheel is the arrow keys; what else a mouse does is nothing.
    """

    def __init__(self) -> None:
        self._pending = b""

    def feed(self, data: bytes) -> list[bytes | Click]:
        """The clicks, and between them what isn't the mouse's."""
        data = self._pending + data
        unfinished = _UNFINISHED.search(data)
        whole = data[: unfinished.start()] if unfinished else data
        self._pending = data[len(whole) :]
        return list(_parts(whole))


def _parts(data: bytes) -> Iterator[bytes | Click]:
    start = 0
    for report in _REPORT.finditer(data):
        if start < report.start():
            yield data[start : report.start()]
        start = report.end()
        button, x, y = _numbers(report)
        if button == _FIRST_BUTTON:
            yield Click(y - 1, x - 1)
        elif button in _WHEEL:
            yield _WHEEL[button]
    if start < len(data):
        yield data[start:]


def _numbers(report: re.Match[bytes]) -> tuple[int | None, int, int]:
    """The button and the place from (1, 1) on; no button where none was pressed."""
    button, x, y, end, old = report.groups()
    if old is not None:
        return old[0] - _OLD_ORIGIN, old[1] - _OLD_ORIGIN, old[2] - _OLD_ORIGIN
    return (int(button), int(x), int(y)) if end == b"M" else (None, 0, 0)
