"""The runs of the suite's cases on a terminal, which find the differences from the firmware.

The requests that read the screen are tested first. If one of them is faulty, that is reported, and cases that
depend on the request aren't judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from io import StringIO

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS, Case, Group
from h89yahtzee.apps.h19_test.terminal_under_test import Sight, TerminalUnderTest
from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset


class Part(Enum):
    """A part of a terminal's behaviour that is judged by itself, such as its cursor or the bytes that it sends."""

    CURSOR = "the cursor"
    PAGE = "the page"
    REVERSE = "reverse video"
    GRAPHICS = "graphic characters"
    LINE_25 = "the 25th line"
    REPLY = "what is sent"
    FLOW = "XOFF and XON"
    RESET = "a reset"
    KEY = "keys"
    EYE = "what only a person can see"
    MEMORY = "the video RAM"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference in the part `part` of the behaviour: `expected` is the value on an H19, `found` the value on the
    terminal. If these are the cells of a row, `row` is its number, otherwise None."""

    part: Part
    expected: bytes
    found: bytes
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a case: the differences from an H19, and the parts that couldn't be judged.

    `sight` has the terminal's answers about its state; it is None if the terminal wasn't asked in this case.
    """

    case: Case
    differences: tuple[Difference, ...] = ()
    not_judged: tuple[Part, ...] = ()
    sight: Sight | None = None

    @property
    def is_right(self) -> bool:
        return not (self.differences or self.not_judged)


_SAMPLE = (
    b"Abc z~" + codes.heath("enter_reverse_video_mode") + b"R V" + codes.heath("enter_graphics_mode") + b"a^z"
    + codes.heath("exit_reverse_video_mode") + b"`_" + codes.heath("exit_graphics_mode") + b"."
)  # fmt: skip
_SAMPLE_CELLS = b"Abc z~" + bytes(code | 0x80 for code in b"R V\x01\x7f\x1a") + b"\x00\x1f."
_ATTRIBUTES = {Part.REVERSE: codes.REVERSE, Part.GRAPHICS: codes.GRAPHICS}
_LINE_25_SENT = (b"\r", b" " * COLUMNS + b"\r")
"""The bytes that an H19 transmits for a 25th line without text: the first item while the line is off, the second
while it is on."""
_QUIET = 1.0
"""Seconds without a byte after which an answer has ended. They aren't counted when the terminal's speed is
measured."""


def check_reading(terminal: TerminalUnderTest) -> list[Result]:
    """Return a result for the reset and for each request by which a screen is read; the terminal must be in Heath
    mode.

    The tests use as few other functions as possible: text written at the cursor, reverse video and graphics.
    """
    terminal.soft_reset(is_ansi=False)
    terminal.line.send(b"x")
    report = terminal.ask("cursor_position_report", patience=_QUIET)
    results = [_reading("cursor_position_report", Part.CURSOR, codes.direct_cursor_addressing(0, 1), report)]
    if results[0].is_right:
        results.append(_reset_result(terminal))
    terminal.reset(is_ansi=False)
    terminal.line.send(_SAMPLE)
    began = terminal.line.now()
    sent = terminal.ask("transmit_page", patience=_QUIET)
    _measure_speed(terminal, len(sent), began)
    results += _page_results(sent)
    terminal.line.send(codes.heath("set_mode") + b"1")
    line_25 = terminal.ask("transmit_25th_line", patience=_QUIET)
    expected = line_25 if line_25 in _LINE_25_SENT else _LINE_25_SENT[1]
    results.append(_reading("transmit_25th_line", Part.LINE_25, expected, line_25))
    terminal.sends_line_25 = results[-1].is_right
    terminal.reset(is_ansi=False)
    return results


