"""Simulated callers of a host: they dial in, sit down four at a table, and press keys; the answers are timed.

A caller is an H19 behind a connection that carries its bytes and nothing else. Some callers read as slowly as a
modem at 1200 baud passes bytes on, and some never read.
"""

from __future__ import annotations

import selectors
import socket
from collections import deque
from collections.abc import Sequence
from enum import Enum, auto
from random import Random
from time import perf_counter

SEATS = 4
"""The number of people at a table."""
KEY_TIME = 2.0
"""Seconds between two keys of a caller."""
PATIENCE = 60.0
"""The seconds within which a host must do what the callers expect."""
_SLOW_BYTES, _SLOW_TIME = 12, 0.1
"""The number of bytes that a modem at 1200 baud passes on at a time, and the seconds that these bytes take."""
_KEYS = b"112233445rrddyy   "
"""Keys that always have an answer: a die is marked, dice are rolled or posted, a row is looked at, or a bell
rings."""
_WHO_ARE_YOU, _H19 = b"\x1bZ", b"\x1b/K"


class Reading(Enum):
    AT_ONCE = auto()
    SLOWLY = auto()
    NEVER = auto()


class SimulatedCaller:
    """A caller who signs in at `port` and takes a seat; seats are numbered through all tables. `conversation` has
    pairs of a text that the caller waits for, and the keys to press then."""

    def __init__(self, number: int, port: int, seat: int) -> None:
        self.reading = Reading.AT_ONCE
        self.latencies: list[float] = []
        # Each caller has an address of its own, since a host limits the number of calls from one address.
        self._connection = socket.create_connection(("127.0.0.1", port), PATIENCE, (f"127.0.1.{number + 1}", 0))
        self._connection.setblocking(False)
        self.conversation = deque(
            [
                (b"our name", b"p%d\r" % number),
                (b"new here", b"\r"),
                (b"code is", b"\r"),
                (b"HELP", b"j" * (seat // SEATS) + b"s"),
                (b"HELP", b""),
            ]
        )
        self._heard = b""
        self._reads_at = 0.0
        self._random = Random(number)
        self._pressed_at: float | None = None
        self._connection.send(b"\r\r")

    def fileno(self) -> int:
        return self._connection.fileno()

    def read(self) -> None:
        """Read the bytes that have come; a slow caller reads only as many as a modem would have passed on."""
        now = perf_counter()
        if now < self._reads_at:
            return
        try:
            data = self._connection.recv(_SLOW_BYTES if self.reading is Reading.SLOWLY else 65536)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionError("a caller was hung up on")
        if self._pressed_at is not None:
            self.latencies.append(now - self._pressed_at)
            self._pressed_at = None
        self._reads_at = now + _SLOW_TIME if self.reading is Reading.SLOWLY else 0.0
        self._hear(data)

    def press(self) -> None:
        """Press a random key. If an earlier key hasn't been answered yet, the time until the answer counts from the
        earlier key."""
        self._pressed_at = self._pressed_at or perf_counter()
        self._connection.send(bytes([self._random.choice(_KEYS)]))

    def slow_down(self, reading: Reading) -> None:
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.reading = reading

    def close(self) -> None:
        self._connection.close()

    def _hear(self, data: bytes) -> None:
        """Answer as an H19 if asked for the kind of terminal, and continue the conversation."""
        if _WHO_ARE_YOU in data:
            self._connection.send(_H19)
        self._heard = (self._heard + data)[-4000:] if self.conversation else b""
        while self.conversation and self.conversation[0][0] in self._heard:
            _, answer = self.conversation.popleft()
            self._heard = b""
            self._connection.send(answer)


class SimulatedCallers:
    """All callers, of one host or of several."""

    def __init__(self) -> None:
        self.callers: list[SimulatedCaller] = []
        self._selector = selectors.DefaultSelector()

    def arrive(self, seats: Sequence[tuple[int, int]]) -> None:
        """For each pair of a port and a seat let a caller dial in, sign in and sit down, four at a table."""
        for number, (port, seat) in enumerate(seats):
            caller = SimulatedCaller(number, port, seat)
            self.callers.append(caller)
            self._selector.register(caller, selectors.EVENT_READ, caller)
            self.rest(_SLOW_TIME)
        until = perf_counter() + PATIENCE
        while waiting := [caller.conversation[0] for caller in self.callers if caller.conversation]:
            if perf_counter() > until:
                raise TimeoutError(f"{len(waiting)} callers wait, one for {waiting[0][0]!r}")
            self.rest(_SLOW_TIME)

    def slow_down(self, slow: Sequence[SimulatedCaller], stopped: Sequence[SimulatedCaller]) -> None:
        """From now on let the callers `slow` read slowly, and let those in `stopped` never read."""
        for caller in (*slow, *stopped):
            self._selector.unregister(caller)
            caller.slow_down(Reading.SLOWLY if caller in slow else Reading.NEVER)

    def play(self, seconds: float) -> list[float]:
        """Let all callers press keys for `seconds` seconds. Return the seconds from a key to its answer, of those
        callers that read at once."""
        start = perf_counter()
        for caller in self.callers:
            caller.latencies.clear()
        due = deque(
            (start + KEY_TIME * place / len(self.callers), caller) for place, caller in enumerate(self.callers)
        )
        while due[0][0] < start + seconds:
            at, caller = due.popleft()
            self.rest(at - perf_counter())
            caller.press()
            due.append((at + KEY_TIME, caller))
        return [time for caller in self.callers if caller.reading is Reading.AT_ONCE for time in caller.latencies]

    def rest(self, seconds: float) -> None:
        """Wait for `seconds` seconds, and read the bytes that come meanwhile."""
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            for key, _ in self._selector.select(min(left, _SLOW_TIME)):
                key.data.read()
            for caller in self.callers:
                if caller.reading is Reading.SLOWLY:
                    caller.read()

    def close(self) -> None:
        for caller in self.callers:
            caller.close()
