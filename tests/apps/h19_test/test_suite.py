"""The test cases of docs/h19-suite, run on our emulator, whose screens were compared with the firmware's for each
case.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.apps.h19_test.cases import Case, Group, case_json, groups, load_cases, parse_case
from h89yahtzee.apps.h19_test.screen_checks import Result, Screens, check_reading
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.configuration import USUAL_SWITCHES
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Machine, Terminal
from scripts import h19_suite
from tests.apps.h19_test.simulated import terminal_on
from tests.naming import each
from tests.parameters import few_fast

CASES = load_cases()
MINUTE = 60.0


def run(machine: Machine, chosen: list[Group]) -> tuple[list[Result], float]:
    """Run these cases on `machine`; return their results and the seconds that they took."""
    simulated, terminal = terminal_on(machine)
    reading = check_reading(terminal)
    assert [it.differences for it in reading] == [()] * 6
    screens = Screens(terminal, ())
    return [result for group in chosen for result in screens.run(group)], simulated.now


def test_the_suite_is_what_was_recorded() -> None:
    assert [json.dumps(case_json(case)) for case in h19_suite.suite()] == [
        line.rstrip() for line in (h19_suite.SUITE / "cases.jsonl").read_text("ascii").splitlines()
    ]


def test_names_are_unique_and_every_case_says_what_it_is_about() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.about and case.section and case.functions for case in CASES)


@each("case", CASES)
def test_a_case_is_as_the_emulator_has_it(case: Case) -> None:
    """The cases include those whose recordings were cut and those that were never recorded."""
    h19 = Terminal()
    h19.feed(case.send)
    assert (h19.cursor, h19.lines, h19.modes.ansi) == (case.cursor, case.lines, case.is_ansi)
    assert h19.data_to_send() == case.reply
    assert [h19.row_bytes(row) for row in range(case.lines)] == [case.row(row) for row in range(case.lines)]


def test_a_case_is_read_back_as_it_is_written() -> None:
    assert [parse_case(json.dumps(case_json(case))) for case in CASES] == CASES


def results_of(machine: Machine, chosen: list[Case]) -> list[Result]:
    _, terminal = terminal_on(machine)
    screens = Screens(terminal, ())
    return [result for case in chosen for result in screens.run(Group([case]))]


@given(st.lists(st.sampled_from(CASES), max_size=5))
def test_in_any_order_the_results_are_those_of_each_case_alone(chosen: list[Case]) -> None:
    alone = [result for case in chosen for result in results_of(Terminal(), [case])]
    assert results_of(Terminal(), chosen) == alone


@given(st.lists(st.sampled_from(CASES), max_size=6))
@settings(max_examples=10)
@pytest.mark.slow
def test_in_any_order_the_results_are_the_same_in_an_h19s_own_time(chosen: list[Case]) -> None:
    alone = [result for case in chosen for result in results_of(RealTimeTerminal(), [case])]
    assert results_of(RealTimeTerminal(), chosen) == alone


@pytest.mark.parametrize("is_quick", few_fast(1, [True, False]))
def test_an_h19_without_delays_is_as_the_firmware(is_quick: bool) -> None:
    results, _ = run(Terminal(), groups(CASES, is_quick))
    assert [it.case.name for it in results if not it.is_right] == []
    assert len(results) == sum(case.quick_page is not None for case in CASES) if is_quick else len(CASES)


@pytest.mark.parametrize(("is_quick", "minutes"), [(False, 15), (True, 4)])
@pytest.mark.slow(minutes=4)
def test_an_h19_in_its_own_time_is_as_the_firmware(is_quick: bool, minutes: int) -> None:
    results, seconds = run(RealTimeTerminal(), groups(CASES, is_quick))
    assert [it.case.name for it in results if not it.is_right] == []
    assert seconds < minutes * MINUTE


def test_an_h19_at_300_baud_is_read_over_a_line_that_has_no_speed() -> None:
    at_300_baud = USUAL_SWITCHES & ~0x0F | BAUD_RATES.index(300) + 1
    _, terminal = terminal_on(RealTimeTerminal(0, at_300_baud))
    assert [it.case.name for it in check_reading(terminal) if not it.is_right] == []
    assert terminal.bytes_per_second == pytest.approx(30, rel=0.1)
