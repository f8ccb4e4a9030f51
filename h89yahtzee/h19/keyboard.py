"""The keys of the H19 and what each sends in Heath and in ANSI mode.

A key is told by what it means to the program: the keypad's 8 is `KEYPAD_8` in alternate keypad mode, `UP` with
SHIFT or in shifted mode, and the character "8", like that of the main row, in plain mode. A printable or control
character without a name here is the one-character string itself. Which of these a key is when it is struck is
`keystroke`'s. From the firmware's key table.
"""

from __future__ import annotations

from enum import Enum


class Key(Enum):
    F1 = "f1"
    F2 = "f2"
    F3 = "f3"
    F4 = "f4"
    F5 = "f5"
    ERASE = "ERASE"
    SHIFT_ERASE = "shifted ERASE"
    BLUE = "BLUE"
    RED = "RED"
    WHITE = "WHITE"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    HOME = "HOME"
    INSERT_CHARACTER = "IC"
    DELETE_CHARACTER = "DC"
    INSERT_LINE = "IL"
    DELETE_LINE = "DL"
    KEYPAD_0 = "keypad 0"
    KEYPAD_1 = "keypad 1"
    KEYPAD_2 = "keypad 2"
    KEYPAD_3 = "keypad 3"
    KEYPAD_4 = "keypad 4"
    KEYPAD_5 = "keypad 5"
    KEYPAD_6 = "keypad 6"
    KEYPAD_7 = "keypad 7"
    KEYPAD_8 = "keypad 8"
    KEYPAD_9 = "keypad 9"
    KEYPAD_DOT = "keypad ."
    KEYPAD_ENTER = "ENTER"
    RETURN = "RETURN"
    LINE_FEED = "LINE FEED"
    BACKSPACE = "BACKSPACE"
    TAB = "TAB"
    ESCAPE = "ESC"
    DELETE = "DELETE"


KeyPress = Key | str

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
    Key.KEYPAD_0: b"\x1b?p",
    Key.KEYPAD_1: b"\x1b?q",
    Key.KEYPAD_2: b"\x1b?r",
    Key.KEYPAD_3: b"\x1b?s",
    Key.KEYPAD_4: b"\x1b?t",
    Key.KEYPAD_5: b"\x1b?u",
    Key.KEYPAD_6: b"\x1b?v",
    Key.KEYPAD_7: b"\x1b?w",
    Key.KEYPAD_8: b"\x1b?x",
    Key.KEYPAD_9: b"\x1b?y",
    Key.KEYPAD_DOT: b"\x1b?n",
    Key.KEYPAD_ENTER: b"\x1b?M",
    Key.RETURN: b"\r",
    Key.LINE_FEED: b"\n",
    Key.BACKSPACE: b"\b",
    Key.TAB: b"\t",
    Key.ESCAPE: b"\x1b",
    Key.DELETE: b"\x7f",
}

ANSI_CODES: dict[Key, bytes] = CODES | {
    Key.F1: b"\x1bOS",
    Key.F2: b"\x1bOT",
    Key.F3: b"\x1bOU",
    Key.F4: b"\x1bOV",
    Key.F5: b"\x1bOW",
    Key.ERASE: b"\x1b[J",
    Key.SHIFT_ERASE: b"\x1b[2J",
    Key.BLUE: b"\x1bOP",
    Key.RED: b"\x1bOQ",
    Key.WHITE: b"\x1bOR",
    Key.UP: b"\x1b[A",
    Key.DOWN: b"\x1b[B",
    Key.RIGHT: b"\x1b[C",
    Key.LEFT: b"\x1b[D",
    Key.HOME: b"\x1b[H",
    Key.INSERT_CHARACTER: b"\x1b[4h",
    Key.DELETE_CHARACTER: b"\x1b[P",
    Key.INSERT_LINE: b"\x1b[L",
    Key.DELETE_LINE: b"\x1b[M",
    Key.KEYPAD_0: b"\x1bOp",
    Key.KEYPAD_1: b"\x1bOq",
    Key.KEYPAD_2: b"\x1bOr",
    Key.KEYPAD_3: b"\x1bOs",
    Key.KEYPAD_4: b"\x1bOt",
    Key.KEYPAD_5: b"\x1bOu",
    Key.KEYPAD_6: b"\x1bOv",
    Key.KEYPAD_7: b"\x1bOw",
    Key.KEYPAD_8: b"\x1bOx",
    Key.KEYPAD_9: b"\x1bOy",
    Key.KEYPAD_DOT: b"\x1bOn",
    Key.KEYPAD_ENTER: b"\x1bOM",
}

INSERT_MODE_CODES: dict[bytes, Key] = {b"\x1bO": Key.INSERT_CHARACTER}
ANSI_INSERT_MODE_CODES: dict[bytes, Key] = {b"\x1b[4l": Key.INSERT_CHARACTER}
"""What some keys send instead while the terminal is in insert mode."""


def encode(key: KeyPress, ansi: bool = False) -> bytes:
    """The bytes that the key sends outside insert mode; a character must be ASCII."""
    if isinstance(key, Key):
        return (ANSI_CODES if ansi else CODES)[key]
    return key.encode("ascii")
