"""A game started as a door by a BBS, and drop files by the documents of both formats."""

from __future__ import annotations

import contextlib
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.yahtzee.at_door import BoardCaller, parse_drop_file, read_drop_file
from tests.apps.callers_host import Host
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games, found_modes
from tests.apps.yahtzee.drop_files import door32
from tests.naming import each

NOW = datetime(2026, 11, 22, 12, 0, 0, tzinfo=UTC)
DOOR32 = ("2", "7", "38400", "Mystic 1.10", "1", "James Coyle", "g00r00", "255", "58", "1", "1")
"""The example in the document of DOOR32.SYS, with another handle."""
BBSDEV = (
    *("1.0", "stdio", "", "Rêve", "user-17", "80", "25", "Y", "N", "", "2026-11-22T12:30:00Z"),
    *("UTF-8", "en", "Board 1.0", "A Board", "Sysop", "50", "3", "N"),
)


def file_of(lines: tuple[str, ...], end: str = "\r\n") -> bytes:
    return "".join(f"{line}{end}" for line in lines).encode("utf-8")


def with_line(lines: tuple[str, ...], number: int, text: str) -> bytes:
    return file_of((*lines[: number - 1], text, *lines[number:]))


def test_door32() -> None:
    expected = BoardCaller("g00r00", has_ansi=True, seconds_left=3480.0, handle=7)
    assert parse_drop_file(file_of(DOOR32), NOW) == expected
    assert parse_drop_file(file_of(DOOR32, "\n"), NOW) == expected


@each(
    ("line", "text", "name", "has_ansi", "handle"),
    [
        (1, "0", "g00r00", True, None),
        (2, "-1", "g00r00", True, None),
        (7, "", "James Coyle", True, 7),
        (10, "0", "g00r00", False, 7),
        (10, "3", "g00r00", True, 7),
    ],
)
def test_lines_of_door32(line: int, text: str, name: str, has_ansi: bool, handle: int | None) -> None:
    caller = parse_drop_file(with_line(DOOR32, line, text), NOW)
    assert (caller.name, caller.has_ansi, caller.handle) == (name, has_ansi, handle)


ENIGMA = ("2", "-1", "115200", "A Board", "7", "Real Name", "nuskooler", "30", "546", "1", "1")
"""The lines of door32.sys as ENiGMA's core/dropfile.js writes them: no handle, a fixed time and always ANSI."""
SYNCHRONET = (
    "0",
    "-1",
    "38400",
    "Synchronet BBS for Linux  Version 3.20",
    "1",
    "Digital Man",
    "digi",
    "90",
    "58",
    "1",
    "2",
)
"""The lines of DOOR32.SYS as Synchronet's xtrn_sec.cpp writes them for a program on standard input and output."""
MYSTIC = ("2", "0", "38400", "Mystic 1.12", "1", "James Coyle", "g00r00", "255", "58", "1", "1")
"""The lines of door32.sys as Mystic's bbs_doors.pas writes them on Unix, where it has no handle to pass on."""


@each(
    ("lines", "end", "name", "minutes", "handle"),
    [
        (ENIGMA, "\r\n", "nuskooler", 546, None),
        (SYNCHRONET, "\n", "digi", 58, None),
        (MYSTIC, "\n", "g00r00", 58, 0),
    ],
)
def test_drop_files_of_todays_boards(
    lines: tuple[str, ...], end: str, name: str, minutes: int, handle: int | None
) -> None:
    expected = BoardCaller(name, has_ansi=True, seconds_left=60.0 * minutes, handle=handle)
    assert parse_drop_file(file_of(lines, end), NOW) == expected


@pytest.mark.parametrize("lines", [ENIGMA, SYNCHRONET, MYSTIC], ids=lambda lines: lines[3].split()[0])
def test_callers_of_todays_boards_play(games: Games, tmp_path: Path, lines: tuple[str, ...]) -> None:
    path = tmp_path / "door32.sys"
    path.write_bytes(file_of(lines))
    game = games.in_window("--door", str(path), "-r42", rows=25)
    game.wait_for(FIRST_MOVE)
    assert lines[6] in game.text()


