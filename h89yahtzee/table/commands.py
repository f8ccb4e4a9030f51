"""The commands of a person at a table, each declared once with its keys, words (for text mode), captions and help.

Key bindings and captions follow from the declarations, and so do the help on screens and in text mode, and the keys
in README.md and the manual. Text mode is play by lines of text, without a screen. The keys for single dice mark
dice to roll again or, if a person prefers that, dice to keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.preferences import Mark, Preferences


@dataclass(frozen=True, slots=True)
class Typed:
    """A row of the help in text mode: typed text and meaning; with `needs_columns` for several columns only."""

    example: str
    meaning: str
    needs_columns: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """One command. A letter among the `keys` may be upper or lower case; `oldstyle` are the keys of version 1.1;
    `words` are typed in text mode.

    `meaning` stands in README.md and the manual; empty if nothing needs to be said there. `caption` stands on the
    screen with the command's letter, on a PC with `pc_key` instead, on an H19 alone, right above the key; `legend`
    stands below the screen where there is room.

    `help` is a row of the help on screens, `keeping` the row where the keys for single dice select dice to keep.
    `also` has texts with further keys, appended to the row on an H19 and on a PC; `clicks` is appended where there
    is a mouse. `brief` is the text of a command that shares a row with another. `typed` are rows of the help in
    text mode.
    """

    meaning: str = ""
    keys: tuple[KeyPress, ...] = ()
    words: tuple[str, ...] = ()
    oldstyle: tuple[KeyPress, ...] = ()
    caption: str = ""
    pc_key: str = ""
    legend: str = ""
    help: str = ""
    keeping: str = ""
    also: tuple[str, str] = ("", "")
    clicks: str = ""
    brief: str = ""
    typed: tuple[Typed, ...] = ()


class Command(Enum):
    """All commands, in the order of the help and of the manual."""

    DIE_1 = Declaration(
        "select a die, or deselect it",
        (Key.F1, "1"),
        oldstyle=(Key.F1, "S"),
        help="select a die to roll again, or deselect it",
        keeping="select a die to keep, or deselect it",
        typed=(Typed("66", "re-roll two sixes: type the face of each die to roll"),),
    )
    DIE_2 = Declaration("", (Key.F2, "2"), oldstyle=(Key.F2, "T"))
    DIE_3 = Declaration("", (Key.F3, "3"), oldstyle=(Key.F3, "U"))
    DIE_4 = Declaration("", (Key.F4, "4"), oldstyle=(Key.F4, "V"))
    DIE_5 = Declaration("", (Key.F5, "5"), oldstyle=(Key.F5, "W"))
    ROLL = Declaration(
        "ROLL the selected dice",
        (Key.ERASE, "r"),
        ("p", "r", "roll", "#"),
        oldstyle=(Key.ERASE, "J"),
        caption="ROLL",
        pc_key="F9/r",
        help="ROLL the selected dice",
        keeping="ROLL all the others",
        typed=(Typed("p 1 3 5", "re-roll the first, third and fifth die; or #135"),),
    )
    DONE = Declaration(
        "DONE: post the score",
        (Key.BLUE, Key.RED, "d", Key.RETURN, Key.KEYPAD_ENTER),
        ("s", "score"),
        oldstyle=(Key.BLUE, Key.RED, Key.RETURN, "P", "Q"),
        caption="DONE",
        help="DONE: post the score in the selected row (also RETURN)",
        typed=(
            Typed("s 9", "score in row 9; or s full house, or s fu"),
            Typed("s 9/2", "score in row 9 of column 2; without /2 it is asked for", needs_columns=True),
            Typed("9", "the same when no roll is left"),
            Typed("s", "list the open rows and ask for one"),
        ),
    )
    OOPS = Declaration(
        "OOPS: deselect all dice, undo a hasty DONE",
        (Key.WHITE, "o", Key.BACKSPACE, Key.DELETE),
        ("o", "oops"),
        oldstyle=(Key.WHITE, Key.DELETE, "R"),
        caption="OOPS",
        help="OOPS: deselect all dice",
        keeping="OOPS: keep none",
        also=(" (also DELETE)", " (also DELETE)"),
    )
    UP = Declaration(
        "previous open row",
        (Key.KEYPAD_8, Key.UP, "k", "8"),
        oldstyle=("8",),
        legend="arrows move",
        help="row up, row down",
        also=(" (also 8 and 2 of the keypad)", ""),
        clicks="; a click selects one, another posts",
    )
    DOWN = Declaration("next open row", (Key.KEYPAD_2, Key.DOWN, "j"), oldstyle=("2",))
    LEFT = Declaration(
        "column to the left",
        (Key.KEYPAD_4, Key.LEFT, "h"),
        help="column to the left, column to the right",
        also=(" (also 4 and 6)", ""),
    )
    RIGHT = Declaration("column to the right", (Key.KEYPAD_6, Key.RIGHT, "l"))
    NEXT = Declaration(
        "next open box of all columns", (" ",), oldstyle=(" ",), legend="SPACE next row", help="next open {row}"
    )
    CARD = Declaration(
        words=("c", "check"), typed=(Typed("c", "check the score: your card and what the dice would score"),)
    )
    WORDS = Declaration(words=("w", "words"), typed=(Typed("w", "everything in words"),))
    CHANCES = Declaration(
        words=("chances",), typed=(Typed("chances", "whether w, a and v tell chances to win too"),)
    )
    COACH = Declaration(
        "the coach: what is best; again: marks that",
        ("a",),
        ("a", "advice", "coach"),
        legend="a coach",
        brief="the coach; again: marks that",
        typed=(Typed("a", "advice: the best play; again: what to type for it"),),
    )
    REVIEW = Declaration(
        "a finished game's review",
        ("v",),
        ("v", "review"),
        caption="REVIEW",
        brief="review",
        typed=(Typed("v, t", "after a game: its review; what each made of the same dice"),),
    )
    COMPARE = Declaration("a finished game turn by turn", ("c",), ("t", "turns"), caption="TURN BY TURN")
    DAY = Declaration("", ("t",), ("day",), caption="THE DAY")
    GAMES = Declaration(
        "the saved games",
        ("g",),
        ("g", "games"),
        caption="SAVED GAMES",
        brief="saved games",
        typed=(Typed("g", "the saved games: review, compare or play back any of them"),),
    )
    SETTINGS = Declaration(
        "settings page",
        ("=",),
        ("=", "settings"),
        legend="= settings",
        brief="settings",
        typed=(Typed("=", "settings"),),
    )
    HELP = Declaration("help page", ("?",), ("?", "h", "help"), caption="HELP", brief="this page")
    START_PAGE = Declaration("back to the start page", ("s",), ("start",), caption="START PAGE")
    TALK = Declaration(
        "say something to the others",
        ("/",),
        help="say something to all at the table; RETURN sends it",
        typed=(
            Typed("/hello", "say hello to all at the table"),
            Typed("/off /on", "whether you want to see what others say"),
        ),
    )
    QUIT = Declaration(
        "quit, after a question",
        ("q", "\x03"),
        ("q", "quit"),
        legend="q quit",
        brief="quit",
        typed=(Typed("q", "quit"),),
    )
    REPAINT = Declaration(
        "redraw the screen",
        ("\x0c",),
        ("again",),
        legend="CTRL-L redraw",
        brief="redraw the screen",
        typed=(Typed("again", "what has happened in this turn"),),
    )

    @property
    def letter(self) -> str:
        """The first character among the command's keys, which any keyboard has."""
        return next(key for key in self.value.keys if isinstance(key, str))


