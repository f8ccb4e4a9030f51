"""Bytes from an H19's keyboard to keys, the keypad in any state, the input cut anywhere.

The codes of Heath and of ANSI mode are understood at the same time but for those that begin with `ESC O`, which is
a key's whole code in Heath mode: `ansi` says what it is. A lone ESC and the start of a sequence differ only in
time, which isn't known here: the caller says with `flush()` that nothing followed.
"""

from __future__ import annotations

from h89yahtzee.h19.keyboard import (
    ANSI_CODES,
    ANSI_INSERT_MODE_CODES,
    CODES,
    INSERT_MODE_CODES,
    Key,
    KeyPress,
)

_NOT_KEYS = {0x00, 0x11, 0x13}
"""Padding, and the terminal's flow control where the line didn't take it out."""
_AMBIGUOUS = b"\x1bO"


def _keys(ansi: bool) -> dict[bytes, Key]:
    keys = {code: key for key, code in (*CODES.items(), *ANSI_CODES.items())}
    keys |= INSERT_MODE_CODES | ANSI_INSERT_MODE_CODES
    return {
        code: key for code, key in keys.items() if not code.startswith(_AMBIGUOUS) or (code != _AMBIGUOUS) == ansi
    }


def _prefixes(keys: dict[bytes, Key]) -> frozenset[bytes]:
    return frozenset(code[:length] for code in keys for length in range(1, len(code)))


_KEYS = {ansi: _keys(ansi) for ansi in (False, True)}
_PREFIXES = {ansi: _prefixes(_KEYS[ansi]) for ansi in (False, True)}


class KeyReader:
    def __init__(self, ansi: bool = False) -> None:
        self._keys = _KEYS[ansi]
        self._prefixes = _PREFIXES[ansi]
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
        return [*self.flush(), *self._next(byte)]

    def _key(self, code: bytes) -> KeyPress:
        return self._keys.get(code) or code.decode("ascii")
