"""A person at `h19` in a window: at the other end of the line of `h19-test`, or with `h19-test` as its command."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest

from h89yahtzee.apps.h19_test.key_checks import presses
from h89yahtzee.apps.h19_test.person import QUESTIONS
from tests.apps.games import Games, OnPty
from tests.apps.h19_windows import MENU, h19
from tests.apps.screens import Window
from tests.programs import Popen

pytestmark = pytest.mark.slow

H19_TEST = (
    sys.executable,
    "-c",
    "import sys; from h89yahtzee.apps.h19_test.h19_test import main as h; sys.exit(h())",
)
TYPED = {
    "ESC": b"\x1b", "TAB": b"\t", "SPACE": b" ", "SHIFT C": b"C", "CTRL X": b"\x18", "f1": MENU + b"!",
    "ERASE": MENU + b"e", "keypad 7": MENU + b"7", "keypad ENTER": MENU + b"\r",
}  # fmt: skip
"""The bytes typed in the window for keys of the H19, from the manual page h19(6)."""


def typed(name: str) -> bytes:
    return TYPED.get(name, name.lower().encode())


def test_keys_eye_and_memory_through_a_pty(games: Games, tmp_path: Path) -> None:
    words = ("--pty", "--keys", "quick", "--eye", "--memory", "--json", str(tmp_path / "report"))
    with Popen([*H19_TEST, *words], stdin=PIPE, stdout=PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        with closing(h19(games, "--line", program.stdout.readline().strip())) as window:
            for number, press in enumerate(presses(is_quick=True), 1):
                window.wait_for(f"{number} of 20: press {press.name}")
                window.send(typed(press.name))
            window.wait_for("hold A and REPEAT")
            window.send(b"a" * 30)
            for question in QUESTIONS:
                window.wait_for(question.question)
                if question.name == "cross-hatch":
                    program.stdin.write("n\n")
                    program.stdin.flush()
                else:
                    window.send(b"y")
            output, _ = program.communicate(timeout=30)
        assert program.returncode == 1
    assert f"{4 + 20 + 1 + 11} of {4 + 20 + 1 + 12} as the firmware" in output
    report = json.loads((tmp_path / "report").read_text())
    wrong = [it["functions"] for it in report["results"] if not it["right"]]
    assert wrong == [["screen_geometry"]]


def test_keys_of_this_terminal_until_q(games: Games) -> None:
    window = here(games, "--keys", "quick")
    for name in ("f1", "ERASE"):
        window.wait_for(f": press {name}")
        window.send(typed(name))
    window.wait_for(": press ESC")
    window.send(b"x")
    window.wait_for("That sent x, the code of X. Once more")
    window.send(b"q")
    window.wait_for("The test of the keys ended at key 3 of 20.", "2 of 2 as the firmware", "status 0")


def test_control_c_ends_the_questions(games: Games) -> None:
    window = here(games, "--eye")
    window.wait_for("Are all 95 characters")
    window.send(b"\x03")
    window.wait_for("status 130")
    assert "(y/n)" not in window.text()


def here(games: Games, *words: str) -> OnPty[Window]:
    command = " ".join(f"'{word}'" for word in (*H19_TEST, "--line", "-", *words))
    return h19(games, "--", "/bin/sh", "-c", f"trap : INT; {command}; echo status $?; read x")
