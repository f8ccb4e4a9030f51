"""A station on an in-memory line, with a clock that only the test moves."""

import math
from dataclasses import dataclass, field

from h89yahtzee.apps.yahtzee.terminal_session import ESCAPE_DELAY, Station
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Grid
from h89yahtzee.screen.keys import Key
from h89yahtzee.screen.painter.painter import leave
from h89yahtzee.screen.partial_update import Region
from h89yahtzee.screen.window import Window
from h89yahtzee.transport.memory import MemoryTransport, memory_pair
from h89yahtzee.transport.pacing import PacedTransport
from tests.screen.painter.painting import CAPS


@dataclass
class Line:
    """A station, the terminal at the other end and the time."""

    bytes_per_second: float = math.inf
    now: float = 0.0
    terminal: Terminal = field(default_factory=Terminal)

    def __post_init__(self) -> None:
        near, self.far = memory_pair()
        paced = PacedTransport(near, self.bytes_per_second, lambda: self.now, own_flow_control=True)
        self.station = Station(paced, CAPS, lambda: self.now, alternate_keypad=True)
        self.station.open()

    far: MemoryTransport = field(init=False)
    station: Station = field(init=False)

    def arrived(self) -> bytes:
        data = self.far.receive()
        self.terminal.feed(data)
        return data

    def show_until_idle(self, screen: Grid) -> int:
        """The bytes it took."""
        self.station.show(screen)
        count = len(self.arrived())
        while self.station.wakes_in() is not None:
            self.now += self.station.wakes_in() or 0.0
            self.station.show(screen)
            count += len(self.arrived())
        return count


def screen_with(text: str) -> Grid:
    window = Window(25, 80)
    window.addstr(3, 3, text)
    return window.refresh()


def test_a_screen_behind_a_bell_is_sent_at_once() -> None:
    """Else the last frame of a game, which rings, would wait for the next key."""
    line = Line()
    line.station.show(screen_with("one"))
    line.station.ring(1)
    line.station.show(screen_with("two"))
    line.arrived()
    assert line.terminal.grid() == screen_with("two")
    assert line.terminal.bells() == 1


def test_the_same_screen_again_sends_nothing() -> None:
    line = Line()
    line.station.show(screen_with("one"))
    assert line.arrived()
    line.station.show(screen_with("one"))
    assert line.arrived() == b""


def test_repaint_sends_everything_again() -> None:
    line = Line()
    line.station.show(screen_with("one"))
    first = line.arrived()
    line.terminal.feed(b"\x1bErubbish")
    line.station.repaint()
    line.station.show(screen_with("one"))
    assert 0 < len(line.arrived()) <= len(first)
    assert line.terminal.grid() == screen_with("one")


def test_a_window_is_painted_anew_when_it_has_got_another_size() -> None:
    near, far = memory_pair()
    paced = PacedTransport(near, math.inf, lambda: 0.0, own_flow_control=True)
    for is_window in (True, False):
        station = Station(paced, CAPS, lambda: 0.0, alternate_keypad=True, is_window=is_window)
        station.show(screen_with("one"))
        first = far.receive()
        station.resized()
        station.show(screen_with("one"))
        assert far.receive() == (first if is_window else b"")


def test_repaint_mends_a_terminal_that_was_reset() -> None:
    line = Line()
    line.station.show(screen_with("one"))
    line.arrived()
    modes = line.terminal.modes
    line.terminal.feed(b"\x1bz")
    line.station.repaint()
    line.station.show(screen_with("one"))
    line.arrived()
    assert line.terminal.grid() == screen_with("one")
    assert line.terminal.modes == modes


def test_leaving_does_not_wait_for_a_slow_line() -> None:
    """A board of which a part is on its way is given up, in the middle of a sequence if need be."""
    for sent in range(40):
        line = Line(bytes_per_second=30)
        line.station.show(screen_with("x" * 70))
        for _ in range(sent):
            line.now += 1 / 30
            line.station.transport.pump()
        line.station.transport.discard()
        line.station.transport.queue(leave(CAPS))
        while line.station.transport.pending:
            line.now += 1 / 30
            line.station.transport.pump()
        line.arrived()
        assert line.terminal.modes == Terminal().modes
        assert line.now < 8.0


