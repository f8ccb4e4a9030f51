"""The pacing queue for a serial line, and the end of a connection; only the test moves the clock."""

import math
from collections.abc import Sequence
from io import FileIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.transport.descriptors import TtyTransport
from h89yahtzee.transport.pacing import DRAIN_DELAY, Drain, PacedTransport, Work, no_work
from h89yahtzee.transport.transport import TransportClosed
from tests.transport.memory import FakeClock, MemoryTransport, memory_pair

XON, XOFF = 0x11, 0x13
RATES = st.sampled_from([11.0, 30.0, 960.0, 1920.0, 11520.0])
TOLERANCE = 1e-6
"""Seconds by which times may differ, since the clock is a float."""


class Wire:
    """A serial line and the terminal at its end: each byte takes its time in both, after the byte before it."""

    def __init__(self, bytes_per_second: float, work: Work = no_work) -> None:
        self.byte_time = 1 / bytes_per_second
        self.carried_at: list[float] = []
        self.done_at: list[float] = []
        self._work = work

    def hand_over(self, data: bytes, now: float) -> None:
        for seconds in self._work(data):
            begin = max(now, self.carried_at[-1]) if self.carried_at else now
            self.carried_at.append(begin + self.byte_time)
            arrived = self.carried_at[-1]
            self.done_at.append(max(arrived, self.done_at[-1] if self.done_at else arrived) + seconds)

    def in_line(self, now: float) -> int:
        return sum(at > now + TOLERANCE for at in self.carried_at)

    def in_flight(self, now: float) -> int:
        return sum(at > now + TOLERANCE for at in self.done_at)


def work_by_value(data: bytes) -> Sequence[float]:
    """Return the seconds of work for each byte, 0 to 0.025 as for an H19, by the byte's value."""
    return [(value % 26) / 1000 for value in data]


def paced(
    rate: float, clock: FakeClock, own_flow_control: bool = False, capacity: int = 1 << 20, work: Work = no_work
) -> tuple[PacedTransport, MemoryTransport]:
    near, far = memory_pair(capacity)
    return PacedTransport(near, rate, clock, own_flow_control, work), far


def slower_work_by_value(data: bytes) -> Sequence[float]:
    return [1.1 * seconds for seconds in work_by_value(data)]


@given(
    rate=RATES,
    works=st.sampled_from(
        [(no_work, no_work), (work_by_value, work_by_value), (work_by_value, slower_work_by_value)]
    ),
    start=st.sampled_from([0.0, 12345.678, 1.7e9]),
    schedule=st.lists(st.tuples(st.floats(0, 0.5), st.integers(0, 200)), max_size=60),
)
def test_never_more_than_32_bytes_in_flight_and_16_of_them_in_the_line(
    rate: float, works: tuple[Work, Work], start: float, schedule: Sequence[tuple[float, int]]
) -> None:
    """This holds too if the terminal is slower by a tenth than its figures say. At most 32 bytes are in flight."""
    told, real = works
    clock, wire = FakeClock(start), Wire(rate, real)
    line, far = paced(rate, clock, work=told)
    queued = received = b""
    for pause, count in schedule:
        data = bytes(value % 256 for value in range(len(queued), len(queued) + count))
        line.queue(data)
        queued += data
        clock.now += pause
        line.pump()
        handed_over = far.receive()
        received += handed_over
        wire.hand_over(handed_over, clock.now)
        assert wire.in_flight(clock.now) <= 32
        assert wire.in_line(clock.now) <= 16
        assert line.pending == len(queued) - len(received)
        assert line.idle == (received == queued)
    assert queued.startswith(received)


@given(rate=RATES, count=st.integers(1, 600))
def test_waiting_as_told_keeps_the_line_busy(rate: float, count: int) -> None:
    clock, wire = FakeClock(), Wire(rate)
    line, far = paced(rate, clock)
    line.queue(bytes(count))
    pumps = 0
    while (wait := line.ready_in()) is not None:
        clock.now += wait
        line.pump()
        wire.hand_over(far.receive(), clock.now)
        pumps += 1
        assert wire.in_line(clock.now) <= 16
        assert pumps <= 2 + count // min(8, max(1, rate // 40))
    assert wire.carried_at[-1] == pytest.approx(count / rate)


@given(rate=RATES, data=st.binary(min_size=100, max_size=600))
def test_waiting_as_told_keeps_the_terminal_busy(rate: float, data: bytes) -> None:
    """All is done in at most 1.1 times the time that it would take if the terminal's queue were endless."""
    clock, wire, ideal = FakeClock(), Wire(rate, work_by_value), Wire(rate, work_by_value)
    line, far = paced(rate, clock, work=work_by_value)
    line.queue(data)
    while (wait := line.ready_in()) is not None:
        clock.now += wait
        line.pump()
        wire.hand_over(far.receive(), clock.now)
    ideal.hand_over(data, 0.0)
    assert ideal.done_at[-1] <= wire.done_at[-1] + TOLERANCE <= 1.1 * ideal.done_at[-1] + 0.001


