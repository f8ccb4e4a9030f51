"""Tables of the commands: the help on screens and in text mode, and the keys in README.md and the manual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.commands import DICE, Command, letters_of
from h89yahtzee.table.preferences import Mark

# The help on screens

_LETTER_COLUMN = {Keyboard.H19: 13, Keyboard.PC: 2, Keyboard.LETTERS: 2}
_KEY_COLUMN = {Keyboard.H19: 2, Keyboard.PC: 13, Keyboard.LETTERS: None}
_TEXT_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 22, Keyboard.LETTERS: 13}
_BRIEF_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 13, Keyboard.LETTERS: 13}
_SECOND_WIDTH = 17
_BRIEF = (
    ((Command.HELP,), (Command.REPAINT,)),
    ((Command.SETTINGS,), ()),
    ((Command.QUIT,), (Command.COACH, Command.REVIEW, Command.GAMES)),
)
"""Rows of the help with two entries side by side, each for one or several commands."""
_TOGETHER = {
    Command.DIE_1: DICE,
    Command.UP: (Command.UP, Command.DOWN),
    Command.LEFT: (Command.LEFT, Command.RIGHT),
}
"""Commands that share a row of the help, by the first of them."""
_HURRY = "any key hurries a computer player"
_KEY_NAMES: dict[KeyPress, tuple[str, str]] = {
    Key.ERASE: ("ERASE", "F9"),
    Key.BLUE: ("BLUE", "F6"),
    Key.RED: ("RED", "F7"),
    Key.WHITE: ("WHITE", "F8"),
    **{key: (key.value, key.value.upper()) for key in (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)},
}
"""The names of function keys on an H19 and on a PC."""


def help_rows(keyboard: Keyboard, mark: Mark, many_columns: bool, may_talk: bool) -> Iterator[str]:
    for command in Command:
        is_here = many_columns if command is Command.LEFT else command is not Command.TALK
        if command.value.help and is_here:
            names = _names(_TOGETHER.get(command, (command,)), keyboard)
            yield _row(keyboard, *names, _text(command, keyboard, mark, many_columns))
    for left, right in _BRIEF:
        start = " " * _LETTER_COLUMN[keyboard] + _listed(left)
        first = start.ljust(_BRIEF_COLUMN[keyboard]) + _brief(left)
        second = f"{_listed(right)}  {_brief(right)}" if right else _HURRY
        yield first.ljust(_BRIEF_COLUMN[keyboard] + _SECOND_WIDTH) + second
    if may_talk:
        text = Command.TALK.value.help
        yield " " * _LETTER_COLUMN[keyboard] + Command.TALK.letter.ljust(_gap(keyboard)) + text


def _gap(keyboard: Keyboard) -> int:
    return _BRIEF_COLUMN[keyboard] - _LETTER_COLUMN[keyboard]


def _names(group: Sequence[Command], keyboard: Keyboard) -> tuple[str, str]:
    """Return the function keys and the letters of commands that share a row."""
    letters = [letters_of(command)[0] for command in group if letters_of(command)]
    place = 0 if keyboard is Keyboard.H19 else 1
    own = [_KEY_NAMES[key][place] for command in group for key in command.value.keys if key in _KEY_NAMES]
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


def _text(command: Command, keyboard: Keyboard, mark: Mark, many_columns: bool) -> str:
    declared = command.value
    text = declared.keeping if mark is Mark.KEEP and declared.keeping else declared.help
    also = dict(zip((Keyboard.H19, Keyboard.PC), declared.also, strict=True)).get(keyboard, "")
    return text.format(row="box" if many_columns else "row") + also


def _listed(commands: Sequence[Command]) -> str:
    return ", ".join("CTRL-L" if command is Command.REPAINT else command.letter for command in commands)


def _brief(commands: Sequence[Command]) -> str:
    return ", ".join(command.value.brief for command in commands)


# The help in text mode

_EXAMPLE_WIDTH = 10


def typed_rows(many_columns: bool, may_talk: bool) -> Iterator[str]:
    """Yield the rows of the help in text mode; the one about messages to other people comes last."""
    commands = [command for command in Command if command is not Command.TALK]
    for command in [*commands, *([Command.TALK] if may_talk else [])]:
        for row in command.value.typed:
            if many_columns or not row.needs_columns:
                yield f"{row.example:{_EXAMPLE_WIDTH}}{row.meaning}"


# README.md and the manual

_H19_NAMES: dict[KeyPress, str] = {
    **{key: names[0] for key, names in _KEY_NAMES.items()},
    **{key: key.value for key in (Key.RETURN, Key.DELETE)},
    **{key: key.value for key in (Key.KEYPAD_8, Key.KEYPAD_2, Key.KEYPAD_4, Key.KEYPAD_6)},
}
_PC_NAMES: dict[KeyPress, str] = {
    **{key: names[1] for key, names in _KEY_NAMES.items()},
    **{key: key.value for key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.RETURN)},
    Key.BACKSPACE: "Backspace",
    Key.DELETE: "Delete",
}


def documented() -> Iterator[tuple[list[str], list[str], str]]:
    """Yield the keys on an H19, the keys on other keyboards, and the meaning of each command with keys."""
    for command in Command:
        meaning = command.value.meaning
        if command is Command.DIE_1:
            yield ["f1 to f5"], ["F1 to F5", "1 to 5"], meaning
        elif meaning:
            others = list(_named(command, _PC_NAMES))
            yield [*_named(command, _H19_NAMES, or_characters=False)] or others, others, meaning


def _named(command: Command, names: dict[KeyPress, str], or_characters: bool = True) -> Iterator[str]:
    for key in command.value.keys:
        if key in names:
            yield names[key]
        elif or_characters and isinstance(key, str) and key != "\x03":
            yield {" ": "SPACE", "\x0c": "CTRL-L"}.get(key, key)
