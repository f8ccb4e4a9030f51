"""One terminal by lines of text and the room it is in: typed lines come over its line, what happens goes back."""

from __future__ import annotations

import textwrap
from collections import deque
from collections.abc import Callable

from h89yahtzee.screen.typed_line import TypedLine
from h89yahtzee.table.lines.line_room import LineRoom
from h89yahtzee.table.lines.line_texts import WIDTH, upper_case
from h89yahtzee.table.texts import plain_text
from h89yahtzee.transport.draining import Drain
from h89yahtzee.transport.pacing import PacedTransport

MOST_WAITING = 100
"""How many lines wait for a terminal that takes none; what else happens is told when it has taken them."""
MOST_TYPED = 1024
"""How many bytes typed ahead are kept."""

_NEW_LINE = "\r\n"


class LineSession:
    """Shows `room`, which may be exchanged, by lines of `columns` on the terminal that `transport` leads to.

    With `echo` what is typed is sent back; `upper` is for terminals that have no other letters.
    """

    def __init__(
        self,
        room: LineRoom,
        transport: PacedTransport,
        clock: Callable[[], float],
        echo: bool = True,
        columns: int = WIDTH,
        upper: bool = False,
    ) -> None:
        self.room = room
        self.last_words = ""
        self.transport = transport
        self._clock = clock
        self._echo = echo
        self._columns = columns
        self._upper = upper
        self._entered: LineRoom | None = None
        self._told = deque[str]()
        self._typed = bytearray()
        self._line = TypedLine()
        self._prompted = ""
        self._is_new_line = True
        self._drain = Drain(transport, clock)

    # The room

    @property
    def is_closed(self) -> bool:
        return self.room.is_closed

    @property
    def revision(self) -> object:
        return self.room, self.room.revision

    def is_seen(self) -> bool:
        return True

    def advance(self, now: float) -> None:
        if self._entered is not self.room:
            self._entered = self.room
            self._told += self.room.start()
        self.room.advance(now)
        if len(self._told) < MOST_WAITING:
            self._told += self.room.tell()

    def notify(self, text: str) -> None:
        self._told.append(text)

    def leave(self) -> None:
        self.room.leave()

    # The terminal

    def open(self) -> None: ...

    def resized(self) -> None: ...

    def exit(self) -> None: ...

    def hang_up(self) -> None:
        self.transport.close()

    def farewell(self) -> None:
        self.transport.discard()
        self._told += filter(None, [self.last_words])
        self._queue(self._news())
        self._drain = Drain(self.transport, self._clock)

    def has_left(self) -> bool:
        return self._drain.is_over()

    def fileno(self) -> int | None:
        return self.transport.fileno()

    def wakes_in(self) -> float | None:
        waits = [self.transport.ready_in()]
        if self.transport.has_received or (self.transport.idle and (self._typed or self._told)):
            waits.append(0.0)
        if self._entered is not self.room:
            waits.append(0.0)
        if self.room.deadline is not None:
            waits.append(max(0.0, self.room.deadline - self._clock()))
        return min((wait for wait in waits if wait is not None), default=None)

    def take_input(self) -> None:
        """Hand the next line to the room, once the terminal has been told all that came before."""
        self._typed += self.transport.receive()
        del self._typed[MOST_TYPED:]
        if self.transport.idle and not self._told and self._entered is self.room:
            echo, line = self._line.take(self._typed)
            self._queue(echo if self._echo else _NEW_LINE * (line is not None))
            self._is_new_line = self._is_new_line and not echo
            if line is not None:
                self._is_new_line, self._prompted = True, ""
                self._told += self.room.answer(line, self._clock())

    def show(self) -> None:
        """Send what is to be told once the line has carried what was sent before, and the prompt below it."""
        self.transport.pump()
        if self.transport.idle and self._entered is self.room:
            if self._told or self.room.prompt != self._prompted:
                self._tell()
            self.transport.pump()

    def _tell(self) -> None:
        """Tell all, and ask with what has been typed so far."""
        news, self._prompted = self._news(), self.room.prompt
        asked = _NEW_LINE.join(self._folded(self._prompted)) + self._line.text
        self._is_new_line = not asked
        self._queue(news + asked)

    def _news(self) -> str:
        """What is to be told, on lines of its own."""
        text = "" if self._is_new_line else _NEW_LINE
        while self._told:
            text += "".join(line + _NEW_LINE for line in self._folded(self._told.popleft()))
        return text

    def _folded(self, line: str) -> list[str]:
        """The line in pieces that the terminal has room for."""
        pieces = (
            [line] if len(line) <= self._columns else textwrap.wrap(line, self._columns, subsequent_indent="  ")
        )
        return [plain_text(piece) for piece in pieces]

    def _queue(self, text: str) -> None:
        if self._upper:
            text = "".join(upper_case(char) if char >= " " else char for char in text)
        self.transport.queue(text.encode("ascii"))
