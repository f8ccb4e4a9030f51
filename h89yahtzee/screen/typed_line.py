"""A line while it is typed at a terminal that edits nothing by itself: characters, rubouts, RETURN, their echo."""

from __future__ import annotations

import unicodedata

LONGEST = 200
"""Characters; further ones ring the bell."""
LEAVING = "q"
"""The line that CTRL-C stands for, and CTRL-D where nothing is typed: rooms ask whether it is meant."""

_NEW_LINE = "\r\n"
_BELL = "\a"
_RUBOUT = "\b \b"
_KILL = "\x15"


def without_accents(typed: bytes) -> bytes:
    """ASCII for what a modern terminal sends in UTF-8; other bytes as they are, with an eighth bit for parity."""
    try:
        text = typed.decode("utf-8")
    except UnicodeDecodeError:
        return typed
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore")


class TypedLine:
    """The line so far is `text`. The eighth bit, a parity, says nothing; CR, LF, CR LF and CR NUL are RETURN."""

    def __init__(self) -> None:
        self.text = ""
        self._last = ""
        self._in_sequence = False

    def take(self, typed: bytearray) -> tuple[str, str | None]:
        """Take `typed` up to a RETURN away. The echo, and the line if it is complete."""
        echo = ""
        while typed:
            char, before = chr(typed.pop(0) & 0x7F), self._last
            self._last = char
            if char == "\r" or (char == "\n" and before != "\r"):
                line, self.text = self.text, ""
                return echo + _NEW_LINE, line
            if char == "\x03" or (char == "\x04" and not self.text):
                self.text = ""
                return echo + _NEW_LINE, LEAVING
            echo += self._press(char, before)
        return echo, None

    def _press(self, char: str, before: str) -> str:
        """The echo of a character in the line; function keys, ESC and what follows, are passed over."""
        if self._in_sequence or char == "\x1b" or before == "\x1b":
            self._in_sequence = char in "[O?" if before == "\x1b" else self._in_sequence and char in "0123456789;"
            return ""
        if char in "\b\x7f":
            erased, self.text = self.text[-1:], self.text[:-1]
            return _RUBOUT * len(erased)
        if char == _KILL:
            erased, self.text = self.text, ""
            return _RUBOUT * len(erased)
        if not " " <= char <= "~":
            return ""
        if len(self.text) == LONGEST:
            return _BELL
        self.text += char
        return char
