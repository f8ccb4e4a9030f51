"""The manual page of a program, shown by man(1) or as plain text.

Systems where pip installs this program may lack man(1), so this module can format the pages, which are written in
the macros of mdoc(7).
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import wrap

from h89yahtzee.apps.command import CommandError, say

_WIDTH = 78
_INDENT = 5
_ESCAPES = {r"\&": "", r"\-": "-", r"\e": "\\", r"\(dq": '"'}
_CLOSING = {",", ".", ":", ";", ")", "?", "!"}
_MACROS = {"No", "Ar", "Cm", "Pa", "Ev", "Li", "Ic", "Em", "Sx", "An", "Fl", "Nd"}
_BRACKETS = {"Op": "[]", "Pq": "()", "Dq": '""', "Oo": ("[", ""), "Oc": ("", "")}
"""For each macro, the texts before its words and at the end of the line. `Oc` closes the bracket of `Oo`."""


def show_manual(name: str) -> None:
    """Show the manual page of the program `name`; CommandError if the page isn't installed."""
    page = _page(name)
    by_man = ["man", str(page)] if sys.stdout.isatty() and shutil.which("man") else []
    if by_man and not subprocess.run(by_man, env=_environment(), check=False).returncode:
        return
    text = page.read_bytes()
    for line in plain_text((gzip.decompress(text) if page.suffix == ".gz" else text).decode()):
        say(line)


def _environment() -> dict[str, str]:
    """Return the environment variables for man(1): those of this program, but with the locale C, for plain ASCII,
    if TERM names a terminal that the package's termcap files describe.

    Even if the user's locale is C, it must be set again: Python changes it to UTF-8 in its own environment.
    """
    from h89yahtzee.apps.described_terminals import described_terminal

    is_ascii = described_terminal(os.environ.get("TERM", "")) is not None
    return {**os.environ, "LC_ALL": "C"} if is_ascii else dict(os.environ)


def _page(name: str) -> Path:
    """Return the path of the page; CommandError if it isn't installed."""
    for page in _possible_pages(f"{name}.6"):
        if page.is_file():
            return page
    raise CommandError(f"the page of {name}(6) wasn't installed with it")


def _possible_pages(file: str) -> Iterator[Path]:
    """Yield the paths at which the page `file` may be, the likeliest first.

    These are `docs` in a clone of the repository, the path in pip's list of installed files, and the folders for
    man pages. A Linux distribution may have compressed the page and dropped pip's list.
    """
    yield Path(__file__).parents[3] / "docs" / file
    from importlib.metadata import PackageNotFoundError, files

    with suppress(PackageNotFoundError):
        noted = files("h89yahtzee") or []
        yield from (Path(str(found.locate())) for found in noted if found.match(f"share/man/man6/{file}"))
    share = Path(sys.prefix, "share", "man", "man6")
    yield from (share / file, share / f"{file}.gz")
    if shutil.which("man"):
        asked = ["man", "-w", "6", file.removesuffix(".6")]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        yield from map(Path, answer.splitlines())


def plain_text(page: str) -> Iterator[str]:
    """Return the lines of an mdoc page as plain text."""
    return _Setter().lines(page)


