"""Text lines read from standard input; a long one is cut, and never in memory as a whole."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from h89yahtzee.apps.command import input_lines


class Piped:
    """A text stream that allows `readline` only with a small size, so that no long text line is read at once."""

    def __init__(self, text: str) -> None:
        self._text = StringIO(text)

    def readline(self, size: int) -> str:
        assert 0 < size < 2000
        return self._text.readline(size)


def test_of_a_long_line_there_is_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Piped(f"{'x' * 5000}\nfour\nend"))
    assert [*input_lines(4)] == ["xxxxx", "four\n", "end"]
