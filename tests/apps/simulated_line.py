"""A serial line in simulated time: a USB adapter at the program's end, an H19 in real time at the other.

`wait`, `sleep` and `clock` go to the program in place of select, time.sleep and time.monotonic. Bytes take their
time on the line, and what the H19 sends reaches the program some milliseconds late.
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
"""Full duplex; the low sections number the speeds from 1."""
ROUNDING = 1e-9
LATE = 0.016
"""Seconds for which an adapter holds back what it has received."""


class SimulatedLine:
    """A Transport together with the world around it.

    `at_rest` is called when the program waits for a key and the H19 for a byte, to press one; `watch` whenever the
    H19 has done something. `held_up` says for how many seconds other programs have the processor, each time that
    this one has waited, sent or asked for input.
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

    # For the program

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.run_until(self.now + seconds)

    def wait(self, filenos: Collection[int], seconds: float | None) -> Collection[int]:
        """Wait for input, at most this long."""
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
        return 0  # never selected on but by `wait`

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

    # For the test

    def press(self, key: KeyPress) -> None:
        self.terminal.press(key, self.now)
        self._fetch_answers()

    def press_at(self, time: float, key: KeyPress) -> None:
        """Press a key at a later time, after those already asked for."""
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