DICE = (Command.DIE_1, Command.DIE_2, Command.DIE_3, Command.DIE_4, Command.DIE_5)

KEYS: dict[KeyPress, Command] = {
    case: command
    for command in Command
    for key in command.value.keys
    for case in ((key.lower(), key.upper()) if isinstance(key, str) else (key,))
}
"""The command of each key. "2" is a key of the main keyboard: the keypad (in alternate mode) sends other codes."""

OLDSTYLE_KEYS: dict[KeyPress, Command] = {key: command for command in Command for key in command.value.oldstyle}
"""The keys of version 1.1, which ignored ESC: the letter that a function key sends after ESC also works alone."""

WORDS: dict[str, Command] = {word: command for command in Command for word in command.value.words}


def caption(command: Command, keyboard: Keyboard, oldstyle: bool = False) -> str:
    """Return a command's caption with its key; for an H19, on whose screen captions stand right above the keys, the
    caption alone."""
    declared = command.value
    if keyboard is Keyboard.H19:
        return declared.caption
    if keyboard is Keyboard.PC and declared.pc_key and not oldstyle:
        return f"{declared.pc_key} {declared.caption}"
    return f"{letters_of(command, oldstyle)[0]} {declared.caption}"


def offer(command: Command) -> str:
    """Return the letter and the caption of a command, for a sentence that offers the command."""
    return f"{command.letter} {command.value.caption}"