def test_frames_that_a_slow_line_has_no_time_for_are_left_out() -> None:
    """While the first frame is on its way at 30 bytes a second, a hundred others come and go."""
    line = Line(bytes_per_second=30)
    full = screen_with("x" * 70)
    line.station.show(full)
    for number in range(100):
        line.now += 0.01
        line.station.show(screen_with(str(number)))
    line.show_until_idle(screen_with("last"))
    line.station.show(screen_with("last"))
    line.show_until_idle(screen_with("last"))
    assert line.terminal.grid() == screen_with("last")
    assert line.now < 10.0


URGENT = Region(22, 4, 10)


def board(text: str) -> Grid:
    """A screen of 600 cells, ending in a row that is urgent."""
    window = Window(25, 80)
    for row in range(15):
        window.addstr(row, 0, "x" * 40)
    window.addstr(*URGENT[:2], text, reverse=True)
    return window.refresh()


def test_what_is_urgent_comes_first_on_a_slow_line() -> None:
    """Of 600 bytes, 20 seconds at 300 baud."""
    line = Line(bytes_per_second=30)
    line.show_until_idle(screen_with("one"))
    start = line.now
    while line.terminal.row_bytes(22)[4:7] != bytes(code | 0x80 for code in b"two"):
        line.station.show(board("two"), [URGENT])
        line.now += line.station.wakes_in() or 0.0
        line.arrived()
    assert line.now - start < 1.5
    line.show_until_idle(board("two"))
    assert line.terminal.grid() == board("two")
    assert line.station.wakes_in() is None


def test_a_screen_that_comes_meanwhile_waits_for_one_stage_alone() -> None:
    for moment in range(1, 20, 3):
        line = Line(bytes_per_second=30)
        line.show_until_idle(screen_with("one"))
        while line.now < moment:
            line.station.show(board("two"), [URGENT])
            line.now += 0.01
            line.arrived()
        while line.terminal.row_bytes(22)[4:9] != bytes(code | 0x80 for code in b"three"):
            line.station.show(board("three"), [URGENT])
            line.now += line.station.wakes_in() or 0.0
            line.arrived()
        assert line.now - moment < 2.5
        line.show_until_idle(board("three"))
        assert line.terminal.grid() == board("three")


def test_a_stage_that_turns_out_to_be_all_is_the_last() -> None:
    """As when a key takes back what was still to be sent. Else the program would never wait again."""
    line = Line(bytes_per_second=30)
    line.show_until_idle(screen_with("one"))
    line.station.show(board("two"), [URGENT])
    while not line.station.transport.idle:
        line.now += line.station.wakes_in() or 0.0
        line.station.is_ready()
    line.arrived()
    stage = line.terminal.grid()
    assert stage not in (screen_with("one"), board("two"))
    line.station.show(stage)
    assert line.arrived() == b""
    assert line.station.wakes_in() is None


def test_a_fast_line_has_no_stages() -> None:
    whole, fast = Line(), Line(bytes_per_second=1920)
    counts = [
        [line.show_until_idle(screen) for screen in (screen_with("one"), board("two"))] for line in (whole, fast)
    ]
    assert counts[0] == counts[1]


def test_keys_are_taken_while_xoff_stops_the_output() -> None:
    line = Line(bytes_per_second=960)
    line.far.send(b"\x13")
    line.station.show(board("two"))
    line.far.send(b"1 \x1bS")
    line.station.show(board("two"))
    assert line.station.wakes_in() == 0.0  # a pump may have come across them
    assert line.station.take_keys() == ["1", " ", Key.F1]
    assert line.station.wakes_in() is None


def test_a_lone_escape_is_a_key_after_a_while() -> None:
    line = Line()
    line.far.send(b"\x1b")
    assert line.station.take_keys() == []
    assert line.station.wakes_in() == ESCAPE_DELAY
    line.now += ESCAPE_DELAY / 2
    assert line.station.take_keys() == []
    line.now += ESCAPE_DELAY
    assert line.station.take_keys() == [Key.ESCAPE]
    assert line.station.take_keys() == []


def test_a_function_key_may_come_in_two_parts() -> None:
    line = Line()
    line.far.send(b"\x1b")
    assert line.station.take_keys() == []
    line.now += ESCAPE_DELAY / 2
    line.far.send(b"S")
    assert line.station.take_keys() == [Key.F1]


def test_closing_leaves_the_terminal_as_it_was() -> None:
    line = Line()
    line.station.show(screen_with("one"))
    line.station.close()
    line.arrived()
    assert line.terminal.modes == Terminal().modes
    assert line.terminal.lines == 24
