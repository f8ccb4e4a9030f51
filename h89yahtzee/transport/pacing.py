"""A queue in front of a transport that hands over no more than the line can have carried.

Neither waits nor reads a clock of its own: the caller passes the clock in, waits `ready_in()` seconds and pumps.
An H19 loses bytes when XOFF comes too late: after its first XOFF it has room for 16 bytes at 9600 baud, 14 at
19200 (measured on the firmware), and USB adapters and networks hold more than that.
"""

import math
from collections.abc import Callable

from h89yahtzee.transport.flow_control import XOFF, XON
from h89yahtzee.transport.transport import Transport

IN_FLIGHT_LIMIT = 64
"""The most bytes handed over that the line has not carried yet."""

BATCH = 16
"""Room that is worth waking up for: byte by byte costs a packet each on a network or a USB adapter."""

RETRY_DELAY = 0.02
"""Seconds until a transport that took nothing is asked again."""

_ROUNDING = 1e-6
"""Seconds added to a wait, so that it never ends a rounding error before there is room."""


class LineClock:
    """When the line will have carried what was handed over."""

    def __init__(self, bytes_per_second: float, clock: Callable[[], float]) -> None:
        assert bytes_per_second > 0
        self._byte_time = 1 / bytes_per_second
        self._clock = clock
        self._clear_at = -math.inf

    def room(self) -> float:
        """How many bytes may be handed over now; inf on an unpaced line."""
        if self._byte_time == 0:
            return math.inf
        return IN_FLIGHT_LIMIT - max(0.0, self._clear_at - self._clock()) / self._byte_time

    def room_in(self, count: int) -> float:
        """Seconds until there is room for `count` bytes."""
        wait = self._clear_at - (IN_FLIGHT_LIMIT - count) * self._byte_time - self._clock()
        return wait + _ROUNDING if wait > 0 else 0.0

    def carry(self, count: int) -> None:
        """Note that `count` bytes are handed over now."""
        self._clear_at = max(self._clear_at, self._clock()) + count * self._byte_time


class PacedTransport:
    """A transport with a paced output queue.

    `bytes_per_second` is the baud rate / 10, or inf for no pacing; `clock` returns seconds and never goes back.
    With `own_flow_control` XON and XOFF are taken out of the input and obeyed here, for media whose kernel
    doesn't; without it they pass like any byte.
    """

    def __init__(
        self,
        transport: Transport,
        bytes_per_second: float,
        clock: Callable[[], float],
        own_flow_control: bool,
    ) -> None:
        self._transport = transport
        self._line = LineClock(bytes_per_second, clock)
        self._clock = clock
        self._own_flow_control = own_flow_control
        self._queued = bytearray()
        self._stopped = False
        self._retry_at = -math.inf

    @property
    def pending(self) -> int:
        """How many bytes are queued and not handed over."""
        return len(self._queued)

    @property
    def idle(self) -> bool:
        return not self._queued

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def queue(self, data: bytes) -> None:
        self._queued += data

    def discard(self) -> None:
        """Drop what is queued and not handed over."""
        self._queued.clear()

    def pump(self) -> None:
        """Hand over what the line has room for now; TransportClosed when the medium is gone."""
        while not self._stopped and (count := int(min(len(self._queued), self._line.room()))) > 0:
            taken = self._transport.send(bytes(self._queued[:count]))
            if taken == 0:
                self._retry_at = self._clock() + RETRY_DELAY
                return
            self._retry_at = -math.inf
            del self._queued[:taken]
            self._line.carry(taken)

    def ready_in(self) -> float | None:
        """Seconds until a `pump` is worth it, 0.0 for now; None when nothing is queued or XOFF stopped it.

        Worth it is room for `BATCH` bytes or for all that is queued; an earlier `pump` may still send some.
        """
        if self._stopped or not self._queued:
            return None
        wait = self._line.room_in(min(BATCH, len(self._queued)))
        return max(wait, self._retry_at - self._clock(), 0.0)

    def receive(self) -> bytes:
        """What the transport received, as its `receive`; nothing is handed over in here."""
        received = self._transport.receive()
        if not self._own_flow_control:
            return received
        stop, resume = received.rfind(XOFF), received.rfind(XON)
        if stop != resume:
            self._stopped = stop > resume
        return received.translate(None, XON + XOFF)

    def close(self) -> None:
        self._transport.close()