def legend() -> str:
    """Return a line of text for below the screen: the keys of a PC's keyboard that have no captions."""
    return "   ".join(command.value.legend for command in Command if command.value.legend)


def letters_of(command: Command, oldstyle: bool = False) -> list[str]:
    keys = command.value.oldstyle if oldstyle else command.value.keys
    return [key for key in keys if isinstance(key, str) and key.isprintable() and key != " "]


# The rest of the file makes the help on screens ...

_LETTER_COLUMN = {Keyboard.H19: 13, Keyboard.PC: 2, Keyboard.LETTERS: 2}
_KEY_COLUMN = {Keyboard.H19: 2, Keyboard.PC: 13, Keyboard.LETTERS: None}
_TEXT_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 22, Keyboard.LETTERS: 13}
_BRIEF_COLUMN = {Keyboard.H19: 22, Keyboard.PC: 13, Keyboard.LETTERS: 13}
_TOGETHER = {
    Command.DIE_1: DICE,
    Command.UP: (Command.UP, Command.DOWN),
    Command.LEFT: (Command.LEFT, Command.RIGHT),
}
"""All commands that share a row of the help, by the one whose text stands in the row."""
_HURRY = "any key hurries a computer player"
_UNDO = ", undo a hasty DONE"
KEY_NAMES: dict[KeyPress, tuple[str, str]] = {
    Key.ERASE: ("ERASE", "F9"),
    Key.BLUE: ("BLUE", "F6"),
    Key.RED: ("RED", "F7"),
    Key.WHITE: ("WHITE", "F8"),
    **{key: (key.value, key.value.upper()) for key in (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)},
}
"""The names of function keys on an H19 and on a PC."""


def help_rows(
    keyboard: Keyboard, preferences: Preferences, many_columns: bool, may_talk: bool, has_mouse: bool = False
) -> Iterator[str]:
    for command in Command:
        is_here = many_columns if command is Command.LEFT else command is not Command.TALK
        if command.value.help and is_here:
            names = _names(_TOGETHER.get(command, (command,)), keyboard)
            clicks = command.value.clicks if has_mouse else ""
            yield _row(keyboard, *names, _text(command, keyboard, preferences, many_columns) + clicks)
    yield from _brief_rows(keyboard)
    if may_talk:
        text = Command.TALK.value.help
        yield _brief_row(keyboard, Command.TALK.letter, text)


def _brief_rows(keyboard: Keyboard) -> Iterator[str]:
    """Yield the rows of the help that have two commands each, short texts to the left of longer ones."""
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
    """Return the names of the function keys, and of the letters, of commands that share a row of the help."""
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


# ... the help in text mode ...

_EXAMPLE_WIDTH = 10


def typed_rows(many_columns: bool, may_talk: bool) -> Iterator[str]:
    """Yield the rows of the help in text mode; the row about messages to other people comes last."""
    commands = [command for command in Command if command is not Command.TALK]
    for command in [*commands, *([Command.TALK] if may_talk else [])]:
        for row in command.value.typed:
            if many_columns or not row.needs_columns:
                yield f"{row.example:{_EXAMPLE_WIDTH}}{row.meaning}"
