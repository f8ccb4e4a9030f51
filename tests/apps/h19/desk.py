"""The surroundings of the event loop of `h19` in its tests: a screen in memory, a user, the computer at the other
end of the line, and a simulated clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from h89yahtzee.apps.blessed_screen import BlessedScreen, Cursor, Size
from h89yahtzee.apps.h19.emulation_loop import EmulationLoop
from h89yahtzee.apps.h19.h19_options import FixedLine, Hold, parse_h19_options
from h89yahtzee.apps.h19.output_files import H19Files
from h89yahtzee.apps.signals import Waiting
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.transport.transport import TransportClosed
from tests.transport.memory import MemoryTransport, memory_pair

ESCAPE = "\x1d"
LATE = 1e-4
"""Seconds by which each wait takes longer than the program asked for, as under a real operating system."""
LINE_FILENO = -7
"""The simulated file number of the line: the loop only passes it to its wait function, which is replaced."""


class SelectableLine:
    """A line in memory that has a file number, as if select(2) could wait for it."""

    def __init__(self, transport: MemoryTransport) -> None:
        self.send, self.close = transport.send, transport.close
        self._transport = transport
        self._arrived = b""

    def fileno(self) -> int | None:
        return LINE_FILENO

    def is_ready(self) -> bool:
        try:
            self._arrived += self._transport.receive()
        except TransportClosed:
            return True
        return bool(self._arrived)

    def receive(self) -> bytes:
        arrived, self._arrived = self._arrived or self._transport.receive(), b""
        return arrived


class Desk(BlessedScreen):
    """A simulated screen with a user, who leaves `h19` at the time `end`, and a clock, `now`, in seconds.

    `waits` has the seconds and the file numbers of each wait, `painted` the time and the cursor of each painting.
    `tube` and `below` are the rows of the H19's screen and the status line as they were painted last. `before_wait`
    is called before each wait: there a test acts for the user and for the computer, whose end of the line is
    `host`.
    """

    def __init__(
        self,
        h19: Machine,
        end: float,
        is_selectable: bool = True,
        capacity: int = 4096,
        rows: int = 26,
        hold: Hold = Hold.NEVER,
    ) -> None:
        self.now = 0.0
        self.rows = rows
        self.tube: list[str] = []
        self.below = ""
        self.typed: list[KeyPress] = []
        self.waits: list[tuple[float, Collection[int]]] = []
        self.painted: list[tuple[float, Cursor | None]] = []
        self.host, near = memory_pair(capacity)
        self.before_wait: Callable[[], object] = lambda: None
        self._end = end
        options = parse_h19_options([])
        self._line = SelectableLine(near)
        line = FixedLine(
            "line", self._line if is_selectable else near, lambda: True, leaves_screen=hold.leaves_screen
        )
        self._loop = EmulationLoop(
            h19, line, self, ESCAPE, H19Files(options, h19), Waiting(lambda: self.now, self._wait)
        )

    def run(self) -> None:
        assert self._loop.run() == 0

    def _wait(self, filenos: Collection[int], seconds: float | None) -> Collection[int]:
        assert seconds is not None
        self.waits.append((seconds, filenos))
        self.before_wait()
        self.now += LATE if LINE_FILENO in filenos and self._line.is_ready() else seconds + LATE
        return filenos

    def enter(self) -> None: ...

    def exit(self) -> None: ...

    def fileno(self) -> int:
        return -1

    def take_keys(self) -> list[KeyPress]:
        typed, self.typed = self.typed, []
        return typed if self.now < self._end else [ESCAPE, "q"]

    def measure(self) -> Size:
        return Size(self.rows, 80)

    @property
    def is_large_enough(self) -> bool:
        return 0 < len(self.tube) <= self.rows

    @property
    def size(self) -> Size:
        return self.measure()

    def repaint(self) -> None: ...

    def beep(self, times: int) -> None: ...

    def paint(self, tube: Sequence[bytes], below: Sequence[str] = (), cursor: Cursor | None = None) -> str:
        self.painted.append((self.now, cursor))
        self.tube = [bytes(code & 0x7F for code in row).decode("ascii").rstrip() for row in tube]
        self.below = "".join(below) if self.rows - len(tube) >= len(below) else ""
        return ""
