"""Detects a person at the other end of a line by a key pressed twice, and the kind of terminal by its answers.

An H19 answers as a VT52 does (its manual), but only an H19 also reports its cursor's position. A VT100, its
successors and their emulators answer with their device attributes.
"""

from __future__ import annotations

import re

MOST_NOISE = 1024
"""The number of bytes that aren't keys of a knock after which a `Knock` takes the other end for a machine."""

_KEYS = b"\r\n\0\x1b"
_TWICE = re.compile(rb"(\r\n?+|\n)[\r\n]|\x1b\x1b")
_MOST_KEYS = 4


class Knock:
    """Listens for a knock, by which a person asks for attention: RETURN, LINE FEED or ESC, pressed twice. CR, CR LF
    and CR NUL are one RETURN.

    All other bytes are noise, such as port scanners and modems send.
    """

    def __init__(self) -> None:
        self.is_heard = False
        self.has_parity = False
        """Whether any key of the knock came with the eighth bit set."""
        self._keys = b""
        self._noise = 0

    @property
    def is_noise(self) -> bool:
        return self._noise > MOST_NOISE

    def feed(self, data: bytes) -> None:
        """Take in bytes that arrived together; keys that arrive together with other bytes don't count."""
        plain = bytes(byte & 0x7F for byte in data)
        if plain.strip(_KEYS):
            self._noise += len(data)
            self._keys = b""
            return
        self.has_parity |= plain != data
        self._keys = (self._keys + plain.replace(b"\0", b""))[-_MOST_KEYS:]
        self.is_heard |= _TWICE.search(self._keys) is not None


_ASK = b"\x1bZ"
_ASK_CURSOR = b"\x1bn"
"""A request for the cursor's position, sent only after a VT52's answer: other terminals read it differently."""
_MOST_ANSWERS = 256

_VT100 = re.compile(rb"\x1b\[\?[0-9;]*c")
_VT52 = re.compile(rb"\x1b/[A-Z]")
_H19_CURSOR = re.compile(rb"\x1bY[ -~]{2}")
_ANSWER = re.compile(b"|".join(kind.pattern for kind in (_VT100, _VT52, _H19_CURSOR)))


class Identification:
    """Identifies a terminal by its answers: the caller sends it `question`, and then the bytes that `feed`
    returns."""

    question = _ASK

    def __init__(self) -> None:
        self._heard = b""
        self._asked_for_cursor = False

    def feed(self, data: bytes) -> bytes:
        """Take in received bytes, whose eighth bit is parity; return a further question to send, or b""."""
        self._heard = (self._heard + data)[-_MOST_ANSWERS:]
        if self._asked_for_cursor or self.best_guess != "vt52":
            return b""
        self._asked_for_cursor = True
        return _ASK_CURSOR

    @property
    def is_sure(self) -> bool:
        return self.best_guess not in (None, "vt52")

    @property
    def best_guess(self) -> str | None:
        """The terminal's termcap name, None if unknown; an H19 is "vt52" until it reports its cursor's position."""
        if _VT100.search(self._plain):
            return "vt100"
        if not _VT52.search(self._plain):
            return None
        return "h19" if _H19_CURSOR.search(self._plain) else "vt52"

    @property
    def typed(self) -> bytes:
        """The received bytes that aren't answers, such as typed keys, with their eighth bits."""
        typed, begin = b"", 0
        for answer in _ANSWER.finditer(self._plain):
            typed += self._heard[begin : answer.start()]
            begin = answer.end()
        return typed + self._heard[begin:]

    @property
    def _plain(self) -> bytes:
        return bytes(byte & 0x7F for byte in self._heard)
