"""A session in text mode: typed lines go from a terminal to a room, and the room's texts go to the terminal."""

from __future__ import annotations

import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from h89yahtzee.apps.sessions.event_loop import AnyRoom, Face, Session
from h89yahtzee.frontends.lines.line_texts import WIDTH, upper_case
from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.screen.typed_line import TypedLine, WholeLine, without_accents
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.texts import plain_text
from h89yahtzee.transport.pacing import Drain, PacedTransport
from h89yahtzee.transport.transport import HungUp

MOST_WAITING = 100
"""While this many lines of text wait to be sent to a slow terminal, the room isn't asked for further lines."""
MOST_TYPED = 1024
"""The most typed bytes that are kept while the room can't take them yet."""


class Typing(Enum):
    """The place where a line of text is edited and echoed while a person types it."""

    HERE = "in the session: the terminal sends single characters and shows what it is sent"
    SHOWN = "in the session, but the terminal shows characters by itself; only the line's end is sent back"
    BY_DRIVER = "in the driver of this machine's terminal, which hands on whole lines"
    PIPED = "nowhere: lines come from a pipe or a file, and are read when there is a prompt for them"


@dataclass(frozen=True, slots=True)
class TextTerminal:
    """A terminal for text mode, which is `columns` characters wide. `typing` is the place where typed lines are
    edited. The terminal is `upper` if it has no small letters, and `is_aloud` if a screen reader reads it aloud."""

    columns: int = WIDTH
    typing: Typing = Typing.HERE
    upper: bool = False
    is_aloud: bool = False

    @property
    def sends_whole_lines(self) -> bool:
        return self.typing in (Typing.BY_DRIVER, Typing.PIPED)

    @property
    def new_line(self) -> str:
        return "\n" if self.sends_whole_lines else "\r\n"


TELETYPE = TextTerminal()
"""A printing terminal at the other end of a serial line."""


class LineFace(Face, Protocol):
    """A room in text mode: a session prints its lines, asks by `prompt` and passes typed lines to `answer`.

    - `start` yields the lines for a person who enters the room, `tell` the news since the last call.
    - `answer` yields each line after doing the action that the line reports.
    - While `revision` is unchanged, `advance` needn't be called: it would lead to no news and to no other prompt.
    - If `prompt` is empty, the room asks nothing, but the person may type a line all the same.
    """

    @property
    def prompt(self) -> str: ...

    def start(self) -> Iterator[str]: ...
    def tell(self) -> Iterator[str]: ...
    def answer(self, text: str, now: float) -> Iterator[str]: ...


def by_lines(room: AnyRoom, terminal: TextTerminal = TELETYPE) -> LineFace:
    if terminal.is_aloud:
        # Imported late, since it is seldom needed.
        from h89yahtzee.frontends.lines.numbered import room_by_numbers, seat_by_numbers

        return seat_by_numbers(room) if isinstance(room, Seat) else room_by_numbers(room)
    return SeatLines(room) if isinstance(room, Seat) else RoomLines(room)


