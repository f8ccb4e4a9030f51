"""Turns bytes from a terminal's keyboard into keys, however the input is cut.

Which bytes stand for which key is passed in. A lone ESC and the start of a sequence differ only in time, which
isn't known here: the caller says with `flush()` that nothing followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import Termcap

KEY_CAPABILITIES: dict[str, KeyPress] = {
    "k1": Key.F1,
    "k2": Key.F2,
    "k3": Key.F3,
    "k4": Key.F4,
    "k5": Key.F5,
    "k6": Key.BLUE,
    "k7": Key.RED,
    "k8": Key.WHITE,
    "k9": Key.ERASE,
    "kS": Key.ERASE,
    "kC": Key.SHIFT_ERASE,
    "ku": Key.UP,
    "kd": Key.DOWN,
    "kl": Key.LEFT,
    "kr": Key.RIGHT,
    "kh": Key.HOME,
    "kb": Key.BACKSPACE,
    "kI": Key.INSERT_CHARACTER,
    "kD": Key.DELETE_CHARACTER,
    "kA": Key.INSERT_LINE,
    "kL": Key.DELETE_LINE,
    "@8": Key.KEYPAD_ENTER,
    "%1": "?",
}
"""The key for each capability; %1 is HELP."""

_ASCII_KEYS: dict[bytes, KeyPress] = {
    b"\r": Key.RETURN,
    b"\n": Key.LINE_FEED,
    b"\t": Key.TAB,
    b"\x1b": Key.ESCAPE,
    b"\b": Key.BACKSPACE,
    b"\x7f": Key.DELETE,
}
_NOT_KEYS = {0x00, 0x11, 0x13}
"""Padding, and the terminal's flow control where the line didn't take it out."""
_SEQUENCE = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|O[ -~])")
"""A key of ECMA-48, in the form of a control sequence or of a single shift."""
_UNFINISHED = re.compile(rb"\x1b(\[[0-?]*[ -/]*|O)")
_LONGEST = 16


def termcap_keys(caps: Termcap) -> dict[bytes, KeyPress]:
    """The key for each code that a terminal's description gives, and those that every keyboard has."""
    return _ASCII_KEYS | {caps[name]: key for name, key in KEY_CAPABILITIES.items() if caps.get(name)}


class KeyReader:
    """Reads the codes in `keys`. If control sequences are among them, it skips those of other keys whole."""

    def __init__(self, keys: Mapping[bytes, KeyPress]) -> None:
        self._keys = keys
        self._prefixes = frozenset(code[:length] for code in keys for length in range(1, len(code)))
        self._has_sequences = b"\x1b[" in self._prefixes
        self._pending = b""

    @property
    def is_pending(self) -> bool:
        """Whether the input so far ends in what may be the start of a sequence."""
        return bool(self._pending)

    def feed(self, data: bytes) -> list[KeyPress]:
        """The keys that `data` completes. Bit 7 is parity.

        What no key sends counts as single characters, except that a whole control sequence, of a key that has no
        name here, counts as nothing.
        """
        keys: list[KeyPress] = []
        for byte in data:
            if byte & 0x7F not in _NOT_KEYS:
                keys += self._next(bytes([byte & 0x7F]))
        return keys

    def flush(self) -> list[KeyPress]:
        """The keys of the pending start of a sequence, taken as single characters."""
        keys = [self._key(bytes([byte])) for byte in self._pending]
        self._pending = b""
        return keys

    def _next(self, byte: bytes) -> list[KeyPress]:
        code = self._pending + byte
        if code in self._prefixes:
            self._pending = code
            return []
        if code in self._keys or len(code) == 1:
            self._pending = b""
            return [self._key(code)]
        if self._has_sequences and len(code) < _LONGEST:
            if _UNFINISHED.fullmatch(code):
                self._pending = code
                return []
            if _SEQUENCE.fullmatch(code):
                self._pending = b""
                return []
        return [*self.flush(), *self._next(byte)]

    def _key(self, code: bytes) -> KeyPress:
        return self._keys.get(code) or code.decode("ascii")
