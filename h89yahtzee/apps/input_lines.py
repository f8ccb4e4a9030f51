"""Reads standard input line by line for programs that ask many questions, and keeps long lines out of memory."""

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
        while line and not line.endswith("\n"):
            line = sys.stdin.readline(longest + 1)
