"""The event loop leads terminals from room to room, on lines in memory that only the test feeds."""

import math
from collections.abc import Sequence

from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.screen.window import Window
from h89yahtzee.table.screen.room import Room
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport
from tests.apps.yahtzee.rooms import StillRoom
from tests.screen.painter.painting import CAPS


class OneKeyRoom(StillRoom):
    """A room that any key closes."""

    def press(self, key: KeyPress, now: float) -> None:
        super().press(key, now)
        self.is_closed = True


def room_called(name: str) -> StillRoom:
    window = Window(25, 80)
    window.addstr(0, 0, name)
    return OneKeyRoom(window.refresh())


def test_one_room_follows_another_until_the_session_leaves() -> None:
    """One of the two terminals leaves first; the other goes on through three rooms."""
    names = [("hall", "table", "hall again"), ("attic",)]
    shown: list[list[str]] = [[], []]
    sessions, far_ends = [], []
    for first, *_ in names:
        near, far = memory_pair()
        paced = PacedTransport(near, math.inf, lambda: 0.0, own_flow_control=True)
        sessions.append(TerminalSession(room_called(first), paced, CAPS, lambda: 0.0, alternate_keypad=True))
        far_ends.append(far)
    terminals = [Terminal(), Terminal()]

    def wait(filenos: Sequence[int], seconds: float | None) -> None:  # noqa: ARG001
        for place, (terminal, far) in enumerate(zip(terminals, far_ends, strict=True)):
            if data := far.receive():
                terminal.feed(data)
                shown[place].append("".join(cell.char for cell in terminal.grid().cells[0]).rstrip())
            far.send(b"x")

    def following(session: TerminalSession) -> Room | None:
        place = sessions.index(session)
        rest = names[place][len(shown[place]) :]
        return room_called(rest[0]) if rest else None

    assert EventLoop([], sessions, lambda: 0.0, lambda: "", wait, following).run() == 0
    assert shown == [["hall", "table", "hall again"], ["attic"]]
