"""What a terminal answers when it is asked who it is, told from what is typed meanwhile.

An H19 answers as a VT52 does (its manual), but only an H19 also tells where its cursor is. A VT100 answers with its
device attributes, and so do its successors and all that emulate them.
"""

from __future__ import annotations

import re

_ASK = b"\x1bZ"
_ASK_CURSOR = b"\x1bn"
"""Sent to nothing but what answered as a VT52: elsewhere it means something else."""
_LONGEST = 256

_VT100 = re.compile(rb"\x1b\[\?[0-9;]*c")
_VT52 = re.compile(rb"\x1b/[A-Z]")
_H19_CURSOR = re.compile(rb"\x1bY[ -~]{2}")
_ANSWER = re.compile(b"|".join(kind.pattern for kind in (_VT100, _VT52, _H19_CURSOR)))


class Identification:
    """A terminal asked for its identity: send `question`, and what `feed` returns."""

    question = _ASK

    def __init__(self) -> None:
        self._heard = b""
        self._asked_for_cursor = False

    def feed(self, data: bytes) -> bytes:
        """Take in an answer, the eighth bit being parity; a further question, if there is one."""
        self._heard = (self._heard + data)[-_LONGEST:]
        if self._asked_for_cursor or self.best_guess != "vt52":
            return b""
        self._asked_for_cursor = True
        return _ASK_CURSOR

    @property
    def is_sure(self) -> bool:
        return self.best_guess not in (None, "vt52")

    @property
    def best_guess(self) -> str | None:
        """The terminal's name, as in its termcap; a VT52 is one only when nothing more comes."""
        if _VT100.search(self._plain):
            return "vt100"
        if not _VT52.search(self._plain):
            return None
        return "h19" if _H19_CURSOR.search(self._plain) else "vt52"

    @property
    def typed(self) -> bytes:
        """What was heard besides answers, with its eighth bits."""
        typed, begin = b"", 0
        for answer in _ANSWER.finditer(self._plain):
            typed += self._heard[begin : answer.start()]
            begin = answer.end()
        return typed + self._heard[begin:]

    @property
    def _plain(self) -> bytes:
        return bytes(byte & 0x7F for byte in self._heard)
