"""The emulated H19 at its two speeds, by a clock that only the test moves."""

from __future__ import annotations

import pytest

from h89yahtzee.apps.h19.pace import AtOnce, Pace, RealTime
from h89yahtzee.h19.codes import XOFF, XON
from h89yahtzee.h19.line_settings import character_time
from h89yahtzee.h19.terminal import Terminal

SLOW = b"".join(b"\x1bH\x1bL%03d" % number for number in range(100))
"""A line inserted at the top takes the processor longer than the line takes for it."""


def run(pace: Pace, data: bytes, now: float = 10.0) -> tuple[bytes, float]:
    """Let everything be done that comes of `data`; what the terminal sent, and the time then."""
    pace.receive(data, now)
    sent = b""
    pace.advance(now)
    while (wakes_at := pace.wakes_at()) is not None:
        now = max(now, wakes_at)
        pace.advance(now)
        sent += pace.data_to_send()
    return sent + pace.data_to_send(), now


def test_a_host_that_obeys_xoff_loses_nothing_in_real_time() -> None:
    slow, fast = Terminal(), Terminal()
    sent, _ = run(RealTime(slow), SLOW)
    run(AtOnce(fast), SLOW)
    assert slow.grid() == fast.grid()
    assert slow.bells() == 0
    assert {*sent} == {XON, XOFF}
    assert sent[-1] == XON


@pytest.mark.parametrize("baud_switch", [4, 12, 13])
def test_text_takes_the_time_of_the_line(baud_switch: int) -> None:
    terminal = Terminal(0, 0x80 | baud_switch)
    _, ended = run(RealTime(terminal), b"x" * 79)
    assert ended - 10.0 == pytest.approx(79 * character_time(terminal.baud_rate), rel=0.1)


def test_a_key_may_be_pressed_while_bytes_wait() -> None:
    terminal = Terminal()
    pace = RealTime(terminal)
    pace.receive(b"x" * 50, 10.0)
    pace.press("k", 10.02, shift=False, ctrl=False)
    pace.receive(b"y" * 10, 10.03)
    sent, _ = run(pace, b"", 10.04)
    assert sent == b"k"
    assert terminal.grid().text().startswith("x" * 50 + "y" * 10)
