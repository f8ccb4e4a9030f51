"""Calls at a host in simulated time: the host hangs up on idle callers, who keep their seats."""

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress

import pytest

from h89yahtzee.apps.host.calls import IDLE_LOOK, Calls, HostSession
from h89yahtzee.apps.host.ways_in import CallersLine
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.host.doorway import Signboard
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.lobby import Lobby, Supplies
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.register import People
from h89yahtzee.transport.sockets import StreamSocket
from h89yahtzee.transport.switchboard import WatchedTransport
from tests.host.hosts import MemoryRegister
from tests.transport.memory import MemoryTransport, memory_pair

IDLE_TIME = 1800.0


class Desk:
    """A host without a network, whose clock is `now`; `present` has the callers' sessions in its event loop, `log`
    its log."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.log: list[str] = []
        self.present: list[HostSession] = []
        self.lines: dict[str, CallersLine] = {}
        self.register = MemoryRegister()
        people = People(self.register, lambda _: 42)
        self.lobby = Lobby(people, self.register, Supplies(lambda _: 7))
        self.sources: list[Source] = []
        note = lambda _, what: self.log.append(what)  # noqa: E731
        self.calls = Calls(people, Guide(self.lobby), self.sources, note, IDLE_TIME, lambda: self.now)
        self.calls.add = self.present.append

    def arrive(self, name: str) -> MemoryTransport:
        """Let a new person call at an H19 and give a name; return the terminal's end of the line."""
        near, far = memory_pair(1 << 16)
        watched = WatchedTransport(near, lambda: self.now)
        self.lines[name] = CallersLine("here", "here", watched, term="h19", knocks=False)
        self.calls.greet(self.lines[name])
        for typed in (name, "", ""):
            far.send(f"{typed}\r".encode())
            for source in list(self.sources):
                source.take_input()
        for source in list(self.sources):
            source.take_input()
        return far

    def wait(self, seconds: float) -> None:
        """Let time pass, and do what the event loop would do after that."""
        self.now += seconds
        self.calls.take_input()
        for session in list(self.present):
            session.take_input()
            if session.is_closed and not self.calls.lead_on(session):
                self.present.remove(session)
                session.farewell()
                session.has_left()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk()
    monkeypatch.setattr(time, "monotonic", lambda: desk.now)
    return desk


def test_a_line_that_cannot_be_selected_on_is_looked_at_often(desk: Desk) -> None:
    """Lines by RFC 2217 (serial ports over telnet) are of that kind. The host notices a knock there within a
    second, while it would wait longer for one."""
    near, far = memory_pair()
    desk.calls.greet(CallersLine("here", "here", WatchedTransport(near, lambda: desk.now), term="h19"))
    [source] = desk.sources
    source.take_input()
    assert far.receive() == b""  # nothing is shown before a key is pressed twice, so that port scanners see nothing
    far.send(b"\r\r")
    began, heard = desk.now, b""
    for _ in range(10):
        wait = source.wakes_in()
        assert wait is not None
        desk.now += wait
        if source.wakes_in() == 0.0:  # the condition on which the event loop calls take_input
            source.take_input()
            heard += far.receive()
    assert b"Your name" in heard
    assert desk.now - began < 1.0


def test_a_banner_is_sent_before_anything_is_heard(desk: Desk) -> None:
    near, far = socket.socketpair()
    with near, far:
        watched = WatchedTransport(StreamSocket(near, "here"), lambda: desk.now)
        desk.calls.greet(CallersLine("here", "here", watched, signboard=Signboard(b"A BANNER\r\n")))
        [source] = desk.sources
        assert source.wakes_in() == 0.0
        source.take_input()
        assert far.recv(99) == b"A BANNER\r\n"
        assert source.wakes_in() == pytest.approx(0.5)


