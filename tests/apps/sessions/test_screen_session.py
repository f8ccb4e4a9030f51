"""Sessions on a screen over an in-memory line, with a clock that only the test moves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.sessions.screen_session import ESCAPE_DELAY, ScreenSession, ScreenTerminal
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Grid, Region, Window
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.transport.pacing import PacedTransport
from tests.apps.sessions.rooms import StillRoom
from tests.screen.painter.painting import CAPS
from tests.transport.memory import MemoryTransport, memory_pair


@dataclass
class Line:
    """A session, the terminal at the other end of its line, and the time."""

    bytes_per_second: float = math.inf
    now: float = 0.0
    terminal: Terminal = field(default_factory=Terminal)
    caps: Termcap = CAPS

    def __post_init__(self) -> None:
        near, self.far = memory_pair()
        paced = PacedTransport(near, self.bytes_per_second, lambda: self.now, own_flow_control=True)
        self.room = StillRoom()
        self.session = ScreenSession(
            self.room, paced, ScreenTerminal(self.caps, take_click=self._take_click), lambda: self.now
        )
        self.session.open()

    clicks: list[tuple[Click, bytes]] = field(default_factory=list)
    """The clicks that the mouse will report, each with the bytes of the keys that follow it."""
    far: MemoryTransport = field(init=False)
    room: StillRoom = field(init=False)
    session: ScreenSession = field(init=False)

    def show(self, screen: Grid, urgent: Sequence[Region] = ()) -> None:
        self.room.revision += self.room.grid != screen
        self.room.grid, self.room.urgent_regions = screen, urgent
        self.session.show()

    def keys(self) -> list[KeyPress | Click]:
        """Return the keys, and clicks among them, that came since the last call."""
        self.session.take_input()
        keys, self.room.keys = self.room.keys, []
        return keys

    def _take_click(self) -> Click | None:
        if not self.clicks:
            return None
        click, typed = self.clicks.pop(0)
        self.far.send(typed)
        return click

    def arrived(self) -> bytes:
        data = self.far.receive()
        self.terminal.feed(data)
        return data

    def show_until_idle(self, screen: Grid) -> int:
        """Show `screen` until nothing is left to send, and return how many bytes that took."""
        self.show(screen)
        count = len(self.arrived())
        while self.session.wakes_in() is not None:
            self.now += self.session.wakes_in() or 0.0
            self.show(screen)
            count += len(self.arrived())
        return count


def screen_with(text: str) -> Grid:
    window = Window(25, 80)
    window.addstr(3, 3, text)
    return window.refresh()


def test_a_screen_behind_a_bell_is_sent_at_once() -> None:
    """Otherwise the last frame of a game, which comes with a bell, would be held back until the next key."""
    line = Line()
    line.show(screen_with("one"))
    line.room.bells = 1
    line.show(screen_with("two"))
    line.arrived()
    assert line.terminal.grid() == screen_with("two")
    assert line.terminal.bells() == 1


def test_the_same_screen_again_sends_nothing() -> None:
    line = Line()
    line.show(screen_with("one"))
    assert line.arrived()
    line.show(screen_with("one"))
    assert line.arrived() == b""


def test_another_room_is_shown_whatever_its_revision() -> None:
    line = Line()
    line.show(screen_with("one"))
    line.session.room = StillRoom(screen_with("two"), revision=line.room.revision)
    line.session.show()
    line.arrived()
    assert line.terminal.grid() == screen_with("two")


def test_a_window_is_painted_anew_when_it_has_got_another_size() -> None:
    near, far = memory_pair()
    paced = PacedTransport(near, math.inf, lambda: 0.0, own_flow_control=True)
    for is_window in (True, False):
        room = StillRoom(screen_with("one"))
        session = ScreenSession(room, paced, ScreenTerminal(CAPS, is_window=is_window), lambda: 0.0)
        session.show()
        first = far.receive()
        session.resized()
        session.show()
        assert far.receive() == (first if is_window else b"")


class RowsRoom(StillRoom):
    """A room whose last row says how many rows the display has."""

    def screen(self, display: Display) -> Grid:
        window = Window(display.rows, 80)
        window.addstr(display.rows - 1, 0, f"row {display.rows}")
        return window.refresh()


def test_a_window_with_fewer_rows_gets_only_what_changes() -> None:
    """A slow line has no time to send the whole screen again. `forget` is called each time, even if the size is the
    same in the end: the window may have had other sizes in between and must be painted anew."""
    near, far = memory_pair()
    paced = PacedTransport(near, math.inf, lambda: 0.0, own_flow_control=False)
    terminal, rows, forgotten = Terminal(), [25], list[bool]()
    session = ScreenSession(
        RowsRoom(),
        paced,
        ScreenTerminal(CAPS, display=lambda: Display(rows[0]), forget=lambda: forgotten.append(True)),
        lambda: 0.0,
    )
    session.show()
    terminal.feed(far.receive())
    for number in (24, 25, 25):
        is_other, rows[0] = rows[0] != number, number
        forgotten.clear()
        session.resized()
        assert forgotten
        sent = far.receive()
        terminal.feed(sent)
        text = terminal.grid().text().split("\n")
        assert [row for row, line in enumerate(text) if line.strip()] == [number - 1]
        assert text[number - 1].startswith(f"row {number}")
        assert is_other == bool(sent)
        assert len(sent) < 40


def test_repaint_mends_a_terminal_that_was_reset() -> None:
    line = Line()
    line.show(screen_with("one"))
    line.arrived()
    modes = line.terminal.modes
    line.terminal.feed(b"\x1bz")
    line.session.repaint()
    line.show(screen_with("one"))
    line.arrived()
    assert line.terminal.grid() == screen_with("one")
    assert line.terminal.modes == modes


def test_leaving_does_not_wait_for_a_slow_line() -> None:
    """A screen that has been sent in part is given up, in the middle of an escape sequence if need be.

    The rest of it would take three seconds more; what restores the terminal takes less than one.
    """
    for sent in range(40):
        line = Line(bytes_per_second=30)
        line.show(screen_with("x" * 70))
        for _ in range(sent):
            line.now += 1 / 30
            line.session.transport.pump()
        start = line.now
        line.session.farewell()
        while not line.session.has_left():
            line.now += 1 / 30
        line.arrived()
        assert line.terminal.modes == Terminal().modes
        assert line.now - start < 1.5


def test_frames_that_a_slow_line_has_no_time_for_are_left_out() -> None:
    """While the first frame is on its way at 30 bytes a second, a hundred others come and go."""
    line = Line(bytes_per_second=30)
    full = screen_with("x" * 70)
    line.show(full)
    for number in range(100):
        line.now += 0.01
        line.show(screen_with(str(number)))
    line.show_until_idle(screen_with("last"))
    line.show(screen_with("last"))
    line.show_until_idle(screen_with("last"))
    assert line.terminal.grid() == screen_with("last")
    assert line.now < 10.0


def test_a_screen_is_seen_once_the_line_has_carried_it() -> None:
    line = Line(bytes_per_second=30)
    line.show(screen_with("x" * 70))
    line.now += 1.0
    line.show(screen_with("y" * 70))
    assert {*line.room.seen_at} <= {None}
    line.show_until_idle(screen_with("y" * 70))
    assert line.room.seen_at[1] > 2.0
    assert line.room.seen_at[2] > 4.0
    at_once = Line()
    at_once.show(screen_with("x"))
    assert at_once.room.seen_at[1] == 0.0


URGENT = Region(22, 4, 10)


def board(text: str) -> Grid:
    """Return a screen with 600 letters x above `text`, which stands in a region that is urgent."""
    window = Window(25, 80)
    for row in range(15):
        window.addstr(row, 0, "x" * 40)
    window.addstr(*URGENT[:2], text, reverse=True)
    return window.refresh()


def test_what_is_urgent_comes_first_on_a_slow_line() -> None:
    """The whole board takes 600 bytes, which is 20 seconds at 300 baud."""
    line = Line(bytes_per_second=30)
    line.show_until_idle(screen_with("one"))
    start = line.now
    while line.terminal.row_bytes(22)[4:7] != bytes(code | 0x80 for code in b"two"):
        line.show(board("two"), [URGENT])
        line.now += line.session.wakes_in() or 0.0
        line.arrived()
    assert line.now - start < 1.5
    line.show_until_idle(board("two"))
    assert line.terminal.grid() == board("two")
    assert line.session.wakes_in() is None


def test_a_screen_that_comes_meanwhile_waits_for_one_stage_alone() -> None:
    for moment in (1, 7, 16):
        line = Line(bytes_per_second=30)
        line.show_until_idle(screen_with("one"))
        while line.now < moment:
            line.show(board("two"), [URGENT])
            line.now = min(moment, line.now + (line.session.wakes_in() or 0.01))
            line.arrived()
        while line.terminal.row_bytes(22)[4:9] != bytes(code | 0x80 for code in b"three"):
            line.show(board("three"), [URGENT])
            line.now += line.session.wakes_in() or 0.0
            line.arrived()
        assert line.now - moment < 2.5
        line.show_until_idle(board("three"))
        assert line.terminal.grid() == board("three")


def test_a_stage_that_turns_out_to_be_all_is_the_last() -> None:
    """A key may take back the change that was still to be sent. If that weren't noticed, the program would go on
    trying to send and never wait again."""
    line = Line(bytes_per_second=30)
    line.show_until_idle(screen_with("one"))
    line.show(board("two"), [URGENT])
    while not line.session.transport.idle:
        line.now += line.session.wakes_in() or 0.0
        line.session.transport.pump()
    line.arrived()
    stage = line.terminal.grid()
    assert stage not in (screen_with("one"), board("two"))
    line.show(stage)
    assert line.arrived() == b""
    assert line.session.wakes_in() is None


def test_a_fast_line_has_no_stages() -> None:
    whole, fast = Line(), Line(bytes_per_second=1920)
    counts = [
        [line.show_until_idle(screen) for screen in (screen_with("one"), board("two"))] for line in (whole, fast)
    ]
    assert counts[0] == counts[1]


def test_keys_are_taken_while_xoff_stops_the_output() -> None:
    line = Line(bytes_per_second=960)
    line.far.send(b"\x13")
    line.show(board("two"))
    line.far.send(b"1 \x1bS")
    line.show(board("two"))
    assert line.session.wakes_in() == 0.0  # sending may have read these keys already, when it looked for XON
    assert line.keys() == ["1", " ", Key.F1]
    assert line.session.wakes_in() is None


def test_a_lone_escape_is_a_key_after_a_while() -> None:
    line = Line()
    line.far.send(b"\x1b")
    assert line.keys() == []
    assert line.session.wakes_in() == ESCAPE_DELAY
    line.now += ESCAPE_DELAY / 2
    assert line.keys() == []
    line.now += ESCAPE_DELAY
    assert line.keys() == [Key.ESCAPE]
    assert line.keys() == []


def test_accents_fall_off_in_utf_8_and_an_h19_has_a_parity_bit() -> None:
    """In UTF-8 the second byte of a letter is from 80 to BF (hexadecimal); a letter with a parity bit is from C1
    on."""
    typed = "Zo\u00eb".encode()
    for caps, keys in ((find_terminal("vt100"), "Zoe"), (CAPS, "ZoC+")):
        line = Line(caps=caps)
        line.far.send(typed)
        assert line.keys() == [*keys]
        line.far.send(b"\xc1\xee\xee")
        assert line.keys() == [*"Ann"]


def test_a_function_key_may_come_in_two_parts() -> None:
    line = Line()
    line.far.send(b"\x1b")
    assert line.keys() == []
    line.now += ESCAPE_DELAY / 2
    line.far.send(b"S")
    assert line.keys() == [Key.F1]


def test_closing_leaves_the_terminal_as_it_was() -> None:
    line = Line()
    line.show(screen_with("one"))
    line.session.farewell()
    assert line.session.has_left()
    line.arrived()
    assert line.terminal.modes == Terminal().modes
    assert line.terminal.lines == 24


def test_keys_and_clicks_reach_the_room_in_their_order() -> None:
    """An ESC that comes before a click can't be the start of a key that comes after the click."""
    line = Line(clicks=[(Click(3, 5), b""), (Click(24, 79), b"S\x1bT")])
    line.far.send(b"a\x1b")
    assert line.keys() == ["a", Key.ESCAPE, (3, 5), (24, 79), "S", Key.F2]
