"""Pacing: a queue of bytes before a transport, sent no faster than the line carries them and the terminal processes
them.

The queue never waits: its user passes a clock in, waits `ready_in()` seconds and calls `pump`. An H19 loses bytes
if its XOFF comes too late: after the first XOFF an H19 has room for 16 bytes at 9600 baud, 14 at 19200 (measured on
the firmware), but USB adapters and networks may have more bytes under way. So the queue allows for the H19's
processing time beforehand, and XOFF is only needed for other delays: a terminal slower than calculated, or a person
who stops the screen.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from h89yahtzee.transport.terminal_modes import XOFF, XON
from h89yahtzee.transport.transport import HungUp, Transport, TransportClosed

IN_FLIGHT_LIMIT = 32
"""The most bytes that are sent but not yet processed by the terminal. The limit is low because an H19 looks at its
keyboard only when it has nothing to process, and the keyboard keeps only 8 keys until then."""

LEAD_LIMIT = 16
"""The most bytes that are sent but not yet carried by the line. They are few, since bytes sent can't be taken back
when XOFF comes."""
LEAD_TIME = 0.05
"""The most seconds that a slow line may need to carry the bytes sent to it. They are few, since the next screen has
to wait until the line has carried these bytes."""

RETRY_DELAY = 0.02
"""Seconds until the next try to send to a transport that took nothing."""

WORK_MARGIN = 1.1
"""The factor by which calculated processing times are multiplied, in case the terminal is slower than calculated:
at 19200 baud its XOFF comes too late to help."""

_ROUNDING = 1e-6
"""Seconds added to each wait, so that no wait ends before there is room because of a rounding error."""

Work = Callable[[bytes], Sequence[float]]
"""A function that takes the next bytes sent, and returns for each byte the seconds that the terminal's processor
needs."""


def no_work(data: bytes) -> Sequence[float]:
    """Return 0.0, no processing time, for each byte of `data`. This is the `Work` of a terminal that is always
    faster than its line."""
    return (0.0,) * len(data)


class LineClock:
    """A calculation of the times at which the line will have carried each byte sent, and the terminal will have
    processed it.

    `bytes_per_second` is the line's rate, inf for no limit; `work` takes the bytes sent and returns the seconds
    that the terminal needs to process each.
    """

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
        """The number of bytes that should be sent together. A network or USB adapter makes a packet of each send,
        so that single bytes would make many packets."""
        return int(self._lead / 2)

    @property
    def done_at(self) -> float:
        """The time, perhaps past, at which the terminal has processed all bytes sent; -inf if none were sent or the
        line's rate has no limit."""
        return self._done_at[-1] if self._done_at else -math.inf

    def room(self) -> float:
        """Return the number of bytes that may be sent now; inf if the line's rate has no limit."""
        if self._byte_time == 0:
            return math.inf
        now = self._clock()
        # The last entry is kept even if its time is past, since `done_at` returns it.
        while len(self._done_at) > 1 and self._done_at[0] <= now:
            self._done_at.popleft()
        in_flight = len(self._done_at) - (self.done_at <= now)
        return min(IN_FLIGHT_LIMIT - in_flight, self._lead - max(0.0, self._carried_at - now) / self._byte_time)

    def room_in(self, count: int) -> float:
        """Return the seconds until `count` bytes may be sent, 0.0 if they may be sent now; `count` must be at most
        `batch`."""
        free_at = self._carried_at - (self._lead - count) * self._byte_time
        if (too_many := len(self._done_at) + count - IN_FLIGHT_LIMIT) > 0:
            free_at = max(free_at, self._done_at[too_many - 1])
        wait = free_at - self._clock()
        return wait + _ROUNDING if wait > 0 else 0.0

    def carry(self, data: bytes) -> None:
        """Note that `data` is sent now."""
        if self._byte_time == 0:
            return
        self._carried_at = max(self._carried_at, self._clock())
        for seconds in self._work(data):
            self._carried_at += self._byte_time
            self._done_at.append(max(self._carried_at, self.done_at) + seconds)


class PacedTransport:
    """A transport that queues bytes and sends them no faster than the line and the terminal take them.

    `bytes_per_second` is the line's rate, inf for no limit; `clock` returns seconds and never goes back. `work`
    takes the bytes that are sent and returns the terminal's processing time for each; it isn't called if the rate
    is inf. With `own_flow_control` XON and XOFF are removed from the input and obeyed here, for media on which the
    kernel doesn't obey XOFF; otherwise XON and XOFF are received like any byte.
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
        """The number of bytes queued and not sent yet."""
        return len(self._queued)

    @property
    def idle(self) -> bool:
        return not self._queued

    @property
    def has_received(self) -> bool:
        """Whether `pump` has received bytes that `receive` is still to return."""
        return bool(self._received)

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def queue(self, data: bytes) -> None:
        self._queued += data

    def discard(self) -> None:
        """Drop the bytes that are queued and not sent yet."""
        self._queued.clear()

    def pump(self) -> None:
        """Send the queued bytes for which there is room, unless XOFF has stopped the output.

        If sending fails, raise TransportClosed, but not before `receive` has returned all bytes that came earlier.
        """
        try:
            self._pump()
        except TransportClosed:
            if not self._received:
                raise

    def _pump(self) -> None:
        if self._own_flow_control and self._queued:
            with suppress(HungUp):  # `receive` will raise HungUp again
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
        """Return the seconds until `pump` should be called, 0.0 for now; None if nothing is queued, or if XOFF has
        stopped the output.

        At that time `pump` can send a whole batch or all that is queued; an earlier call may send less.
        """
        if self._stopped or not self._queued:
            return None
        wait = self._line.room_in(min(self._line.batch, len(self._queued)))
        return max(wait, self._retry_at - self._clock(), 0.0)

    def receive(self) -> bytes:
        """Return the bytes that have arrived, as `Transport.receive` does; send nothing."""
        if not self._received:
            self._take_input()
        received = bytes(self._received)
        self._received.clear()
        return received

    def unread(self, data: bytes) -> None:
        """Let the next `receive` return `data`, which was received before."""
        self._received += data

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


DRAIN_DELAY = 2.0
"""Seconds without progress after which a `Drain` gives up."""


class Drain:
    """The sending of the bytes that are left in a transport's queue; `clock` returns seconds and never goes back.

    `heard` has the bytes that were received meanwhile.
    """

    def __init__(self, transport: PacedTransport, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._clock = clock
        self._pending = transport.pending
        self._since = clock()
        self.heard = bytearray()

    def is_over(self) -> bool:
        """Send the bytes for which the line has room. Return whether the sending is over: all bytes are sent, or
        none could be sent for `DRAIN_DELAY`."""
        self._transport.pump()
        if self._transport.pending < self._pending:
            self._pending, self._since = self._transport.pending, self._clock()
        if self._transport.idle:
            return True
        with suppress(HungUp):  # the other end may still read
            self.heard += self._transport.receive()  # the input may contain an XON
        return self._clock() >= self._since + DRAIN_DELAY
