"""`h19-test` with another terminal than an H19 on the line: it says what that seems to be, and ends soon."""

import heapq
import re
from collections.abc import Callable, Sequence
from io import StringIO

import pytest

from h89yahtzee.apps import progress
from h89yahtzee.apps.h19_test import h19_test
from h89yahtzee.apps.h19_test.cases import load_cases
from h89yahtzee.apps.h19_test.h19_test_options import parse_h19_test_options
from h89yahtzee.apps.h19_test.line import Line, Medium
from h89yahtzee.apps.h19_test.report import Report, text_report
from h89yahtzee.apps.h19_test.terminal_under_test import Kind
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.h19_test.simulated import SimulatedLine
from tests.naming import each

Answer = Callable[[bytes], bytes]
"""A function that returns the bytes that a terminal sends for the bytes that it gets at once."""

MINUTE = 60.0
CASES = load_cases()


class OtherTerminal:
    """A transport to a terminal that answers after `delay` seconds. Time is simulated: it passes while the program
    waits."""

    def __init__(self, answer: Answer, delay: float = 0.0) -> None:
        self.now = 0.0
        self.got = bytearray()
        self._answer = answer
        self._delay = delay
        self._answers: list[tuple[float, bytes]] = []

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += max(seconds, 1e-4)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        data = b""
        while self._answers and self._answers[0][0] <= self.now:
            data += heapq.heappop(self._answers)[1]
        return data

    def send(self, data: bytes) -> int:
        self.got += data
        heapq.heappush(self._answers, (self.now + self._delay, self._answer(data)))
        return len(data)

    def close(self) -> None: ...


def report_of(transport: OtherTerminal | SimulatedLine, *options: str) -> Report:
    line = Line(transport, float("inf"), transport.clock, transport.wait)
    cases = [case for case in CASES if case.quick_page is not None]
    return h19_test.tested(Medium(line, "a line"), cases, parse_h19_test_options(["--pty", "--quick", *options]))


def by_table(answers: dict[bytes, bytes]) -> Answer:
    """Return the function of a terminal that answers only the queries in `answers`."""

    def answer(data: bytes) -> bytes:
        asked = re.findall(b"|".join(map(re.escape, answers)), data)
        return b"".join(map(answers.__getitem__, asked))

    return answer


VT52 = by_table({b"\x1bZ": b"\x1b/Z"})
VT52_WITHOUT_REPORT = by_table({b"\x1bZ": b"\x1b/K"})
XTERM = by_table({b"\x1bZ": b"\x1b[?64;1;2;6;9;15;18;21;22c", b"\x1b[6n": b"\x1b[1;1R"})

OTHERS: Sequence[tuple[str, Answer, float, Kind, int]] = (
    ("silent", lambda _: b"", 0.0, Kind.SILENT, 3),
    ("echo", bytes, 0.0, Kind.ECHO, 3),
    ("VT52", VT52, 0.0, Kind.VT52, 1),
    ("VT52 as the H19 says it is", VT52_WITHOUT_REPORT, 0.0, Kind.VT52, 1),
    ("xterm", XTERM, 0.0, Kind.ANSI, 1),
    ("rubbish", lambda data: bytes(code * 7 % 251 for code in data), 0.0, Kind.RUBBISH, 1),
    ("noise", lambda data: b"\xff\x00" * len(data), 0.0, Kind.RUBBISH, 1),
    ("endless text", lambda data: b"y\r\n" * (9999 if data else 1), 0.0, Kind.RUBBISH, 1),
    ("a shell", lambda data: b"sh: command not found\r\n$ " if data else b"", 0.0, Kind.RUBBISH, 1),
    ("XOFF for ever", lambda _: b"\x13", 0.0, Kind.SILENT, 3),
    ("XOFF and answers", lambda data: b"\x13" + VT52(data), 0.0, Kind.VT52, 1),
    *((f"{seconds} s late", VT52_WITHOUT_REPORT, seconds, Kind.LATE, 1) for seconds in (1.0, 2.0, 3.0)),
    ("ten seconds late", VT52_WITHOUT_REPORT, 10.0, Kind.VT52, 1),
)


@each(("answer", "delay", "kind", "status"), [it[1:] for it in OTHERS])
def test_another_terminal_is_said_to_be_one(answer: Answer, delay: float, kind: Kind, status: int) -> None:
    terminal = OtherTerminal(answer, delay)
    report = report_of(terminal)
    assert (report.kind, report.exit_status) == (kind, status)
    assert text_report(report).splitlines()[1] == kind.value
    assert terminal.got.endswith(b"\x1bz")
    assert terminal.now < 3 * MINUTE


class Changed(SimulatedLine):
    """An H19 whose bytes are changed by `change`, given the number of bytes sent so far and the new bytes."""

    def __init__(self, change: Callable[[int, bytes], bytes]) -> None:
        super().__init__(Terminal())
        self._change = change
        self._count = 0
        self._received_at = -1.0

    def receive(self) -> bytes:
        data = super().receive()
        self._count += len(data)
        has_passed, self._received_at = self.now > self._received_at, self.now
        return self._change(self._count, data) if data or has_passed else b""


def fallen_silent(count: int, data: bytes) -> bytes:
    return data if count < 50_000 else b""


def unplugged(count: int, data: bytes) -> bytes:
    if count < 50_000:
        return data
    raise TransportClosed("a line: the line went away")


def stopped(count: int, data: bytes) -> bytes:
    return data if count < 50_000 else b"\x13"


def even_parity(_: int, data: bytes) -> bytes:
    return bytes(code | (code.bit_count() & 1) << 7 for code in data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (fallen_silent, "It stopped answering"),
        (unplugged, "The line went away"),
        (stopped, "It stopped answering"),
    ],
)
def test_an_h19_that_is_lost_leaves_cases_not_judged(change: Callable[[int, bytes], bytes], told: str) -> None:
    transport = Changed(change)
    report = report_of(transport)
    assert report.exit_status == 1
    assert report.kind is Kind.H19
    assert report.right > 10
    names = [it.case.name for it in report.results]
    assert {case.name for case in CASES if case.quick_page is not None} <= set(names)
    assert any(it.not_judged for it in report.results)
    assert any(note.startswith(told) for note in report.notes)
    assert transport.now < 30 * MINUTE


def test_parity_is_noted_and_disturbs_nothing() -> None:
    report = report_of(Changed(even_parity))
    assert report.exit_status == 0
    assert report.notes[-1].startswith("Bit 7 of what it sends is set")


def test_progress_is_shown_on_the_terminal_each_minute_and_disturbs_no_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("sys.stderr", stderr := StringIO())

    class Watched(SimulatedLine):
        def wait(self, seconds: float) -> None:
            super().wait(seconds)
            text = self.machine.row_bytes(0).decode("latin-1")
            if text.startswith("h19-test: ") and text not in shown[-1:]:
                shown.append(text)

    transport = Watched(Terminal())
    # An H19 without delays is done with all cases within half a minute.
    monkeypatch.setattr(progress, "_RARELY", 3.0)
    line = Line(transport, float("inf"), transport.clock, transport.wait)
    options = parse_h19_test_options(["--line", "-", "--quick"])
    report = h19_test.tested(
        Medium(line, "this terminal"), [it for it in CASES if it.quick_page is not None], options
    )
    assert report.exit_status == 0
    assert shown
    assert all(re.match(r"h19-test: page \d+ of \d+ +[\d.]+ pages/s +0:\d\d:\d\d left", text) for text in shown)
    assert stderr.getvalue() == ""
