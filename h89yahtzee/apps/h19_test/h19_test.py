"""The command `h19-test`: a test of a Heath/Zenith 19, or of a terminal that claims to be one, over its line."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from io import StringIO
from pathlib import Path

from h89yahtzee.apps.command import CommandError, UsageError, run_command, say
from h89yahtzee.apps.h19_test import line_checks
from h89yahtzee.apps.h19_test.cases import Case, Group, chosen, groups, load_cases
from h89yahtzee.apps.h19_test.h19_test_options import ALL, H19TestOptions, parse_h19_test_options
from h89yahtzee.apps.h19_test.key_checks import KeyChecks, presses
from h89yahtzee.apps.h19_test.line import DEFAULT_BAUD, Medium, opened
from h89yahtzee.apps.h19_test.person import Person, check_by_eye
from h89yahtzee.apps.h19_test.report import Report, html_report, json_report, listing, spelled_out, text_report
from h89yahtzee.apps.h19_test.screen_checks import Part, Result, Screens, ScreenStream, check_reading
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest, identify
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.game.near_words import did_you_mean
from h89yahtzee.transport.transport import TransportClosed

_MOST_SILENT = 3
"""The number of cases in a row without an answer after which the test ends."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `h19-test`; return the exit status: 0, 1 for differences, 3 if nothing answered, 2 for wrong usage."""
    words = sys.argv[1:] if arguments is None else arguments
    return run_command("h19-test", lambda: _main(parse_h19_test_options(words)))


def _main(options: H19TestOptions) -> int:
    cases = _cases(options)
    if options.list:
        for text_line in listing(cases):
            say(text_line)
        return 0
    for path in (options.json, options.html):
        _check_writable(path)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    with opened(options) as medium:
        report = tested(medium, cases, options)
    if options.verbose:
        for text_line in spelled_out(report.results):
            say(text_line)
    say(text_report(report))
    _write(options, report)
    return report.exit_status


def _end(number: int, _: object) -> None:
    """Handle a signal: end the program by SystemExit, so that the terminal is reset as at the end of a test."""
    raise SystemExit(128 + number)


def tested(medium: Medium, cases: Sequence[Case], options: H19TestOptions) -> Report:
    report = Report(medium.name, options.strict)
    terminal = TerminalUnderTest(medium.line)
    # If the program was started in the terminal under test, standard error would disturb the pages of the test. So
    # progress is then not written to standard error. The terminal under test always shows it between the cases.
    stream = StringIO() if options.line == "-" else sys.stderr
    progress = LineNowAndThen(stream, time.monotonic, "cases")
    try:
        test(report, terminal, medium, cases, options, progress)
    except TransportClosed as error:
        report.notes.append(f"The line went away: {error}")
        report.is_cut = True
        if not _has_parts(options):
            _give_up(report, cases)
    finally:
        progress.clear()
        with suppress(TransportClosed):
            terminal.leave()
    return report


def _give_up(report: Report, cases: Iterable[Case]) -> None:
    """Add to the report, if it is about an H19, a result for each case that has none yet: that the case isn't
    judged."""
    judged = {it.case.name for it in report.results}
    if report.kind.is_h19:
        report.results += (Result(it, not_judged=(Part.PAGE,)) for it in cases if it.name not in judged)


def _cases(options: H19TestOptions) -> list[Case]:
    cases = [it for it in load_cases() if it.quick_page is not None or not options.quick]
    if options.case is not None:
        names = [case.name for case in cases]
        if options.case not in names:
            near = did_you_mean(options.case, names)
            raise UsageError(f"--case: expected a name of --list, not {options.case!r}{near}")
        return [case for case in cases if case.name == options.case]
    words = [word.lower() for text in options.only or () for word in text.split(",") if word]
    found = chosen(cases, words)
    if not found:
        raise UsageError(f"--only: expected a word that is in --list, not {', '.join(words)}")
    return found


