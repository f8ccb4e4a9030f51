"""What a caller types, watched."""

from __future__ import annotations

import pytest

from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.transport import TransportClosed
from h89yahtzee.transport.watched import WatchedTransport


class Line:
    def __init__(self) -> None:
        self.time = 100.0
        near, self.far = memory_pair(100_000)
        self.watched = WatchedTransport(near, lambda: self.time)

    def type(self, data: bytes, seconds: float) -> bytes:
        self.time += seconds
        self.far.send(data)
        return self.watched.receive()


def test_it_knows_since_when_nothing_came() -> None:
    line = Line()
    assert line.watched.quiet_since == 100.0
    line.type(b"", 5.0)
    assert line.watched.quiet_since == 100.0
    assert line.type(b"a", 2.0) == b"a"
    assert line.watched.quiet_since == 107.0


def test_a_key_that_repeats_for_an_hour_is_no_flood() -> None:
    """Thirty times a second, three bytes each: as fast as terminals do."""
    line = Line()
    assert {line.type(b"\033[A" * 3, 0.1) for _ in range(36_000)} == {b"\033[A" * 3}


def test_a_pasted_page_of_notes_is_none_either() -> None:
    line = Line()
    assert len(line.type(b"x" * 900, 1.0)) == 900
    assert len(line.type(b"x" * 900, 5.0)) == 900


@pytest.mark.parametrize(("size", "seconds"), [(4096, 1.0), (300, 0.1), (960, 1.0)])
def test_a_flood_is_cut_off(size: int, seconds: float) -> None:
    """A megabyte at once, or as fast as a line of 9600 baud for some seconds; none of the end is handed on."""
    line = Line()
    with pytest.raises(TransportClosed, match="flood"):
        [line.type(b"x" * size, seconds) for _ in range(10)]
    with pytest.raises(TransportClosed):
        line.watched.receive()
    with pytest.raises(TransportClosed):
        line.far.send(b"x")


def test_a_line_may_be_given_back_and_used_again() -> None:
    near, far = memory_pair()
    calls: list[str] = []
    watched = WatchedTransport(near, lambda: 0.0, lambda: calls.append("back"))
    watched.close()
    watched.close()
    assert (calls, watched.fileno()) == (["back"], None)
    for use in (watched.receive, lambda: watched.send(b"x")):
        with pytest.raises(TransportClosed):
            use()
    far.send(b"next")
    assert WatchedTransport(near, lambda: 0.0).receive() == b"next"
