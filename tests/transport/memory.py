"""Two transports joined in memory, and a clock that only a test moves.

There is no file descriptor to wait on: both ends are in one program, which knows when it has sent something.
"""

from dataclasses import dataclass, field

from h89yahtzee.transport.transport import TransportClosed


@dataclass(slots=True)
class _Pipe:
    capacity: int
    held: bytearray = field(default_factory=bytearray)
    closed: bool = False


class FakeClock:
    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class MemoryTransport:
    """One end of a `memory_pair`."""

    def __init__(self, incoming: _Pipe, outgoing: _Pipe) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        """Return what the other end sent; raise TransportClosed if either end is closed and nothing is left."""
        received = bytes(self._incoming.held)
        self._incoming.held.clear()
        if not received and self._incoming.closed:
            raise TransportClosed("memory: an end of the pair was closed")
        return received

    def send(self, data: bytes) -> int:
        if self._outgoing.closed:
            raise TransportClosed("memory: an end of the pair was closed")
        taken = data[: self._outgoing.capacity - len(self._outgoing.held)]
        self._outgoing.held += taken
        return len(taken)

    def close(self) -> None:
        """Close both ends; what was sent to the other end can still be received there."""
        self._incoming.held.clear()
        self._incoming.closed = self._outgoing.closed = True


def memory_pair(capacity: int = 4096) -> tuple[MemoryTransport, MemoryTransport]:
    """Return two joined ends; for each, up to `capacity` sent bytes are kept until the other end receives them."""
    there, back = _Pipe(capacity), _Pipe(capacity)
    return MemoryTransport(back, there), MemoryTransport(there, back)
