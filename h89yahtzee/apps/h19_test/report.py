"""The report of a test: as text for people, as JSON, and as a page for a browser.

The page has the H19's screen and the terminal's side by side where they differ.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from math import sqrt

from h89yahtzee import __version__
from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS, Case
from h89yahtzee.apps.h19_test.line_checks import Time
from h89yahtzee.apps.h19_test.screen_checks import Difference, Part, Result
from h89yahtzee.apps.h19_test.terminal_under_test import Kind, shown
from h89yahtzee.h19.codes import CONTROLS, FUNCTIONS
from h89yahtzee.h19.disassembly import Disassembler, KeyDisassembler
from h89yahtzee.screen import charset

_WIDTH = 79
_CLOSE = 0.1
"""The fraction by which a time may differ from the firmware's and still count as the same."""
_SHOWN = 3
"""The largest number of differing rows that the report as text shows for a case."""


@dataclass(slots=True)
class Report:
    """The results of a test on the line `name`: the kind of terminal, the results of cases, and the times of
    functions.

    Cases about oddities, behaviours of the firmware that look like mistakes, count only if `is_strict`.
    """

    name: str
    is_strict: bool = False
    kind: Kind = Kind.SILENT
    results: list[Result] = field(default_factory=list)
    times: list[Time] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_cut: bool = False
    """Whether the connection to the terminal was lost before the end of the test."""

    @property
    def counted(self) -> list[Result]:
        return [it for it in self.results if self.is_strict or not it.case.is_oddity]

    @property
    def oddities(self) -> list[Result]:
        return [it for it in self.results if it not in self.counted]

    @property
    def wrong(self) -> list[Result]:
        return [it for it in self.counted if it.differences]

    @property
    def right(self) -> int:
        return sum(it.is_right for it in self.counted)

    @property
    def summary(self) -> str:
        if not self.results:
            return "Nothing was tested."
        return f"{self.right} of {len(self.counted)} as the firmware of the H19."

    @property
    def exit_status(self) -> int:
        """0 if nothing differs, 1 if anything differs or the terminal isn't an H19, 3 if nothing was tested because
        no terminal answered."""
        if not self.results:
            return 1 if self.kind.has_answered else 3
        return int(self.is_cut or self.right < len(self.counted))


def text_report(report: Report) -> str:
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield from (report.name, report.kind.value, *report.notes)
    for title, results in (
        ("Differences", report.wrong),
        ("Oddities of the firmware that this terminal doesn't have (--strict counts them)",
         [it for it in report.oddities if it.differences]),
    ):  # fmt: skip
        if results:
            yield from ("", f"{title}:")
            yield from _by_function(results, report.results)
    unjudged = [it for it in report.counted if it.not_judged and not it.differences]
    if unjudged:
        parts = sorted({part.value for it in unjudged for part in it.not_judged})
        yield from (
            "",
            f"Not judged: {len(unjudged)} cases, for which {' and '.join(parts)} would have to be read.",
        )
    if report.times:
        yield from ("", "Milliseconds of functions:    firmware    here")
        yield from (f"  {it.name:<28}{it.firmware:8.1f}{it.found:8.1f}  {_compared(it)}" for it in report.times)
    yield from ("", report.summary)


def _compared(time: Time) -> str:
    if abs(time.found / time.firmware - 1) <= _CLOSE:
        return "the same"
    return "slower" if time.found > time.firmware else "faster"


def _by_function(results: Sequence[Result], tested: Sequence[Result]) -> Iterator[str]:
    """Yield text lines that tell the differences in `results`, grouped by the functions that their cases are about.
    The function that is most likely to be faulty comes first.

    Each of `results` has differences; `tested` has all results of the test.
    """
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        for name in result.case.functions:
            found[name].append(result)
    suspicious = suspicion((it.case for it in results), (it.case for it in tested if it.is_right))
    told: set[str] = set()
    for name in sorted(found, key=lambda name: (-suspicious.get(name, 0.0), -len(found[name]))):
        new = [it for it in found[name] if it.case.name not in told]
        told |= {it.case.name for it in new}
        if new:
            cases = sum(name in it.case.functions for it in tested)
            yield f"  {function_title(name)}: {len(found[name])} of {cases} cases"
            for result in new:
                yield from _case_lines(result)


