"""The H19's two FIFOs: bytes received and not yet executed, and bytes that wait for the line.

The first also says when the host is to stop and to go on; it sends nothing itself. Source: the firmware.
"""

from __future__ import annotations

from collections import deque

SIZE = 128
OUTPUT_SIZE = 32
_STOP_FROM = SIZE - 16
_GO_ON_BELOW = SIZE - 32


class InputFifo:
    def __init__(self) -> None:
        self._queue: deque[int] = deque()
        self.has_stopped_host = False

    def clear(self) -> None:
        self._queue.clear()
        self.has_stopped_host = False

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def is_full(self) -> bool:
        return len(self._queue) == SIZE

    def stops_host(self) -> bool:
        """Whether XOFF is due for a byte that arrives now: for every one while 112 or more are queued."""
        stops = len(self._queue) >= _STOP_FROM
        self.has_stopped_host |= stops
        return stops

    def restarts_host(self) -> bool:
        """Whether XON is due, once, now that fewer than 96 are queued."""
        restarts = self.has_stopped_host and len(self._queue) < _GO_ON_BELOW
        self.has_stopped_host &= not restarts
        return restarts

    def put(self, code: int) -> bool:
        """Queue a byte; False if it was lost because 128 are queued."""
        if self.is_full:
            return False
        self._queue.append(code)
        return True

    def get(self) -> int:
        """The byte that has waited longest; IndexError if none does."""
        return self._queue.popleft()


class OutputFifo:
    """Keys, answers and flow control on their way to the line, which takes them only while `is_started`."""

    def __init__(self) -> None:
        self._queue: deque[int] = deque()
        self.is_started = False
        self.lost = 0

    def clear(self) -> None:
        self._queue.clear()
        self.is_started = False

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, data: bytes) -> None:
        """Queue bytes; those that find 32 waiting are lost, and counted."""
        room = OUTPUT_SIZE - len(self._queue)
        self._queue.extend(data[:room])
        self.lost += len(data[room:])

    def get(self) -> int:
        """The byte that has waited longest; IndexError if none does."""
        return self._queue.popleft()
