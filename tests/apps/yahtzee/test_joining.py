"""`yahtzee --join` on a terminal of its own, at a host whose part the test plays."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.callers_host import Host
from tests.apps.games import Games, OnPty, found_modes
from tests.apps.screens import H19Screen
from tests.apps.yahtzee.drop_files import door32
from tests.parameters import few_fast

QUESTIONS = b"\xff\xfb\x01\xff\xfb\x03\xff\xfd\x18\xff\xfd\x1f"
"""What the host asks by telnet: WILL ECHO, WILL SGA, DO TTYPE, DO NAWS."""


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


def joined(games: Games, host: Host, term: str = "h19", baud: int = 19200) -> OnPty[H19Screen]:
    terminal = games.on_h19("--join", host.place, "--baud", str(baud), term=term)
    host.answer()
    host.hears(b"\r\r")
    return terminal


def test_bytes_are_passed_unchanged(games: Games, host: Host) -> None:
    terminal = joined(games, host)
    host.says(b"\x1bEready\r\n")
    terminal.wait_for("ready")
    keys = bytes(byte for byte in range(256) if byte not in b"\x11\x13\x1d\xff")
    terminal.send(keys)
    host.hears(keys)


def test_signals_of_the_keyboard_are_the_hosts(games: Games, host: Host) -> None:
    terminal = joined(games, host)
    host.says(b"ready")
    terminal.wait_for("ready")
    terminal.send(b"\x03\x1a\x1c")
    host.hears(b"\x03\x1a\x1c")


@pytest.mark.parametrize(
    ("term", "told"), [("h19", b"H19"), ("vt52", b"VT52"), ("dumb", b"DUMB"), ("xterm-256color", b"H19-PC")]
)
def test_the_host_is_told_what_it_asks(games: Games, host: Host, term: str, told: bytes) -> None:
    joined(games, host, term)
    host.says(QUESTIONS)
    host.hears(b"\xff\xfd\x01\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0")
    host.says(b"\xff\xfa\x18\x01\xff\xf0")
    host.hears(b"\xff\xfa\x18\x00" + told + b"\xff\xf0")
    host.says(b"\xff\xfd\x22\xff\xfb\x56")
    host.hears(b"\xff\xfc\x22\xff\xfe\x56")


def test_an_h19_is_emulated_where_there_is_none(games: Games, host: Host) -> None:
    window = games.in_window("--join", host.place)
    host.answer()
    host.hears(b"\r\r")
    host.says(b"\x1bE\x1bpWELCOME\x1bq\x1bZ")
    window.wait_for("WELCOME")
    host.hears(b"\x1b/K")
    host.hangs_up()
    window.wait_for("hung up. Press a key.")
    window.send(b" ")
    assert window.exit_status() == 0
    assert window.tty_modes() == found_modes()


def test_the_host_is_told_of_the_rows_that_the_window_has_room_for(games: Games, host: Host) -> None:
    """The host is told 24 rows, or 25 with the 25th line, whatever the window has, and only if the number has
    changed."""
    window = games.in_window("--join", host.place, columns=100, rows=40)
    host.answer()
    host.hears(b"\r\r")
    host.says(b"\xff\xfd\x1fready")
    host.hears(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x19\xff\xf0")
    window.wait_for("ready")
    for rows, told in ((24, 0x18), (10, None), (24, None), (25, 0x19), (30, None), (23, 0x18)):
        window.resize(80, rows)
        if told is not None:
            host.hears(b"\xff\xfa\x1f\x00\x50\x00%c\xff\xf0" % told)


def test_keys_of_the_emulated_h19(games: Games, host: Host) -> None:
    window = games.in_window("--join", host.place)
    host.answer()
    host.hears(b"\r\r")
    host.says(b"ready")
    window.wait_for("ready")
    window.send(b"\x1bOP")
    host.hears(b"\x1bS")
    window.send(b"\x1dq")
    assert window.exit_status() == 0
    assert host.caller.recv(1) == b""


def test_leaving(games: Games, host: Host) -> None:
    terminal = joined(games, host)
    host.says(b"\x1bt in a game")
    terminal.wait_for("in a game")
    terminal.send(b"last\x1d")
    host.hears(b"last")
    assert terminal.exit_status() == 0
    assert terminal.tty_modes() == found_modes()
    assert terminal.received.endswith(b"\x1bO\x1bq\x1bG\x1bw\x1by8\x1by9\x1bY6 \x1bJ\x1by1\x1b>\x1by5")
    assert host.caller.recv(1) == b""


def test_the_hosts_last_words_are_shown(games: Games, host: Host) -> None:
    terminal = joined(games, host, baud=4800)
    host.says(b"\x1bEGoodbye.\r\n" + b"and the rest of it\r\n" * 10)
    host.hangs_up()
    assert terminal.exit_status() == 0
    terminal.wait_for("Goodbye.", "and the rest of it")
    assert terminal.tty_modes() == found_modes()


def test_a_host_that_says_nothing(games: Games, host: Host) -> None:
    terminal = joined(games, host)
    host.hangs_up()
    assert terminal.exit_status() == 1
    assert "hung up without a word" in terminal.words()


def test_the_end_of_a_piped_caller_is_not_the_hosts(games: Games, host: Host, tmp_path: Path) -> None:
    result = games.by_lines("--door", door32(tmp_path, ansi=0), "--join", host.place, answers="typed before")
    assert (result.status, result.errors) == (0, "")
    host.answer()
    host.hears(b"\r\rtyped before")


def test_a_host_that_is_gone_leaves_the_terminal_as_it_was(games: Games, host: Host) -> None:
    """The host is gone as if killed, while it sends a screen."""
    terminal = joined(games, host)
    host.says(b"\x1bx5\x1bt the middle of a page")
    terminal.wait_for("the middle of a page")
    host.hangs_up()
    assert terminal.exit_status() == 1
    assert terminal.tty_modes() == found_modes()
    left, _, told = terminal.received.rpartition(b"\x1by5")
    assert left.endswith(b"\x1bO\x1bq\x1bG\x1bw\x1by8\x1by9\x1bY6 \x1bJ\x1by1\x1b>")
    assert b"the host is gone; a seat is kept for when it is back" in told


@pytest.mark.parametrize("number", few_fast(1, [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]))
def test_the_terminal_is_restored_after_a_signal(games: Games, host: Host, number: signal.Signals) -> None:
    terminal = joined(games, host)
    host.says(b"ready")
    terminal.wait_for("ready")
    terminal.signal(number)
    assert terminal.exit_status() == 128 + number
    assert terminal.tty_modes() == found_modes()


@pytest.mark.parametrize(
    ("place", "status", "expected"),
    [
        ("host:0x17", 2, "--join: 'host:0x17': expected [HOST:]PORT"),
        ("127.0.0.1:1", 1, "127.0.0.1:1: connection refused"),
        ("/nowhere/host.socket", 1, "/nowhere/host.socket: no such file or directory"),
    ],
)
def test_places_where_nobody_answers(games: Games, place: str, status: int, expected: str) -> None:
    terminal = games.on_h19("--join", place)
    assert terminal.exit_status() == status
    assert expected in terminal.words()


def test_no_terminal(games: Games) -> None:
    result = games.by_lines("--join", "2323")
    assert result.status == 2
    assert result.errors == "yahtzee: --join: expected a terminal (--help all explains)\n"


def test_what_goes_not_with_it(games: Games) -> None:
    result = games.by_lines("--join", "2323", "--line", "/dev/ttyUSB0", "me")
    assert result.status == 2
    assert "--join plays at the tables of a host: expected it without me, --line" in result.errors