def test(
    report: Report,
    terminal: TerminalUnderTest,
    medium: Medium,
    cases: Sequence[Case],
    options: H19TestOptions,
    progress: LineNowAndThen,
) -> None:
    """Test the terminal, and add each result to the report as soon as it is known. A terminal that isn't an H19
    isn't tested: the report only tells what kind of terminal it is."""
    report.kind = identify(terminal)
    if not report.kind.is_h19:
        return
    if _has_parts(options):
        _run_parts(report, terminal, medium, options, progress)
        return
    reading = check_reading(terminal)
    broken = {difference.part for it in reading for difference in it.differences}
    report.results += [it for it in reading if it.differences or not (options.only or options.case)]
    if broken & {Part.CURSOR, Part.PAGE}:
        report.results += (Result(case, not_judged=tuple(broken)) for case in cases)
        report.notes.append(
            "What it shows can't be read, since it doesn't tell its cursor or its page as an H19 does."
        )
        return
    screens = Screens(terminal, broken)
    _run_cases(report, screens, groups(cases, options.quick), terminal.line.now, progress)
    if screens.silent >= _MOST_SILENT:
        _give_up(report, cases)
    elif not (options.only or options.case):
        _test_line(report, terminal, medium, options.baud or DEFAULT_BAUD)
    report.notes += _notes(terminal)


def _test_line(report: Report, terminal: TerminalUnderTest, medium: Medium, baud: int) -> None:
    report.results += _line_results(terminal, medium, baud)
    if terminal.is_faster_than(baud):
        report.notes.append("It is faster than an H19, so times aren't compared.")
    else:
        report.times += line_checks.times(terminal)


def _notes(terminal: TerminalUnderTest) -> Iterator[str]:
    """Yield sentences about faults on the serial line that were noticed during the test."""
    if terminal.line.late_xons:
        yield f"XON didn't come within 8 s after XOFF, {terminal.line.late_xons} times."
    if terminal.line.bit_7 > terminal.line.bytes_received // 100:
        yield "Bit 7 of what it sends is set: its switches (S401) add parity."


def _has_parts(options: H19TestOptions) -> bool:
    """Whether the options ask for tests of the keys, the tube or the video RAM, which take the place of the
    cases."""
    return bool(options.keys or options.eye or options.memory is not None)


def _run_parts(
    report: Report, terminal: TerminalUnderTest, medium: Medium, options: H19TestOptions, progress: LineNowAndThen
) -> None:
    """Run the tests of the video RAM, the keys and the tube that the options ask for."""
    check_reading(terminal)  # measures the speed, by which the program knows how long to wait for a page
    person = Person(terminal, medium.typed, medium.tell)
    if options.memory is not None:
        report.results += line_checks.check_memory(terminal, options.memory, partial(_tell_page, progress))
    if options.keys:
        wanted = [press for press in presses(options.keys != ALL) if press.code not in medium.kept]
        report.results += KeyChecks(terminal, person, report.notes).run(wanted)
    if options.eye:
        report.results += check_by_eye(person, report.notes)


def _tell_page(progress: LineNowAndThen, page: int) -> None:
    progress.show(lambda: f"page {page} of the video RAM")


def _run_cases(
    report: Report,
    screens: Screens,
    wanted: Sequence[Group],
    clock: Callable[[], float],
    progress: LineNowAndThen,
) -> None:
    """Run the `wanted` groups of cases until the terminal stops answering.

    The number of the present group is shown by `progress`, and now and then on the terminal under test.
    """
    unit = "page" if any(len(it.cases) > 1 for it in wanted) else "case"
    shown = LineNowAndThen(ScreenStream(screens), clock, f"{unit}s")
    for number, group in enumerate(wanted, 1):
        for line in (progress, shown):
            line.count(unit, number, len(wanted))
        report.results += screens.run(group)
        if screens.silent >= _MOST_SILENT:
            report.notes.append(f"It stopped answering after {group.cases[-1].name}.")
            return


def _line_results(terminal: TerminalUnderTest, medium: Medium, baud: int) -> Iterable[Result]:
    """Yield the results of the checks of the serial line, leaving out a check that doesn't work on this kind of
    line."""
    if terminal.is_faster_than(baud) or medium.carries_after_xoff:
        yield from line_checks.check_held_page(terminal)
    else:
        yield from line_checks.check_stop_level(terminal)
    yield from line_checks.check_flood(terminal)
    yield from line_checks.check_speeds(terminal, baud, medium.change_speed or _unchanged)


def _unchanged(_: int) -> None:
    """Do nothing. This function takes the place of `Medium.change_speed` for a line without a speed of its own,
    which carries bytes as fast as the terminal sends them."""


def _check_writable(path: str | None) -> None:
    """Raise CommandError unless the file can be opened for writing."""
    if path is not None:
        try:
            Path(path).open("a").close()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None


def _write(options: H19TestOptions, report: Report) -> None:
    for path, text in ((options.json, json_report), (options.html, html_report)):
        if path is not None:
            try:
                Path(path).write_text(text(report), encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{path}: {error.strerror}") from None


if __name__ == "__main__":
    sys.exit(main())
