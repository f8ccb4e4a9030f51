"""A serial line in simulated time: a USB adapter at the program's end, an H19 with its real delays at the other.

`wait`, `sleep` and `clock` are given to the program in place of select, time.sleep and time.monotonic. Bytes take
as long on the line as its speed demands, and bytes from the H19 reach the program some milliseconds late.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.h19.processor import FIFO_SIZE
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.screen.keys import KeyPress

_S401 = 0x80
"""The H19's switches S401 for full duplex, without the speed, whose number, from 1, is in the low four bits."""
ROUNDING = 1e-9
LATE = 0.016
"""Seconds for which the USB adapter holds back bytes that it has received."""


class SimulatedLine:
    """A Transport together with the line, the terminal at its other end and the clock.

    `at_rest` is called to press a key when the program waits for a key and the H19 for a byte; `watch` is called
    whenever the H19 has done something. Each time that the program has waited, sent or asked for input, other
    programs have the processor for as many seconds as `held_up` returns.
    """

    def __init__(
        self,
        baud: int,
        at_rest: Callable[[], None],
        watch: Callable[[], None] = lambda: None,
        late: float = LATE,
        held_up: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.now = 0.0
        self.terminal = RealTimeTerminal(line_switches=_S401 + BAUD_RATES.index(baud) + 1)
        self.carried = self.lost = self.most_queued = self.xoffs = 0
        self._byte_time = 1 / bytes_per_second(baud)
        self._late = late
        self._at_rest = at_rest
        self._watch = watch
        self._held_up = held_up
        self._carried_at = 0.0
        self._on_the_way: deque[tuple[float, int]] = deque()
        self._strokes: deque[tuple[float, KeyPress]] = deque()
        self._answers: deque[tuple[float, bytes]] = deque()

    # Methods for the program

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.run_until(self.now + seconds)

    def wait(self, filenos: Collection[int], seconds: float | None) -> Collection[int]:
        """Wait for input for at most so many seconds; None means without a limit."""
        until = float("inf") if seconds is None else self.now + seconds
        while not self._has_input and self.now < until:
            at = min(until, self._next_event(), self._answers[0][0] if self._answers else until)
            if at == float("inf"):
                self._at_rest()
                assert self._next_event() < at or self._answers, "both ends wait for ever"
            else:
                self.run_until(at)
        self._be_held_up()
        return filenos

    def fileno(self) -> int | None:
        return 0  # a number that only `wait` gets, which ignores it

    def send(self, data: bytes) -> int:
        for code in data:
            self._carried_at = max(self._carried_at, self.now) + self._byte_time
            self._on_the_way.append((self._carried_at, code))
        self._be_held_up()
        return len(data)

    def receive(self) -> bytes:
        received = b""
        while self._has_input:
            received += self._answers.popleft()[1]
        self._be_held_up()
        return received

    def close(self) -> None: ...

    # Methods for the test

    def press(self, key: KeyPress) -> None:
        self.terminal.press(key, self.now)
        self._fetch_answers()

    def press_at(self, time: float, key: KeyPress) -> None:
        """Plan a key press at `time`, which must be later than the times of presses planned before."""
        self._strokes.append((time, key))

    def run_until(self, time: float) -> None:
        while (at := self._next_event()) <= time:
            self.now = max(self.now, at)
            self.terminal.advance(at)
            if self._on_the_way and self._on_the_way[0][0] <= at:
                self._deliver(self._on_the_way.popleft()[1], at)
            if self._strokes and self._strokes[0][0] <= at:
                self.terminal.press(self._strokes.popleft()[1], at)
            self._fetch_answers()
            self._watch()
        if time < float("inf"):
            self.now = max(self.now, time)

    def _be_held_up(self) -> None:
        if seconds := self._held_up():
            self.sleep(seconds)

    def _next_event(self) -> float:
        times = [coming[0][0] for coming in (self._on_the_way, self._strokes) if coming]
        if (wakes_at := self.terminal.wakes_at()) is not None:
            times.append(wakes_at)
        return min(times, default=float("inf"))

    def _deliver(self, code: int, at: float) -> None:
        self.carried += 1
        self.lost += self.terminal.queued == FIFO_SIZE
        self.terminal.receive(bytes((code,)), at)
        self.most_queued = max(self.most_queued, self.terminal.queued)

    def _fetch_answers(self) -> None:
        if sent := self.terminal.data_to_send():
            self.xoffs += sent.count(0x13)
            self._answers.append((self.now + self._byte_time + self._late, sent))

    @property
    def _has_input(self) -> bool:
        return bool(self._answers) and self._answers[0][0] <= self.now + ROUNDING
