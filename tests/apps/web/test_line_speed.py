"""The page's screen at the speed of a serial line, and an H19 at the page's serial port, on a clock of the test's
own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from h89yahtzee.screen.keys import Key
from tests.apps.simulated_line import SimulatedLine
from tests.apps.web.fake_page import FakePage

GAME = "r=42&players=me,=king:greedy&pace=300"
STEP = 0.002
"""Seconds between two looks of the page at its port."""
TAKES = 0.004
"""Seconds until the port reports that it has taken some bytes."""


class Port:
    """A serial port with an H19 at its end, in simulated time, and the page that has opened the port."""

    def __init__(self, baud: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.line = SimulatedLine(baud, lambda: None)
        monkeypatch.setattr("time.monotonic", self.line.clock)
        self.page = FakePage()
        self.is_open = True
        self._baud = baud
        self._taken: list[tuple[float, int]] = []

    def connect(self) -> None:
        self.page.send("serial", event="opened", baud=self._baud)

    def run(self, seconds: float) -> None:
        until = self.line.now + seconds
        while self.line.now < until:
            self._relay()
            self.line.run_until(self.line.now + STEP)
            self.page.page.turn()

    def _relay(self) -> None:
        for message in self.page.posted.pop("serial", []):
            if message["event"] == "close":
                self.is_open = False
            elif self.is_open:
                data = message["bytes"]
                assert isinstance(data, bytes)
                self.line.send(data)
                self._taken.append((self.line.now + TAKES, len(data)))
        while self._taken and self._taken[0][0] <= self.line.now:
            self.page.send("serial", event="taken", count=self._taken.pop(0)[1])
        if received := self.line.receive():
            self.page.send("serial", event="received", bytes=memoryview(received))

    @property
    def shown(self) -> str:
        return self.line.terminal.grid().text()


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Port]:
    """Return a function that connects a port at a baud rate to a page with a game, and waits until the H19 has
    shown it."""

    def connect(baud: int) -> Port:
        port = Port(baud, monkeypatch)
        port.page.start(GAME)
        port.connect()
        port.run(2400 / baud * 10)
        return port

    return connect


@pytest.mark.slow
@pytest.mark.parametrize("baud", [1200, 19200])
def test_a_real_h19_shows_what_the_tube_shows_and_both_keyboards_play(
    baud: int, connected: Callable[[int], Port]
) -> None:
    port = connected(baud)
    assert "me's move: 2 rolls left." in port.shown
    assert port.shown == port.page.text
    assert "F9" not in port.shown  # no key is named on an H19, whose captions stand above the keys
    for key in (Key.F1, Key.F2, Key.ERASE):
        port.line.press(key)
        port.run(4800 / baud)
    port.page.press(Key.F3, Key.ERASE)
    port.run(9600 / baud)
    assert "me's move" in port.shown
    assert "rolls left" not in port.shown
    for answer in (Key.BLUE, "y"):
        port.line.press(answer)
        port.run(4800 / baud)
    port.run(48000 / baud + 5)
    assert port.shown == port.page.text
    assert (port.line.lost, port.line.xoffs) == (0, 0)


def test_a_terminal_that_is_unplugged_leaves_the_game_on_the_tube(connected: Callable[[int], Port]) -> None:
    port = connected(9600)
    port.line.press(Key.F1)
    port.run(0.02)
    port.page.send("serial", event="closed", reason="The device has been lost.")
    assert port.page.told("notice") == ["The terminal is gone (The device has been lost.). The game goes on here."]
    port.page.send("serial", event="received", bytes=b"q")
    port.page.send("serial", event="closed", reason="")
    port.page.press(Key.ERASE)
    assert "me's move: 1 roll left." in port.page.text
    assert "F9/r ROLL" in port.page.text


def test_a_terminal_that_is_no_longer_wanted_is_left_as_it_was_found(connected: Callable[[int], Port]) -> None:
    port = connected(9600)
    found = SimulatedLine(9600, lambda: None).terminal.modes
    assert port.line.terminal.modes != found
    port.page.send("serial", event="closing")
    port.run(2)
    assert not port.is_open
    port.page.send("serial", event="closed", reason="")
    assert port.page.told("notice") == ["The terminal is free again. The game goes on here."]
    port.page.press(Key.F1)
    assert "Marked: dice 1." in port.page.spoken
    assert port.line.terminal.modes == found
    assert "me's move" in port.page.text


def test_a_speed_that_no_h19_has_is_named() -> None:
    page = FakePage().start()
    page.send("serial", event="opened", baud=115200)
    assert str(page.told("notice")[-1]).endswith("not 115200.")
    assert page.posted["serial"] == [{"event": "close"}]


def test_the_tube_fills_at_the_speed_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 300 baud 30 characters a second appear."""
    port = Port(300, monkeypatch)
    port.page.send("speed", baud=300)
    port.page.start(GAME)
    shown = []
    for _ in range(4):
        port.run(1)
        shown.append(len(port.page.text.replace(" ", "").replace("\n", "")))
    assert all(0 <= more - less <= 31 for less, more in pairwise(shown))
    assert shown[-1] > 0
    port.page.send("speed", baud=None)
    port.run(0.1)
    assert "me's move: 2 rolls left." in port.page.text


def test_a_port_that_takes_nothing_and_a_terminal_that_stops_are_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At first nothing tells the page that the port has taken its bytes; then the terminal sends XOFF and XON."""
    clock = SimulatedLine(9600, lambda: None)
    monkeypatch.setattr("time.monotonic", clock.clock)
    page = FakePage().start(GAME)
    page.send("serial", event="opened", baud=9600)

    def sent_within(seconds: float) -> int:
        until = clock.now + seconds
        while clock.now < until:
            clock.sleep(0.01)
            page.page.turn()
        sent = [message["bytes"] for message in page.posted["serial"]]
        return sum(len(data) for data in sent if isinstance(data, bytes))

    assert sent_within(1) == sent_within(1) == 64
    page.send("serial", event="received", bytes=b"\x13")
    page.send("serial", event="taken", count=64)
    assert sent_within(1) == 64
    page.send("serial", event="received", bytes=b"\x11")
    assert sent_within(1) > 64
