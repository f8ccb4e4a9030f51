"""A recorded session with an H19 in its own time: what a host sends at the line's speed, and keys that are pressed.

Playing it says what the terminal sends and when, and what it loses and shows in the end. The firmware's own answers
have the same form.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from h89yahtzee.h19.codes import BAUD_RATES, XOFF, XON
from h89yahtzee.h19.line_settings import USUAL_SWITCHES
from h89yahtzee.h19.timing import durations
from h89yahtzee.h19.timing.realtime import RealTimeTerminal
from h89yahtzee.h19.timing.uart import SentByte

_RATE_SECTIONS = 0x0F


@dataclass(frozen=True, slots=True)
class TimedCase:
    """The first byte of `data` arrives at once, each other as soon as the line carries it.

    A host that obeys XOFF still sends the byte on its way and `slack` more. `keys` are pressed at their times, in
    seconds; the session ends after `seconds`.
    """

    data: bytes
    keys: Sequence[tuple[float, str]]
    seconds: float
    baud_rate: int
    obeys_xoff: bool
    slack: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """`sent` has each byte with the time at which the line has carried it; `rows` are those of the video RAM."""

    sent: Sequence[SentByte]
    unsent: int
    lost: int
    fifo_peak: int
    rows: Sequence[bytes]
    cursor: tuple[int, int]


def play(case: TimedCase) -> Outcome:
    return _Session(case).run()


class _Session:
    def __init__(self, case: TimedCase) -> None:
        self._case = case
        switches = USUAL_SWITCHES & ~_RATE_SECTIONS | BAUD_RATES.index(case.baud_rate) + 1
        self._terminal = RealTimeTerminal(line_switches=switches)
        self._byte_time = durations.on_the_line(case.baud_rate)
        self._left = deque(case.data)
        self._keys = deque(case.keys)
        self._sent: list[SentByte] = []
        self._next_at: float | None = 0.0
        self._slack: int | None = None

    def run(self) -> Outcome:
        case, terminal = self._case, self._terminal
        peak = 0
        while (at := self._next_event()) <= case.seconds:
            terminal.advance(at)
            while self._keys and self._keys[0][0] <= at:
                terminal.press(self._keys.popleft()[1], at)
            self._heed()
            if self._next_at is not None and self._next_at <= at:
                self._send(at)
                peak = max(peak, terminal.queued)
        terminal.advance(case.seconds)
        self._sent += terminal.take_sent()
        return Outcome(
            sent=[byte for byte in self._sent if byte.carried_at <= case.seconds],
            unsent=len(self._left),
            lost=terminal.overruns,
            fifo_peak=peak,
            rows=[terminal.row_bytes(row) for row in range(terminal.lines)],
            cursor=terminal.cursor,
        )

    def _next_event(self) -> float:
        times = [self._next_at, self._keys[0][0] if self._keys else None, self._terminal.wakes_at()]
        return min((time for time in times if time is not None), default=float("inf"))

    def _send(self, now: float) -> None:
        """Send a byte, and say when the next one arrives: after XOFF only as many as the slack allows."""
        self._terminal.receive(bytes((self._left.popleft(),)), now)
        self._heed()
        may_send = bool(self._left) and self._slack != 0
        self._next_at = now + self._byte_time if may_send else None
        if may_send and self._slack is not None:
            self._slack -= 1

    def _heed(self) -> None:
        """See what the terminal has begun to send by now."""
        sent = self._terminal.take_sent()
        self._sent += sent
        for code, _, carried_at in sent if self._case.obeys_xoff else ():
            if code == XOFF and self._slack is None:
                self._slack = self._case.slack
            elif code == XON:
                self._slack = None
                if self._next_at is None and self._left:
                    self._next_at = carried_at
