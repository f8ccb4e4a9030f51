"""Which key asks for what at the table, today and in 1.1."""

from __future__ import annotations

from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.commands import DICE, Command

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
    **dict.fromkeys("gG", Command.GAMES),
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
