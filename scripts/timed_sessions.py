"""Plays sessions with an H19 that needs as much time for each byte as the real machine, for comparisons with one.

    python -m scripts.timed_sessions < sessions.jsonl

A line of standard input is a JSON object: `data`, the computer's bytes in hexadecimal, `baud`, `obeys_xoff`,
`slack`, the number of bytes that still follow an XOFF after the one on its way, `keys`, pairs of milliseconds
and a letter that is typed, and `seconds`. The answer adds `sent`, pairs of milliseconds and byte, `unsent`, the
number of bytes that the computer has not sent, `lost`, the number lost in the UART, `fifo_peak`, the most that
waited, and `rows` and `cursor` at the end.
"""

from __future__ import annotations

import json
import sys
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
    """Yield the row of each session with the outcome as further members; RowError names the line of a wrong row."""
    for number, row in json_rows(lines):
        try:
            case = _case(row)
        except (KeyError, TypeError, ValueError):
            raise RowError(f"line {number}: expected {_EXPECTED}") from None
        yield json.dumps({**row, **_Session(case).run()})


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


_RATE_SECTIONS = 0x0F


@dataclass(frozen=True, slots=True)
class TimedCase:
    """A session. The first byte of `data` arrives at once, each further byte as soon as the line carries it.

    After an XOFF, a computer that `obeys_xoff` still sends `slack` bytes after the byte on its way. `keys` are
    pairs of a time in seconds and the letter of the key pressed then; the session ends after `seconds`.
    """

    data: bytes
    keys: Sequence[tuple[float, str]]
    seconds: float
    baud_rate: int
    obeys_xoff: bool
    slack: int


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

    def run(self) -> dict[str, object]:
        """Run the session and return the outcome, as JSON members."""
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
        sent = [byte for byte in self._sent if byte.carried_at <= case.seconds]
        return {
            "sent": [[round(1000 * byte.carried_at, 1), byte.code] for byte in sent],
            "unsent": len(self._left),
            "lost": terminal.overruns,
            "fifo_peak": peak,
            "rows": [terminal.row_bytes(row).hex() for row in range(terminal.lines)],
            "cursor": list(terminal.cursor),
        }

    def _next_event(self) -> float:
        times = [self._next_at, self._keys[0][0] if self._keys else None, self._terminal.wakes_at()]
        return min((time for time in times if time is not None), default=float("inf"))

    def _send(self, now: float) -> None:
        """Send the computer's next byte, and set the time of the byte after it, if the computer may send one."""
        self._terminal.receive(bytes((self._left.popleft(),)), now)
        self._heed()
        may_send = bool(self._left) and self._slack != 0
        self._next_at = now + self._byte_time if may_send else None
        if may_send and self._slack is not None:
            self._slack -= 1

    def _heed(self) -> None:
        """Collect the bytes that the terminal has begun to send; stop the computer at XOFF, resume at XON."""
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


if __name__ == "__main__":
    for answer in timed_lines(sys.stdin):
        sys.stdout.write(f"{answer}\n")
