"""The terminal in real time, compared with measurements of the firmware: times, rates, flow control, losses."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.h19 import codes
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Machine, Terminal
from tests.naming import each

XON, XOFF = 0x11, 0x13
LINE_SWITCHES = {9600: 0x8C, 19200: 0x8D}


def after(data: bytes, line_switches: int = LINE_SWITCHES[9600]) -> RealTimeTerminal:
    """Return a terminal that has executed `data` long ago."""
    machine = RealTimeTerminal(line_switches=line_switches)
    machine.receive(data, -1.0)
    machine.advance(0.0)
    machine.data_to_send()
    return machine


class Host:
    """A computer that sends at the line's full rate, and stops `late_by` bytes after it is told to by XOFF."""

    def __init__(self, baud_rate: int = 9600, late_by: int = 0, before: bytes = b"") -> None:
        self.machine = after(before, LINE_SWITCHES[baud_rate])
        self.now = 0.0
        self._byte_time = 10 / baud_rate
        self._late_by = late_by
        self._left: int | None = None

    def send(self, data: bytes) -> None:
        for code in data:
            self.now += self._byte_time
            self.machine.advance(self.now)
            self._obey()
            while self._left == 0:
                self._wait_for_xon()
            if self._left is not None:
                self._left -= 1
            self.machine.receive(bytes((code,)), self.now)

    def finish(self) -> None:
        """Wait until all bytes are executed; `now` is then the time of the last byte."""
        while (at := self.machine.wakes_at()) is not None:
            self.now = max(self.now, at)
            self.machine.advance(at)

    def _wait_for_xon(self) -> None:
        at = self.machine.wakes_at()
        assert at is not None, "stopped for good"
        self.now = max(self.now, at)
        self.machine.advance(self.now)
        self._obey()

    def _obey(self) -> None:
        for code in self.machine.data_to_send():
            if code == XON:
                self._left = None
            elif code == XOFF and self._left is None:
                self._left = self._late_by


# Times of operations that are repeated while the FIFO is never empty

MEASURED = [json.loads(text_line) for text_line in suite_lines("times.jsonl")]
TIMES = [(bytes.fromhex(row["setup"]), bytes.fromhex(row["send"]), row["milliseconds"]) for row in MEASURED]
"""Bytes sent beforehand, the bytes of an operation, and the milliseconds that it took on the firmware."""


@each(
    ("setup", "data", "milliseconds"),
    [
        *(*TIMES, (b"\x1b@\x1bY !", b"\bA", 0.545 + 3.14), (b"\x1bx8\x1bY7 ", b"\r", 1.869 - 0.462)),
        (b"\x1b<", b"\x1b[24L", 574.0),
    ],
)
def test_an_operation_takes_as_long_as_on_the_machine(setup: bytes, data: bytes, milliseconds: float) -> None:
    """All bytes come at once, as if they had been queued before the first of them was executed."""
    machine = after(setup)
    repeated = 110 // len(data)
    machine.receive(data * repeated, 0.0)
    finished = 0.0
    while (at := machine.wakes_at()) is not None:
        finished = at
        machine.advance(at)
    last_byte = (milliseconds - 0.5 * (len(data) - 1)) / 1000
    assert (finished + last_byte) / repeated * 1000 == pytest.approx(milliseconds, rel=0.06)


# Rates

SPRITE = b"\x1bY,,X"
REVERSE_SPRITE = b"\x1bY,,\x1bpX\x1bq"
SCREEN = b"".join(codes.direct_cursor_addressing(row, 0) + b"y" * 80 for row in range(24))


@each(
    ("baud_rate", "data", "slowest", "fastest"),
    [
        *((9600, (b"x" * 70 + b"\r\n") * 40, 960, 960), (19200, (b"x" * 70 + b"\r\n") * 60, 1920, 1920)),
        *((9600, SCREEN * 2, 960, 960), (19200, SCREEN * 2, 1920, 1920)),
        *((9600, SPRITE * 600, 960, 960), (19200, SPRITE * 600, 1190, 1190)),
        *((9600, REVERSE_SPRITE * 300, 960, 960), (19200, REVERSE_SPRITE * 300, 940, 1200)),
        *((9600, b"\n" * 3000, 840, 840), (9600, b"\x1bE" * 300, 2 * 65, 2 * 65)),
        *((9600, b"\x1bL" * 300, 2 * 39, 2 * 39), (9600, b"\x1bM" * 300, 2 * 39, 2 * 39)),
    ],
)
def test_sustained_rate(baud_rate: int, data: bytes, slowest: int, fastest: int) -> None:
    """The rates are bytes a second, measured to within ten per cent, with a computer that obeys XOFF at once."""
    host = Host(baud_rate, before=b"\x1bY7 " if data.startswith((b"x", b"\n")) else b"")
    host.send(data)
    host.finish()
    assert 0.9 * slowest <= len(data) / host.now <= 1.1 * fastest
    assert host.machine.bells() == 0


