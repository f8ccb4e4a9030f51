"""Typed text: text lines assembled from a terminal's bytes, and texts assembled key by key.

Two further classes take bytes before a session begins: `Knock` detects a person at the other end of a serial line,
and `Identification` finds out the kind of terminal.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto

from h89yahtzee.screen.keys import Key, KeyPress

LONGEST = 200
"""The most characters of a typed line; each further character rings the bell."""
LEAVING = "q"
"""The text line that is taken as typed for CTRL-C, and for CTRL-D on an empty line: at "q" the program asks whether
to leave."""

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


def plain_name(typed: str) -> str:
    """Return the typed name without accents, since an H19 has only ASCII; "" if other characters than ASCII
    remain."""
    name = unaccented(typed).strip()
    return name if name.isascii() and name.isprintable() else ""


def without_accents(typed: bytes) -> bytes:
    """Return text in UTF-8 as ASCII without accents. Return other bytes unchanged: their eighth bit is parity."""
    try:
        text = typed.decode("utf-8")
    except UnicodeDecodeError:
        return typed
    return unaccented(text).encode("ascii", "ignore")


class TypedLine:
    """A text line that the program itself edits and echoes; `text` has the characters typed so far.

    Bit 7 of each byte is parity; CR, LF, CR LF and CR NUL are RETURN.
    """

    def __init__(self) -> None:
        self.text = ""
        self._last = ""
        self._in_sequence = False

    def take(self, typed: bytearray) -> tuple[str, str | None]:
        """Remove bytes from `typed` up to a RETURN; return the text to echo, and the text line (None while it is
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
        """Apply `char`, which was typed after the character `before`, to the text line, and return the text to
        echo. The bytes of function keys and other unknown keys are ignored; "" is returned for them."""
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
    """A text line in UTF-8 from a pipe, or from a terminal whose driver has already edited and echoed it."""

    text = ""

    def __init__(self) -> None:
        self._begun = bytearray()

    @property
    def is_begun(self) -> bool:
        """Whether bytes of an unfinished text line have come."""
        return bool(self._begun)

    def take(self, typed: bytearray) -> tuple[str, str | None]:
        """Remove bytes from `typed` up to a newline; return "", since there is nothing to echo, and the text line
        (None while it is unfinished)."""
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
    """A text of at most `most` ASCII characters that is typed key by key; `text` has the characters typed so
    far."""

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


MOST_NOISE = 1024
"""If `Knock` counts more bytes of noise than this, no person is taken to be at the other end of the line."""

_KEYS = b"\r\n\0\x1b"
_TWICE = re.compile(rb"(\r\n?+|\n)[\r\n]|\x1b\x1b")
_MOST_KEYS = 4


class Knock:
    """Listens for a knock, by which a person asks for attention: RETURN, LINE FEED or ESC, pressed twice.

    CR, CR LF and CR NUL are one RETURN. All other bytes are noise, such as port scanners and modems send.
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
        """Take in bytes that arrived together; set `is_heard` once they complete a knock. Keys of a knock don't
        count if other bytes arrive together with them."""
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
    """Identifies a terminal by its answers. The caller sends `question`, passes each answer to `feed`, and sends
    the bytes that `feed` returns.

    According to its manual, an H19 answers as a VT52 does, but only an H19 also reports its cursor's position. A
    VT100, its successors and their emulators answer with their device attributes.
    """

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
        """The name of the termcap entry of the terminal, None if it isn't known; an H19 counts as "vt52" until it
        has reported its cursor's position."""
        if _VT100.search(self._plain):
            return "vt100"
        if not _VT52.search(self._plain):
            return None
        return "h19" if _H19_CURSOR.search(self._plain) else "vt52"

    @property
    def typed(self) -> bytes:
        """The received bytes that belong to no answer, such as typed keys; their eighth bits are kept."""
        typed, begin = b"", 0
        for answer in _ANSWER.finditer(self._plain):
            typed += self._heard[begin : answer.start()]
            begin = answer.end()
        return typed + self._heard[begin:]

    @property
    def _plain(self) -> bytes:
        return bytes(byte & 0x7F for byte in self._heard)