def _reset_result(terminal: TerminalUnderTest) -> Result:
    """Reset the terminal, whose cursor isn't at home before. Return the result, which tells whether the cursor is
    at home afterwards; set `has_reset` of the terminal to True if it is, else to False.
    """
    terminal.power_up(is_ansi=False)
    report = terminal.ask("cursor_position_report", patience=_QUIET)
    home = codes.direct_cursor_addressing(0, 0)
    terminal.has_reset = report == home
    return _reading("reset_to_power_up_configuration", Part.RESET, home, report)


def _reading(name: str, part: Part, expected: bytes, found: bytes) -> Result:
    about = f"{part.value}, by which other cases are judged"
    case = Case(f"reading-{part.name.lower()}", about, "reading", (name,), b"", {}, (0, 0))
    return Result(case, () if expected == found else (Difference(part, expected, found),))


def _page_results(sent: bytes) -> list[Result]:
    """Return three results about `sent`, the bytes with which the terminal transmitted a page that shows `_SAMPLE`.

    The first result is about the characters. The two others only say whether the codes that turn on reverse video
    and graphics are in `sent`.
    """
    expected = codes.transmission(_SAMPLE_CELLS.ljust(PAGE_ROWS * COLUMNS), ansi=False)
    texts = [
        _without(data, [codes.heath(name) for name in codes.REVERSE + codes.GRAPHICS]) for data in (expected, sent)
    ]
    results = [_reading("transmit_page", Part.PAGE, *texts)]
    for part, (_, on) in _ATTRIBUTES.items():
        is_there = codes.heath(on) in sent
        results.append(_reading("transmit_page", part, expected, expected if is_there else sent))
    return results


def _without(data: bytes, sequences: Iterable[bytes]) -> bytes:
    for sequence in sequences:
        data = data.replace(sequence, b"")
    return data


def _measure_speed(terminal: TerminalUnderTest, received: int, began: float) -> None:
    seconds = terminal.line.now() - began - _QUIET
    if received > PAGE_ROWS * COLUMNS // 2:
        terminal.bytes_per_second = received / max(seconds, 1e-3)


_SHOWN_TIME = 0.5
"""Seconds for which progress is shown on the terminal."""


class Screens:
    """Runs cases of the suite on a terminal that is in Heath mode. `broken` are the parts of the terminal's state
    that can't be read."""

    def __init__(self, terminal: TerminalUnderTest, broken: Iterable[Part]) -> None:
        self._terminal = terminal
        self._broken = frozenset(broken)
        self._is_ansi = self._is_idle = False
        self.silent = 0
        """The number of cases in a row to which no answer came."""

    def run(self, group: Group) -> Iterator[Result]:
        """Yield a result for each case of the group.

        If a case's cursor or reply differs from an H19's, the case is run again on a page of its own. If the page
        that the cases share differs from an H19's, this is done for all cases of the group.
        """
        if len(group.cases) == 1:
            yield self._alone(group.cases[0])
            return
        self._begin()
        results = []
        for case in group.cases:
            self._terminal.line.send(case.send)
            sight = self._terminal.cursor(case.is_ansi, case.send, case.reply)
            results.append(self._judged(case, sight, (Part.CURSOR, Part.REPLY)))
            self._terminal.soft_reset(case.is_ansi)
        sight = self._terminal.look(is_ansi=False)
        together = replace(group.cases[0], rows=group.rows)
        page = self._judged(together, sight, (Part.PAGE, Part.LINE_25))
        if not page.is_right:
            self._terminal.free()
        for case, result in zip(group.cases, results, strict=True):
            yield result if page.is_right and result.is_right else self._alone(case)

    def show(self, text: str) -> None:
        """Show text on the page for half a second between two cases; the next reset clears the page."""
        self._terminal.soft_reset(self._is_ansi)
        self._is_ansi = False
        self._terminal.line.send(codes.heath("clear_display") + text.encode("ascii"))
        self._terminal.line.pause(_SHOWN_TIME)

    def _alone(self, case: Case) -> Result:
        if case.resets and self._terminal.is_ansi_at_reset:
            return Result(case, not_judged=(Part.PAGE,))
        self._begin()
        self._terminal.line.send(case.send)
        if case.resets:
            self._terminal.let_execute(case.send)
        self._is_ansi = case.is_ansi
        sight = self._terminal.look(case.is_ansi, case.send, case.reply)
        result = self._judged(case, sight, _DIFFERENCES)
        if result.differences:
            # After a difference the terminal may be in any mode.
            self._terminal.free()
            self._is_ansi = False
            answers = sight.cursor is not None or self._terminal.cursor(is_ansi=False).cursor is not None
            self.silent = 0 if answers else self.silent + 1
        return result

    def _begin(self) -> None:
        self._terminal.reset(self._is_ansi, self._is_idle)
        self._is_ansi, self._is_idle = False, True

    def _judged(self, case: Case, sight: Sight, parts: Iterable[Part]) -> Result:
        differences: list[Difference] = []
        not_judged = [part for part in parts if part in self._broken and _matters(case, part)]
        for part in parts:
            if part not in self._broken:
                differences += (it for it in _DIFFERENCES[part](case, sight) if self._is_told(it))
        return Result(case, tuple(differences), tuple(not_judged), sight)

    def _is_told(self, difference: Difference) -> bool:
        """Return whether the cells differ even if reverse video and graphics are ignored, as far as they can't be
        read from this terminal; True for a difference that isn't about cells."""
        return difference.row is None or self._told(difference.expected) != self._told(difference.found)

    def _told(self, cells: bytes) -> bytes:
        if Part.REVERSE in self._broken:
            cells = bytes(code & 0x7F for code in cells)
        if Part.GRAPHICS in self._broken:
            cells = bytes(charset.encode(charset.GLYPHS[code & 0x7F]) | code & 0x80 for code in cells)
        return cells