def test_what_a_drop_file_tells_is_said_in_words(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "door32.sys"
    path.write_bytes(file_of(ENIGMA))
    assert games.by_lines("--door", str(path), "--verbose").output.splitlines() == [
        f"The drop file is {path}.",
        "The caller is nuskooler.",
        "546 minutes are left.",
        "The terminal has ANSI, 24 rows and 80 columns.",
        "The game runs on standard input and output, since the file names no socket.",
        "The caller plays on a screen.",
    ]
    path.write_bytes(file_of(("2", "9", *DOOR32[2:8], "5", "0", "1")))
    told = games.by_lines("--door", str(path), "--verbose", "--join", "2323").output
    assert "since the file's handle 9 is no socket that the board left open.\n" in told
    assert told.endswith("The caller plays by lines of text.\nThe tables are those of the host at 2323.\n")
    result = games.by_lines("--verbose", "ann")
    assert (result.status, result.errors.count("\n")) == (2, 1)
    path.write_bytes(b"COM1:\r\n")
    result = games.by_lines("--door", str(path), "--verbose")
    assert result.errors.startswith(f"yahtzee: --door: {path}: expected DOOR32.SYS, of 11 lines")


def test_bbsdev() -> None:
    caller = parse_drop_file(file_of(BBSDEV), NOW)
    assert caller == BoardCaller("Rêve", has_ansi=True, seconds_left=1800.0, rows=25, columns=80)
    assert parse_drop_file(with_line(BBSDEV, 11, ""), NOW).seconds_left is None
    assert parse_drop_file(with_line(BBSDEV, 1, "1.7") + b"more\r\n", NOW) == caller
    socket = file_of(("1.0", "socket", "9", *BBSDEV[3:]))
    assert parse_drop_file(socket, NOW).handle == 9


@each(
    ("content", "expected"),
    [
        (b"", "expected DOOR32.SYS, of 11 lines, or BBSDEV.DRP 1.x"),
        (b"COM1:\r\n57600\r\n", "expected DOOR32.SYS"),
        (file_of(DOOR32[:8]), "expected DOOR32.SYS"),
        (with_line(DOOR32, 9, "soon"), "line 9: expected the minutes left as a number, not 'soon'"),
        (with_line(DOOR32, 10, "\u0661"), "line 10: expected the emulation as a number"),
        (with_line(BBSDEV, 1, "2.0"), "line 1: expected version 1.x, not '2.0'"),
        (file_of(BBSDEV[:18]), "expected 19 lines, not 18"),
        (with_line(BBSDEV, 2, "fossil"), "line 2: expected local, stdio or socket, not 'fossil'"),
        (with_line(BBSDEV, 6, "wide"), "line 6: expected the width as a number"),
        (with_line(BBSDEV, 11, "tomorrow"), "line 11: expected a time as 2026-12-31T23:59:59Z, not 'tomorrow'"),
    ],
)
def test_what_is_wrong(content: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        parse_drop_file(content, NOW)
    assert expected in str(error.value)


@given(st.binary(max_size=300) | st.lists(st.text("012.9YN\r\n\x1b é", max_size=6), max_size=25).map("\n".join))
def test_anything_else_is_a_value_error(content: bytes | str) -> None:
    with suppress(ValueError):
        parse_drop_file(content if isinstance(content, bytes) else content.encode(), NOW)


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    named, here, told = tmp_path / "named", tmp_path / "door32.sys", tmp_path / "told"
    named.write_bytes(with_line(DOOR32, 7, "Named"))
    told.write_bytes(file_of(BBSDEV))
    with pytest.raises(FileNotFoundError, match=r"DOOR32\.SYS"):
        read_drop_file(None, {}, NOW)
    here.write_bytes(file_of(DOOR32))
    assert read_drop_file(None, {}, NOW).name == "g00r00"
    assert read_drop_file(None, {"BBSDEV_DRP": str(told)}, NOW).name == "Rêve"
    assert read_drop_file(str(named), {"BBSDEV_DRP": str(told)}, NOW).name == "Named"
    here.write_bytes(b"x" * 20_000)
    with pytest.raises(OSError, match="expected at most 10000 bytes"):
        read_drop_file(None, {}, NOW)


FIRST_MOVE = "2 rolls left"


def test_a_caller_with_ansi_leaves_and_comes_back(games: Games, tmp_path: Path) -> None:
    path = door32(tmp_path)
    game = games.in_window("--door", path, "-r42", rows=25)
    game.wait_for("Sysop", "TOTAL ABOVE", FIRST_MOVE)
    game.post_here()
    game.send(b"q")
    game.wait_for("Quit this game?")
    game.send(b"y")
    game.wait_for("Your game is kept for the next call.")
    assert game.exit_status() == 0
    assert game.tty_modes() == found_modes()
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


@pytest.mark.slow
def test_a_caller_on_a_socket(games: Games, tmp_path: Path, board: tuple[socket.socket, socket.socket]) -> None:
    """The game uses the socket whose handle is in the drop file, and neither standard input nor standard output."""
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


def test_answers_through_a_pipe_are_used_to_the_last(games: Games, tmp_path: Path) -> None:
    """The answers come as `printf | yahtzee --door` sends them: all of them, and the end of the input, are there
    before the first is read."""
    answers = "s sixes\ny\nw\ns chance\n"
    result = games.by_lines("--door", door32(tmp_path, ansi=0), "-r42", answers=answers)
    assert "Sysop scores 12 in SIXES" in result.output
    assert " in Chance, total " in result.output
    assert result.errors == "yahtzee: the board: the other end went away\n"


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


def test_the_time_is_up_and_only_a_game_with_a_posted_turn_is_kept(games: Games, tmp_path: Path) -> None:
    ends = []
    for _ in range(2):
        game = games.in_window("--door", door32(tmp_path, ansi=0, minutes=0), "--resume", "always")
        game.wait_for("Your time on this board is up.")
        assert game.exit_status() == 0
        ends.append("Your game is kept for the next call." in game.text())
        games.by_lines("--door", door32(tmp_path, ansi=0), "-r42", answers="s sixes\ny\n")
    assert ends == [False, True]


def test_the_time_is_up_at_a_host(games: Games, tmp_path: Path) -> None:
    with contextlib.closing(Host()) as host:
        terminal = games.in_window("--door", door32(tmp_path, minutes=0), "--join", host.place)
        host.answer()
        terminal.wait_for("Your time on this board is up.")
        assert terminal.exit_status() == 0
        assert terminal.tty_modes() == found_modes()


@pytest.mark.parametrize(
    ("name", "words", "status", "expected"),
    [
        ("Sysop", ["me"], 2, "--door: the caller's name is in the drop file; expected names with = only"),
        ("Sysop", ["--line", "/dev/ttyS0"], 2, "--door plays with a board's caller: expected it without --line"),
        ("\x1b[2J", [], 1, "expected the caller's name in the drop file"),
        ("", [], 1, "yahtzee: DOOR32.SYS: No such file or directory\n"),
    ],
)
def test_what_keeps_a_caller_from_playing(
    games: Games, tmp_path: Path, name: str, words: list[str], status: int, expected: str
) -> None:
    path = [door32(tmp_path, name)] if name else []
    result = games.by_lines("--door", *path, *words)
    assert result.status == status
    assert expected in result.errors
