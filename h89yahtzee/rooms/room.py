"""The content of rooms: texts, commands, and rows to choose from (`Row`).

A room is here a menu, such as the start page, and never a seat at a table. A room ends with a value that tells
where the person goes next. Rooms draw nothing and read no input: `frontends/screen/room_screen.py` shows any room
on a screen, and `frontends/lines/room_lines.py` shows it in text mode, where a person types a line of text after a
prompt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from h89yahtzee.rooms.page import Page, TextPage
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.endings import Ending, Leave
from h89yahtzee.table.preferences import OLDSTYLE

DONE_KEYS: tuple[KeyPress, ...] = (Key.RETURN, Key.BLUE, Key.RED, Key.KEYPAD_ENTER, "d", "D")
QUIT_KEYS: tuple[KeyPress, ...] = ("q", Key.WHITE, "Q", "\x03")
REDRAW_KEY = "\x0c"
_UP_KEYS: tuple[KeyPress, ...] = (Key.UP, Key.KEYPAD_8, "k", "K", "8")
_DOWN_KEYS: tuple[KeyPress, ...] = (Key.DOWN, Key.KEYPAD_2, "j", "J", "2")
_LEFT_KEYS: tuple[KeyPress, ...] = (Key.LEFT, Key.KEYPAD_4, Key.F4, "h", "H")
_PAGE_UP, _PAGE_DOWN = Key.KEYPAD_9, Key.KEYPAD_3
BACK_KEYS: tuple[KeyPress, ...] = (*_UP_KEYS, *_LEFT_KEYS, _PAGE_UP)
"""The keys that turn pages of text back: left, and also up, because a mouse's wheel acts as the key UP."""
_RIGHT_KEYS: tuple[KeyPress, ...] = (Key.RIGHT, Key.KEYPAD_6, Key.F5, "l", "L", " ")


class RoomRefusal(Exception):
    """Raised by a command that can't be carried out; the message is the reason. If the message is empty, a screen
    only rings the bell."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a screen; `row` and `column` count from 0. A text wider than `width` wraps into at most `rows`
    rows."""

    row: int
    column: int
    width: int = 80
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A fixed text at a place on a screen; unlike a `Row` it can't be chosen."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Something to choose, such as a player, a table or a setting: a label and its present value.

    `about` has lines that explain the value. In place of label and value, text mode shows `told`, and a screen
    reader gets `spoken` (a sentence without a full stop), unless these are empty. `change(1)` sets the next value
    and `change(-1)` the previous value; `change` is None if the value can't be changed.
    """

    value: str
    label: str = ""
    about: tuple[str, ...] = ()
    told: str = ""
    spoken: str = ""
    change: Callable[[int], None] | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that a person types for a command. The function `take` is called with the text and with the time in
    seconds. On a screen the text has at most `longest` characters.

    While the person types, a screen shows `prompt` with the text typed so far in place of `{text}`; `prompt` is
    empty if a row of the room shows this text. `example` is an example of such a text: the help in text mode shows
    it right after the command's word.
    """

    longest: int
    take: Callable[[str, float], None]
    prompt: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class RoomCommand:
    """A command of a room, declared once: the keys, words, captions and help of both front ends (screens and text
    mode) follow from it.

    `keys` are pressed on a screen, `words` are typed in text mode. `caption` is the word shown with the key,
    `about` explains the command in the help. The function `do` is called with the time in seconds. If there is a
    `question`, it is asked first, and `do` is called only after the answer y. A command with `typed` takes a text
    from the person. On a screen, `do` is called first, then the text is asked for. In text mode the text follows
    the command's word, and `do` isn't called.

    If `for_row`, the command concerns the chosen row. In text mode the number of that row is typed after the
    command's word; if one of `words` is empty, the number alone gives the command. While `is_offered` is False, the
    caption isn't shown, but the keys work, and may raise RoomRefusal with the reason. If `on_h19`, the caption is
    shown only on an H19, where captions stand above the keys: other screens have no room for it. If `is_minor`, the
    caption is left out on a screen where not all captions fit. If `shows_room`, text mode prints all rows again
    after the command.

    `key_names` are the names of the command's keys in the help on screens: first the special keys, then the
    letters. If the first name is empty, the help names the first of `keys`.
    """

    caption: str
    about: str
    keys: tuple[KeyPress, ...]
    do: Callable[[float], None]
    words: tuple[str, ...] = ()
    for_row: bool = False
    typed: Typed | None = None
    question: Callable[[], str] | None = None
    is_offered: bool = True
    on_h19: bool = False
    is_minor: bool = False
    shows_room: bool = False
    key_names: tuple[str, str] = ("", "")

    @property
    def key_name(self) -> str:
        """The name of the first of `keys`."""
        return self.keys[0].value if isinstance(self.keys[0], Key) else self.keys[0]


