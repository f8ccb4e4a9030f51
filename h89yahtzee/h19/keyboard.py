"""What the keys of the H19 send in Heath and in ANSI mode.

Which of them a key is when it is struck depends on the modes, and is `keystroke`'s to say. Source: the firmware's
key table.
"""

from __future__ import annotations

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
"""The keypad's codes have O for their question mark; most others have an O or a bracket after the ESC."""

INSERT_MODE_CODES = {Key.INSERT_CHARACTER: b"\x1bO"}
ANSI_INSERT_MODE_CODES = {Key.INSERT_CHARACTER: b"\x1b[4l"}
"""What some keys send instead while the terminal is in insert mode."""
_TABLES = (CODES, ANSI_CODES, INSERT_MODE_CODES, ANSI_INSERT_MODE_CODES)


def encode(key: KeyPress, ansi: bool = False, insert: bool = False) -> bytes:
    """The bytes that the key sends in ANSI mode or Heath mode, in insert mode or not; a character must be ASCII."""
    if isinstance(key, str):
        return key.encode("ascii")
    changed = ANSI_INSERT_MODE_CODES if ansi else INSERT_MODE_CODES
    return changed[key] if insert and key in changed else (ANSI_CODES if ansi else CODES)[key]


def keys_by_code(ansi: bool) -> dict[bytes, KeyPress]:
    """The key for each code, with the keypad in any state.

    The codes of both modes are understood at once, but for those that begin with `ESC O`: in Heath mode that is the
    whole code of a key, in ANSI mode (`ansi`) only the start of some.
    """
    keys = ((code, key) for table in _TABLES for key, code in table.items())
    return {code: key for code, key in keys if not code.startswith(b"\x1bO") or (code != b"\x1bO") == ansi}
