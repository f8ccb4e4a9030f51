"""A line to an emulated H19, in a simulated time that passes only while `h19-test` waits."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from io import StringIO

from h89yahtzee.apps.h19_test.cases import load_cases
from h89yahtzee.apps.h19_test.h19_test import test
from h89yahtzee.apps.h19_test.h19_test_options import parse_h19_test_options
from h89yahtzee.apps.h19_test.line import Line, Medium
from h89yahtzee.apps.h19_test.report import Report, text_report
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.h19.terminal import Machine

STEP = 0.1


class SimulatedLine:
    """A transport to the H19 `machine`, with the simulated clock of the program and the H19; `changed` is applied
    to all bytes that the H19 sends."""

    def __init__(self, machine: Machine, changed: Callable[[bytes], bytes] = bytes) -> None:
        self.machine = machine
        self.now = 0.0
        self._changed = changed

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        until = self.now + max(seconds, 1e-4)
        wakes_at = self.machine.wakes_at()
        self.now = until if wakes_at is None else min(until, max(self.now + 1e-6, wakes_at))
        self.machine.advance(self.now)

    def fileno(self) -> int | None:
        return None

    def receive(self) -> bytes:
        self.machine.advance(self.now)
        return self._changed(self.machine.data_to_send())

    def send(self, data: bytes) -> int:
        # Like a pty, the line takes all bytes, also while the machine takes none.
        self.machine.feed(data, self.now)
        return len(data)

    def close(self) -> None: ...


def terminal_on(
    machine: Machine, changed: Callable[[bytes], bytes] = bytes, bytes_per_second: float = math.inf
) -> tuple[SimulatedLine, TerminalUnderTest]:
    simulated = SimulatedLine(machine, changed)
    line = Line(simulated, bytes_per_second, simulated.clock, simulated.wait)
    return simulated, TerminalUnderTest(line)


def report_on(
    machine: Machine, *options: str, changed: Callable[[bytes], bytes] = bytes, bytes_per_second: float = math.inf
) -> tuple[Report, float]:
    """Test `machine` by `h19-test` with these options; return the report and the seconds that the test took."""
    simulated, terminal = terminal_on(machine, changed, bytes_per_second)
    chosen = parse_h19_test_options(["--pty", *options])
    report = Report("a simulated line", chosen.strict)
    progress = LineNowAndThen(StringIO(), simulated.clock)
    test(report, terminal, Medium(terminal.line, report.name), load_cases(), chosen, progress)
    return report, simulated.now


def functions_named(report: Report) -> list[str]:
    """Return the functions of the H19 that the text report names as faulty, in its order."""
    return re.findall(r"^  (\w.*): \d+ of \d+ cases$", text_report(report), re.MULTILINE)
