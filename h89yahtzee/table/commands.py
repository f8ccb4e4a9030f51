"""The commands of a person at a table, each declared once with its keys, words (for text mode), captions and help.

Key bindings, captions, and the help on screens and in text mode follow from the declarations. So do the keys in
README.md and the manual. Text mode is play by lines of text, without a screen. The keys for single dice mark dice
to roll again or, if a person prefers that, dice to keep.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from h89yahtzee.screen.keys import Key, Keyboard, KeyPress


@dataclass(frozen=True, slots=True)
class Typed:
    """A row of the help in text mode: what to type, and its meaning.

    If `needs_columns`, the row is shown only where a card has several columns.
    """

    example: str
    meaning: str
    needs_columns: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice for people with a screen reader, who type its `number`; `brief` is the choice's text in the prompt,
    "" if the prompt leaves the choice out."""

    number: int
    meaning: str
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of one command: its keys, its words, and the texts about it.

    On a screen any of `keys` gives the command; a letter among them may be typed in upper or lower case. In the
    style of version 1.1 the keys `oldstyle` give the command instead. In text mode any of `words` is typed.

    `meaning` stands in README.md and the manual; it is empty if nothing needs to be said there. `caption` stands on
    the screen: on an H19 right above the key, elsewhere after the command's letter. On a PC it stands after
    `pc_key` instead of the letter, unless `pc_key` is empty. `legend` stands below the screen where there is room.

    `help` is the command's text in the help on screens. If the keys for single dice select dice to keep, `keeping`
    replaces it, unless `keeping` is empty. `also` has two texts with further keys: the first is appended to the
    help on an H19, the second on a PC. `clicks` is appended where there is a mouse. If the command shares a row of
    the help with another command, `brief` is its text in this row. `typed` are the command's rows of the help in
    text mode.

    A person with a screen reader gives the command by a number: by that of `choice` during a game, and by that of
    `afterwards` once the game is over. If `needs_dice`, the command tells something about the dice or changes them;
    text mode refuses it before the first roll.
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
    choice: Choice | None = None
    afterwards: Choice | None = None
    needs_dice: bool = True


