"""Names for the keys of any keyboard, most of them from the H19's.

A key's name is its meaning to the program: the 8 of the H19's keypad is `KEYPAD_8` in alternate keypad mode, `UP`
with SHIFT or in shifted mode, and the character "8" in plain mode, like the 8 of the main row. The key of a
printable or control character that has no name here is the one-character string itself.
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


class Keyboard(Enum):
    """The kinds of keyboards, each with a note on the keys that it is known to have. The kind decides which keys
    captions and help texts name."""

    H19 = "f1 to f5, ERASE, BLUE, RED and WHITE in a row right below the screen: captions needn't name them"
    PC = "F1 to F9, but nobody knows where"
    LETTERS = "none for sure but letters, digits, RETURN and SPACE"


KeyPress = Key | str


def keypad_key(char: str) -> Key:
    """Return the keypad's key for `char`, a digit or a dot."""
    return Key(f"keypad {char}")
