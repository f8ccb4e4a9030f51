"""The check list for real hardware, gone through with the emulated H19 as the terminal.

The test presses the keys on the emulator, whose answers go back over the line. It reads the command and the dice
from the list.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.screen.keys import Key, KeyPress
from tests.apps import screens
from tests.apps.games import Games, OnLine

LIST = Path(__file__).parents[3] / "docs" / "hardware-checklist.md"
TEXT = LIST.read_text("utf-8")


def press(game: OnLine, *keys: KeyPress | LocalKey, ctrl: bool = False) -> None:
    for key in keys:
        game.screen.terminal.press(key, ctrl=ctrl)
    answer(game)


def answer(game: OnLine) -> None:
    game.send(game.screen.terminal.data_to_send())


def dice(after: str) -> tuple[int, ...]:
    """Return the dice that the check list names after the words `after`."""
    found = re.search(rf"{after}\s+((?:\d ?){{5}})", TEXT)
    assert found is not None
    return tuple(map(int, found[1].split()))


def roll_words(game: OnLine) -> int:
    return game.screen.rows()[21].count("ROLL")


@pytest.mark.slow
def test_check_list_with_the_emulator(games: Games, tmp_path: Path) -> None:
    command = re.search(r"scripts/play (--line \S+) --baud 9600 (--report) \S+ (.*)", TEXT)
    assert command is not None
    report = tmp_path / "report"
    game = games.on_serial_line(command[2], str(report), *shlex.split(command[3]))
    game.wait_until(lambda: b"\x1bZ" in game.received, "a question")
    answer(game)
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    game.wait_for_value(lambda: screens.dice(game.screen.rows()), dice("below it the dice"))
    assert game.screen.terminal.bells() == 0
    press(game, Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)
    game.wait_for_value(lambda: roll_words(game), 5)
    press(game, Key.F1)
    game.wait_for_value(lambda: roll_words(game), 4)
    press(game, Key.WHITE)
    game.wait_for_value(lambda: roll_words(game), 0)
    press(game, Key.F2, Key.F3, Key.ERASE)
    game.wait_for("1 roll left.")
    game.wait_for_value(lambda: screens.dice(game.screen.rows()), dice("the dice are"))
    game.wait_for_silence()
    before = game.text()
    press(game, "s", ctrl=True)
    press(game, Key.F1)
    assert game.wait_for_silence() == b""
    press(game, "q", ctrl=True)
    game.wait_for_value(lambda: roll_words(game), 1)
    press(game, Key.F1)
    game.wait_for_value(lambda: roll_words(game), 0)
    press(game, LocalKey.OFF_LINE, "x", LocalKey.OFF_LINE)
    assert game.text() != before
    press(game, "l", ctrl=True)
    game.wait_for_value(game.text, before)
    press(game, LocalKey.RESET)
    assert game.text().strip() == ""
    press(game, "l", ctrl=True)
    game.wait_for_value(game.text, before)
    press(game, "q", "y")
    game.wait_for_end()
    assert game.result().status == 0
    text = report.read_text("ascii")
    assert "as an H19 answers" in text
    assert re.search(r"XOFF, XON +1, 1;", text)