class ScreenStream(StringIO):
    """A text stream that shows each text written to it on the terminal under test for a moment."""

    def __init__(self, screens: Screens) -> None:
        super().__init__()
        self._screens = screens

    def write(self, text: str) -> int:
        self._screens.show(f"h19-test: {text.rstrip()}")
        return len(text)


def _matters(case: Case, part: Part) -> bool:
    """Return whether this part of the terminal's state must be read in order to judge a case."""
    cells = b"".join(case.rows.values())
    if part is Part.REVERSE:
        return any(code & 0x80 for code in cells)
    if part is Part.GRAPHICS:
        return any(code & 0x7F < 0x20 or code & 0x7F == 0x7F for code in cells)
    return part is not Part.LINE_25 or case.lines > PAGE_ROWS


def _cursor_differences(case: Case, sight: Sight) -> list[Difference]:
    if sight.cursor == case.cursor:
        return []
    return [Difference(Part.CURSOR, bytes(case.cursor), bytes(sight.cursor or ()))]


def page_differences(case: Case, sight: Sight) -> list[Difference]:
    if sight.page is None:
        return [Difference(Part.PAGE, b"", b"")]
    rows = ((row, case.row(row), sight.row(row)) for row in range(PAGE_ROWS))
    return [Difference(Part.PAGE, expected, found, row) for row, expected, found in rows if expected != found]


def _line_25_differences(case: Case, sight: Sight) -> list[Difference]:
    expected = case.row(LINE_25) if case.lines > PAGE_ROWS else b""
    if sight.line_25 == expected:
        return []
    return [Difference(Part.LINE_25, expected, sight.line_25 or b"", LINE_25)]


def _reply_differences(case: Case, sight: Sight) -> list[Difference]:
    return [] if sight.reply == case.reply else [Difference(Part.REPLY, case.reply, sight.reply)]


_DIFFERENCES: dict[Part, Callable[[Case, Sight], list[Difference]]] = {
    Part.CURSOR: _cursor_differences,
    Part.PAGE: page_differences,
    Part.LINE_25: _line_25_differences,
    Part.REPLY: _reply_differences,
    Part.REVERSE: lambda _case, _sight: [],
    Part.GRAPHICS: lambda _case, _sight: [],
}
