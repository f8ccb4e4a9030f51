"""A host that runs as a program, joined from terminals at its port and at its socket, and from the door of a
BBS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.apps.games import Games, OnPty, found_modes
from tests.apps.host.hosts import Hosts
from tests.apps.screens import Screen
from tests.apps.yahtzee.drop_files import door32

_S = TypeVar("_S", bound=Screen)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A path short enough for a socket, which is valid in other working directories, too."""
    monkeypatch.chdir(tmp_path)
    return f"/proc/{Path('/proc/self').resolve().name}/cwd/host.socket"


@pytest.fixture
def host(games: Games, path: str) -> Iterator[Hosts]:
    host = Hosts(games, "--socket", path)
    yield host
    host.close()


def introduce(terminal: OnPty[_S], name: str) -> str:
    terminal.wait_for("Your name")
    terminal.send(f"{name}\r".encode())
    terminal.wait_for(f"{name} is new here.")
    return accept_code(terminal)


def accept_code(terminal: OnPty[_S]) -> str:
    terminal.send(b"\r")
    terminal.wait_for("Your code is")
    found = re.search(r"Your code is (\d{4})", terminal.text())
    assert found is not None
    terminal.send(b"\r")
    terminal.wait_for("TABLE", "RULES", "Nobody plays yet.")
    return found[1]


def leave(terminal: OnPty[_S]) -> None:
    terminal.send(b"q")
    assert terminal.exit_status() == 0
    terminal.wait_for("Goodbye")
    assert terminal.tty_modes() == found_modes()


def test_the_caller_of_a_board(games: Games, host: Hosts, path: str, tmp_path: Path) -> None:
    """The BBS gives the caller's name, and the host asks for the code from the second call on."""
    drop_file = door32(tmp_path, "Sysop")
    first = games.in_window("--door", drop_file, "--join", path, rows=24)
    first.wait_for("Your terminal: ansi.", "Sysop is new here.")
    code = accept_code(first)
    leave(first)
    again = games.in_window("--door", drop_file, "--join", str(host.port), rows=24)
    again.wait_for("Your name")  # the host believes no name that comes through its port
    again.send(b"\x1d")
    assert again.exit_status() == 0
    third = games.in_window("--door", drop_file, "--join", path, rows=24)
    third.wait_for("Code of Sysop")
    third.send(f"{code}\r".encode())
    third.wait_for("HERE      Sysop")
