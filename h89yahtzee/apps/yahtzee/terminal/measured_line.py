"""A line measured: what went each way, how long keys waited for their answers, what held it up, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from h89yahtzee.apps.yahtzee.terminal.device_facts import line_errors
from h89yahtzee.transport.flow_control import XOFF, XON
from h89yahtzee.transport.transport import Transport, TransportClosed

SILENCE = 0.5
"""Seconds without a byte after which an answer is over: what comes later is no answer to that key."""


@dataclass(slots=True)
class Answer:
    """What was sent because something happened `at` that time; `until` is when its last byte was handed over."""

    at: float
    until: float
    sent: int = 0

    @property
    def seconds(self) -> float:
        return self.until - self.at


@dataclass(slots=True)
class Measures:
    """What was measured on one line, however often it was opened. Times are those of the clock."""

    opened: int = 0
    sent: int = 0
    received: int = 0
    xoffs: int = 0
    xons: int = 0
    held: float = 0.0
    """Seconds between XOFF and XON."""
    full: int = 0
    """How often the system took nothing."""
    screen: Answer | None = None
    """The first screen, up to the first key."""
    answers: list[Answer] = field(default_factory=list)
    errors: dict[str, int] | None = None
    """What the system has counted; None where it tells nothing."""
    losses: list[tuple[float, str]] = field(default_factory=list)


class MeasuredLine:
    """A transport that hands everything on and adds what it sees to `measures`; `clock` never goes back."""

    def __init__(self, transport: Transport, measures: Measures, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._measures = measures
        self._clock = clock
        self._held_since: float | None = None
        self._is_lost = False
        self._before, self._counted = measures.errors or {}, self._count()
        measures.opened += 1
        self._answer = Answer(clock(), clock())
        measures.screen = measures.screen or self._answer

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def receive(self) -> bytes:
        try:
            data = self._transport.receive()
        except TransportClosed as closed:
            self._lose(closed)
            raise
        if data:
            self._take(data)
        return data

    def send(self, data: bytes) -> int:
        try:
            taken = self._transport.send(data)
        except TransportClosed as closed:
            self._lose(closed)
            raise
        self._measures.full += taken == 0
        if taken:
            self._give(taken)
        return taken

    def close(self) -> None:
        self._update_errors()
        self._resume()
        self._transport.close()

    def _take(self, data: bytes) -> None:
        self._measures.received += len(data)
        self._measures.xoffs += data.count(XOFF)
        self._measures.xons += data.count(XON)
        stop, resume = data.rfind(XOFF), data.rfind(XON)
        if stop > resume and self._held_since is None:
            self._held_since = self._clock()
        elif resume > stop:
            self._resume()
        if data.translate(None, XON + XOFF):
            self._answer = Answer(self._clock(), self._clock())
        self._update_errors()

    def _resume(self) -> None:
        """Go on after an XOFF; the answer that it held up isn't over."""
        if self._held_since is not None:
            held = self._clock() - self._held_since
            self._measures.held += held
            self._held_since = None
            self._answer.until += held * bool(self._answer.sent)

    def _give(self, count: int) -> None:
        self._measures.sent += count
        answer, now = self._answer, self._clock()
        if answer.sent and now - answer.until > SILENCE:
            return
        if not answer.sent and answer is not self._measures.screen:
            self._measures.answers.append(answer)
        answer.sent += count
        answer.until = now

    def _lose(self, closed: TransportClosed) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._resume()
            self._measures.losses.append((self._clock(), str(closed).rpartition(": ")[2]))

    def _count(self) -> dict[str, int] | None:
        fileno = self._transport.fileno()
        return None if fileno is None else line_errors(fileno)

    def _update_errors(self) -> None:
        """Add what the system has counted since the line was opened; a line that is gone tells no more."""
        counted = self._count()
        if counted is not None and self._counted is not None:
            start = self._counted
            self._measures.errors = {
                name: count - start[name] + self._before.get(name, 0) for name, count in counted.items()
            }
