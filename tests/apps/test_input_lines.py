"""Lines of standard input, of which long ones are never held."""

import sys
from io import StringIO

import pytest

from h89yahtzee.apps.input_lines import input_lines, next_line
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.line_mode import LineMode
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving


class Piped:
    """A pipe whose lines are taken in small pieces only."""

    def __init__(self, text: str) -> None:
        self._text = StringIO(text)

    def readline(self, size: int) -> str:
        assert 0 < size < 2000
        return self._text.readline(size)

    def isatty(self) -> bool:
        return False


def test_of_a_long_line_there_is_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Piped(f"{'x' * 5000}\nfour\nend"))
    assert [next_line(4) for _ in range(4)] == ["xxxx\n", "four\n", "end", ""]
    monkeypatch.setattr(sys, "stdin", Piped(f"{'x' * 5000}\nfour\nend"))
    assert [*input_lines(4)] == ["xxxxx", "four\n", "end"]


def test_in_line_mode_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", Piped(f"{'x' * 100_000}\nq\ny\n"))
    LineMode(parse_options(["-r1", "me"]), GameSaving(None)).play()
    assert "Quit this game? (y/n)" in capsys.readouterr().out
