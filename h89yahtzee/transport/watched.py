"""What a caller types, watched: since when there was nothing, and whether it is more than anybody can type."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.transport.transport import Transport, TransportClosed

MOST_AT_ONCE = 1000
"""Bytes that may come at once: a pasted line, the keys of a minute on a line that was held up."""
MOST_A_SECOND = 200
"""Bytes a second that may come for longer: a key that repeats sends 90."""


class WatchedTransport:
    """`transport`, which is closed where it floods; `clock` returns seconds and never goes back.

    `quiet_since` is when something came last. With `given_back` the transport stays open when this one is closed;
    that is called instead, once.
    """

    def __init__(
        self, transport: Transport, clock: Callable[[], float], given_back: Callable[[], None] | None = None
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._given_back = given_back
        self._closed = ""
        self._received = 0.0
        self.quiet_since = clock()

    def fileno(self) -> int | None:
        return None if self._closed else self._transport.fileno()

    def receive(self) -> bytes:
        """What came; TransportClosed also for a flood, of which nothing is handed on."""
        self._check()
        data = self._transport.receive()
        if data:
            now = self._clock()
            self._received = max(0.0, self._received - (now - self.quiet_since) * MOST_A_SECOND) + len(data)
            self.quiet_since = now
            if self._received > MOST_AT_ONCE:
                self.close()
                raise TransportClosed("a flood was cut off")
        return data

    def send(self, data: bytes) -> int:
        self._check()
        return self._transport.send(data)

    def close(self, reason: str = "closed") -> None:
        """Close it; the first `reason` is what TransportClosed says from now on."""
        was_closed, self._closed = self._closed, self._closed or reason
        if self._given_back is None:
            self._transport.close()
        elif not was_closed:
            self._given_back()

    def _check(self) -> None:
        if self._closed:
            raise TransportClosed(self._closed)
