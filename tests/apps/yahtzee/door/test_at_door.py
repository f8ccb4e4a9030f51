"""`yahtzee --door` as a board starts it: on a pty, on pipes, on a socket."""

from __future__ import annotations

import contextlib
import socket
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyte
import pytest

from tests.apps.callers_host import Host
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games, found_modes
from tests.apps.yahtzee.door.drop_files import door32

FIRST_MOVE = "2 rolls left"


def test_a_caller_with_ansi_on_a_pty(games: Games, tmp_path: Path) -> None:
    game = games.in_window("--door", door32(tmp_path), "-r42", rows=25)
    game.wait_for("Sysop", "TOTAL ABOVE", FIRST_MOVE)
    game.send(b"dq")
    game.wait_for("Quit this game?")
    game.send(b"y")
    game.wait_for("Your game is kept for the next call.")
    assert game.exit_status() == 0
    assert game.tty_modes() == found_modes()


def test_the_same_caller_comes_back(games: Games, tmp_path: Path) -> None:
    path = door32(tmp_path)
    first = games.in_window("--door", path, "-r42")
    first.wait_for(FIRST_MOVE)
    first.send(b"dqy")
    assert first.exit_status() == 0
    again = games.in_window("--door", path)
    again.wait_for("Resume")
    other = games.in_window("--door", door32(tmp_path, "Other"))
    other.wait_for("Other", FIRST_MOVE)


@pytest.fixture
def board() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    far.settimeout(LIMIT)
    with near, far:
        yield near, far


def test_a_caller_on_a_socket(games: Games, tmp_path: Path, board: tuple[socket.socket, socket.socket]) -> None:
    """Neither standard stream has anything to do with it."""
    near, far = board
    path = door32(tmp_path, handle=str(near.fileno()))
    command = [*YAHTZEE, "--door", path, "-r42"]
    with subprocess.Popen(
        command, cwd=ROOT, env=games.environment, stdin=subprocess.DEVNULL, pass_fds=[near.fileno()]
    ) as program:
        screen = pyte.Screen(80, 25)
        stream = pyte.ByteStream(screen)
        while not any(FIRST_MOVE in line for line in screen.display):
            stream.feed(far.recv(4096))
        far.sendall(b"\xff\xf1\xff\xfc\x22q")  # telnet's NOP and WONT LINEMODE
        while not any("quit" in line.lower() for line in screen.display):
            stream.feed(far.recv(4096))
        far.sendall(b"y")
        assert program.wait(LIMIT) == 0


def test_a_caller_without_ansi_plays_by_lines(games: Games, tmp_path: Path) -> None:
    game = games.in_window("--door", door32(tmp_path, ansi=0), "-r42")
    game.wait_for("Sysop rolls", "to re-roll?")
    game.send(b"q\r")
    game.wait_for("Quit this game?")
    game.send(b"y\r")
    assert game.exit_status() == 0
    assert b"\x1b" not in game.received
    assert game.tty_modes() == found_modes()


def test_the_time_is_up(games: Games, tmp_path: Path) -> None:
    until = datetime.now(UTC) + timedelta(seconds=1)
    lines = ["1.0", "stdio", "", "Sysop", "1", "80", "25", "Y", "N", "", f"{until:%Y-%m-%dT%H:%M:%SZ}"]
    lines += ["UTF-8", "en", "Board", "Board", "Sysop", "1", "1", "N"]
    path = tmp_path / "BBSDEV.DRP"
    path.write_text("".join(f"{line}\r\n" for line in lines))
    game = games.in_window("--door", BBSDEV_DRP=str(path))
    game.wait_for("Your time on this board is up.")
    assert game.exit_status() == 0
    assert game.tty_modes() == found_modes()


def test_a_caller_plays_at_a_host(games: Games, tmp_path: Path) -> None:
    with contextlib.closing(Host()) as host:
        terminal = games.in_window("--door", door32(tmp_path), "--join", host.place)
        host.answer()
        host.hears(b"\r\r")
        host.says(b"\xff\xfd\x27\xff\xfd\x18")
        host.hears(b"\xff\xfb\x27\xff\xfb\x18")
        host.says(b"\xff\xfa\x27\x01\x00USER\xff\xf0\xff\xfa\x18\x01\xff\xf0")
        host.hears(b"\xff\xfa\x27\x00\x00USER\x01Sysop\xff\xf0\xff\xfa\x18\x00ANSI\xff\xf0")
        host.says(b"\x1b[2JWELCOME")
        terminal.wait_for("WELCOME")
        terminal.send(b"k")
        host.hears(b"k")
        host.says(b"Goodbye.\r\n")
        host.hangs_up()
        assert terminal.exit_status() == 0
        assert terminal.tty_modes() == found_modes()


def test_the_time_is_up_at_a_host(games: Games, tmp_path: Path) -> None:
    with contextlib.closing(Host()) as host:
        terminal = games.in_window("--door", door32(tmp_path, minutes=0), "--join", host.place)
        host.answer()
        terminal.wait_for("Your time on this board is up.")
        assert terminal.exit_status() == 0
        assert terminal.tty_modes() == found_modes()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["me"], "--door: the caller's name is in the drop file; expected names with = only"),
        (["--line", "/dev/ttyS0"], "--door plays with a board's caller: expected it without --line"),
    ],
)
def test_what_goes_not_with_it(games: Games, tmp_path: Path, words: list[str], expected: str) -> None:
    result = games.by_lines("--door", door32(tmp_path), *words)
    assert result.status == 2
    assert expected in result.errors


def test_no_drop_file(games: Games) -> None:
    result = games.by_lines("--door")
    assert (result.status, result.errors) == (1, "yahtzee: DOOR32.SYS: No such file or directory\n")


def test_a_name_of_escapes(games: Games, tmp_path: Path) -> None:
    result = games.by_lines("--door", door32(tmp_path, name="\x1b[2J"), answers="")
    assert result.status == 1
    assert "expected the caller's name in the drop file" in result.errors