def function_title(name: str) -> str:
    """Return the name of a function in words, with its escape sequence if the H19's manual lists the function."""
    words = name.replace("_", " ")
    codes = next((function.heath for function in FUNCTIONS if function.name == name.partition(" ")[0]), None)
    return words if codes is None else f"{words} (ESC {codes.decode('ascii')})"


def _case_lines(result: Result) -> Iterator[str]:
    yield f"    {result.case.name}: {result.case.about}"[:_WIDTH]
    for difference in result.differences[:_SHOWN]:
        yield from (f"      {line}" for line in difference_lines(difference))
    if (more := len(result.differences) - _SHOWN) > 0:
        yield f"      and {more} more"


def difference_lines(difference: Difference) -> list[str]:
    """Return the text lines that describe a difference."""
    part, expected, found = difference.part, difference.expected, difference.found
    if part is Part.CURSOR and len(expected) == 2:
        return [f"cursor: expected {_place(expected)}, found {_place(found)}"]
    if part in (Part.FLOW, Part.KEY, Part.EYE, Part.MEMORY):
        return [f"expected {expected.decode()}, found {found.decode()}"]
    if difference.row is None and part is Part.PAGE and not found:
        return ["the page didn't come, or not whole"]
    if difference.row is None:
        return [f"sent: expected {_bytes(expected)}", f"      found    {_bytes(found)}"]
    at = next((place for place, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), 0)  # noqa: B905
    where = f"row {difference.row} from column {at}"
    return [f"{where}: expected {_cells(expected[at:])}", f"{'found':>{len(where) + 10}} {_cells(found[at:])}"]


def _place(place: bytes) -> str:
    return f"row {place[0]} column {place[1]}" if place else "no answer"


def _bytes(data: bytes) -> str:
    text = ascii(data[:40].decode("latin-1"))
    return f"{len(data)} bytes: {text}" if data else "nothing"


def _cells(cells: bytes) -> str:
    text = shown(cells[:30].rstrip(b" "))
    reverse = sum(code >> 7 for code in cells)
    return f"{text!r}{f', {reverse} in reverse video' if reverse else ''}" if text else "blanks"


def json_report(report: Report) -> str:
    """Return the report as a JSON object, in one text line."""
    return json.dumps(
        {
            "program": f"h19-test {__version__}",
            "line": report.name,
            "terminal": report.kind.name.lower(),
            "notes": report.notes,
            "cases": len(report.counted),
            "as_firmware": report.right,
            "strict": report.is_strict,
            "results": [_result_json(it) for it in report.results],
            "times": [it._asdict() for it in report.times],
        }
    )


def _result_json(result: Result) -> dict[str, object]:
    return {
        "id": result.case.name,
        "functions": list(result.case.functions),
        "right": result.is_right,
        "oddity": result.case.is_oddity,
        "not_judged": [part.value for part in result.not_judged],
        "differences": [
            {"part": it.part.value, "row": it.row, "expected": it.expected.hex(), "found": it.found.hex()}
            for it in result.differences
        ],
    }


def spelled_out(results: Sequence[Result]) -> Iterator[str]:
    """Yield, for each case, text lines that spell out the bytes sent and the bytes received. Each control sequence
    and each text has a text line of its own."""
    for result in results:
        yield f"{result.case.name}: {result.case.about}"
        yield from _items("sent", Disassembler(), result.case.send)
        if result.sight is not None:
            yield from _items("came", KeyDisassembler(result.case.is_ansi), result.sight.reply)
            yield f"  came cursor at {_place(bytes(result.sight.cursor or ()))}"


def _items(word: str, disassembler: Disassembler | KeyDisassembler, data: bytes) -> Iterator[str]:
    yield from (f"  {word} {item}" for item in (*disassembler.feed(data), *disassembler.flush()))


def listing(cases: Sequence[Case]) -> Iterator[str]:
    """Yield a text line for each case: its name, its functions, and what it is about."""
    width = max((len(case.name) for case in cases), default=0)
    for case in cases:
        functions = ", ".join(name.replace("_", " ") for name in case.functions)
        yield f"{case.name:<{width}}  {functions}: {case.about}"


_STYLE = """\
body { font-family: sans-serif; margin: 1em; background: #111; color: #ddd }
pre { display: inline-block; background: #000; color: #3f6; padding: .5em; margin: .2em; line-height: 1.15 }
b { color: #000; background: #3f6; font-weight: normal }
i { font-style: normal; outline: 1px solid #f55 }
"""


