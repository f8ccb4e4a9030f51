"""The terminal in real time against what was measured on the real firmware: times, rates, flow control, losses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19 import codes
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.terminal import Machine, Terminal
from h89yahtzee.h19.timing.realtime import RealTimeTerminal
from tests.naming import each

XON, XOFF = 0x11, 0x13
LINE_SWITCHES = {9600: 0x8C, 19200: 0x8D}


def after(data: bytes, line_switches: int = LINE_SWITCHES[9600]) -> RealTimeTerminal:
    """A terminal that has executed `data` long ago."""
    machine = RealTimeTerminal(line_switches=line_switches)
    machine.receive(data, -1.0)
    machine.advance(0.0)
    machine.data_to_send()
    return machine


class Host:
    """Sends at the line's full rate, and stops so many bytes after it was told to."""

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
        """Wait until all is executed; the time is then that of the last byte."""
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


# Times: repeated with the FIFO never empty

SETUPS = {
    "page": b"",
    "row 12": b"\x1bY, ",
    "row 23": b"\x1bY7 ",
    "row 22": b"\x1bY6 ",
    "row 11": b"\x1bY+ ",
    "line 25 on": b"\x1bx1\x1bY7 ",
    "column 39": b"\x1bY G",
    "column 79": b"\x1bY,o",
    "bottom corner": b"\x1bY7o",
    "graphics": b"\x1bF",
    "ANSI": b"\x1b<",
    "wrap": b"\x1bv",
    "wrap at the bottom": b"\x1bv\x1bY7 ",
    "insert": b"\x1b@\x1bY !",
    "auto LF at the bottom": b"\x1bx8\x1bY7 ",
}


@each(
    ("setup", "data", "milliseconds"),
    [
        *(("page", b"x", 0.500), ("graphics", b"a", 0.515), ("wrap", b"x", 0.503)),
        *(("wrap at the bottom", b"x", 0.511), ("insert", b"\bA", 0.545 + 3.14), ("row 23", b"\n", 1.190)),
        *(("auto LF at the bottom", b"\r", 1.869 - 0.462), ("row 23", b"\r\n", 1.869)),
        *(("line 25 on", b"\n", 2.370), ("page", b"\r", 0.670), ("page", b"\b", 0.545), ("page", b"\t", 0.630)),
        *(("page", b"\a", 0.462), ("page", b"\x01", 0.680), ("row 12", b"\x1bA", 1.558)),
        *(("page", b"\x1bC", 1.556), ("page", b"\x1bH", 1.763), ("page", b"\x1bI", 2.570)),
        *(("page", b"\x1bY,,", 3.586), ("page", b"\x1bY,,x", 4.090), ("page", b"\x1bj", 2.358)),
        *(("page", b"\x1bk", 2.536), ("page", b"\x1bpA\x1bq", 5.689), ("page", b"\x1bFa\x1bG", 3.855)),
        *(("page", b"\x1bv", 2.793), ("page", b"\x1bt", 2.705), ("page", b"\x1b{", 3.019)),
        *(("page", b"\x1bQ", 3.052), ("page", b"\x1bx5", 3.635), ("page", b"\x1by5", 3.705)),
        *(("page", b"\x1bE", 15.499), ("page", b"\x1bJ", 15.817), ("row 12", b"\x1bJ", 8.903)),
        *(("row 23", b"\x1bJ", 2.565), ("bottom corner", b"\x1bb", 16.667), ("page", b"\x1bK", 2.563)),
        *(("column 39", b"\x1bK", 2.464), ("column 79", b"\x1bK", 2.010), ("page", b"\x1bl", 3.026)),
        *(("column 79", b"\x1bo", 3.556), ("page", b"\x1bo", 2.553), ("page", b"\x1bL", 25.747)),
        *(("row 11", b"\x1bL", 14.682), ("row 22", b"\x1bM", 3.613), ("row 23", b"\x1bM", 2.600)),
        *(("page", b"\x1bN", 4.587), ("column 39", b"\x1bN", 3.330), ("column 79", b"\x1bN", 2.035)),
        *(("ANSI", b"\x1b[12;34H", 6.041), ("ANSI", b"\x1b[H", 2.407), ("ANSI", b"\x1b[7m", 3.871)),
        *(("ANSI", b"\x1b[m", 2.844), ("ANSI", b"\x1b[10m", 4.609), ("ANSI", b"\x1b[11m", 4.653)),
        *(("ANSI", b"\x1b[K", 3.170), ("ANSI", b"\x1b[2J", 17.198), ("ANSI", b"\x1b[A", 2.318)),
        *(("ANSI", b"\x1b[P", 5.219), ("ANSI", b"\x1b[L", 26.514), ("ANSI", b"\x1b[5L", 122.706)),
        ("ANSI", b"\x1b[24L", 574.0),
    ],
)
def test_an_operation_takes_as_long_as_on_the_machine(setup: str, data: bytes, milliseconds: float) -> None:
    """All at once: as if the bytes had been queued before the first was executed."""
    machine = after(SETUPS[setup])
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
    """Bytes a second, measured to the nearest ten per cent, with a host that obeys XOFF at once."""
    host = Host(baud_rate, before=b"\x1bY7 " if data.startswith((b"x", b"\n")) else b"")
    host.send(data)
    host.finish()
    assert 0.9 * slowest <= len(data) / host.now <= 1.1 * fastest
    assert host.machine.bells() == 0


# Flow control and losses

OPERATIONS = [codes.heath(f.name) for f in codes.FUNCTIONS if not f.arguments and f.heath not in b"z#]<[Zn"]
"""Without what is answered: in a flood answers fill the output FIFO, and XON is lost, as on the machine."""
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
    """15 bytes fit behind the one that XOFF is for, whatever is executed meanwhile."""
    check_nothing_is_lost(Host(*speed), data)


@given(STREAMS, st.lists(st.floats(0, 0.0005), min_size=1, max_size=5))
def test_how_often_it_is_asked_makes_no_difference(data: bytes, delays: list[float]) -> None:
    """To a host that obeys nothing, so that bytes are lost."""
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
    """The firmware sends XON and an answer once no byte waits, or once a sequence fetches its argument."""
    machine = kind()
    for number, code in enumerate(HELD + b"\x1bn" + queued):  # whatever it was told by XOFF
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
