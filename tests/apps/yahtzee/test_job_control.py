"""^Z, fg and stop signals from elsewhere: the shell gets its terminal back, and the game returns as it was."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from h89yahtzee.h19.configuration import power_up_modes
from tests.apps import screens
from tests.apps.games import YAHTZEE, Games, OnPty
from tests.apps.screens import H19Screen, Window

BASH = ("/bin/bash", "--norc", "--noprofile", "-i")
PROMPT = "bash-prompt> "


@pytest.fixture
def shell_environment(games: Games, tmp_path: Path) -> None:
    """Set up a shell whose prompt tells that it is ready, and which writes no ESC [ to an H19."""
    inputrc = tmp_path / "inputrc"
    inputrc.write_text("set enable-bracketed-paste off\n")
    games.environment |= {"PS1": PROMPT, "INPUTRC": str(inputrc), "HISTFILE": "/dev/null"}


def type_line(shell: OnPty[H19Screen] | OnPty[Window], line: str, *sights: str) -> None:
    """Type a text line at the shell's prompt, and wait until the screen shows `sights`."""
    shell.wait_until(lambda: shell.received.rstrip(b"\x1b[?204hl").endswith(PROMPT.encode()), "the prompt")
    shell.send(line.encode() + b"\r")
    shell.wait_for(*sights)


@pytest.mark.usefixtures("shell_environment")
def test_stopped_and_continued_in_a_shell_on_an_h19(games: Games) -> None:
    shell = games.on_h19(command=BASH)
    type_line(shell, " ".join([*YAHTZEE, "-r42", "me", "you"]), "me's move: 2 rolls left.", "? HELP")
    shell.send(b"13rj25")
    shell.wait_for("1 roll left", "ROLL          ")
    shell.wait_for_value(lambda: shell.screen.rows()[21].split(), ["ROLL", "ROLL"])
    before = shell.screen.terminal.grid()

    shell.send(b"\x1a")
    shell.wait_for("Stopped")
    assert shell.screen.terminal.modes == power_up_modes(0)
    assert shell.screen.terminal.lines == 24
    assert screens.dice(shell.screen.rows()) == (0, 0, 0, 0, 0)
    type_line(shell, "echo $((6 * 7)) dwarfs", "42 dwarfs")
    type_line(shell, "fg")

    shell.wait_for_value(shell.screen.terminal.grid, before)
    shell.send(b"qy")
    shell.wait_for("Seed 42: yahtzee -r42 me you")
    type_line(shell, "echo status $?", "status 0")
    type_line(shell, "exit")
    assert shell.exit_status() == 0


@pytest.mark.usefixtures("shell_environment")
@pytest.mark.slow
def test_stopped_and_continued_in_a_window(games: Games) -> None:
    shell = games.in_window(command=BASH)
    type_line(shell, " ".join([*YAHTZEE, "-r42", "me"]), "me's move: 2 rolls left.", "? HELP")
    shell.send(b"13rj25")
    shell.wait_for_value(lambda: shell.screen.rows()[21].split(), ["1", "ROLL", "3", "4", "ROLL"])
    before = shell.screen.rows(), shell.screen.reverse()

    shell.send(b"\x1a")
    shell.wait_for("Stopped")
    assert not shell.screen.is_alternate()
    assert not shell.screen.has_mouse()
    assert not shell.screen.pyte.cursor.hidden
    type_line(shell, "echo $((6 * 7)) dwarfs", "42 dwarfs")
    type_line(shell, "fg")

    shell.wait_for_value(lambda: (shell.screen.rows(), shell.screen.reverse()), before)
    assert shell.screen.is_alternate()
    assert shell.screen.has_mouse()
    shell.send(b"qy")
    type_line(shell, "echo status $?", "status 0")
    type_line(shell, "exit")
    assert shell.exit_status() == 0


@pytest.mark.usefixtures("shell_environment")
def test_continued_in_the_background_first(games: Games) -> None:
    """A background job must not set the terminal's modes."""
    shell = games.on_h19(command=BASH)
    type_line(shell, " ".join([*YAHTZEE, "-r42", "me"]), "me's move: 2 rolls left.", "? HELP")
    before = shell.screen.rows(), shell.screen.reverse()
    shell.send(b"\x1a")
    shell.wait_for("Stopped")
    type_line(shell, "bg")
    type_line(shell, "echo $((6 * 7)) dwarfs", "42 dwarfs")
    type_line(shell, "fg")
    shell.wait_for_value(lambda: (shell.screen.rows(), shell.screen.reverse()), before)
    shell.send(b"qy")
    type_line(shell, "echo status $?", "status 0")


def test_ctrl_z_where_no_shell_could_continue_it(games: Games) -> None:
    game = games.on_h19("-r42", "me")
    game.wait_for("me's move", "? HELP")
    before, sent = game.screen.terminal.grid(), len(game.received)
    game.send(b"\x1a")
    game.wait_until(lambda: b"\x1by1" in game.received[sent:], "the end sequence")
    game.wait_for_value(game.screen.terminal.grid, before)
    game.send(b"1")
    game.wait_until(lambda: "ROLL" in game.screen.rows()[21], "a marked die")


@pytest.mark.parametrize("kind", ["h19", "window"])
def test_a_stop_that_nobody_announced(games: Games, kind: str) -> None:
    game = games.on_h19("-r42", "me") if kind == "h19" else games.in_window("-r42", "me")
    game.wait_for("me's move", "? HELP")
    before = game.screen.rows(), game.screen.reverse()
    game.signal(signal.SIGSTOP)
    os.waitid(os.P_PID, game.program.pid, os.WSTOPPED | os.WNOWAIT)
    game.screen.feed(b"\x1bEsomebody else was here\r\n" if kind == "h19" else b"\x1b[2J\x1b[?1049lsomebody else")
    game.signal(signal.SIGCONT)
    game.wait_for_value(lambda: (game.screen.rows(), game.screen.reverse()), before)
    game.send(b"qy")
    assert game.exit_status() == 0
