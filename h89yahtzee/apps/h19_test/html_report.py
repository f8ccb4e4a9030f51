"""The report as a page for a browser, with the H19's screen and the terminal's side by side where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS
from h89yahtzee.apps.h19_test.report import Report, difference_lines, function_title
from h89yahtzee.apps.h19_test.screen_checks import Result
from h89yahtzee.screen import charset

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
