"""The event loop leads terminals from room to room, on lines in memory that only the test feeds."""

import math
import socket
from collections.abc import Callable, Collection
from contextlib import suppress

import pytest

from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks, Source
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Grid, Window
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.endings import Leave
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.sockets import StreamSocket
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.sessions.rooms import StillRoom
from tests.screen.painter.painting import CAPS
from tests.transport.memory import MemoryTransport, memory_pair


class OneKeyRoom(StillRoom):
    """A room that any key closes."""

    def press(self, key: KeyPress, now: float) -> None:
        super().press(key, now)
        self.ending = Leave()


def room_called(name: str) -> StillRoom:
    window = Window(25, 80)
    window.addstr(0, 0, name)
    return OneKeyRoom(window.refresh())


def paced(line: MemoryTransport) -> PacedTransport:
    return PacedTransport(line, math.inf, lambda: 0.0, own_flow_control=True)


def test_one_room_follows_another_until_the_session_leaves() -> None:
    """One of the two terminals leaves first; the other goes on through three rooms."""
    names = [("hall", "table", "hall again"), ("attic",)]
    shown: list[list[str]] = [[], []]
    sessions, far_ends = [], []
    for first, *_ in names:
        near, far = memory_pair()
        sessions.append(ScreenSession(room_called(first), paced(near), ScreenTerminal(CAPS), lambda: 0.0))
        far_ends.append(far)
    terminals = [Terminal(), Terminal()]

    def wait(filenos: Collection[int], seconds: float | None) -> Collection[int]:  # noqa: ARG001
        for place, (terminal, far) in enumerate(zip(terminals, far_ends, strict=True)):
            with suppress(TransportClosed):  # the line of a session that has left is closed
                if data := far.receive():
                    terminal.feed(data)
                    title = terminal.grid().text().partition("\n")[0].rstrip()
                    shown[place] += [title] * (title not in shown[place])
                far.send(b"x")
        return filenos

    def following(session: ScreenSession) -> bool:
        place = sessions.index(session)
        rest = names[place][len(shown[place]) :]
        if rest:
            session.room = room_called(rest[0])
        return bool(rest)

    assert (
        EventLoop([], sessions, lambda: 0.0, LoopCallbacks(lambda: "", following=following), wait=wait).run() == 0
    )
    assert shown == [["hall", "table", "hall again"], ["attic"]]
    assert terminals[1].modes == Terminal().modes


class Ringing:
    """A source for the event loop with one caller; it calls `answer` once."""

    def __init__(self, answer: Callable[[], None]) -> None:
        self.callers = [answer]

    def fileno(self) -> None: ...

    def wakes_in(self) -> float | None:
        return 0.0 if self.callers else None

    def take_input(self) -> None:
        while self.callers:
            self.callers.pop()()


def test_who_waits_in_a_way_of_their_own_makes_a_turn_of_each_input() -> None:
    near, far = memory_pair()
    session = ScreenSession(room_called("hall"), paced(near), ScreenTerminal(CAPS), lambda: 0.0)
    caller = Ringing(lambda: None)
    sources: list[Source] = []

    def following(left: ScreenSession) -> bool:
        left.room = room_called("attic")
        return True

    loop = EventLoop([], [session], lambda: 0.0, LoopCallbacks(lambda: "", following=following), sources)
    loop.open()
    assert b"hall" in far.receive()
    assert loop.seconds_to_wait() is None
    far.send(b"x")
    loop.turn(())
    assert b"attic" in far.receive()
    sources.append(caller)
    assert loop.seconds_to_wait() == 0.0
    loop.turn(())
    assert loop.seconds_to_wait() is None
    loop.close()
    with pytest.raises(TransportClosed):
        session.take_input()


def test_who_comes_while_the_loop_runs_is_shown_a_room_and_a_line_that_is_gone_disturbs_nobody() -> None:
    """The first session is there from the start; the second comes later, and its line is closed without notice."""
    lines = [memory_pair() for _ in range(2)]
    first, second = [
        ScreenSession(room_called(name), paced(near), ScreenTerminal(CAPS), lambda: 0.0)
        for name, (near, _) in zip(("hall", "attic"), lines, strict=True)
    ]
    sources, lost, shown = list[Source](), list[tuple[ScreenSession, str]](), [b"", b""]

    def wait(filenos: Collection[int], seconds: float | None) -> Collection[int]:  # noqa: ARG001
        for place, (_, far) in enumerate(lines):
            with suppress(TransportClosed):
                shown[place] += far.receive()
        if lost:
            lines[0][1].send(b"x")
        elif b"attic" in shown[1]:
            lines[1][1].close()
        return filenos

    loop = EventLoop(
        [],
        [first],
        lambda: 0.0,
        LoopCallbacks(lambda: "", lost=lambda session, closed: lost.append((session, str(closed)))),
        sources,
        wait=wait,
    )

    def answer() -> None:
        loop.add(second)
        sources.clear()

    sources.append(Ringing(answer))
    assert loop.run() == 0
    assert lost == [(second, "memory: an end of the pair was closed")]
    assert first.is_closed
    assert not second.is_closed


def test_a_line_that_is_gone_ends_the_loop_where_nobody_hears_of_it() -> None:
    near, far = memory_pair()
    far.close()
    session = ScreenSession(room_called("hall"), paced(near), ScreenTerminal(CAPS), lambda: 0.0)
    with pytest.raises(TransportClosed):
        EventLoop([], [session], lambda: 0.0, LoopCallbacks(lambda: ""), wait=lambda filenos, _: filenos).run()
    assert session.is_closed


class BrokenRoom(StillRoom):
    """A room in which every key raises an error."""

    def press(self, key: KeyPress, now: float) -> None:  # noqa: ARG002
        raise IndexError(key)