def test_what_comes_next_waits_for_little_on_a_slow_line() -> None:
    """At 300 baud a full 16 bytes in the line would delay the next ones by half a second."""
    line, far = paced(30, FakeClock())
    line.queue(bytes(100))
    line.pump()
    assert len(far.receive()) == 2
    assert line.ready_in() == pytest.approx(1 / 30, abs=1e-5)


def test_32_bytes_wait_for_a_terminal_that_is_busy() -> None:
    """Clearing the page takes 15.5 ms, in which a line of 19200 baud carries 30 bytes; so up to 32 may wait."""
    clock = FakeClock()
    byte_time = 1.1 * 0.0155 / 2
    line, far = paced(1920, clock, work=lambda data: [0.0155 / 2] * len(data))
    line.queue(bytes(1000))
    handed_over = 0
    while clock.now < 0.1:
        line.pump()
        handed_over += len(far.receive())
        clock.now += 0.001
    assert handed_over == 32 + 0.1 // byte_time


def test_an_unpaced_line_takes_all_at_once() -> None:
    line, far = paced(math.inf, FakeClock(5.0))
    line.queue(bytes(10_000))
    assert line.ready_in() == 0.0
    line.pump()
    assert len(far.receive()) == 10_000
    assert line.ready_in() is None
    line.queue(b"more")
    assert line.ready_in() == 0.0


def test_a_full_medium_is_asked_again_after_a_while() -> None:
    clock = FakeClock(100.0)
    line, far = paced(math.inf, clock, capacity=10)
    line.queue(b"0123456789ABCDE")
    line.pump()
    assert line.pending == 5
    assert line.ready_in() == pytest.approx(0.02)
    clock.now += 0.03
    assert line.ready_in() == 0.0
    assert far.receive() == b"0123456789"
    line.pump()
    assert far.receive() == b"ABCDE"
    assert line.idle


def test_a_medium_that_takes_again_is_not_waited_for() -> None:
    line, far = paced(math.inf, FakeClock(100.0), capacity=10)
    line.queue(b"0123456789ABCDE")
    line.pump()
    far.receive()
    line.pump()
    line.queue(b"more")
    assert line.ready_in() == 0.0


@given(st.lists(st.lists(st.sampled_from([XON, XOFF, 0x41]), max_size=6)))
def test_the_last_flow_control_byte_counts(chunks: Sequence[Sequence[int]]) -> None:
    line, far = paced(math.inf, FakeClock(), own_flow_control=True)
    line.queue(b"x")
    stopped = False
    for chunk in chunks:
        far.send(bytes(chunk))
        assert line.receive() == bytes(value for value in chunk if value == 0x41)
        for value in chunk:
            stopped = value == XOFF if value != 0x41 else stopped
        assert (line.ready_in() is None) == stopped


@given(rate=RATES, stopped_after=st.integers(0, 200))
def test_at_most_16_bytes_follow_an_xoff_that_nobody_asked_for(rate: float, stopped_after: int) -> None:
    """`pump` sees the XOFF, so that it is obeyed even if the program doesn't look at its input."""
    clock, wire = FakeClock(), Wire(rate)
    line, far = paced(rate, clock, own_flow_control=True)
    line.queue(bytes(1000))
    while (carried := len(wire.carried_at) - wire.in_line(clock.now)) < stopped_after:
        clock.now += line.ready_in() or 0.0
        line.pump()
        wire.hand_over(far.receive(), clock.now)
    far.send(b"a\x13b")
    for _ in range(100):
        clock.now += 0.01
        line.pump()
        wire.hand_over(far.receive(), clock.now)
    assert len(wire.carried_at) - carried <= 16
    assert line.has_received
    assert line.receive() == b"ab"
    assert not line.has_received


def test_without_own_flow_control_every_byte_passes() -> None:
    line, far = paced(960, FakeClock())
    data = bytes(range(256))
    far.send(data)
    line.queue(b"x")
    assert line.receive() == data
    assert line.ready_in() == 0.0


def test_what_a_pump_came_across_is_received_before_the_end() -> None:
    line, far = paced(960, FakeClock(), own_flow_control=True)
    far.send(b"last")
    line.queue(b"xx" * 100)
    line.pump()
    far.close()
    line.pump()
    assert line.receive() == b"last"
    with pytest.raises(TransportClosed):
        line.receive()


def test_pump_tells_that_the_medium_is_gone() -> None:
    line, far = paced(960, FakeClock())
    line.queue(b"x")
    far.close()
    with pytest.raises(TransportClosed):
        line.pump()


def test_descriptor_and_closing_are_the_transports(pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    line = PacedTransport(TtyTransport(near, near), 960, FakeClock(), own_flow_control=False)
    assert line.fileno() == near
    line.close()
    assert line.fileno() is None
    with pytest.raises(TransportClosed):
        line.receive()


class Line:
    """A line that holds `capacity` bytes; `drain` waits until the bytes of `queued` are gone."""

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
