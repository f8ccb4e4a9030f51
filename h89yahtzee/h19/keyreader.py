"""Bytes from an H19's keyboard to keys: Heath mode, the keypad in any state, the input cut anywhere.

A lone ESC and the start of a sequence differ only in time, which isn't known here: the caller says with `flush()`
that nothing followed.
"""

from __future__ import annotations

from h89yahtzee.h19.keyboard import CODES, INSERT_MODE_CODES, KeyPress

_KEYS = {code: key for key, code in CODES.items()} | INSERT_MODE_CODES
_PREFIXES = {code[:length] for code in _KEYS for length in range(1, len(code))}
_NOT_KEYS = {0x00, 0x11, 0x13}
"""Padding, and the terminal's flow control where the line didn't take it out."""


class KeyReader:
    def __init__(self) -> None:
        self._pending = b""

    @property
    def is_pending(self) -> bool:
        """Whether the input so far ends in what may be the start of a sequence."""
        return bool(self._pending)

    def feed(self, data: bytes) -> list[KeyPress]:
        """The keys that `data` completes. Bit 7 is parity. What no key sends counts as single characters."""
        keys: list[KeyPress] = []
        for byte in data:
            if byte & 0x7F not in _NOT_KEYS:
                keys += self._next(bytes([byte & 0x7F]))
        return keys

    def flush(self) -> list[KeyPress]:
        """The keys of a pending start of a sequence, taken as it stands."""
        keys = [_key(bytes([byte])) for byte in self._pending]
        self._pending = b""
        return keys

    def _next(self, byte: bytes) -> list[KeyPress]:
        code = self._pending + byte
        if code in _PREFIXES:
            self._pending = code
            return []
        if code in _KEYS or len(code) == 1:
            self._pending = b""
            return [_key(code)]
        return [*self.flush(), *self._next(byte)]


def _key(code: bytes) -> KeyPress:
    return _KEYS.get(code) or code.decode("ascii")
