"""The serial line of an H19 in real time: bytes that wait at the computer's end; only the test moves the clock."""

import pytest

from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Machine, Terminal

SLOW = b"".join(b"\x1bH\x1bL%03d" % number for number in range(100))
"""To insert a line at the top takes the processor longer than the serial line takes to carry the bytes for it."""


def run(h19: Machine, data: bytes, now: float = 10.0) -> tuple[bytes, float]:
    """Execute `data` until nothing is left to do; return the bytes that the terminal sent, and the time then."""
    h19.feed(data, now)
    sent = b""
    h19.advance(now)
    while (wakes_at := h19.wakes_at()) is not None:
        now = max(now, wakes_at)
        h19.advance(now)
        sent += h19.data_to_send()
    return sent + h19.data_to_send(), now


def test_a_host_that_obeys_xoff_loses_nothing_in_real_time() -> None:
    slow, fast = RealTimeTerminal(), Terminal()
    sent, _ = run(slow, SLOW)
    run(fast, SLOW)
    assert slow.grid() == fast.grid()
    assert slow.bells() == 0
    assert {*sent} == {XON, XOFF}
    assert sent[-1] == XON


@pytest.mark.parametrize("baud_switch", [4, 12, 13])
def test_text_takes_the_time_of_the_line(baud_switch: int) -> None:
    terminal = RealTimeTerminal(0, 0x80 | baud_switch)
    _, ended = run(terminal, b"x" * 79)
    assert ended - 10.0 == pytest.approx(79 / bytes_per_second(terminal.baud_rate), rel=0.1)


def test_a_key_may_be_pressed_while_bytes_wait() -> None:
    h19 = RealTimeTerminal()
    h19.feed(b"x" * 50, 10.0)
    h19.press("k", 10.02)
    h19.feed(b"y" * 10, 10.03)
    sent, _ = run(h19, b"", 10.04)
    assert sent == b"k"
    assert h19.grid().text().startswith("x" * 50 + "y" * 10)
