"""Reads standard input line by line, and keeps long lines out of memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import TextIOWrapper


def input_lines(longest: int) -> Iterator[str]:
    """The lines of standard input as soon as they are there, in UTF-8.

    Of one with more than `longest` characters there is one more than that, without an end.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while line := sys.stdin.readline(longest + 1):
        yield line
        _pass_over(line, longest)


def next_line(longest: int) -> str:
    """The next line of standard input, or its first `longest` characters and an end; empty where the input ends."""
    line = sys.stdin.readline(longest + 1)
    _pass_over(line, longest)
    return line if len(line) <= longest else f"{line[:longest]}\n"


def _pass_over(line: str, longest: int) -> None:
    """Read what is left of a line that has begun so."""
    while line and not line.endswith("\n"):
        line = sys.stdin.readline(longest + 1)