class Command(Enum):
    """All commands, in the order of the help and of the manual.

    The text below a command is its entry in the manual's section on text mode: what to type, a colon, the effect.
    """

    DIE_1 = Declaration(
        "select a die, or deselect it",
        (Key.F1, "1"),
        oldstyle=(Key.F1, "S"),
        help="select a die to roll again, or deselect it",
        keeping="select a die to keep, or deselect it",
        typed=(Typed("66", "re-roll two sixes: type the face of each die to roll"),),
    )
    """<faces>: Re-rolls, for each digit, a die that shows this face: `66` re-rolls two sixes. If more dice show the
    face, the leftmost are rolled."""
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
        choice=Choice(1, "roll some of the dice again", "rolls"),
        needs_dice=False,
    )
    """`p` <positions>, `#`<positions>: Re-rolls the dice at these positions, from 1 on the left: `p 1 3 5` or
    `#135`.

    `r`: Makes the first roll where the settings leave that to you."""
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
        choice=Choice(2, "score the dice in a row", "scores"),
    )
    """`s` <row>: Scores in this row. Type its number, its name on the card or in `h89yahtzee-record(5)`, the
    beginning of a name, or a word of it. If several rows fit, only those in which the dice may be scored count.
    When no roll is left, the row alone will do: `9` or `full house`. On a terminal the game asks before it scores
    a zero, unless `--confirm-zero` is off.

    `s` <row>`/`<column>: Scores in this column, where the card has several. Without a column, the game asks for it
    when there is a choice.

    `s`: Lists the open rows, each with its number and what the dice score there, and asks for a row. An empty
    answer goes back. An extra Yahtzee that the rules force into a single upper box is scored there without asking;
    when no roll is left, this happens at once."""
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
        "open row up, open row down",
        (Key.KEYPAD_8, Key.UP, "k", "8"),
        oldstyle=("8",),
        legend="arrows move",
        help="row up, row down",
        also=(" (also 8 and 2 of the keypad)", ""),
        clicks="; a click selects one, another posts",
    )
    DOWN = Declaration("", (Key.KEYPAD_2, Key.DOWN, "j"), oldstyle=("2",))
    LEFT = Declaration(
        "column to the left, column to the right",
        (Key.KEYPAD_4, Key.LEFT, "h"),
        help="column to the left, column to the right",
        also=(" (also 4 and 6)", ""),
    )
    RIGHT = Declaration("", (Key.KEYPAD_6, Key.RIGHT, "l"))
    NEXT = Declaration(
        "next open box of all columns", (" ",), oldstyle=(" ",), legend="SPACE next row", help="next open {row}"
    )
    CARD = Declaration(
        words=("c", "check"), typed=(Typed("c", "check the score: your card and what the dice would score"),)
    )
    """`c`: Prints the card. `?12` stands in an open box where the dice would score 12, `?` alone in an open box
    where they can't be scored now, for the reason below the card. A bonus with a sign tells how many points the
    upper section is ahead of three dice of each face, or behind."""
    WORDS = Declaration(
        words=("w", "words"),
        typed=(Typed("w", "everything in words"),),
        choice=Choice(3, "hear the dice, the rows and your card", "tells the card"),
    )
    """`w`: Prints everything in words: whose move it is, the dice, the rolls left, what each open row would score,
    what is filled, and all totals; with `--chances on` also how likely each player is to win."""
    CHANCES = Declaration(
        words=("chances",),
        typed=(Typed("chances", "whether w, a and v tell chances to win too"),),
        choice=Choice(10, "hear chances to win from now on, or no longer"),
    )
    """`chances`: Switches chances to win on or off in what `w`, `a` and `v` print."""
    COACH = Declaration(
        "the coach: what is best; again: marks those dice or that row",
        ("a",),
        ("a", "advice", "coach"),
        legend="a coach",
        brief="the coach; again: marks that",
        typed=(Typed("a", "advice: the best play; again: what to type for it"),),
        choice=Choice(4, "ask the coach, and again for what to type", "asks the coach"),
    )
    """`a`: Prints the best play, and how many points the next best plays lose; `a` again prints what to type for
    the best play."""
    REVIEW = Declaration(
        "a finished game's review",
        ("v",),
        ("v", "review"),
        caption="REVIEW",
        brief="review",
        typed=(Typed("v, t", "after a game: its review; what each made of the same dice"),),
        afterwards=Choice(2, "hear a review of the game"),
    )
    """`v`, `t`, `day`: After a game, when the program asks whether to play again: `v` prints the game's review, `t`
    what each player made of the same dice, and after a game of the day `day` its figures."""
    COMPARE = Declaration(
        "a finished game with the same dice for all, turn by turn",
        ("c",),
        ("t", "turns"),
        caption="TURN BY TURN",
        afterwards=Choice(3, "hear what each made of the same dice"),
    )
    DAY = Declaration(
        "", ("t",), ("day",), caption="THE DAY", afterwards=Choice(7, "hear the figures of the game of the day")
    )
    GAMES = Declaration(
        "the saved games",
        ("g",),
        ("g", "games"),
        caption="SAVED GAMES",
        brief="saved games",
        typed=(Typed("g", "the saved games: review, compare or play back any of them"),),
        choice=Choice(9, "go to the saved games"),
        afterwards=Choice(4, "go to the saved games"),
        needs_dice=False,
    )
    """`g`: Lists the saved games. Then a game's number reviews that game, and `q` returns to the game being played.
    `c` before a number compares that game's players, `p` before a number plays it back."""
    SETTINGS = Declaration(
        "settings page",
        ("=",),
        ("=", "settings"),
        legend="= settings",
        brief="settings",
        typed=(Typed("=", "settings"),),
        choice=Choice(8, "go to the settings"),
        needs_dice=False,
    )
    """`=`: Lists the settings. Then a setting's number changes that setting, `w` saves all settings for future
    games, and `q` returns to the game."""
    HELP = Declaration(
        "help page",
        ("?",),
        ("?", "h", "help"),
        caption="HELP",
        brief="this page",
        choice=Choice(7, "hear the rules"),
        needs_dice=False,
    )
    """`?`: Prints the rules in brief, and what can be typed."""
    START_PAGE = Declaration(
        "back to the start page",
        ("s",),
        ("start",),
        caption="START PAGE",
        afterwards=Choice(5, "choose other players and rules"),
    )
    TALK = Declaration(
        "say something to the others (at a host, or on several lines)",
        ("/",),
        help="say something to all at the table; RETURN sends it",
        typed=(
            Typed("/hello", "say hello to all at the table"),
            Typed("/off /on", "whether you want to see what others say"),
        ),
        choice=Choice(11, "say something to all at the table"),
        needs_dice=False,
    )
    QUIT = Declaration(
        "quit, at a table after a question",
        ("q", "\x03"),
        ("q", "quit"),
        legend="q quit",
        brief="quit",
        typed=(Typed("q", "quit"),),
        choice=Choice(12, "quit"),
        needs_dice=False,
    )
    """`q`: Quits, after a question."""
    REPAINT = Declaration(
        "redraw the screen",
        ("\x0c",),
        ("again",),
        legend="CTRL-L redraw",
        brief="redraw the screen",
        typed=(Typed("again", "what has happened in this turn"),),
        choice=Choice(6, "hear what has happened in this turn"),
    )
    """`again`: Prints once more what has happened in this turn."""

    @property
    def letter(self) -> str:
        """The first of the command's keys that is a character, so that any keyboard has it."""
        return next(key for key in self.value.keys if isinstance(key, str))


DICE = (Command.DIE_1, Command.DIE_2, Command.DIE_3, Command.DIE_4, Command.DIE_5)

KEYS: dict[KeyPress, Command] = {
    case: command
    for command in Command
    for key in command.value.keys
    for case in ((key.lower(), key.upper()) if isinstance(key, str) else (key,))
}
"""The command of each key. "2" is the key 2 of the main keyboard only: the keypad (in alternate mode) sends other
codes."""

OLDSTYLE_KEYS: dict[KeyPress, Command] = {key: command for command in Command for key in command.value.oldstyle}
"""The command of each key in version 1.1. A function key sends ESC and a letter; as version 1.1 ignored ESC, such a
letter gives the command of the function key also when it is typed alone."""

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
    """Return the line of text below the screen: the keys of a PC's keyboard for commands without a caption."""
    return "   ".join(command.value.legend for command in Command if command.value.legend)


def letters_of(command: Command, oldstyle: bool = False) -> list[str]:
    keys = command.value.oldstyle if oldstyle else command.value.keys
    return [key for key in keys if isinstance(key, str) and key.isprintable() and key != " "]
