"""A serial port of the page as a transport: bytes go to the page, which says what the port has taken of them.

Nothing else holds back what is sent: the browser knows no flow control, and its buffers hold a lot.
"""

from __future__ import annotations

from h89yahtzee.apps.web.tube import Post

MOST_AHEAD = 64
"""Bytes that the port may not have taken yet; XOFF can't stop those."""


class RelayedLine:
    def __init__(self, post: Post) -> None:
        self._post = post
        self._received = bytearray()
        self._ahead = 0

    def take(self, data: bytes) -> None:
        """Take what the terminal has sent."""
        self._received += data

    def note_taken(self, count: int) -> None:
        self._ahead = max(0, self._ahead - count)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        received = bytes(self._received)
        self._received.clear()
        return received

    def send(self, data: bytes) -> int:
        taken = data[: MOST_AHEAD - self._ahead]
        if taken:
            self._ahead += len(taken)
            self._post("serial", event="send", bytes=taken)
        return len(taken)

    def close(self) -> None:
        self._post("serial", event="close")
