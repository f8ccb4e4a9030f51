"""`h19-test` on emulated H19s that are wrong on purpose: the report names the wrong function first."""

import pytest

from h89yahtzee.apps.h19_test.cases import Case
from h89yahtzee.apps.h19_test.line_checks import check_stop_level
from h89yahtzee.apps.h19_test.report import function_title, suspicion
from h89yahtzee.apps.h19_test.screen_checks import Part
from h89yahtzee.h19.codes import heath
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Terminal
from tests.apps.h19_test.faulty import FAULTS, Fault, missing
from tests.apps.h19_test.simulated import functions_named, report_on, terminal_on
from tests.parameters import few_fast

AT_9600 = 960
"""Bytes in a second at 9600 baud."""

READING = {
    "page-plain": {Part.REVERSE},
    "replies-doubled": {Part.CURSOR},
}
"""The parts of a screen that `h19-test` can't read from an H19 with a fault, by the fault's name."""

QUICK = sorted((it for it in FAULTS if it.name != "erase-reverse"), key=lambda it: it.name not in READING)
"""The faults that are found by `--quick`, first those with which parts of the screen can't be read."""

IN_TEN_MINUTES = 600

UNSEEN = (
    *("enter_keypad_shifted_mode", "exit_keypad_shifted_mode", "enter_alternate_keypad_mode"),
    *("exit_alternate_keypad_mode", "keyboard_disable", "keyboard_enable", "bell", "modify_baud_rate"),
)
"""Functions of the H19 that have no effect on what a computer can read of the screen, or none on a simulated line,
which has no speed."""
SEEN_OTHERWISE = {
    "cursor_position_report": "",
    "enter_reverse_video_mode": "transmit_page",
    "enter_graphics_mode": "transmit_page",
    "set_mode": "set_mode line_25",
    "reset_mode": "reset_mode line_25",
}
"""The functions that the report names in place of missing functions that it can't tell apart; "" if the report
names none, since it takes the terminal for another kind than an H19."""
FUNCTIONS = [name for name in Terminal()._processor._functions if name not in UNSEEN]


@pytest.mark.parametrize(
    ("fault", "options"),
    few_fast(4, [*((it, ["--quick"]) for it in QUICK), *((it, []) for it in FAULTS)]),
    ids=str,
)
def test_the_function_at_fault_is_named_first(
    fault: Fault, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.build_in(monkeypatch)
    report, seconds = report_on(Terminal(), *options)
    assert functions_named(report)[0] == fault.named
    assert {part for it in report.results for part in it.not_judged} == READING.get(fault.name, set())
    assert report.exit_status == 1
    assert seconds < IN_TEN_MINUTES


@pytest.mark.parametrize("name", few_fast(1, FUNCTIONS))
def test_a_function_that_is_missing_is_named_first(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missing(name).build_in(monkeypatch)
    report, seconds = report_on(Terminal(), "--quick")
    expected = SEEN_OTHERWISE.get(name, name)
    assert functions_named(report)[:1] == ([function_title(expected)] if expected else [])
    assert report.exit_status == 1
    assert seconds < IN_TEN_MINUTES


@pytest.mark.parametrize("is_late", [False, True])
def test_an_xoff_that_is_late_is_found_by_the_times_of_an_h19(
    is_late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_late:
        next(it for it in FAULTS if it.named == "XOFF").build_in(monkeypatch)
    _, terminal = terminal_on(RealTimeTerminal(), bytes_per_second=AT_9600)
    (result,) = check_stop_level(terminal)
    assert result.is_right != is_late


def test_a_function_is_suspicious_that_only_cases_with_differences_call() -> None:
    def case(*names: str) -> Case:
        return Case("", "", "", (), b"".join(map(heath, names)), {}, (0, 0))

    wrong = [case("delete_line", "cursor_home"), case("delete_line")]
    right = [case("cursor_home"), case("cursor_home"), case("clear_display")]
    assert suspicion(wrong, right) == {"delete_line": 1.0, "cursor_home": pytest.approx(1 / 6**0.5)}
