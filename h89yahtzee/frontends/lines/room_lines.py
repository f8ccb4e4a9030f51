"""A room in text mode, which asks its questions one after another, or shows a prompt and takes words for commands.

A room is any place of a person other than a seat at a table, such as the start page, the lobby or the settings
(`rooms.room`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from h89yahtzee.frontends.lines.line_texts import NOT_UNDERSTOOD, brief
from h89yahtzee.frontends.lines.telling import SHORT, Telling
from h89yahtzee.game.record import Record
from h89yahtzee.game.state import Action, Score
from h89yahtzee.rooms.page import GameHelp, Page, Playback, TextPage
from h89yahtzee.rooms.room import Question, Room, RoomCommand, RoomRefusal
from h89yahtzee.rooms.start_rows import YES_NO
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.events import Event, Happening
from h89yahtzee.table.match import Replay
from h89yahtzee.table.reviews import PendingLines
from h89yahtzee.table.turns import earliest

_HELP_WORDS = ("?", "help")


class LineRoom(Protocol):
    """A room in text mode that was opened from another room or at a table; `RoomLines` explains the methods."""

    @property
    def ending(self) -> Ending | None: ...
    @property
    def prompt(self) -> str: ...
    @property
    def deadline(self) -> float | None: ...
    @property
    def is_done(self) -> bool: ...
    def advance(self, now: float) -> None: ...
    def start(self) -> Iterator[str]: ...
    def tell(self) -> Iterator[str]: ...
    def answer(self, text: str, now: float) -> Iterator[str]: ...


InRoom = Callable[[Room], LineRoom]
"""A function that takes a room, and returns the object that shows it in text mode."""


class RoomLines:
    """A room (not a seat at a table) in text mode; a session prints its lines and passes typed answers to it."""

    def __init__(self, room: Room, telling: Telling = SHORT) -> None:
        self.room = room
        room.is_aloud = telling.is_numbered
        self._telling = telling
        self._questions = room.questions() or iter(())
        self.question = next(self._questions, None)
        self._notices: list[str] = []
        self._opened = Opened(telling=telling)
        self.confirming: RoomCommand | None = None
        """The command that is carried out if `question` is answered with yes."""
        self._is_asked = False
        """Whether to print the room's whole description again after this answer."""

    @property
    def ending(self) -> Ending | None:
        return self.room.ending

    @property
    def prompt(self) -> str:
        if self._opened.room is not None:
            return self._opened.room.prompt
        question = self.question
        return self.room.prompt if question is None else f"{question.text} [{question.default}]: "

    @property
    def revision(self) -> object:
        return self.room.revision, self.is_done

    @property
    def is_done(self) -> bool:
        """Whether the lines of an opened page, such as a review, have been computed, so that the next `tell` yields
        them."""
        return self._opened.is_done

    @property
    def deadline(self) -> float | None:
        return earliest(self._opened.deadline, self.room.deadline)

    def leave(self) -> None:
        self.room.leave()

    def notify(self, text: str) -> None:
        """Let the next call of `tell` begin with `text`."""
        self.room.notify("")  # this changes `revision`, so that the session calls `tell`
        self._notices.append(text)

    def stay(self, notice: str) -> None:
        """Reopen the room with `notice`, because leaving it failed; ask its questions from the first one again."""
        self.room.stay("")
        self.notify(notice)
        self._questions = self.room.questions() or iter(())
        self.question = next(self._questions, None)

    def advance(self, now: float) -> None:
        self._opened.advance(now)
        self.room.advance(now)

    def start(self) -> Iterator[str]:
        """Yield the room's notice, if any, and the lines that welcome a person there."""
        yield from self._telling.folded(self._notice())
        yield from self._telling.folded(self._welcome())

    def tell(self) -> Iterator[str]:
        """Yield lines about events in the room since the last call."""
        notices, self._notices = self._notices, []
        yield from self._telling.folded([*notices, *self.room.news()])
        yield from self._opened.tell()

    def answer(self, text: str, now: float) -> Iterator[str]:
        """Take the answer to the prompt, and yield the lines in reply."""
        if self._opened.room is not None:
            yield from self._opened.answer(text, now)
        elif self.confirming is not None:
            self._confirm(self.confirming, text.strip().lower(), now)
        elif self.question is None:
            self._attempt(lambda: self._do(text.strip(), now))
        else:
            yield from self._telling.folded(self._answer(self.question, " ".join(text.split()), now))
        yield from self._telling.folded(self._notice())
        yield from self._telling.folded(self._page())
        if self._is_asked:
            yield from self._telling.folded(self._welcome())
        self._is_asked = False
        self.room.advance(now)

    def _welcome(self) -> Iterable[str]:
        """Return lines about the whole room; no lines if choices are numbered, since the list of choices tells the
        same."""
        return () if self._telling.is_numbered else self.room.welcome()

    def _answer(self, question: Question, text: str, now: float) -> Iterator[str]:
        """Take the answer to a question, and yield lines in reply; an empty answer keeps the question's default."""
        if text.lower() in _HELP_WORDS:
            yield from question.about
        elif not self._does_command(text.lower(), now):
            try:
                if text:
                    question.take(text)
            except ValueError as error:
                expected = f"Expected {error}"
                yield expected if expected.endswith("?") else f"{expected}."
            else:
                self.question = next(self._questions, question)

    def _does_command(self, word: str, now: float) -> bool:
        """Carry out the command called `word`, and return True; return False if there is no such command, or if it
        is the help."""
        command = next((command for command in self.room.commands if word in command.words), None)
        # The help command is left out: a question explains itself, and h may begin an answer, as in h89 or hard.
        if not word or command is None or "?" in command.words:
            return False
        self._attempt(lambda: command.do(now))
        return True

    def _do(self, typed: str, now: float) -> None:
        """Carry out the typed command: a word, which the number of a row or a text may follow."""
        for command in self.room.commands:
            for word in command.words:
                if command.typed is not None and typed.startswith(word):
                    command.typed.take(typed[len(word) :], now)
                    return
        words = " ".join(typed.lower().split())
        match = re.fullmatch(r"(.*?) ?([0-9]{1,6})", words)
        command = self._called(match[1] if match else words, for_row=match is not None)
        if match:
            self.room.choose(self.room.numbered(int(match[2])))
        if command.question is not None:
            self._ask_first(command, command.question())
            return
        command.do(now)
        self._is_asked = command.shows_room

    def _ask_first(self, command: RoomCommand, text: str) -> None:
        spoken = text.removesuffix(" (y/n)")
        self.question = Question(text, "n", _ignored, (), spoken, YES_NO)
        self.confirming = command

    def _confirm(self, command: RoomCommand, answer: str, now: float) -> None:
        """Carry out `command` if the answer is yes; any other answer means no."""
        self.question = self.confirming = None
        if answer in ("y", "yes"):
            self._attempt(lambda: command.do(now))

    def _called(self, word: str, for_row: bool) -> RoomCommand:
        for command in self.room.commands:
            if word in command.words and command.for_row is for_row and command.typed is None:
                return command
        raise RoomRefusal(NOT_UNDERSTOOD.format(text=brief(word)))

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call `act`; if it is refused, make the reason the room's notice."""
        self.room.notify("")
        try:
            act()
        except RoomRefusal as refusal:
            self.room.notify(str(refusal))

    def _notice(self) -> Iterator[str]:
        """Yield the room's notice, and clear it."""
        if self.room.notice:
            yield self.room.notice
        self.room.notify("")

    def _page(self) -> Iterator[str]:
        """Yield the lines of the page that a command has opened."""
        page = self.room.page
        self.room.open(None)
        yield from self._opened.open(page)


