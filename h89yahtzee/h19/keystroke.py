"""Strokes on the H19's keyboard: the bytes that each gives, for the host or for the terminal itself to execute.

Keys of the keypad are named by their digits, the others by their unshifted characters. A name that only a shift
state gives, `Key.UP` or "A", may be struck too and gives just that. The processor sends the bytes or executes them.
Source: the firmware's key tables.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from h89yahtzee.h19.keyboard import encode
from h89yahtzee.h19.terminal_modes import TerminalModes
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key


class LocalKey(Enum):
    """The keys that have no code. REPEAT has none either: holding a key is striking it again and again."""

    SCROLL = "SCROLL"
    BREAK = "BREAK"
    RESET = "RESET"
    OFF_LINE = "OFF LINE"
    CAPS_LOCK = "CAPS LOCK"


class Stroke(NamedTuple):
    """The bytes of a stroke; with `is_local` the terminal executes them and sends nothing."""

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
    """The stroke of a key with SHIFT or CTRL held or CAPS LOCK down, in `modes`; a character must be ASCII."""
    if isinstance(key, str):
        return Stroke(_character(key, shift, ctrl, caps_lock).encode("ascii"))
    if key in _KEYPAD:
        return _strike_keypad(key, modes, shift, ctrl)
    if key is Key.ERASE and shift:
        key = Key.SHIFT_ERASE
    return Stroke(encode(key, modes.ansi, modes.insert), ctrl and key not in _NEVER_LOCAL)


def _strike_keypad(key: Key, modes: TerminalModes, shift: bool, ctrl: bool) -> Stroke:
    """SHIFT undoes the shifted keypad; codes of the alternate keypad go to the host even with CTRL."""
    if shift != modes.keypad_shifted and key in _SHIFTED_KEYPAD:
        return Stroke(encode(_SHIFTED_KEYPAD[key], modes.ansi, modes.insert), ctrl)
    if modes.keypad_alternate:
        return Stroke(encode(key, modes.ansi, modes.insert))
    return Stroke(encode(_KEYPAD[key]), ctrl)


def _character(key: str, shift: bool, ctrl: bool, caps_lock: bool) -> str:
    """CAPS LOCK works on small letters alone, CTRL on 40-7A alone, each on what those before it gave."""
    char = key.translate(_SHIFT) if shift else key
    if caps_lock and "a" <= char <= "z":
        char = char.upper()
    return chr(ord(char) & 0x1F) if ctrl and "@" <= char <= "z" else char
