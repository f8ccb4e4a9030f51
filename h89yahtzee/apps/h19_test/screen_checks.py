"""The cases of the suite, run on a terminal: differences from the firmware, and parts that can't be judged.

First the requests are tested by which the screen is read. If one of them is faulty, that is reported, and cases
that depend on it aren't judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS, Case, Group, padded
from h89yahtzee.apps.h19_test.terminal_under_test import SHORT, Sight, TerminalUnderTest, function
from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset


class Part(Enum):
    """A part of a terminal's state, such as the cursor, that is read by a request of its own."""

    CURSOR = "the cursor"
    PAGE = "the page"
    REVERSE = "reverse video"
    GRAPHICS = "graphic characters"
    LINE_25 = "the 25th line"
    REPLY = "what is sent"
    FLOW = "XOFF and XON"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: the value on an H19 and on the terminal; `row` is that of the cells, None for other parts."""

    part: Part
    expected: bytes
    found: bytes
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a case: the differences from an H19, and the parts that couldn't be judged.

    `sight` has the terminal's answers on its state; None without an answer.
    """

    case: Case
    differences: tuple[Difference, ...] = ()
    not_judged: tuple[Part, ...] = ()
    sight: Sight | None = None

    @property
    def is_right(self) -> bool:
        return not (self.differences or self.not_judged)


_SAMPLE = (
    codes.direct_cursor_addressing(1, 2)
    + b"Abc z~" + codes.heath("enter_reverse_video_mode") + b"R V" + codes.heath("enter_graphics_mode") + b"a^z"
    + codes.heath("exit_reverse_video_mode") + b"`_" + codes.heath("exit_graphics_mode") + b"."
)  # fmt: skip
_SAMPLE_CELLS = b"  Abc z~" + bytes(code | 0x80 for code in b"R V\x01\x7f\x1a") + b"\x00\x1f."
_ON_LINE_25 = codes.heath("set_mode") + b"1" + codes.direct_cursor_addressing(LINE_25, 3) + b"line 25"


def check_reading(terminal: TerminalUnderTest) -> list[Result]:
    """Return a result for each request by which a screen is read; the terminal must be in Heath mode."""
    terminal.reset(is_ansi=False)
    report = terminal.ask("cursor_position_report", patience=1.0)
    results = [_reading("cursor_position_report", Part.CURSOR, codes.direct_cursor_addressing(0, 0), report)]
    terminal.line.send(_SAMPLE)
    began = terminal.line.now()
    sent = terminal.ask("transmit_page", patience=1.0)
    _measure_speed(terminal, len(sent), began)
    results += _page_results(sent)
    terminal.line.send(_ON_LINE_25)
    line_25 = codes.transmission(padded(b"   line 25"), ansi=False)
    results.append(_reading("transmit_25th_line", Part.LINE_25, line_25, terminal.ask("transmit_25th_line")))
    terminal.reset(is_ansi=False)
    return results


def _reading(name: str, part: Part, expected: bytes, found: bytes, section: str = "Reading") -> Result:
    case = Case(f"reading-{name}", name.replace("_", " "), section, (name,), function(name, False), {}, (0, 0))
    return Result(case, () if expected == found else (Difference(part, expected, found),))


def _page_results(sent: bytes) -> list[Result]:
    """Return the results of reading a page with `_SAMPLE` on it: its text, and its codes for reverse video and
    graphics."""
    expected = codes.transmission(b" " * COLUMNS + _SAMPLE_CELLS.ljust((PAGE_ROWS - 1) * COLUMNS), ansi=False)
    names = {Part.REVERSE: codes.REVERSE, Part.GRAPHICS: codes.GRAPHICS}
    sequences = {part: [codes.heath(name) for name in pair] for part, pair in names.items()}
    results: list[Result] = []
    for part in (Part.PAGE, Part.REVERSE, Part.GRAPHICS):
        left_out = [code for other, pair in sequences.items() if other is not part for code in pair]
        wanted, found = (_without(data, left_out) for data in (expected, sent))
        if part is not Part.PAGE and wanted != found and results[0].is_right:
            wanted, found = expected, sent
        results.append(_reading("transmit_page", part, wanted, found))
    return results


def _without(data: bytes, sequences: Iterable[bytes]) -> bytes:
    for sequence in sequences:
        data = data.replace(sequence, b"")
    return data


def _measure_speed(terminal: TerminalUnderTest, received: int, began: float) -> None:
    seconds = terminal.line.now() - began - 1.0
    if received > PAGE_ROWS * COLUMNS // 2:
        terminal.bytes_per_second = received / max(seconds, 1e-3)


class Screens:
    """Runs cases of the suite on a terminal that is in Heath mode; `broken` are the parts of its state that can't
    be read."""

    def __init__(self, terminal: TerminalUnderTest, broken: Iterable[Part]) -> None:
        self._terminal = terminal
        self._broken = frozenset(broken)
        self._is_ansi = self._is_idle = False
        self.silent = 0
        """The number of cases in a row to which no answer came."""

    def run(self, group: Group) -> Iterator[Result]:
        """Yield a result for each case of the group; where their common page differs, run each of them alone."""
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
        for case, result in zip(group.cases, results, strict=True):
            yield result if page.is_right and result.is_right else self._alone(case)

    def _alone(self, case: Case) -> Result:
        if case.resets and self._terminal.is_ansi_at_reset:
            return Result(case, not_judged=(Part.PAGE,))
        self._begin()
        self._terminal.line.send(case.send)
        if case.resets:
            self._terminal.line.pause(SHORT)
        self._is_ansi = case.is_ansi
        sight = self._terminal.look(case.is_ansi, case.send, case.reply)
        result = self._judged(case, sight, _DIFFERENCES)
        if sight.page is None and sight.cursor is None:
            self._terminal.free()
            self._is_ansi = False
            self.silent += 1
        else:
            self.silent = 0
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
        """Whether the difference is in something that the terminal can tell, such as the characters of cells, if
        not their attributes."""
        return difference.row is None or self._told(difference.expected) != self._told(difference.found)

    def _told(self, cells: bytes) -> bytes:
        if Part.REVERSE in self._broken:
            cells = bytes(code & 0x7F for code in cells)
        if Part.GRAPHICS in self._broken:
            cells = bytes(charset.encode(charset.GLYPHS[code & 0x7F]) | code & 0x80 for code in cells)
        return cells


def _matters(case: Case, part: Part) -> bool:
    """Whether this part of the terminal's state must be read to judge a case."""
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


def _page_differences(case: Case, sight: Sight) -> list[Difference]:
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
    Part.PAGE: _page_differences,
    Part.LINE_25: _line_25_differences,
    Part.REPLY: _reply_differences,
    Part.REVERSE: lambda _case, _sight: [],
    Part.GRAPHICS: lambda _case, _sight: [],
}