class BrokenTable:
    """A table or source that raises an error whenever it is to do something."""

    deadline = 0.0

    def advance(self, now: float) -> None:  # noqa: ARG002
        raise ZeroDivisionError

    def fileno(self) -> None: ...

    def wakes_in(self) -> float:
        return 0.0

    def take_input(self) -> None:
        raise KeyError("k")


def test_an_error_of_the_program_ends_nothing_but_what_ran_into_it() -> None:
    lines = [memory_pair() for _ in range(2)]
    broken, sound = [
        ScreenSession(room, paced(near), ScreenTerminal(CAPS), lambda: 0.0)
        for room, (near, _) in zip((BrokenRoom(), room_called("attic")), lines, strict=True)
    ]
    tables, sources, failed = [BrokenTable()], list[Source]([BrokenTable()]), list[tuple[object, str]]()

    def fail(part: object, error: Exception) -> None:
        failed.append((type(part), repr(error)))
        if isinstance(part, BrokenTable):
            (sources if "k" in str(error) else tables).clear()

    def wait(filenos: Collection[int], seconds: float | None) -> Collection[int]:  # noqa: ARG001
        lines[1 if len(failed) == 3 else 0][1].send(b"x")
        return filenos

    loop = EventLoop(
        tables, [broken, sound], lambda: 0.0, LoopCallbacks(lambda: "", failed=fail), sources, wait=wait
    )
    assert loop.run() == 0
    assert failed == [
        (ScreenSession, "IndexError('x')"),
        (BrokenTable, "KeyError('k')"),
        (BrokenTable, "ZeroDivisionError()"),
    ]
    with pytest.raises(TransportClosed):
        lines[0][1].send(b"x")
    assert sound.is_closed


def test_sessions_that_take_nothing_are_left_together() -> None:
    """A hundred stopped terminals are waited for no longer than one: two seconds of a clock that only waiting
    moves."""
    now = [0.0]
    ends = [memory_pair(capacity=10) for _ in range(100)]
    sessions = [
        ScreenSession(
            room_called("hall"),
            PacedTransport(near, math.inf, lambda: now[0], own_flow_control=True),
            ScreenTerminal(CAPS),
            lambda: now[0],
        )
        for near, _ in ends
    ]
    for _, far in ends:
        far.send(b"x")

    def wait(filenos: Collection[int], seconds: float | None) -> Collection[int]:
        now[0] += seconds or 0.0
        return filenos

    assert EventLoop([], sessions, lambda: now[0], LoopCallbacks(lambda: ""), wait=wait).run() == 0
    assert 2.0 <= now[0] < 2.2


class CountingRoom(StillRoom):
    """A room that counts how often it is asked for its screen or told to let time pass."""

    asked = 0

    def advance(self, now: float) -> None:  # noqa: ARG002
        self.asked += 1

    def screen(self, display: Display) -> Grid:
        self.asked += 1
        return super().screen(display)


def test_who_does_nothing_costs_nothing_while_others_play() -> None:
    """The first of three people presses ten keys. The rooms of the other two, whose lines are sockets that can be
    waited on, are asked three times in all: twice when the people come, and once when they leave."""
    lines = [socket.socketpair() for _ in range(3)]
    rooms = [CountingRoom() for _ in lines]
    sessions = [
        ScreenSession(
            room,
            PacedTransport(StreamSocket(near, "a line"), math.inf, lambda: 0.0, own_flow_control=False),
            ScreenTerminal(CAPS),
            lambda: 0.0,
        )
        for room, (near, _) in zip(rooms, lines, strict=True)
    ]
    keys = list(b"abcdefghij")

    def wait(filenos: Collection[int], seconds: float | None) -> Collection[int]:  # noqa: ARG001
        if not keys:
            for room in rooms:
                room.ending = Leave()
            return filenos
        lines[0][1].send(bytes([keys.pop(0)]))
        return [lines[0][0].fileno()]

    assert EventLoop([], sessions, lambda: 0.0, LoopCallbacks(lambda: ""), wait=wait).run() == 0
    for _, far in lines:
        far.close()
    assert rooms[0].keys == list("abcdefghij")
    assert rooms[0].asked >= 10
    assert [room.asked for room in rooms[1:]] == [3, 3]


def test_a_key_waits_for_few_of_many_screens() -> None:
    """All screens change at once, and each takes 5 ms to draw. The person who presses a key meanwhile is served
    next, and the others in their turn, nobody twice."""
    now = [0.0]
    shown = list[int]()

    class SlowRoom(StillRoom):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def screen(self, display: Display) -> Grid:
            now[0] += 0.005
            shown.append(self.number)
            return super().screen(display)

    lines = [socket.socketpair() for _ in range(30)]
    rooms = [SlowRoom(number) for number in range(len(lines))]
    sessions = [
        ScreenSession(
            room,
            PacedTransport(StreamSocket(near, "a line"), math.inf, lambda: 0.0, own_flow_control=False),
            ScreenTerminal(CAPS),
            lambda: 0.0,
        )
        for room, (near, _) in zip(rooms, lines, strict=True)
    ]
    loop = EventLoop([], sessions, lambda: now[0], LoopCallbacks(lambda: ""))
    loop.open()
    loop.turn([])
    shown.clear()
    for room in rooms:
        room.revision += 1
    loop.turn([])
    assert 1 <= len(shown) <= 10
    lines[20][1].send(b" ")
    before = len(shown)
    loop.turn([lines[20][0].fileno()])
    assert shown[before] == 20
    while len(shown) < len(lines):
        assert loop.seconds_to_wait() == 0.0
        loop.turn([])
    assert sorted(shown) == list(range(len(lines)))
    assert loop.seconds_to_wait() is None
    loop.close()
    for _, far in lines:
        far.close()
