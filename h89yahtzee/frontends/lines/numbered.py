"""Rooms and tables for people with a screen reader: whole sentences, and a number for every choice.

`Numbered` wraps a room or a seat in text mode: it lists the choices, and translates a typed number into the words
of that choice. The words themselves may be typed, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.lines.seat_lines import Missing, SeatLines
from h89yahtzee.frontends.lines.telling import ALOUD
from h89yahtzee.game.near_words import one_of
from h89yahtzee.rooms.room import Room, RoomCommand
from h89yahtzee.rooms.start_rows import YES_NO
from h89yahtzee.table import texts
from h89yahtzee.table.commands import Choice, Command
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.events import Question as SeatQuestion
from h89yahtzee.table.seat import Seat

_NO_CHOICE = "There is no choice {number} now, and RETURN alone tells the choices."
_NO_ROW = "Row {number} isn't open for these dice."
_YES_OR_NO = "1 means yes, 2 means no: "
_ROWS_AT_ONCE = 12
"""The number of rows of a long list that are told at a time."""


class Menu(Protocol):
    """The numbered choices that a person has at present. When the value of `place` changes, the person has other
    choices, and the sentences that `offered` returns, one for each choice, are shown.

    `typed` translates typed text, such as a number, into the word for that choice, which is passed to the room or
    table. If the text has an effect only on the menu, `typed` returns a list of sentences in reply instead.
    """

    @property
    def place(self) -> object: ...
    @property
    def prompt(self) -> str: ...
    def offered(self) -> Sequence[str]: ...
    def typed(self, text: str) -> str | list[str]: ...


class Numbered:
    """A wrapper around `face`, a room or a seat in text mode: a person makes choices by the numbers of `menu`."""

    def __init__(self, face: RoomLines | SeatLines, menu: Menu) -> None:
        self._face = face
        self._menu = menu
        self._told: object = None

    @property
    def ending(self) -> Ending | None:
        return self._face.ending

    @property
    def prompt(self) -> str:
        return self._menu.prompt

    @property
    def revision(self) -> object:
        return self._face.revision

    @property
    def is_done(self) -> bool:
        return self._face.is_done

    @property
    def deadline(self) -> float | None:
        return self._face.deadline

    def leave(self) -> None:
        self._face.leave()

    def advance(self, now: float) -> None:
        self._face.advance(now)

    def start(self) -> Iterator[str]:
        yield from self._face.start()
        yield from self._news()

    def tell(self) -> Iterator[str]:
        yield from self._face.tell()
        yield from self._news()

    def answer(self, text: str, now: float) -> Iterator[str]:
        typed = self._menu.typed(" ".join(text.split()))
        if isinstance(typed, str):
            yield from self._face.answer(typed, now)
        else:
            yield from ALOUD.folded(typed)
        yield from self._news()

    def _news(self) -> Iterator[str]:
        """Yield the choices if they have changed since they were told."""
        if self._menu.place != self._told and self._face.ending is None:
            self._told = self._menu.place
            yield from ALOUD.folded(self._menu.offered())


def seat_by_numbers(seat: Seat) -> Numbered:
    face = SeatLines(seat, ALOUD, room_by_numbers)
    return Numbered(face, SeatMenu(face))


def room_by_numbers(room: Room) -> Numbered:
    face = RoomLines(room, ALOUD)
    return Numbered(face, RoomMenu(face))


_MORE = "more"
Meant = Command | str
"""The meaning of a choice at a table: a command; or `_MORE`, to list all choices; or an answer in text mode, such
as y."""
IN_TURN: dict[Choice, Meant] = {command.value.choice: command for command in Command if command.value.choice}
IN_TURN |= {Choice(5, "hear all choices", "tells all choices"): _MORE}
AFTERWARDS: dict[Choice, Meant]
AFTERWARDS = {command.value.afterwards: command for command in Command if command.value.afterwards}
AFTERWARDS |= {Choice(1, "play again"): "y", Choice(6, "quit"): "n"}


class SeatMenu:
    """The choices at a table; a number stands for the same choice throughout a game."""

    def __init__(self, face: SeatLines) -> None:
        self._face = face
        self._seat = face.seat
        self._asks_dice = False
        self._asks_text = False

    @property
    def place(self) -> object:
        """Whether the choices are listed without being asked for. This is so only after a game, since in a turn the
        prompt has the main choices."""
        return self._seat.table.series.has_ended and self._seat.question is None and not self._face.opened

    def offered(self) -> Sequence[str]:
        return _told(self._choices()) if self.place else ()

    @property
    def prompt(self) -> str:
        face, seat = self._face, self._seat
        if face.opened:
            return face.prompt
        if seat.question is not None:
            return f"{_question(seat, seat.question)} {_YES_OR_NO}"
        if self._asks_text:
            return "Type what you want to say: "
        if self._asks_dice:
            return f"Type the numbers of the dice to roll, 1 to {len(seat.table.series.state.dice)}, or 0: "
        if face.missing is not None:
            return f"Type the number of a {'row' if face.missing is Missing.ROW else 'column'}, or 0 for none: "
        choices = self._choices()
        if seat.table.series.has_ended:
            return f"Your choice, {one_of(str(each.number) for each in choices)}: "
        if not seat.may_play:
            return ""
        return ", ".join(f"{each.number} {each.brief}" for each in choices if each.brief) + ": "

    def typed(self, text: str) -> str | list[str]:
        asks_dice, asks_text, self._asks_dice, self._asks_text = self._asks_dice, self._asks_text, False, False
        if self._face.opened:
            return text
        if self._seat.question is not None:
            return {"1": "yes", "2": "no"}.get(text, text)
        if asks_text:
            return f"/{text}"
        if asks_dice:
            return [] if text in ("", "0") else f"p {text}"
        if self._face.missing is not None:
            return self._place_of_score(text)
        is_choice = not re.sub("[0-9 ,]", "", text)
        return self._chosen(text) if is_choice else text

    def _place_of_score(self, text: str) -> str | list[str]:
        """Return what to pass to the table when `text` answers the question for a row or a column: "" for 0, which
        means to go back, and otherwise `text` unchanged.

        If `text` is the number of a row in which the dice can't be scored, return a list with one sentence in
        reply.
        """
        rows = {str(box.row + 1) for box in self._seat.table.series.state.legal_boxes()}
        if self._face.missing is Missing.ROW and text.isdecimal() and text not in rows | {"0"}:
            return [_NO_ROW.format(number=text)]
        return "" if text == "0" else text

    def _chosen(self, number: str) -> str | list[str]:
        choices = self._choices()
        meant = next((meant for choice, meant in choices.items() if str(choice.number) == number), None)
        self._asks_dice = meant is Command.ROLL and not self._seat.table.awaits_first_roll
        self._asks_text = meant is Command.TALK
        if self._asks_dice or self._asks_text:
            return []
        if isinstance(meant, Command):
            return meant.value.words[0]
        if meant is None and number:
            return [_NO_CHOICE.format(number=number)]
        return _told(choices) if meant is None or meant == _MORE else meant

    def _choices(self) -> dict[Choice, Meant]:
        """Return the choices that the person has now, by their numbers."""
        seat, absent = self._seat, dict[Meant, bool]()
        has_games = seat.services.saved_games is not None
        if seat.table.series.has_ended:
            absent = {
                "y": not seat.has_a_say,
                Command.COMPARE: not seat.can_compare,
                Command.GAMES: not has_games,
                Command.START_PAGE: not seat.has_start_page,
                Command.DAY: not seat.has_day,
            }
            return _present(AFTERWARDS, absent)
        state, is_hidden = seat.table.series.state, seat.table.awaits_first_roll
        mine = seat.may_play
        absent = {
            Command.ROLL: not (mine and (is_hidden or state.rolls_left)),
            Command.DONE: not mine,
            Command.COACH: not mine,
            Command.GAMES: not has_games,
            Command.CHANCES: len(state.cards) == 1,
            Command.TALK: not seat.role.may_talk,
        }
        if is_hidden:
            absent |= {command: True for command in Command if command.value.needs_dice}
        return _present(IN_TURN, absent)


def _present(choices: Mapping[Choice, Meant], absent: Mapping[Meant, bool]) -> dict[Choice, Meant]:
    left = [(choice, meant) for choice, meant in choices.items() if not absent.get(meant)]
    return dict(sorted(left, key=lambda each: each[0].number))


def _told(choices: Iterable[Choice]) -> list[str]:
    return [f"{each.number}: {texts.sentence(each.meaning)}" for each in choices]


def _question(seat: Seat, question: SeatQuestion) -> str:
    if question is not SeatQuestion.SCRATCH:
        return texts.QUESTIONS[question].removesuffix(texts.YES_OR_NO)
    state, box = seat.table.series.state, seat.scratched
    label = ALOUD.wording.label(state.rules, box)
    return texts.scratch(label, state.potential_score(box), state.rolls_left).removesuffix(texts.YES_OR_NO)


Deed = Callable[[], str | list[str]]
"""A function called when a choice is made; it returns the words for the room, or a list of sentences in reply."""


class RoomMenu:
    """The choices in a room. If the room asks a question, they are its answers, else some of the room's rows and
    the commands of the room.

    If there are several commands for a row, a person chooses first the row and then one of those commands.
    """

    def __init__(self, face: RoomLines) -> None:
        self._face = face
        self._room = face.room
        self._first = 0
        """The 0-based number of the first row among the choices."""
        self._row: int | None = None
        """The chosen row, if one of several commands for it is to be chosen now."""
        self._has_asked = False
        self._typing: RoomCommand | None = None
        """The command that asks for a text."""

    @property
    def place(self) -> object:
        if self._face.question is not None:
            return self._face.question
        return self._first, self._row, self._room.count

    @property
    def prompt(self) -> str:
        question = self._face.question
        if question is not None:
            choice = f"Your choice, 1 to {len(question.answers)}" if question.answers else "Your answer"
            return (
                f"{choice}, or RETURN for {question.answers.get(question.default, question.default).rstrip('.')}: "
            )
        if self._typing is not None:
            return "Type what you want to say: "
        count = len(self._choices())
        return f"Your choice, 1 to {count}: " if count > 1 else "Your choice, 1: "

    def offered(self) -> list[str]:
        question = self._face.question
        if question is not None:
            meanings = [
                meaning if word in YES_NO else f"{word}: {meaning}" for word, meaning in question.answers.items()
            ]
            has_asked = self._has_asked or self._face.confirming is not None
            words = [] if has_asked else [(command.words[0], command.about) for command in self._for_room]
            self._has_asked = True
            told = (f"{word}: {texts.sentence(about)}" for word, about in words)
            return [question.spoken, *_numbered(meanings), *told]
        described = () if self._first or self._row is not None else self._room.described()
        return [*described, *_numbered(meaning for meaning, _ in self._choices())]

    def typed(self, text: str) -> str | list[str]:
        question, typing, self._typing = self._face.question, self._typing, None
        if typing is not None:
            return f"{typing.words[0]}{text}"
        if question is not None:
            words = list(question.answers)
            return words[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(words) else text
        if not text:
            return self.offered()
        if not text.isdecimal():
            return text
        choices = self._choices()
        if not 0 < int(text) <= len(choices):
            return [_NO_CHOICE.format(number=text)]
        return choices[int(text) - 1][1]()

    def _choices(self) -> list[tuple[str, Deed]]:
        """Return the choices, each as a sentence that describes it and the function that carries it out."""
        room, choices = self._room, list[tuple[str, Deed]]()
        if self._row is not None:
            choices += [(command.about, partial(self._do, command)) for command in self._for_row]
            choices.append(("go back", partial(self._tell_from, self._first)))
        else:
            last = min(self._first + _ROWS_AT_ONCE, room.count)
            choices += [(room.told(row), partial(self._choose, row)) for row in range(self._first, last)]
            if room.count > _ROWS_AT_ONCE:
                choices.append(("hear more of them", partial(self._tell_from, last if last < room.count else 0)))
            choices += [(command.about, partial(self._do, command)) for command in self._for_room]
        return [(texts.sentence(meaning), deed) for meaning, deed in choices]

    @property
    def _for_room(self) -> list[RoomCommand]:
        commands = [command for command in self._room.commands if command.about and command.words]
        # Leave out commands that only show the room, since the list of choices describes the whole room.
        return [each for each in commands if each.is_offered and not (each.for_row or each.shows_room)]

    @property
    def _for_row(self) -> list[RoomCommand]:
        return [command for command in self._room.commands if command.for_row and command.words]

    def _choose(self, row: int) -> str | list[str]:
        self._row = row
        return self._do(self._for_row[0]) if len(self._for_row) == 1 else []

    def _tell_from(self, row: int) -> list[str]:
        self._first, self._row = row, None
        return []

    def _do(self, command: RoomCommand) -> str | list[str]:
        """Return the word of `command`, followed by the number of the chosen row if the command is for a row.

        If the command needs a text, let the person type that text next, and return an empty list.
        """
        row, self._row = self._row, None
        if command.typed is not None:
            self._typing = command
            return []
        word = next(iter(command.words))
        return f"{word} {self._room.number_of(row)}".strip() if row is not None and command.for_row else word


def _numbered(meanings: Iterable[str]) -> Iterator[str]:
    for number, meaning in enumerate(meanings, 1):
        yield f"{number}: {meaning}"
