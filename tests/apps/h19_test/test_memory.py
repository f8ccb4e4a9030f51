"""The check of the video RAM by `h19-test`, on emulated H19s whose memory is broken at some addresses."""

from collections.abc import Callable, Iterable

import pytest

from h89yahtzee.apps.h19_test.line_checks import check_memory
from h89yahtzee.apps.h19_test.report import Report, text_report
from h89yahtzee.apps.h19_test.screen_checks import check_reading
from h89yahtzee.apps.h19_test.terminal_under_test import Kind
from h89yahtzee.h19 import screen_state
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.screen_state import VideoRam
from h89yahtzee.h19.terminal import Machine, Terminal
from tests.apps.h19_test.simulated import terminal_on
from tests.parameters import few_fast

Read = Callable[[int, int], int]
"""A function of an address and the byte written there; it returns the byte that is read there."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[Read], None]:
    """A function that makes all emulators read their video RAM through the function given."""

    def replace(read: Read) -> None:
        class Broken(VideoRam):
            def _read(self, address: int, count: int) -> bytes:
                cells = super()._read(address, count)
                return bytes(read((address + place) % 2048, cell) for place, cell in enumerate(cells))

        monkeypatch.setattr(screen_state, "VideoRam", Broken)

    return replace


def run(machine: Machine, minutes: int = 0) -> tuple[Report, list[int], float]:
    """Check the memory; return the report, the numbers of the pages announced, and the seconds of the check."""
    simulated, terminal = terminal_on(machine)
    pages: list[int] = []
    report = Report("a line", kind=Kind.H19)
    check_reading(terminal)
    began = simulated.now
    report.results += check_memory(terminal, minutes, pages.append)
    return report, pages, simulated.now - began


def found(report: Report) -> dict[str, str]:
    return {it.case.name: it.differences[0].found.decode() for it in report.results if it.differences}


def test_a_whole_memory_is_right() -> None:
    report, pages, _ = run(Terminal())
    assert [it.case.name for it in report.results if it.is_right] == [
        "memory-0-bits-0-3", "memory-0-bits-4-7", "memory-1024-bits-0-3", "memory-1024-bits-4-7",
    ]  # fmt: skip
    assert pages == [1, 2, 3, 4]
    assert report.exit_status == 0


@pytest.mark.parametrize("bit", [0, 3, 4, 7])
@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("half", [0, 1])
def test_a_stuck_bit_of_a_half_is_named(broken: Callable[[Read], None], half: int, bit: int, value: int) -> None:
    def read(address: int, cell: int) -> int:
        return cell & ~(1 << bit) | value << bit if address // 1024 == half else cell

    broken(read)
    report, _, _ = run(Terminal())
    chip = f"memory-{1024 * half}-bits-{'4-7' if bit > 3 else '0-3'}"
    assert found(report) == {chip: f"bit {bit} is {value} at 1024 of 1024 addresses, from {1024 * half} on"}
    assert f"{'lower' if half else 'upper'} half of the page ({1024 * half}-" in text_report(report)
    assert report.exit_status == 1


@pytest.mark.parametrize("address", [0, 79, 1023, 1024, 1919, 1920, 1999, 2000, 2030, 2047])
def test_a_single_cell_anywhere_in_the_ring_is_found(broken: Callable[[Read], None], address: int) -> None:
    broken(lambda at, cell: cell & ~0x20 if at == address else cell)
    report, _, _ = run(Terminal())
    assert [*found(report).values()] == [f"bit 5 is 0 at 1 of 1024 addresses, from {address} on"]


@pytest.mark.parametrize("line", few_fast(3, [0, 6, 10, 1, 2, 3, 4, 5, 7, 8, 9]))
def test_a_broken_address_line_is_found(monkeypatch: pytest.MonkeyPatch, line: int) -> None:
    """Two addresses that differ only in the broken line are the same cell: the byte stored last is read at both."""

    class Aliased(VideoRam):
        def _store(self, address: int, cells: bytes) -> None:
            for place, cell in enumerate(cells):
                super()._store((address + place) % 2048 & ~(1 << line), bytes((cell,)))

        def _read(self, address: int, count: int) -> bytes:
            places: Iterable[int] = ((address + place) % 2048 & ~(1 << line) for place in range(count))
            return bytes(super(Aliased, self)._read(place, 1)[0] for place in places)

    monkeypatch.setattr(screen_state, "VideoRam", Aliased)
    report, _, _ = run(Terminal())
    assert any("changes" in text for text in found(report).values())


@pytest.mark.slow
def test_minutes_go_on_with_further_patterns(broken: Callable[[Read], None]) -> None:
    """A cell that stores only one code wrongly is found once a pattern has that code there."""
    broken(lambda at, cell: 0x66 if (at, cell) == (100, 0x67) else cell)
    assert found(run(RealTimeTerminal())[0]) == {}
    report, pages, seconds = run(RealTimeTerminal(), minutes=2)
    assert found(report) == {"memory-0-bits-0-3": "bit 0 is 0 at 1 of 1024 addresses, from 100 on"}
    assert 120 < seconds < 130
    assert 4 * 5 < len(pages) < 4 * 8


@pytest.mark.slow
def test_a_pattern_takes_as_long_as_the_manual_says() -> None:
    _, _, seconds = run(RealTimeTerminal())
    assert 15 < seconds < 25


def test_a_terminal_that_transmits_no_page_is_not_judged() -> None:
    simulated, terminal = terminal_on(Terminal(), lambda data: data.replace(b"\r", b""))
    report = Report("a line", kind=Kind.H19)
    report.results += check_memory(terminal, 60, lambda _: None)
    assert {it.not_judged for it in report.results} != {()}
    assert "Not judged: 4 cases" in text_report(report)
    assert simulated.now < 20