def _ignored(_: str) -> None:
    """Do nothing with the answer. A `Question` needs a function that takes the answer, but `RoomLines.answer`
    itself handles the answer to whether a command shall be carried out."""


class Opened:
    """The room or page opened from another room in text mode; `room` takes all answers until the person leaves it.

    If `in_steps`, each call of `advance` does a small part of a long computation, so that the event loop can
    serve other sessions in between.
    """

    def __init__(self, in_steps: bool = True, telling: Telling = SHORT, in_room: InRoom | None = None) -> None:
        self.room: LineRoom | None = None
        self._telling = telling
        self._in_room: InRoom = RoomLines if in_room is None else in_room
        self._in_steps = in_steps
        self._pending: PendingLines | None = None
        """The page, or the chances to win, still being computed; None if there is none."""

    @property
    def is_done(self) -> bool:
        """Whether a computation has ended, so that the next `tell` yields its lines."""
        is_done = self._pending is not None and self._pending.is_done
        return is_done or (self.room is not None and self.room.is_done)

    @property
    def deadline(self) -> float | None:
        room = None if self.room is None else self.room.deadline
        return earliest(room, None if self._pending is None else self._pending.due)

    def advance(self, now: float) -> None:
        if self._pending is not None:
            self._pending.advance(now)
        if self.room is not None:
            self.room.advance(now)

    def open(self, page: Room | Page | None) -> Iterator[str]:
        """Yield the lines of `page`, or if it is a room, the room's first lines. But if a page is computed in
        steps, yield nothing here: `tell` yields its lines."""
        match page:
            case None:
                return
            case TextPage():
                yield from self._telling.text(page)
            case Room():
                self.room = self._in_room(page)
                yield from self.room.start()
            case GameHelp():
                yield from self._telling.help(page.rules, page.may_talk)
            case Playback():
                yield from _played_back(page.record, self._telling)
            case _:
                yield from self.compute(self._telling.judged(page))

    def compute(self, pending: PendingLines) -> Iterator[str]:
        """Compute the text lines of `pending`, which takes long, and yield them. If `in_steps`, yield nothing here:
        `advance` computes the lines, and `tell` yields them."""
        self._pending = pending
        yield from self._computed()

    def answer(self, text: str, now: float) -> Iterator[str]:
        """Pass the answer to the room, and yield the lines in reply; an answer may close the room."""
        assert self.room is not None
        yield from self.room.answer(text, now)
        if self.room.ending is not None:
            self.room = None

    def tell(self) -> Iterator[str]:
        """Yield the lines computed since the last call, and those about events in the room."""
        yield from self._computed()
        if self.room is not None:
            yield from self.room.tell()

    def _computed(self) -> Iterator[str]:
        if self._pending is not None and (self._pending.is_done or not self._in_steps):
            lines, self._pending = self._pending.finish(), None
            yield from self._telling.folded(lines)


def _played_back(record: Record, telling: Telling) -> Iterator[str]:
    """Yield the lines about all events of a recorded game, in the words that `telling` has for events."""
    series = Replay([record])
    happening, before = Happening.BEGAN, series.state
    action: Action | None = None
    while True:
        yield from telling.events(series, Event(happening, before, series.state, action))
        if series.has_ended:
            break
        if happening is Happening.POSTED:
            happening, action = Happening.BEGAN, None
        else:
            before, action = series.state, series.decide().action
            happening = Happening.POSTED if isinstance(action, Score) else Happening.ROLLED
            series.act(action)
    yield from telling.events(series, Event(Happening.ENDED, before, series.state))
