"""The end of what a line is to carry: all of it goes out, unless the line takes nothing for a while."""

from collections.abc import Callable

from h89yahtzee.transport.pacing import PacedTransport

DRAIN_DELAY = 2.0
"""Seconds that a line may take nothing before its last bytes are given up."""


class Drain:
    """Watches the queue of a transport; `clock` returns seconds and never goes back.

    What is received meanwhile is dropped, but nothing that answers the last bytes.
    """

    def __init__(self, transport: PacedTransport, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._clock = clock
        self._pending = transport.pending
        self._since = clock()

    def is_over(self) -> bool:
        """Send what the line has room for; whether nothing is left or the rest is given up."""
        self._transport.pump()
        if self._transport.pending < self._pending:
            self._pending, self._since = self._transport.pending, self._clock()
        if self._transport.idle:
            return True
        self._transport.receive()  # an XON may be among it
        return self._clock() >= self._since + DRAIN_DELAY
