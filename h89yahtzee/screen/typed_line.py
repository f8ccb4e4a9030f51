"""Typed text: lines assembled from a terminal's bytes, and texts assembled key by key."""

from __future__ import annotations

import unicodedata
from enum import Enum, auto

from h89yahtzee.screen.keys import Key, KeyPress

LONGEST = 200
"""The most characters of a typed line; each further character rings the bell."""
LEAVING = "q"
"""The text that CTRL-C, or CTRL-D on an empty line, stands for: the program then asks whether to leave."""

_LONGEST_IN_UTF_8 = 4 * LONGEST
_NEW_LINE = "\r\n"
_BELL = "\a"
_RUBOUT = "\b \b"
_KILL = "\x15"


def unaccented(text: str) -> str:
    """Return `text` without accents; a character stays if it would become several, such as a ligature."""
    return text if text.isascii() else "".join(map(_letter, text))


def _letter(char: str) -> str:
    """Return a character without its accents; "" for an accent alone."""
    letters = [part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)]
    return char if len(letters) > 1 else "".join(letters)


def without_accents(typed: bytes) -> bytes:
    """Return text in UTF-8 as ASCII without accents. Return other bytes unchanged: their eighth bit is parity."""
    try:
        text = typed.decode("utf-8")
    except UnicodeDecodeError:
        return typed
    return unaccented(text).encode("ascii", "ignore")


class TypedLine:
    """A line of text that the program itself edits and echoes; `text` is the line so far.

    Bit 7 of each byte is parity; CR, LF, CR LF and CR NUL are RETURN.
    """

    def __init__(self) -> None:
        self.text = ""
        self._last = ""
        self._in_sequence = False

    def take(self, typed: bytearray) -> tuple[str, str | None]:
        """Remove bytes from `typed` up to a RETURN; return the text to echo, and the line (None while it is
        unfinished)."""
        echo = ""
        while typed:
            char, before = chr(typed.pop(0) & 0x7F), self._last
            self._last = char
            if char == "\r" or (char == "\n" and before != "\r"):
                text, self.text = self.text, ""
                return echo + _NEW_LINE, text
            if char == "\x03" or (char == "\x04" and not self.text):
                self.text = ""
                return echo + _NEW_LINE, LEAVING
            echo += self._press(char, before)
        return echo, None

    def _press(self, char: str, before: str) -> str:
        """Apply a character, typed after `before`, to the line and return the text to echo; skip function keys."""
        # A function key sends ESC and a character; after `[`, `O` or `?` there follow numbers and a last character.
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


class WholeLine:
    """A line of UTF-8 from a pipe, or from a terminal whose driver has already edited and echoed it."""

    text = ""

    def __init__(self) -> None:
        self._begun = bytearray()

    @property
    def is_begun(self) -> bool:
        """Whether characters of an unfinished line have come."""
        return bool(self._begun)

    def take(self, typed: bytearray) -> tuple[str, str | None]:
        """Remove bytes from `typed` up to a newline; return "" to echo, and the line (None while it is
        unfinished)."""
        end = typed.find(b"\n")
        found = typed if end < 0 else typed[:end]
        self._begun += found[: _LONGEST_IN_UTF_8 - len(self._begun)]
        del typed[: len(found) + (end >= 0)]
        if end < 0:
            return "", None
        line, self._begun = self._begun.decode("utf-8", "replace"), bytearray()
        return "", line[:LONGEST]


class Typing(Enum):
    """The state of a `KeyedText` after a key."""

    GOES_ON = auto()
    DONE = auto()
    CANCELLED = auto()
    REFUSED = auto()
    """The key is no printable character, or the text is full."""


class KeyedText:
    """A text typed key by key: `text` so far, at most `most` characters of ASCII."""

    def __init__(self, most: int) -> None:
        self.text = ""
        self._most = most

    def press(self, key: KeyPress) -> Typing:
        if key in (Key.RETURN, Key.KEYPAD_ENTER, Key.BLUE):
            return Typing.DONE
        if key in (Key.ESCAPE, "\x03"):
            return Typing.CANCELLED
        if key in (Key.DELETE, Key.BACKSPACE):
            self.text = self.text[:-1]
        elif isinstance(key, str) and " " <= key <= "~" and len(self.text) < self._most:
            self.text += key
        else:
            return Typing.REFUSED
        return Typing.GOES_ON
