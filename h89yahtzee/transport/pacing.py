"""A queue before a transport that hands over no more than line and terminal can have done.

It neither waits nor has a clock of its own: the caller passes the clock in, waits `ready_in()` seconds and pumps.
An H19 loses bytes when XOFF comes too late: after its first XOFF it has room for 16 bytes at 9600 baud, 14 at
19200 (measured on the firmware), and USB adapters and networks hold more than that. So its processor's time is
waited for beforehand, and XOFF is left for the rest: a machine slower than it should be, a page that is held.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence

from h89yahtzee.transport.flow_control import XOFF, XON
from h89yahtzee.transport.transport import Transport

IN_FLIGHT_LIMIT = 32
"""The most bytes handed over that line and terminal have not done yet: an H19 looks at its keyboard when it has
nothing else to do, and keeps 8 keys until then."""

LEAD_LIMIT = 16
"""The most of them that the line has not carried yet: they can't be taken back when XOFF comes."""
LEAD_TIME = 0.05
"""The seconds of a slow line handed over in advance, fewer bytes than that: the next frame waits for them."""

RETRY_DELAY = 0.02
"""Seconds until a transport that took nothing is asked again."""

WORK_MARGIN = 1.1
"""The factor by which a terminal may be slower than its figures: at 19200 baud it loses bytes before XOFF works."""

_ROUNDING = 1e-6
"""Seconds added to a wait, so that it never ends a rounding error before there is room."""

Work = Callable[[bytes], Sequence[float]]
"""The seconds that the terminal takes for each byte of what it is sent next, without the line's time."""


def no_work(data: bytes) -> Sequence[float]:
    """The work of a terminal that keeps up with its line."""
    return (0.0,) * len(data)


class LineClock:
    """Knows when line and terminal will have done what was handed over."""

    def __init__(self, bytes_per_second: float, clock: Callable[[], float], work: Work = no_work) -> None:
        assert bytes_per_second > 0
        self._byte_time = 1 / bytes_per_second
        self._clock = clock
        self._work = work
        self._lead = max(2.0, min(LEAD_LIMIT, bytes_per_second * LEAD_TIME))
        self._carried_at = -math.inf
        self._done_at: deque[float] = deque()

    @property
    def batch(self) -> int:
        """The room worth waking up for: on a network or a USB adapter single bytes cost a packet each."""
        return int(self._lead / 2)

    @property
    def done_at(self) -> float:
        """When all that was handed over is done, in the past if it is; -inf on an unpaced line."""
        return self._done_at[-1] if self._done_at else -math.inf

    def room(self) -> float:
        """The number of bytes that may be handed over now; inf on an unpaced line."""
        if self._byte_time == 0:
            return math.inf
        now = self._clock()
        while len(self._done_at) > 1 and self._done_at[0] <= now:
            self._done_at.popleft()
        in_flight = len(self._done_at) - (self.done_at <= now)
        return min(IN_FLIGHT_LIMIT - in_flight, self._lead - max(0.0, self._carried_at - now) / self._byte_time)

    def room_in(self, count: int) -> float:
        """Seconds until there is room for `count` bytes, no more than a `batch`."""
        free_at = self._carried_at - (self._lead - count) * self._byte_time
        if (too_many := len(self._done_at) + count - IN_FLIGHT_LIMIT) > 0:
            free_at = max(free_at, self._done_at[too_many - 1])
        wait = free_at - self._clock()
        return wait + _ROUNDING if wait > 0 else 0.0

    def carry(self, data: bytes) -> None:
        """Note that `data` is handed over now."""
        if self._byte_time == 0:
            return
        self._carried_at = max(self._carried_at, self._clock())
        for seconds in self._work(data):
            self._carried_at += self._byte_time
            self._done_at.append(max(self._carried_at, self.done_at) + seconds)


class PacedTransport:
    """A transport with a paced output queue.

    `bytes_per_second` is the baud rate / 10, or inf for no pacing; `clock` returns seconds and never goes back;
    `work` is told all that is handed over if it is paced. With `own_flow_control` XON and XOFF are taken out of the
    input and obeyed here, for media whose kernel doesn't; without it they pass like any byte.
    """

    def __init__(
        self,
        transport: Transport,
        bytes_per_second: float,
        clock: Callable[[], float],
        own_flow_control: bool,
        work: Work = no_work,
    ) -> None:
        self.bytes_per_second = bytes_per_second
        self._transport = transport
        self._line = LineClock(bytes_per_second, clock, lambda data: [WORK_MARGIN * time for time in work(data)])
        self._clock = clock
        self._own_flow_control = own_flow_control
        self._queued = bytearray()
        self._received = bytearray()
        self._stopped = False
        self._retry_at = -math.inf

    @property
    def pending(self) -> int:
        """The number of bytes queued and not handed over."""
        return len(self._queued)

    @property
    def idle(self) -> bool:
        return not self._queued

    @property
    def has_received(self) -> bool:
        """Whether there is something for `receive` that a `pump` came across."""
        return bool(self._received)

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def queue(self, data: bytes) -> None:
        self._queued += data

    def discard(self) -> None:
        """Drop what is queued and not handed over."""
        self._queued.clear()

    def pump(self) -> None:
        """Hand over what there is room for now, unless XOFF has come; TransportClosed if the medium is gone."""
        if self._own_flow_control and self._queued:
            self._take_input()
        while not self._stopped and (count := int(min(len(self._queued), self._line.room()))) > 0:
            taken = self._transport.send(bytes(self._queued[:count]))
            if taken == 0:
                self._retry_at = self._clock() + RETRY_DELAY
                return
            self._retry_at = -math.inf
            self._line.carry(bytes(self._queued[:taken]))
            del self._queued[:taken]

    def ready_in(self) -> float | None:
        """Seconds until a `pump` is worthwhile, 0.0 for now; None if nothing is queued or XOFF stopped it.

        That takes room for several bytes or for all that is queued; an earlier `pump` may still send some.
        """
        if self._stopped or not self._queued:
            return None
        wait = self._line.room_in(min(self._line.batch, len(self._queued)))
        return max(wait, self._retry_at - self._clock(), 0.0)

    def receive(self) -> bytes:
        """What the transport received, like its `receive`; hands nothing over."""
        if not self._received:
            self._take_input()
        received = bytes(self._received)
        self._received.clear()
        return received

    def close(self) -> None:
        self._transport.close()

    def _take_input(self) -> None:
        received = self._transport.receive()
        if self._own_flow_control:
            stop, resume = received.rfind(XOFF), received.rfind(XON)
            if stop != resume:
                self._stopped = stop > resume
            received = received.translate(None, XON + XOFF)
        self._received += received
