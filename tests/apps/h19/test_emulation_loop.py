"""The event loop of `h19` with a simulated clock: when it wakes up, paints, reads, sends and ends."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from h89yahtzee.apps.blessed_screen import Cursor
from h89yahtzee.apps.h19.h19_options import Hold
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import Key
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.h19.desk import LINE_FILENO, Desk

FIELD = 1 / 60
"""Seconds that the H19 takes to draw its screen once: one field."""


@pytest.mark.parametrize(("switches", "fields"), [(0, 8), (1, 16)])
def test_the_cursor_is_lit_and_dark_for_8_fields_as_an_underline_and_16_as_a_block(
    switches: int, fields: int
) -> None:
    """The cursor is lit in the first half of its period; the screen is painted only when the cursor changes."""
    desk = Desk(Terminal(switches), end=10.5 * fields * FIELD)
    desk.run()
    lit, dark = Cursor(0, 0, block=bool(switches)), None
    changes = desk.painted[:10]
    assert [time for time, _ in changes] == pytest.approx(
        [number * fields * FIELD for number in range(10)], abs=0.01
    )
    assert [cursor for _, cursor in changes] == [lit, dark] * 5


def test_nothing_is_blinked_while_the_cursor_is_off() -> None:
    h19 = Terminal()
    h19.feed(b"\x1bx5")
    desk = Desk(h19, end=1.0)
    desk.run()
    assert {cursor for _, cursor in desk.painted} == {None}


def test_it_wakes_up_whenever_the_machine_in_real_time_has_something_to_do() -> None:
    """The query's second byte comes 1 byte time after its first, the answer's fourth byte 3 byte times after its
    first. That makes 4.2 ms; executing the query takes another 2.7 ms in between.
    """
    desk = Desk(RealTimeTerminal(), end=0.1)
    desk.host.send(b"\x1bn")
    answers: list[tuple[float, bytes]] = []
    desk.before_wait = lambda: answers.append((desk.now, desk.host.receive()))
    desk.run()
    assert b"".join(answer for _, answer in answers) == b"\x1bY  "
    assert max(time for time, answer in answers if answer) == pytest.approx(4 * 10 / 9600 + 0.0027, abs=0.0005)


def test_a_line_that_cant_be_selected_on_is_looked_at_every_20_ms() -> None:
    desk = Desk(Terminal(), end=0.5, is_selectable=False)
    desk.run()
    assert all(seconds <= 0.02 and LINE_FILENO not in filenos for seconds, filenos in desk.waits)


def test_what_a_line_doesnt_take_is_offered_again_every_20_ms() -> None:
    desk = Desk(Terminal(), end=0.2, capacity=1)
    desk.typed = ["a", "b", "c"]
    received: list[bytes] = []
    desk.before_wait = lambda: received.append(desk.host.receive())
    desk.run()
    assert b"".join(received[:4]) == b"abc"
    assert [seconds for seconds, _ in desk.waits[1:3]] == pytest.approx([0.02, 0.02], abs=0.001)


@pytest.mark.parametrize(("mode", "sent"), [(b"", b"4"), (b"\x1b=", b"\x1b?y\x1b?s\x1b?t")])
def test_keys_for_pages_send_no_digits(mode: bytes, sent: bytes) -> None:
    h19 = Terminal()
    h19.feed(mode)
    desk = Desk(h19, end=0.2)
    desk.typed = [Key.KEYPAD_9, Key.KEYPAD_3, Key.KEYPAD_4]
    desk.run()
    assert desk.host.receive() == sent


def test_an_idle_machine_only_blinks() -> None:
    desk = Desk(Terminal(), end=0.5)
    desk.run()
    assert [seconds for seconds, _ in desk.waits[1:4]] == pytest.approx([8 * FIELD] * 3, abs=0.001)
    assert all(LINE_FILENO in filenos for _, filenos in desk.waits)


def test_a_flood_is_painted_every_20_ms() -> None:
    desk = Desk(Terminal(), end=0.1)

    desk.before_wait = lambda: desk.host.send(b"flood\r\n")
    desk.run()
    times = [time for time, _ in desk.painted]
    gaps = [after - before for before, after in pairwise(times[1:])]
    assert len(times) >= 4
    assert min(gaps) >= 0.01
    assert max(gaps) <= 0.025


def test_the_line_is_not_read_while_the_machine_has_enough() -> None:
    """At 110 baud, 256 waiting bytes keep the machine busy for 25 seconds."""
    desk = Desk(RealTimeTerminal(0, 0x81), end=2.0)
    desk.host.send(b"x" * 300)
    desk.run()
    assert LINE_FILENO in desk.waits[0][1]
    assert all(LINE_FILENO not in filenos for _, filenos in desk.waits[1:])


def when_left(desk: Desk, *, typed_at: float | None = None, ends_at: float) -> float:
    """Run `h19` with a command that writes "done" and ends at `ends_at`; a user types until `typed_at`, if given.
    Return the time at which `h19` ends."""

    doings: list[Callable[[], object]] = [lambda: desk.host.send(b"done"), desk.host.close]

    def go_on() -> None:
        if typed_at is not None and desk.now < typed_at:
            desk.typed = ["x"]
        if desk.now >= ends_at and doings:
            doings.pop(0)()

    desk.before_wait = go_on
    with pytest.raises(TransportClosed):
        desk.run()
    return desk.now


def test_the_screen_of_a_command_that_ends_by_itself_stays_until_a_key() -> None:
    desk = Desk(Terminal(), end=5.0, hold=Hold.AUTO)
    assert when_left(desk, ends_at=0.5) == pytest.approx(5.0, abs=0.2)
    assert desk.tube[0] == "done"
    assert desk.below == "memory: an end of the pair was closed. Press a key."


@pytest.mark.parametrize(("ends_at", "left_at"), [(1.2, 1.2), (2.0, 5.0)])
def test_a_command_that_a_key_ends_leaves_no_screen(ends_at: float, left_at: float) -> None:
    """A key typed long before the command's end isn't taken for its cause: then the screen stays."""
    desk = Desk(Terminal(), end=5.0, hold=Hold.AUTO)
    assert when_left(desk, typed_at=0.5, ends_at=ends_at) == pytest.approx(left_at, abs=0.2)


def off_line() -> Terminal:
    """Return an H19 that is off line, so that it receives nothing and its screen stays blank."""
    h19 = Terminal()
    h19.press(LocalKey.OFF_LINE)
    return h19


def test_the_screen_always_or_never_stays_if_that_was_asked_for() -> None:
    assert when_left(Desk(Terminal(), end=5.0, hold=Hold.NEVER), ends_at=0.5) == pytest.approx(0.5, abs=0.2)
    always = Desk(Terminal(), end=5.0, hold=Hold.ALWAYS)
    assert when_left(always, typed_at=0.5, ends_at=1.0) == pytest.approx(5.0, abs=0.2)
    always_blank = Desk(off_line(), end=5.0, hold=Hold.ALWAYS, rows=24)
    assert when_left(always_blank, ends_at=0.5) == pytest.approx(5.0, abs=0.2)
    assert [row for row in always_blank.tube if row] == ["memory: an end of the pair was closed. Press a key."]


def test_without_a_status_line_the_lowest_blank_row_tells_that_the_command_has_ended() -> None:
    h19 = Terminal()
    h19.feed(b"first\x1bY7 last\x1bY$ ")
    desk = Desk(h19, end=2.0, rows=24, hold=Hold.AUTO)
    when_left(desk, ends_at=0.5)
    assert (desk.tube[0], desk.tube[4], desk.tube[23]) == ("first", "done", "last")
    assert desk.tube[22] == "memory: an end of the pair was closed. Press a key."


def test_a_page_without_a_blank_row_is_left_alone() -> None:
    h19 = Terminal()
    page = [f"row {row}" for row in range(24)]
    h19.feed("\r\n".join(page).encode())
    desk = Desk(h19, end=2.0, rows=24, hold=Hold.AUTO)
    when_left(desk, ends_at=0.5)
    assert desk.tube == [*page[:-1], "row 23done"]


def test_a_blank_screen_is_not_kept() -> None:
    assert when_left(Desk(off_line(), end=5.0, hold=Hold.AUTO), ends_at=0.5) == pytest.approx(0.5, abs=0.2)


def test_nobody_waits_for_a_command_that_has_ended() -> None:
    desk = Desk(Terminal(), end=3.0, hold=Hold.AUTO)
    when_left(desk, ends_at=0.1)
    assert len(desk.waits) < 40