class LineSession(Session[LineFace]):
    """Shows a room by lines of text on the `terminal` at the other end of `transport`: first `room`, and after each
    call of `enter` another one."""

    def __init__(
        self,
        room: LineFace,
        transport: PacedTransport,
        terminal: TextTerminal = TELETYPE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(room, transport, clock)
        self._terminal = terminal
        self._entered: LineFace | None = None
        self._told = deque[str]()
        self._typed = bytearray()
        self._line = WholeLine() if terminal.sends_whole_lines else TypedLine()
        self._prompted = ""
        self._is_new_line = True

    @property
    def is_aloud(self) -> bool:
        """Whether a screen reader reads the terminal aloud."""
        return self._terminal.is_aloud

    def enter(self, room: AnyRoom) -> None:
        self.room = by_lines(room, self._terminal)

    def advance(self, now: float) -> None:
        if self._entered is not self.room:
            self._entered = self.room
            self._told += self.room.start()
        self.room.advance(now)
        if len(self._told) < MOST_WAITING:
            self._told += self.room.tell()

    def notify(self, text: str) -> None:
        self._told.append(text)

    def open(self) -> None:
        """Let the next call of `show` print the prompt, even if the prompt was printed before the program was
        suspended."""
        self._prompted = ""

    def farewell(self) -> None:
        if not self.transport.idle:
            self.transport.discard()
            self._is_new_line = False
        self._told += self.last_words.splitlines()
        self._queue(self._news())
        self._is_new_line = True
        self._drain = Drain(self.transport, self._clock)

    def wakes_in(self) -> float | None:
        has_text = self.transport.idle and bool(self._typed or self._told)
        return self._wait(has_text or self._entered is not self.room, self.room.deadline)

    def take_input(self) -> None:
        """Receive what is typed; pass one typed line to the room if the terminal has received all earlier text."""
        is_told = self.transport.idle and not self._told and self._entered is self.room
        if self._terminal.typing is Typing.PIPED and not (is_told and self._is_asked):
            return  # Each text line from a pipe answers one prompt: read it only when that prompt has been shown.
        self._receive()
        if is_told:
            echo, line = self._line.take(self._typed)
            self._echo(echo, is_complete=line is not None)
            if line is not None:
                self._is_new_line, self._prompted = True, ""
                self._told += self.room.answer(line, self._clock())

    def show(self) -> None:
        """If all earlier bytes are sent, send the waiting texts with the prompt below them."""
        self.transport.pump()
        if self.transport.idle and self._entered is self.room:
            if self._told or self.room.prompt != self._prompted:
                self._tell()
            self.transport.pump()

    @property
    def _is_asked(self) -> bool:
        return bool(self._prompted) and self._prompted == self.room.prompt

    def _receive(self) -> None:
        if self._terminal.sends_whole_lines and b"\n" in self._typed:
            return
        try:
            typed = self.transport.receive()
        except HungUp:
            # Lines typed before the end of input are still answered. The last line of a file may lack its newline.
            if not (self._typed or (isinstance(self._line, WholeLine) and self._line.is_begun)):
                raise
            typed = b"\n" if isinstance(self._line, WholeLine) else b""
        self._typed += typed if self._terminal.sends_whole_lines else without_accents(typed)
        if not self._terminal.sends_whole_lines:
            del self._typed[MOST_TYPED:]

    def _echo(self, echo: str, is_complete: bool) -> None:
        if self._terminal.typing is Typing.HERE:
            self._queue(echo)
        elif is_complete and self._terminal.typing is not Typing.BY_DRIVER:
            self._queue(self._terminal.new_line)
        self._is_new_line = self._is_new_line and not echo

    def _tell(self) -> None:
        """Queue all waiting texts, the prompt, and the characters typed so far."""
        news, self._prompted = self._news(), self.room.prompt
        asked = self._terminal.new_line.join(self._folded(self._prompted)) + self._line.text
        self._is_new_line = not asked
        self._queue(news + asked)

    def _news(self) -> str:
        """Return and drop the waiting texts, each on a new line."""
        text = "" if self._is_new_line else self._terminal.new_line
        while self._told:
            text += "".join(line + self._terminal.new_line for line in self._folded(self._told.popleft()))
        return text

    def _folded(self, line: str) -> list[str]:
        """Return a line of text in pieces no wider than the terminal."""
        pieces = [line]
        if len(line) > self._terminal.columns:
            pieces = textwrap.wrap(line, self._terminal.columns, subsequent_indent="  ")
            pieces[-1] += line[len(line.rstrip()) :]  # keep the blank between a prompt and its answer
        return [plain_text(piece) for piece in pieces]

    def _queue(self, text: str) -> None:
        if self._terminal.upper:
            text = "".join(upper_case(char) if char >= " " else char for char in text)
        self.transport.queue(text.encode("ascii"))
