"""When the screen of a command that has ended stays in `h19`, by a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from h89yahtzee.apps.h19.host_line import Hold
from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.h19.desk import Desk


def when_left(desk: Desk, *, typed_at: float | None = None, ends_at: float) -> float:
    """When the program ends whose command writes "done" and ends at a time, perhaps after a key."""

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


def test_a_command_that_a_key_ends_leaves_no_screen() -> None:
    assert when_left(Desk(Terminal(), end=5.0, hold=Hold.AUTO), typed_at=0.5, ends_at=1.2) == pytest.approx(
        1.2, abs=0.2
    )


def test_a_key_long_before_the_end_did_not_end_it() -> None:
    assert when_left(Desk(Terminal(), end=5.0, hold=Hold.AUTO), typed_at=0.5, ends_at=2.0) == pytest.approx(
        5.0, abs=0.2
    )


def test_the_screen_always_or_never_stays_if_that_was_asked_for() -> None:
    assert when_left(Desk(Terminal(), end=5.0, hold=Hold.NEVER), ends_at=0.5) == pytest.approx(0.5, abs=0.2)
    always = Desk(Terminal(), end=5.0, hold=Hold.ALWAYS)
    assert when_left(always, typed_at=0.5, ends_at=1.0) == pytest.approx(5.0, abs=0.2)


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
    h19 = Terminal()
    h19.press(LocalKey.OFF_LINE)  # so that nothing is received
    assert when_left(Desk(h19, end=5.0, hold=Hold.AUTO), ends_at=0.5) == pytest.approx(0.5, abs=0.2)


def test_nobody_waits_for_a_command_that_has_ended() -> None:
    desk = Desk(Terminal(), end=3.0, hold=Hold.AUTO)
    when_left(desk, ends_at=0.1)
    assert len(desk.waits) < 40
