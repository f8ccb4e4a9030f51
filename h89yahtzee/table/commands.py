"""Which key means what."""

from __future__ import annotations

from enum import Enum

from h89yahtzee.screen.keys import Key, KeyPress


class Command(Enum):
    DIE_1 = "select die 1"
    DIE_2 = "select die 2"
    DIE_3 = "select die 3"
    DIE_4 = "select die 4"
    DIE_5 = "select die 5"
    ROLL = "roll the selected dice"
    DONE = "post the score"
    OOPS = "let all dice lie"
    UP = "previous open row"
    DOWN = "next open row"
    LEFT = "previous column"
    RIGHT = "next column"
    NEXT = "next open box of any column"
    COACH = "what the best play is"
    HELP = "help page"
    SETTINGS = "settings page"
    REVIEW = "what was lost in the finished game"
    COMPARE = "the finished game turn by turn"
    QUIT = "quit"
    REPAINT = "paint the screen again"


DICE = (Command.DIE_1, Command.DIE_2, Command.DIE_3, Command.DIE_4, Command.DIE_5)

_FUNCTION_KEYS: dict[KeyPress, Command] = {
    Key.F1: Command.DIE_1,
    Key.F2: Command.DIE_2,
    Key.F3: Command.DIE_3,
    Key.F4: Command.DIE_4,
    Key.F5: Command.DIE_5,
    Key.ERASE: Command.ROLL,
    Key.BLUE: Command.DONE,
    Key.RED: Command.DONE,
    Key.WHITE: Command.OOPS,
    Key.RETURN: Command.DONE,
    Key.DELETE: Command.OOPS,
    " ": Command.NEXT,
}

KEYS: dict[KeyPress, Command] = {
    **_FUNCTION_KEYS,
    **dict(zip("12345", DICE, strict=True)),
    **dict.fromkeys("rR", Command.ROLL),
    **dict.fromkeys("dD", Command.DONE),
    **dict.fromkeys("oO", Command.OOPS),
    **dict.fromkeys("kK8", Command.UP),
    **dict.fromkeys("jJ", Command.DOWN),
    **dict.fromkeys("hH", Command.LEFT),
    **dict.fromkeys("lL", Command.RIGHT),
    **dict.fromkeys("aA", Command.COACH),
    **dict.fromkeys("vV", Command.REVIEW),
    **dict.fromkeys("cC", Command.COMPARE),
    **dict.fromkeys("qQ\x03", Command.QUIT),
    "?": Command.HELP,
    "=": Command.SETTINGS,
    "\x0c": Command.REPAINT,
    Key.UP: Command.UP,
    Key.KEYPAD_8: Command.UP,
    Key.DOWN: Command.DOWN,
    Key.KEYPAD_2: Command.DOWN,
    Key.LEFT: Command.LEFT,
    Key.KEYPAD_4: Command.LEFT,
    Key.RIGHT: Command.RIGHT,
    Key.KEYPAD_6: Command.RIGHT,
    Key.KEYPAD_ENTER: Command.DONE,
    Key.BACKSPACE: Command.OOPS,
}
"""The keypad is in alternate mode: a plain 2 is the main row's, and selects a die."""

OLDSTYLE_KEYS: dict[KeyPress, Command] = {
    **_FUNCTION_KEYS,
    **dict(zip("STUVW", DICE, strict=True)),
    "J": Command.ROLL,
    "P": Command.DONE,
    "Q": Command.DONE,
    "R": Command.OOPS,
    "8": Command.UP,
    "2": Command.DOWN,
}
"""The keys of 1.1: it skipped the ESC of a function key, so that the letter alone did too."""
