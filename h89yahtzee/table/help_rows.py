"""The help on the commands at a table: on screens its rows name the keys, in text mode they tell what to type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.commands import DICE, Command, letters_of
from h89yahtzee.table.preferences import Mark, Preferences

_LETTER_COLUMN = {Keyboard.H19: 13, Keyboard.PC: 2, Keyboard.LETTERS: 2}
_KEY_COLUMN = {Keyboard.H19: 2, Keyboard.PC: 13, Keyboard.LETTERS: None}
_TEXT_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 22, Keyboard.LETTERS: 13}
_BRIEF_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 13, Keyboard.LETTERS: 13}
TOGETHER = {
    Command.DIE_1: DICE,
    Command.UP: (Command.UP, Command.DOWN),
    Command.LEFT: (Command.LEFT, Command.RIGHT),
}
"""The commands that one row of the help explains together: from the command whose text stands in the row to all
commands of the row."""
_HURRY = "any key hurries a computer player"
_UNDO = ", undo a hasty DONE"
KEY_NAMES: dict[KeyPress, tuple[str, str]] = {
    Key.ERASE: ("ERASE", "F9"),
    Key.BLUE: ("BLUE", "F6"),
    Key.RED: ("RED", "F7"),
    Key.WHITE: ("WHITE", "F8"),
    **{key: (key.value, key.value.upper()) for key in (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)},
}
"""For each function key its name on an H19 and its name on a PC."""


def help_rows(
    keyboard: Keyboard, preferences: Preferences, many_columns: bool, may_talk: bool, has_mouse: bool = False
) -> Iterator[str]:
    for command in Command:
        is_here = many_columns if command is Command.LEFT else command is not Command.TALK
        if command.value.help and is_here:
            names = _names(TOGETHER.get(command, (command,)), keyboard)
            clicks = command.value.clicks if has_mouse else ""
            yield _row(keyboard, *names, _text(command, keyboard, preferences, many_columns) + clicks)
    yield from _brief_rows(keyboard)
    if may_talk:
        text = Command.TALK.value.help
        yield _brief_row(keyboard, Command.TALK.letter, text)


def _brief_rows(keyboard: Keyboard) -> Iterator[str]:
    """Yield the rows of the help that have two texts side by side, each about one command; the shortest texts stand
    on the left. The last text on the right says that any key hurries a computer player."""
    told = sorted((command for command in Command if command.value.brief), key=lambda it: len(it.value.brief))
    keys = {command: "CTRL-L" if command is Command.REPAINT else command.letter for command in told}
    rows = len(told) // 2 + 1
    left = [_brief_row(keyboard, keys[command], command.value.brief) for command in told[:rows]]
    right = [*(f"{keys[command]}  {command.value.brief}" for command in told[rows:]), _HURRY]
    width = max(map(len, left)) + 2
    yield from (first.ljust(width) + second for first, second in zip_longest(left, right, fillvalue=""))


def _brief_row(keyboard: Keyboard, key: str, text: str) -> str:
    return (" " * _LETTER_COLUMN[keyboard] + key).ljust(_BRIEF_COLUMN[keyboard]) + text


def _names(group: Sequence[Command], keyboard: Keyboard) -> tuple[str, str]:
    """Return the names of the keys of `group` (the commands that a row of the help explains) as two texts: the
    names of the function keys or arrows, and the letters."""
    letters = [letters_of(command)[0] for command in group if letters_of(command)]
    place = 0 if keyboard is Keyboard.H19 else 1
    own = [KEY_NAMES[key][place] for command in group for key in command.value.keys if key in KEY_NAMES]
    if len(group) > 2:
        return f"{own[0]} - {own[-1]}", f"{letters[0]} - {letters[-1]}"
    if len(group) == 2:
        return "arrows", "  ".join(letters)
    return ", ".join(own), "".join(letters)


def _row(keyboard: Keyboard, own: str, letters: str, text: str) -> str:
    cells = {_LETTER_COLUMN[keyboard]: letters, _KEY_COLUMN[keyboard]: own, _TEXT_COLUMN[keyboard]: text}
    if not own and not letters:
        cells[2] = "SPACE"
    row = ""
    for column in sorted(column for column in cells if column is not None):
        row = row.ljust(column) + cells[column]
    return row


def _text(command: Command, keyboard: Keyboard, preferences: Preferences, many_columns: bool) -> str:
    declared = command.value
    text = declared.keeping if preferences.mark is Mark.KEEP and declared.keeping else declared.help
    if command is Command.OOPS and preferences.take_back:
        text += _UNDO
    also = dict(zip((Keyboard.H19, Keyboard.PC), declared.also, strict=True)).get(keyboard, "")
    return text.format(row="box" if many_columns else "row") + also


_EXAMPLE_WIDTH = 10


def typed_rows(many_columns: bool, may_talk: bool) -> Iterator[str]:
    """Yield the rows of the help in text mode; the row about messages to other people comes last."""
    commands = [command for command in Command if command is not Command.TALK]
    for command in [*commands, *([Command.TALK] if may_talk else [])]:
        for row in command.value.typed:
            if many_columns or not row.needs_columns:
                yield f"{row.example:{_EXAMPLE_WIDTH}}{row.meaning}"
