"""`h19 --dump --jsonl --real-time`: sessions with an emulated H19 that takes as long as the machine for each byte.

For programs that compare the emulator with a real terminal. A session gives the bytes that a computer sends at the
line's speed, and the keys pressed; its outcome gives the bytes that the terminal sends and when, how many bytes it
loses, and its screen at the end. Sessions recorded from the firmware have the same form.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from h89yahtzee.apps.h19.dump import RowError, json_rows
from h89yahtzee.h19.codes import BAUD_RATES, XOFF, XON
from h89yahtzee.h19.configuration import USUAL_SWITCHES
from h89yahtzee.h19.timing import durations
from h89yahtzee.h19.timing.realtime import RealTimeTerminal, SentByte

LONGEST = 600.0
"""The most seconds that a session may last."""
_EXPECTED = (
    '{"data": hexadecimal, "baud": 110-19200, "obeys_xoff": true or false, "slack": 0-128, '
    f'"keys": [[milliseconds, letter], ...], "seconds": 0-{LONGEST:.0f}}}'
)


def timed_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield each session (a line of JSON) with its outcome; RowError with the line's number for other text."""
    for number, row in json_rows(lines):
        try:
            case = _case(row)
        except (KeyError, TypeError, ValueError):
            raise RowError(f"line {number}: expected {_EXPECTED}") from None
        yield json.dumps({**row, **_answer(case)})


def _case(row: Mapping[str, object]) -> TimedCase:
    baud, slack, seconds = _number(row["baud"]), _number(row["slack"]), _number(row["seconds"])
    keys = row["keys"]
    if baud not in BAUD_RATES or not 0 <= slack <= 128 or not 0 <= seconds <= LONGEST:
        raise ValueError(row)
    if type(row["obeys_xoff"]) is not bool or not isinstance(keys, list) or not isinstance(row["data"], str):
        raise TypeError(row)
    return TimedCase(
        data=bytes.fromhex(row["data"]),
        keys=sorted(_key(*pair) for pair in keys),
        seconds=seconds,
        baud_rate=int(baud),
        obeys_xoff=row["obeys_xoff"],
        slack=int(slack),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value


def _key(milliseconds: object, letter: object) -> tuple[float, str]:
    if not isinstance(letter, str) or len(letter) != 1 or not " " <= letter <= "~":
        raise ValueError(letter)
    return _number(milliseconds) / 1000, letter


def _answer(case: TimedCase) -> dict[str, object]:
    outcome = play(case)
    return {
        "sent": [[round(1000 * byte.carried_at, 1), byte.code] for byte in outcome.sent],
        "unsent": outcome.unsent,
        "lost": outcome.lost,
        "fifo_peak": outcome.fifo_peak,
        "rows": [codes.hex() for codes in outcome.rows],
        "cursor": list(outcome.cursor),
    }


_RATE_SECTIONS = 0x0F


@dataclass(frozen=True, slots=True)
class TimedCase:
    """A session. The first byte of `data` arrives at once, each further byte as soon as the line carries it.

    After an XOFF, a computer that `obeys_xoff` still sends the byte on its way and `slack` more. `keys` are pairs
    of the seconds at which a key is pressed, and its letter; the session ends after `seconds`.
    """

    data: bytes
    keys: Sequence[tuple[float, str]]
    seconds: float
    baud_rate: int
    obeys_xoff: bool
    slack: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a session: the terminal's bytes with their times, counts of bytes, and the video RAM's rows."""

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
        """Send the computer's next byte and set the time of the one after; after XOFF send only `slack` more."""
        self._terminal.receive(bytes((self._left.popleft(),)), now)
        self._heed()
        may_send = bool(self._left) and self._slack != 0
        self._next_at = now + self._byte_time if may_send else None
        if may_send and self._slack is not None:
            self._slack -= 1

    def _heed(self) -> None:
        """Collect the bytes that the terminal has begun to send by now; stop sending at XOFF, resume at XON."""
        sent = self._terminal.take_sent()
        self._sent += sent
        if not self._case.obeys_xoff:
            return
        for code, _, carried_at in sent:
            if code == XOFF and self._slack is None:
                self._slack = self._case.slack
            elif code == XON:
                self._slack = None
                if self._next_at is None and self._left:
                    self._next_at = carried_at
