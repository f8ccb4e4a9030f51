"""A key pressed twice on a line where nobody knows yet what is at its other end: RETURN, LINE FEED or ESC.

What scans ports, and what greets first, sends other bytes with them.
"""

from __future__ import annotations

import re

MOST_NOISE = 1024
"""So many other bytes that nobody will knock any more."""

_KEYS = b"\r\n\0\x1b"
_TWICE = re.compile(rb"(\r\n?+|\n)[\r\n]|\x1b\x1b")
_LONGEST = 4


class Knock:
    """Listens for it. CR, CR LF and CR NUL are one RETURN."""

    def __init__(self) -> None:
        self.is_heard = False
        self.has_parity = False
        """Whether the keys came with an eighth bit."""
        self._keys = b""
        self._noise = 0

    @property
    def is_noise(self) -> bool:
        return self._noise > MOST_NOISE

    def feed(self, data: bytes) -> None:
        """Take in what arrived at once; keys among other bytes don't count."""
        plain = bytes(byte & 0x7F for byte in data)
        if plain.strip(_KEYS):
            self._noise += len(data)
            self._keys = b""
            return
        self.has_parity |= plain != data
        self._keys = (self._keys + plain.replace(b"\0", b""))[-_LONGEST:]
        self.is_heard |= _TWICE.search(self._keys) is not None