class _Setter:
    def __init__(self) -> None:
        self._name = self._section = ""
        """The name of the program, in `_name`, and the heading of the current section, in `_section`."""
        self._words: list[str] = []
        """The words of the current paragraph."""
        self._blocks: list[bool] = []
        """For each open list or display (mdoc's indented block), the outermost first: whether an empty line
        separates its items."""
        self._widths: list[int] = []
        """The widths of the open table's columns, without the last column; empty outside of tables."""
        self._row = ""
        """The current table row without its last column; the last column is set as a paragraph beside the row."""
        self._is_literal = False

    def lines(self, page: str) -> Iterator[str]:
        for line in page.splitlines():
            if line.startswith(".") and line[1:2].isalpha():
                yield from self._request(line[1:3].strip(), line[3:].strip())
            elif self._is_literal:
                yield self._indented(_unescaped(line))
            elif not line.startswith('.\\"'):
                self._words += _unescaped(line).split()
        yield from self._paragraph()

    def _request(self, macro: str, rest: str) -> Iterator[str]:
        match macro:
            case "Dd" | "Dt" | "Os":
                pass
            case "Sh" | "Ss":
                self._section = rest
                yield from self._apart()
                yield rest if macro == "Sh" else f"   {rest}"
            case "Pp":
                yield from self._apart()
            case "It":
                yield from self._item(rest)
            case "Bl" | "El" | "Bd" | "Ed" | "Dl" | "D1":
                yield from self._display(macro, rest)
            case _:
                if macro == "Nm" and self._section == "SYNOPSIS":
                    yield from self._paragraph()
                self._words += self._set(f"{macro} {rest}").split()

    def _item(self, rest: str) -> Iterator[str]:
        yield from self._apart() if self._blocks[-1] else self._paragraph()
        if self._widths:
            *cells, last = (self._set(cell) for cell in rest.split(" Ta "))
            self._row = "".join(f"{cell:{width}}  " for cell, width in zip(cells, self._widths, strict=True))
            self._words = last.split()
        else:
            yield self._indented(self._set(rest) or "-", len(self._blocks))

    def _display(self, macro: str, rest: str) -> Iterator[str]:
        yield from self._paragraph()
        self._is_literal = macro == "Bd"
        if macro in ("Dl", "D1"):
            yield self._indented(self._set(rest), len(self._blocks) + 2)
        elif rest.startswith("-column"):
            self._widths = [len(cell) for cell in shlex.split(rest)[1:-1]]
            yield ""
            self._blocks.append(False)
        elif macro.startswith("B"):
            self._blocks.append("-compact" not in rest)
        else:
            self._widths = []
            self._blocks.pop()

    def _paragraph(self) -> Iterator[str]:
        first = self._indented(self._row, len(self._blocks) + (not self._widths))
        yield from wrap(
            " ".join(self._words),
            _WIDTH,
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_on_hyphens=False,
        )
        self._words, self._row = [], ""

    def _apart(self) -> Iterator[str]:
        yield from self._paragraph()
        yield ""

    def _indented(self, line: str, depth: int | None = None) -> str:
        return " " * _INDENT * (len(self._blocks) + 1 if depth is None else depth) + line

    def _set(self, line: str) -> str:
        """Return `line`, which consists of macros and their arguments, as plain text."""
        tokens = self._tokens(line)
        end = ""
        while tokens and tokens[-1] in _CLOSING:
            end = tokens.pop() + end
        words, macro, glued = "", "No", True
        for token in tokens:
            if token == "Ns":
                glued = True
            elif token in _BRACKETS:
                opening, closing = _BRACKETS[token]
                words += opening if glued or not opening else f" {opening}"
                words += "]" if token == "Oc" else ""
                end, glued = closing + end, bool(opening)
            elif token in _MACROS:
                macro = token
            else:
                minus = "-" if macro == "Fl" and token not in _CLOSING | {"|"} else ""
                words += ("" if glued or token in _CLOSING else " ") + minus + _unescaped(token)
                glued = False
        return (words + end).strip()

    def _tokens(self, line: str) -> list[str]:
        """Return the words of `line`. The macro `Nm` becomes the program's name, `Xr` a page's name with its
        section."""
        first, *rest = shlex.split(line.replace("\\", "\\\\").replace("'", "\\'")) or ["No"]
        if first == "Xr":
            return [f"{rest[0]}({rest[1]})", *rest[2:]]
        if first == "Nm":
            self._name = self._name or rest[0]
            return [self._name, *(word for word in rest if word in _CLOSING)]
        if first == "Nd":
            return ["--", *rest]
        if [first, *rest] == ["An", "-nosplit"]:
            return []
        return [first, *rest]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(?:\(dq|.)", lambda found: _ESCAPES.get(found[0], found[0][1:]), text)