@dataclass(frozen=True, slots=True)
class Question:
    """A question in text mode. RETURN alone gives the answer `default`, for which `take` isn't called.

    The function `take` is called with the answer that the person types, and raises ValueError if the answer isn't
    accepted. `about` has the lines that are printed if the person types `?`. A screen reader gets the question in
    the form `spoken`. If there are only a few possible answers, `answers` has all of them with their meanings.
    """

    text: str
    default: str
    take: Callable[[str], None]
    about: Sequence[str]
    spoken: str
    answers: Mapping[str, str] = field(default_factory=dict)


class Room(ABC):
    """Base of all rooms. A person stays in a room until its `ending` is set.

    `notice` is the last message to the person. If `page` isn't None, it is shown instead of this room; it may be a
    page or another room. `typing` is the text typed so far for a command; it is None while no text is asked for.
    `rings` is the number of bells that the terminal has yet to ring. `shown` is the number of rows that fitted on
    the screen when a screen last showed the room.
    """

    corner = ""
    """The text at the right end of the title's row."""
    help_title = ""
    other_keys = ""
    """A sentence saying that any key without a command leaves the room. If it is empty, such keys only ring the
    bell."""
    prompt = ""
    """The prompt in text mode, unless the room has questions."""
    about_row = 17
    """The screen's row, from 0, where the explanation of the chosen `Row` begins."""
    deadline: float | None = None
    is_aloud = False
    """Whether the room is told in whole sentences, which a screen reader reads aloud."""
    preferences = OLDSTYLE
    """The preferences that the person has set at tables or by options."""

    def __init__(self) -> None:
        self.ending: Ending | None = None
        self.notice = ""
        self.page: Page | Room | None = None
        self.typing: str | None = None
        self.rings = 0
        self.shown = 1
        self._at = 0
        self._changes = 0

    # Methods for the display

    @property
    def revision(self) -> object:
        """A value that changes whenever the room may have to be shown anew."""
        return self._changes

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    def places(self) -> Sequence[Place] | None:
        """The places of the `Row`s on a screen; None if they are a list that fills the screen."""
        return None

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @abstractmethod
    def row(self, number: int) -> Row:
        """Return row `number`, from 0. Only visible rows are asked for, so a room may have thousands of rows."""

    @property
    @abstractmethod
    def commands(self) -> tuple[RoomCommand, ...]: ...

    @property
    def chosen(self) -> int:
        """The number of the chosen row, from 0; -1 if there are no rows."""
        return min(self._at, self.count - 1)

    def texts(self) -> Iterable[Text]:
        """Return the fixed texts of a screen, in addition to the rows."""
        return ()

    def heard(self) -> Iterable[str]:
        """Return the lines that are read aloud after the title and the chosen row, for a person who can't see the
        screen."""
        return ()

    def hint(self, has_arrows: bool) -> str:  # noqa: ARG002
        """Return the text shown while there is no notice, such as a hint how to choose a row.

        `has_arrows` says whether the keyboard has arrow keys, which the hint may name.
        """
        return ""

    def key_lines(self) -> Sequence[str]:
        """Return lines of text that explain the keys; a screen shows them below a list of rows."""
        return key_table(self.commands)

    @property
    def explanation(self) -> TextPage | None:
        """The page that `?` opens on a screen for the chosen row; None if `?` opens the help."""
        return None

    def welcome(self) -> Iterable[str]:
        """Return the lines that text mode prints for the whole room: by default one line for each `Row`."""
        return (self.told(number) for number in range(self.count))

    def described(self) -> Iterable[str]:
        """Return the sentences that a screen reader reads aloud before the list of choices in the room."""
        return ()

    def number_of(self, row: int) -> int:
        """Return the number that a person types in text mode for the row with the index `row` (from 0): the inverse
        of `numbered`."""
        return row + 1

    def told(self, number: int) -> str:
        """Return text mode's line for row `number`, from 0."""
        row = self.row(number)
        if self.is_aloud:
            return row.spoken or ": ".join(filter(None, (row.label, row.value)))
        return row.told or f"{row.label} {row.value}".strip()

    def news(self) -> Iterable[str]:
        """Return text mode's lines about events since the last call."""
        return ()

    def questions(self) -> Iterator[Question] | None:
        """Return the questions that text mode asks instead of showing a prompt; after the last answer the room has
        ended.

        The result is None if the room has no questions.
        """
        return None

    # Methods that change the room

    def choose(self, number: int) -> None:
        self._at = number
        self._changes += 1

    def numbered(self, number: int) -> int:
        """Return the index of the row for a `number` typed in text mode; RoomRefusal if there is no such row."""
        if not 1 <= number <= self.count:
            raise RoomRefusal(f"The rows are numbered 1 to {self.count}.")
        return number - 1

    def change(self, step: int) -> None:
        """Give the chosen row its next (`step` 1) or previous (-1) value; RoomRefusal if it can't be changed."""
        change = self.row(self.chosen).change
        if change is None:
            raise RoomRefusal
        self._changes += 1
        change(step)

    def show(self) -> None:
        """Make the front ends show the room anew."""
        self._changes += 1

    def notify(self, text: str) -> None:
        """Show `text` as the notice, which the person's next command clears."""
        self._changes += 1
        self.notice = text

    def open(self, page: Page | Room | None) -> None:
        """Show `page` instead of this room; None shows this room again."""
        self._changes += 1
        self.page = page

    def type(self, text: str | None) -> None:
        """Show `text` as what the person has typed so far for a command that asks for a text; None ends the
        typing."""
        self._changes += 1
        self.typing = text

    def end(self, ending: Ending) -> None:
        self.ending = ending

    def leave(self) -> None:
        self.end(Leave())

    def stay(self, notice: str) -> None:
        """Take back the room's ending, since the person's wish to go elsewhere was refused, and show `notice`."""
        self.ending = None
        self.notify(notice)

    def advance(self, now: float) -> None:  # noqa: B027
        """Take in events outside the room up to `now`, in seconds; by default there are none."""

    # Methods that return commands which several rooms have

    def choosing(self, what: str, changing: str = "") -> tuple[RoomCommand, ...]:
        """Return the commands that choose a row and, if `changing` is given, also the commands that change the
        row's value.

        Both arguments are texts for the help: `what` names the thing that a person chooses, such as `a setting`,
        and `changing` explains the commands that change a value.
        """
        down_keys = _DOWN_KEYS if changing else (*_DOWN_KEYS, " ")
        commands = (
            RoomCommand("", f"choose {what}", _UP_KEYS, lambda _: self._step(-1), key_names=("UP, DOWN", "(k j)")),
            RoomCommand("", "", down_keys, lambda _: self._step(1)),
        )
        if not changing:
            return commands
        names = ("LEFT, RIGHT", "(h l)")
        return (
            *commands,
            RoomCommand("PREV", changing, _LEFT_KEYS, lambda _: self.change(-1), key_names=names, on_h19=True),
            RoomCommand("NEXT", "", _RIGHT_KEYS, lambda _: self.change(1), on_h19=True),
        )

    def turning(self) -> tuple[RoomCommand, ...]:
        """Return the commands that turn the pages of a long list."""
        return (
            RoomCommand("", "", (*_LEFT_KEYS, _PAGE_UP), lambda _: self._turn(-1)),
            RoomCommand("", "", (*_RIGHT_KEYS[:-1], _PAGE_DOWN), lambda _: self._turn(1)),
        )

    def listing(self, about: str) -> RoomCommand:
        """Return the command that makes text mode print the whole room again; `about` is its text in the help."""
        return RoomCommand("", about, (), lambda _: None, ("l", "list", ""), shows_room=True)

    def helping(self, introduction: str, conclusion: str = "", on_screens: str = "") -> RoomCommand:
        """Return the command that opens the help: the text `introduction`, then a list of the room's commands, then
        the text `conclusion`.

        On screens the text `on_screens` is inserted before the conclusion. If there is an `explanation` of the
        chosen row, the command opens this page instead.
        """

        def explain(_: float) -> None:
            keys = [f"  {line}" for line in key_table((*self.commands, _REDRAW))]
            lines = [*introduction.splitlines(), "", *keys, "", *(on_screens + conclusion).splitlines()]
            first, last = [*_paragraphs(introduction)], [*_paragraphs(conclusion)]
            told, spoken = [*first, *word_table(self.commands), *last], [*first, *last]
            self.open(self.explanation or TextPage(self.help_title, lines, told=told, spoken=spoken))

        words = ("?", "h", "help")
        # On a screen a room that is a list explains its keys all the time, so only text mode needs this command.
        if self.places is None:
            return RoomCommand("", "", (), explain, words)
        return RoomCommand("HELP", "", ("?",), explain, words)

    def _turn(self, step: int) -> None:
        self.choose(max(0, min(self.chosen + step * self.shown, self.count - 1)))

    def _step(self, step: int) -> None:
        if not self.count:
            raise RoomRefusal
        self.choose((self.chosen + step) % self.count)