def begin_to_play(desk: Desk) -> tuple[MemoryTransport, MemoryTransport]:
    """Let Ann and Bob sit down at table 1; return the terminals' ends of their lines."""
    ann, bob = desk.arrive("ann"), desk.arrive("bob")
    for caller, keys in ((ann, b"n"), (ann, b"\r"), (bob, b"\r")):
        caller.send(keys)
        desk.wait(1.0)
    return ann, bob


def test_who_does_nothing_is_hung_up_on_and_keeps_the_seat(desk: Desk) -> None:
    ann, bob = begin_to_play(desk)
    table = desk.lobby.tables[1]
    assert table.table is not None
    for _ in range(round(IDLE_TIME / IDLE_LOOK) + 1):
        bob.send(b" ")
        desk.wait(IDLE_LOOK)
    assert desk.log == [
        "ann came for the first time, h19",
        "bob came for the first time, h19",
        "ann: hung up, idle after 30 min",
    ]
    assert b"You did nothing for a long time. A seat of yours is kept" in ann.receive()
    assert (table.here, table.owners) == (["bob"], {0: "ann", 1: "bob"})
    assert len(desk.present) == 1


def test_who_should_make_room_is_hung_up_on_and_keeps_the_seat(desk: Desk) -> None:
    ann, _ = begin_to_play(desk)
    table = desk.lobby.tables[1]
    desk.lines["ann"].is_wanted = True
    desk.wait(IDLE_LOOK)
    assert b"You did nothing for a long time. A seat of yours is kept" in ann.receive()
    assert (table.here, table.owners) == (["bob"], {0: "ann", 1: "bob"})


def an_error() -> Exception:
    with pytest.raises(KeyError) as caught:
        dict[str, int]()["die"]
    return caught.value


def test_an_error_lets_one_caller_go_and_keeps_the_seat(desk: Desk) -> None:
    begin_to_play(desk)
    table = desk.lobby.tables[1]
    desk.calls.fail(desk.present[0], an_error())
    assert re.fullmatch(
        r"ann: an error of this program, KeyError: 'die' \(test_calls\.py, line \d+\) after 0 min", desk.log[-1]
    )
    assert (table.here, table.owners) == (["bob"], {0: "ann", 1: "bob"})


def test_an_error_of_a_table_leads_those_who_are_there_to_the_lobby(desk: Desk) -> None:
    ann = desk.arrive("ann")
    for keys in (b"n", b"\r", b"\r"):
        ann.send(keys)
        desk.wait(1.0)
    table = desk.lobby.tables[1].table
    assert table is not None
    desk.calls.fail(table, an_error())
    desk.wait(1.0)
    assert not desk.lobby.tables
    assert not desk.lobby.in_play
    assert desk.lobby.callers["ann"].hosted is None
    assert isinstance(desk.present[0].room, RoomScreen)
    assert isinstance(desk.present[0].room.room, LobbyRoom)
    with pytest.raises(ValueError, match="of the loop itself"):
        desk.calls.fail(desk.lobby, ValueError("of the loop itself"))


def test_a_code_is_read_after_it_was_saved(desk: Desk) -> None:
    """New people who come in the same pass of the event loop are saved together. If the disk is full, they are
    shown their codes all the same."""
    for is_full in (False, True):
        desk.register.is_full = is_full
        lines = [memory_pair() for _ in range(2)]
        for number, (near, far) in enumerate(lines):
            watched = WatchedTransport(near, lambda: desk.now)
            desk.calls.greet(CallersLine("here", "here", watched, term="h19", knocks=False))
            far.send(f"p{is_full:d}{number}\r\r".encode())
        for source in desk.sources:
            source.take_input()
        assert not any(b"code is" in far.receive() for _, far in lines)
        with suppress(OSError):
            desk.lobby.save()
        assert (f"p{is_full:d}0" in desk.register.codes) is not is_full
        for source in desk.sources:
            assert source.wakes_in() == 0
            source.take_input()
        assert all(b"code is 0042" in far.receive() for _, far in lines)
        desk.sources.clear()