# Flow control and losses

OPERATIONS = [codes.heath(f.name) for f in codes.FUNCTIONS if not f.arguments and f.heath not in b"z#]<[Zn"]
"""Functions without arguments except reset, ANSI and hold-screen mode, and those that are answered.

Many answers would fill the output FIFO, and an XON would be lost, as on the machine.
"""
PIECES = st.one_of(
    st.sampled_from(
        [*OPERATIONS, b"\n", b"\r\n", b"\t", b"\x1bx1", b"\x1by1", b"\x1bY7o", b"\x1bY  ", b"text " * 9]
    ),
    st.builds(codes.direct_cursor_addressing, st.integers(0, 24), st.integers(0, 79)),
)
STREAMS = st.lists(PIECES, max_size=30).map(lambda pieces: b"".join(pieces) * 12)


def check_nothing_is_lost(host: Host, data: bytes) -> None:
    ideal = Terminal()
    ideal.feed(data)
    host.send(data)
    host.finish()
    assert host.machine.bells() == 0
    assert host.machine.grid() == ideal.grid()
    assert (host.machine.cursor, host.machine.modes) == (ideal.cursor, ideal.modes)


@given(STREAMS, st.sampled_from([(9600, 15), (19200, 14)]))
def test_nothing_is_lost_by_a_host_that_obeys(data: bytes, speed: tuple[int, int]) -> None:
    """Behind the byte at which XOFF is sent the FIFO has room for 15 bytes, whatever is executed meanwhile."""
    check_nothing_is_lost(Host(*speed), data)


@given(STREAMS, st.lists(st.floats(0, 0.0005), min_size=1, max_size=5))
def test_how_often_it_is_asked_makes_no_difference(data: bytes, delays: list[float]) -> None:
    """The computer doesn't obey XOFF, so that bytes are lost."""
    seldom, often = RealTimeTerminal(), RealTimeTerminal()
    for number, code in enumerate(data):
        now = number * 10 / 19200
        seldom.receive(bytes((code,)), now)
        often.receive(bytes((code,)), now)
        for delay in sorted(delays):
            often.advance(now + delay)
    seldom.advance(1000)
    often.advance(1000)
    assert seldom.data_to_send() == often.data_to_send()
    assert seldom.grid() == often.grid()
    assert seldom.bells() == often.bells()


def test_keys_wait_for_the_processor_and_the_ninth_is_lost_with_a_bell() -> None:
    machine = RealTimeTerminal()
    machine.receive(b"\x1bL", 0.0)
    machine.advance(0.001)
    for key in "123456789":
        machine.press(key, 0.002)
    assert machine.bells() == 1
    assert machine.clicks() == 9
    assert machine.data_to_send() == b""
    machine.advance(1.0)
    assert machine.data_to_send() == b"12345678"


def test_the_reset_key_forgets_keys_and_answers() -> None:
    machine = RealTimeTerminal(line_switches=0x83)
    machine.receive(b"\x1bL\x1bn", 0.0)
    machine.press("a", 0.0)
    machine.press(LocalKey.RESET, 0.001)
    machine.advance(1.0)
    assert machine.data_to_send() == b""
    assert machine.wakes_at() is None


HELD = b"\x1b[\x1bY7 \n"
ANSWER = b"\x11\x1bY7 "


@pytest.mark.parametrize("kind", [Terminal, RealTimeTerminal])
@pytest.mark.parametrize(("queued", "sent"), [(b"", ANSWER), (b"\x1bz", b""), (b"\x1bY  \x1bz", ANSWER)])
def test_a_reset_forgets_what_is_not_yet_on_its_way(kind: type[Machine], queued: bytes, sent: bytes) -> None:
    """The firmware sends XON and an answer only when no byte waits, or when a sequence fetches its argument."""
    machine = kind()
    for number, code in enumerate(HELD + b"\x1bn" + queued):  # in spite of any XOFF
        if isinstance(machine, RealTimeTerminal):
            machine.receive(bytes((code,)), number / 960)
        else:
            machine.feed(bytes((code,)))
    machine.advance(0.1)
    assert machine.data_to_send() == bytes((XOFF,))
    machine.press(LocalKey.SCROLL, 0.1)
    machine.advance(1.0)
    assert machine.data_to_send() == sent


def test_off_line_nothing_is_received() -> None:
    machine = RealTimeTerminal()
    machine.press(LocalKey.OFF_LINE, 0.0)
    machine.receive(b"lost", 0.1)
    machine.press("a", 0.2)
    machine.advance(1.0)
    assert machine.row_bytes(0).rstrip() == b"a"
    assert machine.data_to_send() == b""