def refuse(_: object) -> None:
    """Refuse to change a row that has only one value at present: raise RoomRefusal without a message."""
    raise RoomRefusal


_REDRAW = RoomCommand("", "redraw the screen", (REDRAW_KEY,), refuse, key_names=("CTRL-L", ""))
_EXAMPLE = 2
"""The row number that stands in the examples in the help of text mode."""


def key_table(commands: Iterable[RoomCommand]) -> list[str]:
    """Return a line for each command that has keys and a text `about`: the names of the keys, then this text.

    If a word of `about` is also the command's caption, it is written as in the caption, which is usually in
    capitals.
    """
    told = [command for command in commands if command.about and command.keys]
    names = [command.key_names[0] or command.key_name for command in told]
    letters = [command.key_names[1] for command in told]
    name_width, letter_width = max(map(len, names)) + 2, max(map(len, letters))
    letter_width += 3 if letter_width else 0
    return [
        f"{name:{name_width}}{letter:{letter_width}}{_with_caption(command)}"
        for command, name, letter in zip(told, names, letters, strict=True)
    ]


def word_table(commands: Iterable[RoomCommand]) -> list[str]:
    """Return a line for each command that has words and a text `about`: an example of what to type, then this
    text."""
    told = [command for command in commands if command.about and command.words]
    examples = [_example(command) for command in told]
    width = max(map(len, examples), default=0) + 2
    return [f"{example:{width}}{command.about}" for example, command in zip(examples, told, strict=True)]


def _paragraphs(text: str) -> Iterator[str]:
    """Yield each paragraph of `text` as one line of text, which text mode wraps."""
    for paragraph in text.split("\n\n"):
        if paragraph:
            yield " ".join(paragraph.split())


def _with_caption(command: RoomCommand) -> str:
    return command.about.replace(command.caption.lower(), command.caption, 1) if command.caption else command.about


def _example(command: RoomCommand) -> str:
    word = command.words[0]
    if command.typed is not None:
        return f"{word}{command.typed.example}"
    return f"{word} {_EXAMPLE}".strip() if command.for_row else word or "RETURN"
