"""The processor's time for a stream of bytes, compared with the firmware's figures and the real-time emulator."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from h89yahtzee.h19 import busy_time, codes
from h89yahtzee.h19.durations import ExecutionTimes
from h89yahtzee.h19.realtime import RealTimeTerminal
from tests.naming import each

OPERATIONS = [codes.heath(f.name) for f in codes.FUNCTIONS if not f.arguments and f.heath not in b"z#][Zn"]
"""Functions without arguments, except reset, hold-screen mode and those that are answered (after a while)."""
PIECES = st.one_of(
    st.sampled_from(
        [*OPERATIONS, b"\n", b"\r", b"\t", b"\x1bx1", b"\x1by1", b"text", b"\x1b\x1b", b"\x1bQ", b"\xff"]
    ),
    st.builds(codes.direct_cursor_addressing, st.integers(0, 24), st.integers(0, 79)),
)


@each(
    ("data", "milliseconds"),
    [(b"x", 0.500), (b"\x1bE", 15.499), (b"\x1bY+ \x1bL", 3.586 + 14.682), (b"\x1bz", 3.0 + 19.0), (b"\0", 0.0)],
)
def test_bytes_take_as_long_as_measured_on_the_firmware(data: bytes, milliseconds: float) -> None:
    times = ExecutionTimes().feed(data)
    assert len(times) == len(data)
    assert sum(times) * 1000 == pytest.approx(milliseconds, rel=0.06)


@each(
    ("sequence", "milliseconds"),
    [(b"[m", 2.811), (b"[7m", 3.826), (b"[10m", 4.555), (b"[11m", 4.599), (b"[1m", 3.678), (b"[K", 3.133)],
)
def test_a_rendition_takes_as_long_as_the_search_for_it(sequence: bytes, milliseconds: float) -> None:
    """Measured on the firmware, less the vertical sync's share: 397 of the 34,144 clock states of a frame."""
    times = ExecutionTimes()
    times.feed(b"\x1b<")
    assert sum(times.feed(b"\x1b" + sequence)) * 1000 == pytest.approx(milliseconds, rel=0.001)


@pytest.mark.parametrize(("row", "milliseconds"), [(12, 0.503), (22, 0.503), (23, 0.511), (24, 0.500)])
def test_only_a_wrap_at_the_bottom_scrolls(row: int, milliseconds: float) -> None:
    """A row of 80 characters was measured; `milliseconds` is the mean for a character.

    Each takes 0.500 ms except the last, which takes 0.24 ms more if it wraps, and 0.88 ms more if it scrolls too.
    The figures are rounded to 0.001 ms, which is 0.08 ms for 80 characters.
    """
    machine = ExecutionTimes()
    machine.feed(b"\x1bx1\x1bv\x1bY" + bytes((row + 0x20, 0x20 + 79)))
    machine.feed(b"\x1by1")
    last = milliseconds * 80 - 0.500 * 79
    assert sum(machine.feed(b"x")) * 1000 == pytest.approx(last, abs=0.1)


def test_switches_say_what_is_on() -> None:
    """With auto LF on CR, a CR at the bottom scrolls: it takes as long as CR LF, less the time for any byte.

    A BEL takes hardly more than the time for any byte.
    """
    carriage_return = b"\x1bY7 ", b"\r"
    plain, with_line_feed = ExecutionTimes(), ExecutionTimes(switches=1 << 3)
    times = [[sum(machine.feed(data)) for data in carriage_return][1] for machine in (plain, with_line_feed)]
    assert times == [pytest.approx(0.00067, rel=0.01), pytest.approx(0.001869 - 0.000462, rel=0.03)]


@given(st.lists(PIECES, max_size=12).map(b"".join))
@example(b"\x1b\x1b\x1b@")  # a function that takes no longer than the ESCs before it
def test_together_they_are_what_the_machine_takes_in_real_time(data: bytes) -> None:
    """The time runs from the start of the first byte to the start of a BEL that is queued last.

    The interrupts that receive the bytes came before. Only the vertical sync can interrupt later, for a fixed time.
    """
    machine = RealTimeTerminal()
    machine.receive(data + b"\a", 0.0)
    begun = []
    while queued := machine.queued:
        at = machine.wakes_at() or 0.0
        machine.advance(at)
        begun += [at] * (machine.queued < queued)
    told = sum(ExecutionTimes().feed(data)) - len(data) * busy_time.RECEIVING / busy_time.CLOCK
    syncs = (begun[-1] - begun[0] - told) * busy_time.CLOCK / busy_time.VERTICAL_SYNC
    assert syncs == pytest.approx(round(syncs), abs=1e-6)
    assert 0 <= round(syncs) <= (begun[-1] - begun[0]) * 60 + 1


@given(st.lists(PIECES, max_size=12).map(b"".join), st.data())
def test_however_the_stream_is_cut(data: bytes, draw: st.DataObject) -> None:
    cut = draw.draw(st.integers(0, len(data)))
    machine = ExecutionTimes()
    assert machine.feed(data[:cut]) + machine.feed(data[cut:]) == ExecutionTimes().feed(data)


@given(st.binary(max_size=300))
def test_no_byte_raises_or_takes_less_than_no_time(data: bytes) -> None:
    times = ExecutionTimes().feed(data)
    assert len(times) == len(data)
    assert min(times, default=0.0) >= 0.0