def html_report(report: Report) -> str:
    """Return the page as HTML, which loads no other files."""
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>h19-test</title><style>{_STYLE}</style>'
    return "\n".join([head, *_body(report), "</html>", ""])


def _body(report: Report) -> Iterator[str]:
    yield f"<h1>{escape(report.summary)}</h1>"
    yield from (f"<p>{escape(text)}</p>" for text in (report.name, report.kind.value, *report.notes))
    for result in report.results:
        if result.differences:
            yield from _case(result)


def _case(result: Result) -> Iterator[str]:
    functions = ", ".join(map(function_title, result.case.functions))
    yield f"<h2>{escape(result.case.name)}: {escape(functions)}</h2><p>{escape(result.case.about)}</p>"
    yield from (
        f"<p>{escape(text)}</p>" for it in result.differences if it.row is None for text in difference_lines(it)
    )
    sight = result.sight
    if sight is not None and sight.page is not None:
        rows = [(result.case.row(row), sight.row(row)) for row in range(PAGE_ROWS)]
        if result.case.lines > PAGE_ROWS or sight.line_25:
            rows.append((result.case.row(LINE_25), sight.row(LINE_25)))
        yield _screen([expected for expected, _ in rows], [found for _, found in rows], "the H19")
        yield _screen([found for _, found in rows], [expected for expected, _ in rows], "this terminal")


def _screen(rows: list[bytes], others: list[bytes], title: str) -> str:
    """Return a screen as HTML, in which cells of `rows` that differ from those of `others` are framed."""
    drawn = "\n".join("".join(map(_cell, row, other)) for row, other in zip(rows, others, strict=True))
    return f'<pre aria-label="{title}">{title}\n{"-" * COLUMNS}\n{drawn}</pre>'


def _cell(code: int, other: int) -> str:
    text = escape(charset.GLYPHS[code & 0x7F])
    text = f"<b>{text}</b>" if code >= 0x80 else text
    return text if code == other else f"<i>{text}</i>"


MIXTURE = "mixture"
"""The name that stands for a function in cases of random bytes, which call some 200 functions. No function is
suspected because of a difference there."""

_NAMES = [*(function.name for function in FUNCTIONS), *CONTROLS.values(), "enter_heath_mode"]


def suspicion(wrong: Iterable[Case], right: Iterable[Case]) -> dict[str, float]:
    """Return, for the name of each function that a `wrong` case calls, how much the function is suspected of being
    faulty: a number from 0 to 1. 1 means that all wrong cases call the function, and no `right` case does.

    The measure is Ochiai's coefficient, which also serves to find faults in programs. It is the geometric mean of
    two shares: that of the cases calling the function among the wrong cases, and that of the wrong cases among the
    cases calling the function.
    """
    failed = [case_functions(case) for case in wrong]
    failures = Counter(name for names in failed for name in names)
    calls = failures + Counter(name for case in right for name in case_functions(case))
    return {name: count / sqrt(len(failed) * calls[name]) for name, count in failures.items() if name != MIXTURE}


def case_functions(case: Case) -> set[str]:
    """Return the functions that a case is about or that are called in it."""
    return {*case.functions, *called(case.send)}


def called(send: bytes) -> list[str]:
    """Return the names of the functions that the bytes `send` call, in order. An argument may follow a name, as in
    "set_mode cursor_off"."""
    return [name for _, names in calls(send) for name in names]


def calls(send: bytes) -> list[tuple[bytes, list[str]]]:
    """Return each control sequence or text in the bytes `send`, with the names of the functions that it calls."""
    disassembler = Disassembler()
    items = [*disassembler.feed(send), *disassembler.flush()]
    return [(item.code, list(_names_in(item.meaning))) for item in items]


def _names_in(meaning: str) -> Iterator[str]:
    """Yield the names of the functions in `meaning`, the words in which `Disassembler` describes a sequence."""
    for call in meaning.split(", "):
        words = call.replace(" ", "_")
        if words.startswith(("set_mode", "reset_mode")):
            yield words.replace("mode_", "mode ", 1)
        elif name := max((name for name in _NAMES if words.startswith(name)), key=len, default=""):
            yield name
        elif words in ("unknown", "begins_anew"):
            yield "unknown_sequences"
