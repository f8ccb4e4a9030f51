"""The end of a line, with a clock that only the test moves."""

from __future__ import annotations

import math

from h89yahtzee.transport.draining import DRAIN_DELAY, Drain
from h89yahtzee.transport.memory import MemoryTransport, memory_pair
from h89yahtzee.transport.pacing import PacedTransport


class Line:
    """A line that carries and holds so many bytes; `drain` watches what is queued at first."""

    def __init__(self, queued: bytes, capacity: int = 1000) -> None:
        self.now = 0.0
        near, self.far = memory_pair(capacity)
        self.paced = PacedTransport(near, math.inf, lambda: self.now, own_flow_control=True)
        self.paced.queue(queued)
        self.drain = Drain(self.paced, lambda: self.now)

    far: MemoryTransport


def test_nothing_is_dropped_that_is_typed_after_the_last_bytes() -> None:
    line = Line(b"goodbye")
    line.far.send(b"\r\r")
    assert line.drain.is_over()
    assert (line.far.receive(), line.paced.receive()) == (b"goodbye", b"\r\r")


def test_a_line_that_takes_nothing_is_given_up_after_a_while() -> None:
    line = Line(b"0123456789", capacity=4)
    for _ in range(2):
        assert not line.drain.is_over()
        line.now += DRAIN_DELAY - 0.1
        line.far.receive()
    assert line.drain.is_over()
    assert line.paced.idle
    line = Line(b"0123456789", capacity=4)
    assert not line.drain.is_over()
    line.now += DRAIN_DELAY
    assert line.drain.is_over()
    assert line.paced.pending == 6


def test_an_xon_lets_the_rest_go() -> None:
    line = Line(b"goodbye")
    line.far.send(b"\x13")
    assert not line.drain.is_over()
    line.far.send(b"\x11")
    assert line.drain.is_over()
    assert line.far.receive() == b"goodbye"
