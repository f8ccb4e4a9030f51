"""The keyboard of the H19: the bytes that each key sends, in Heath and in ANSI mode, and with SHIFT or CTRL.

Keys of the keypad are named by their digits, other keys by their characters without SHIFT. Instead of a key
together with `shift`, the result of pressing the key with SHIFT may be passed to `strike`: "A" for "a" with SHIFT,
`Key.UP` for the keypad's 8 with SHIFT. `processor` sends or executes the bytes. Source: the firmware's key tables.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key

CODES: dict[Key, bytes] = {
    Key.F1: b"\x1bS",
    Key.F2: b"\x1bT",
    Key.F3: b"\x1bU",
    Key.F4: b"\x1bV",
    Key.F5: b"\x1bW",
    Key.ERASE: b"\x1bJ",
    Key.SHIFT_ERASE: b"\x1bE",
    Key.BLUE: b"\x1bP",
    Key.RED: b"\x1bQ",
    Key.WHITE: b"\x1bR",
    Key.UP: b"\x1bA",
    Key.DOWN: b"\x1bB",
    Key.RIGHT: b"\x1bC",
    Key.LEFT: b"\x1bD",
    Key.HOME: b"\x1bH",
    Key.INSERT_CHARACTER: b"\x1b@",
    Key.DELETE_CHARACTER: b"\x1bN",
    Key.INSERT_LINE: b"\x1bL",
    Key.DELETE_LINE: b"\x1bM",
    **{keypad_key(char): b"\x1b?%c" % (ord(char) | 0x40) for char in "0123456789."},
    Key.KEYPAD_ENTER: b"\x1b?M",
    Key.RETURN: b"\r",
    Key.LINE_FEED: b"\n",
    Key.BACKSPACE: b"\b",
    Key.TAB: b"\t",
    Key.ESCAPE: b"\x1b",
    Key.DELETE: b"\x7f",
}

_SINGLE_SHIFTED = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5, Key.BLUE, Key.RED, Key.WHITE)
_WITH_BRACKET = (Key.ERASE, Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT, Key.HOME, Key.INSERT_LINE, Key.DELETE_LINE)

ANSI_CODES: dict[Key, bytes] = {
    **{key: code.replace(b"\x1b?", b"\x1bO") for key, code in CODES.items()},
    **{key: CODES[key].replace(b"\x1b", b"\x1bO") for key in _SINGLE_SHIFTED},
    **{key: CODES[key].replace(b"\x1b", b"\x1b[") for key in _WITH_BRACKET},
    Key.SHIFT_ERASE: b"\x1b[2J",
    Key.INSERT_CHARACTER: b"\x1b[4h",
    Key.DELETE_CHARACTER: b"\x1b[P",
}
"""The codes of keys in ANSI mode. Keypad codes have O in place of Heath mode's ?; most other codes that begin with
ESC have O or [ added after ESC."""

INSERT_MODE_CODES = {Key.INSERT_CHARACTER: b"\x1bO"}
ANSI_INSERT_MODE_CODES = {Key.INSERT_CHARACTER: b"\x1b[4l"}
"""The codes that keys send in ANSI mode while insert mode is on, where they differ from `ANSI_CODES`;
`INSERT_MODE_CODES` has those of Heath mode."""
_TABLES = (CODES, ANSI_CODES, INSERT_MODE_CODES, ANSI_INSERT_MODE_CODES)


def encode(key: KeyPress, ansi: bool = False, insert: bool = False) -> bytes:
    """Return the bytes of a key in ANSI mode if `ansi`, else in Heath mode; `insert` tells whether insert mode is
    on. If `key` is a character, it must be ASCII."""
    if isinstance(key, str):
        return key.encode("ascii")
    changed = ANSI_INSERT_MODE_CODES if ansi else INSERT_MODE_CODES
    return changed[key] if insert and key in changed else (ANSI_CODES if ansi else CODES)[key]


def keys_by_code(ansi: bool) -> dict[bytes, KeyPress]:
    """Return the key for each code that the keyboard can send, whatever the mode of its keypad.

    The result has the codes of both Heath and ANSI mode. Only those that begin with `ESC O` depend on `ansi`: in
    Heath mode `ESC O` is the whole code of a key, in ANSI mode only the start of some codes.
    """
    keys = ((code, key) for table in _TABLES for key, code in table.items())
    return {code: key for code, key in keys if not code.startswith(b"\x1bO") or (code != b"\x1bO") == ansi}


class LocalKey(Enum):
    """The keys that send no code. REPEAT is left out: it only strikes another key again and again."""

    SCROLL = "SCROLL"
    BREAK = "BREAK"
    RESET = "RESET"
    OFF_LINE = "OFF LINE"
    CAPS_LOCK = "CAPS LOCK"


class Stroke(NamedTuple):
    """The bytes of a key stroke; if `is_local`, the terminal executes the bytes itself and sends nothing."""

    code: bytes
    is_local: bool = False


_KEYPAD = {keypad_key(char): char for char in "0123456789."} | {Key.KEYPAD_ENTER: "\r"}
_SHIFTED_KEYPAD = {
    Key.KEYPAD_1: Key.INSERT_LINE,
    Key.KEYPAD_2: Key.DOWN,
    Key.KEYPAD_3: Key.DELETE_LINE,
    Key.KEYPAD_4: Key.LEFT,
    Key.KEYPAD_5: Key.HOME,
    Key.KEYPAD_6: Key.RIGHT,
    Key.KEYPAD_7: Key.INSERT_CHARACTER,
    Key.KEYPAD_8: Key.UP,
    Key.KEYPAD_9: Key.DELETE_CHARACTER,
}
_NEVER_LOCAL = (Key.RETURN, Key.LINE_FEED, Key.BACKSPACE, Key.TAB, Key.DELETE)

_UNSHIFTED = "abcdefghijklmnopqrstuvwxyz1234567890-=[\\;'`{,./"
_SHIFTED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()_+]|:"~}<>?'
_SHIFT = str.maketrans(_UNSHIFTED, _SHIFTED)


def strike(
    key: KeyPress, modes: TerminalModes, *, shift: bool = False, ctrl: bool = False, caps_lock: bool = False
) -> Stroke:
    """Return the bytes of `key` while the terminal is in `modes`; `shift`, `ctrl` and `caps_lock` tell whether
    these keys are down. If `key` is a character, it must be ASCII."""
    if isinstance(key, str):
        return Stroke(_character(key, shift, ctrl, caps_lock).encode("ascii"))
    if key in _KEYPAD:
        return _strike_keypad(key, modes, shift, ctrl)
    if key is Key.ERASE and shift:
        key = Key.SHIFT_ERASE
    return Stroke(encode(key, modes.ansi, modes.insert), ctrl and key not in _NEVER_LOCAL)


def _strike_keypad(key: Key, modes: TerminalModes, shift: bool, ctrl: bool) -> Stroke:
    """Return the bytes of a key of the keypad. In keypad shifted mode SHIFT has the opposite effect. CTRL has no
    effect on the codes of alternate keypad mode."""
    if shift != modes.keypad_shifted and key in _SHIFTED_KEYPAD:
        return Stroke(encode(_SHIFTED_KEYPAD[key], modes.ansi, modes.insert), ctrl)
    if modes.keypad_alternate:
        return Stroke(encode(key, modes.ansi, modes.insert))
    # The keyboard's ROM has no code for the keypad's 0 with both SHIFT and CTRL; CTRL then has no effect.
    return Stroke(encode(_KEYPAD[key]), ctrl and not (shift and key is Key.KEYPAD_0))


def _character(key: str, shift: bool, ctrl: bool, caps_lock: bool) -> str:
    """Return the character of a key: CAPS LOCK changes only small letters, CTRL only the characters 40-7A
    (hexadecimal)."""
    char = key.translate(_SHIFT) if shift else key
    if caps_lock and "a" <= char <= "z":
        char = char.upper()
    return chr(ord(char) & 0x1F) if ctrl and "@" <= char <= "z" else char
