"""`h19` in the window of a terminal emulator: with a command, on a line, with `--listen`; its menu and its end."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import sys
import tty
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest

from tests.apps.far_end import LIMIT, FarEnd
from tests.apps.games import YAHTZEE, Games, OnPty, found_modes
from tests.apps.h19_windows import (
    GOT_KEYS,
    MENU,
    PAGE,
    TOO_SMALL,
    around,
    check_got,
    check_window_is_as_found,
    h19,
    last_words,
    leave,
    status,
)
from tests.apps.screens import H19Screen, Window
from tests.parameters import few_fast


@pytest.fixture
def listening(games: Games) -> OnPty[Window]:
    """`h19` with a command that shows the bytes that it reads."""
    screen = h19(games, "--", sys.executable, "-c", GOT_KEYS)
    screen.wait_for("got .", "^] menu")
    return screen


@pytest.fixture
def line() -> Iterator[tuple[FarEnd[H19Screen], FileIO, str]]:
    """A serial line: its far end with an H19, the file of that end, and the path of the end that `h19` opens."""
    far, near = (FileIO(end, "r+") for end in pty.openpty())
    with far, near:
        tty.setraw(near.fileno())
        yield FarEnd(far.fileno(), H19Screen()), far, os.ttyname(near.fileno())


# What is shown on the screen


@pytest.mark.parametrize(
    ("words", "is_named"), few_fast(1, [((), True), (("--term", "h19"), False), (("--oldstyle",), False)])
)
@pytest.mark.slow
def test_a_game_names_the_keys_in_front_of_the_person(games: Games, words: tuple[str, ...], is_named: bool) -> None:
    screen = h19(games, "--", *YAHTZEE, "-r42", *words, "me")
    screen.wait_for("2 rolls left", "ROLL", "HELP" if "--oldstyle" not in words else "OOPS")
    assert ("F9/r ROLL" in screen.text()) == is_named
    leave(screen)


def test_text_reverse_and_graphics(games: Games) -> None:
    screen = around(games, r"printf 'plain \033preverse\033q \033Fabc^\033G|\033Y7$here'")
    screen.wait_for("plain reverse ─", "here", "^] menu")
    rows, reverse = screen.screen.rows(), screen.screen.reverse()
    assert rows[0].rstrip() == "plain reverse ─┼┐●|"
    assert rows[23].rstrip() == "    here"
    assert reverse[0] == "......#######" + 67 * "."
    assert status(screen).split() == ["sh", "9600", "baud", "Heath", "^]", "menu"]


def test_ascii_graphics(games: Games) -> None:
    screen = around(games, r"printf '\033Fabc^\033G.'", "--ascii")
    screen.wait_for("-++o.")


def test_what_the_command_finds(games: Games) -> None:
    screen = around(games, "echo TERM=$TERM; stty size; stty speed; tput kf1 | od -An -c")
    screen.wait_for("TERM=h19 ", "24 80", "9600", "033   S")


def test_another_speed(games: Games) -> None:
    screen = around(games, "stty speed", "--baud", "300")
    screen.wait_for_value(lambda: screen.screen.rows()[0].strip(), "300")
    screen.wait_for("300 baud")


def test_ansi_mode(games: Games) -> None:
    screen = around(games, r"echo TERM=$TERM; printf '\033[7mreverse\033[m\033[10;5Hthere'", "--ansi")
    screen.wait_for("TERM=h19-a ", "there", "ANSI")
    assert screen.screen.rows()[9].rstrip() == "    there"
    assert screen.screen.reverse()[1].startswith("#######.")


def test_a_speed_that_the_command_asks_for(games: Games) -> None:
    screen = around(games, r"printf '\033rE'; echo shown")
    screen.wait_for("shown", "1200 baud")


def test_the_bell(games: Games) -> None:
    screen = around(games, r"printf 'a\007b'")
    screen.wait_for("ab")
    screen.wait_until(lambda: b"\x07" in screen.received, "the bell")


@pytest.mark.parametrize(("block", "sequences"), [(False, ""), (True, r"\033x4")])
def test_the_cursor(games: Games, block: bool, sequences: str) -> None:
    screen = around(games, rf"printf '{sequences}\033Y$$'")
    cell = screen.screen.pyte.buffer[4]
    screen.wait_until(lambda: bool(cell[4].reverse if block else cell[4].underscore), "the cursor")
    screen.wait_until(lambda: not (cell[4].reverse or cell[4].underscore), "that it blinks")
    assert screen.screen.pyte.cursor.hidden


def test_phosphors(games: Games) -> None:
    colors = []
    for phosphor in ("green", "amber"):
        screen = around(games, "echo shown", "--phosphor", phosphor)
        screen.wait_for("shown")
        colors.append(screen.screen.colors())
    assert not colors[0] & colors[1]


# Windows


@pytest.mark.parametrize(
    ("term", "locale"),
    few_fast(2, [("xterm-256color", "C.UTF-8"), ("xterm", "C"), ("screen", "C.UTF-8"), ("linux", "C.UTF-8")]),
)
def test_the_25th_line_covers_row_24_where_there_is_no_other_room(games: Games, term: str, locale: str) -> None:
    script = r"printf '\033Y6 twenty-third\033Y7 twenty-fourth\033x1\033Y8 twenty-fifth'"
    screen = around(games, script, rows=24, TERM=term, LC_ALL=locale)
    screen.wait_for("twenty-third", "twenty-fifth")
    assert "twenty-fourth" not in screen.text()
    screen.send(MENU)
    screen.wait_for(PAGE, "9600 baud")
    screen.send(b"l")
    screen.wait_for("twenty-third", "twenty-fourth")
    assert "twenty-fifth" not in screen.text()
    screen.send(MENU + b"q")
    assert screen.exit_status() == 0


# Keys


def test_keys_that_are_typed_before_the_first_screen_are_kept(games: Games) -> None:
    screen = h19(games, "--", "/bin/sh", "-c", "read x; echo got $x; read y")
    screen.send(b"early\r")
    screen.wait_for("got early")
    assert b"\a" not in screen.received


def test_keys_wait_for_a_window_that_shows_what_they_do(listening: OnPty[Window]) -> None:
    listening.screen.resize(40, 10)
    listening.resize(40, 10)
    listening.wait_until(lambda: TOO_SMALL in listening.words(), "that it is too small")
    listening.send(b"lost")
    listening.wait_until(lambda: listening.received.count(b"\a") > 0, "the bell")
    listening.screen.resize(80, 26)
    listening.resize(80, 26)
    listening.wait_for("got .", "^] menu")
    listening.send(b"seen")
    check_got(listening, b"seen")


def test_a_snapshot_that_can_not_be_written_is_told_at_once(games: Games, tmp_path: Path) -> None:
    snapshot = str(tmp_path / "missing" / "x.svg")
    screen = h19(games, "--snapshot", snapshot, "--", "sh", "-c", "exit 3")
    assert screen.exit_status() == 1
    assert f"h19: {snapshot}: No such file or directory" in screen.text().replace("\n", "").replace("\r", "")


def test_a_log_on_a_full_disk_does_not_end_the_session(games: Games) -> None:
    screen = around(games, "echo shown", "--log", "/dev/full")
    screen.wait_for("shown")
    screen.send(b"typed")
    screen.wait_for("typed")
    screen.send(b"\r")
    assert screen.exit_status() == 1
    assert "h19: a file couldn't be written: No space left on device" in screen.text()


def test_a_block_cursor_on_a_blank_that_becomes_reverse(games: Games) -> None:
    """For a moment the old and the new cell look the same, so that nothing needs to be painted."""
    blinks = r"printf '\033H \033H\033p \033q\033H'; i=$((i+1))"
    script = f"i=0; while [ $i -lt 150 ]; do {blinks}; done; echo; echo shown"
    screen = around(games, script, "--block-cursor")
    screen.wait_for("shown")
    leave(screen)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        (
            b"\x1bOP\x1bOQ\x1bOR\x1bOS\x1b[15~\x1b[17~\x1b[18~\x1b[19~\x1b[20~",
            b"\x1bS\x1bT\x1bU\x1bV\x1bW\x1bP\x1bQ\x1bR\x1bJ",
        ),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1bOA\x1bOB", b"\x1bA\x1bB\x1bC\x1bD\x1bH\x1bA\x1bB"),
        (b"a\x03\x1a\x1c\x11\x13\n\r\t\x7f\x08~ \x00", b"a\x03\x1a\x1c\x11\x13\n\r\t\x08\x08~ \0"),
        (b"\x1b:wq", b"\x1b:wq"),
        (b"\x1b", b"\x1b"),
    ],
    ids=["function keys", "arrows in both modes", "controls", "ESC and a letter in one piece", "ESC alone"],
)
def test_keys_are_an_h19s(listening: OnPty[Window], typed: bytes, sent: bytes) -> None:
    listening.send(typed)
    check_got(listening, sent)


# Control sequences in a file that is looked at


@pytest.mark.parametrize(("words", "got"), [((), "nothing"), (("--transmit", "on"), "touch evil")])
def test_text_from_the_screen_comes_back_only_if_that_is_wanted(
    games: Games, tmp_path: Path, words: tuple[str, ...], got: str
) -> None:
    (tmp_path / "file").write_bytes(b"\x1bx1\x1bY8 touch evil\x1b]\x1bH")
    screen = around(games, f"cat {tmp_path}/file; read x; echo got ${{x:-nothing}}", *words)
    screen.wait_until(lambda: b"\a" in screen.received, "the bell")
    if not words:  # a transmitted line ends with CR, after which a key would end the command's screen
        screen.send(b"\r")
    screen.wait_for(f"got {got} ")


# The menu


def test_the_menu_comes_and_goes(listening: OnPty[Window]) -> None:
    before = listening.screen.rows()
    listening.send(MENU)
    listening.wait_for(PAGE, "write the snapshot", "^]  sends itself")
    listening.send(b"?")
    listening.wait_for_value(listening.screen.rows, before)
    check_got(listening, b"")


def test_the_menu_strikes_the_keys_that_the_host_lacks(listening: OnPty[Window]) -> None:
    listening.send(b"".join(MENU + key for key in (b"e", b"E", b"b", b"r", b"g", b"!", b"%", b"j", b"h", b"7")))
    check_got(listening, b"\x1bJ\x1bE\x1bP\x1bQ\x1bR\x1bS\x1bW\n\x1bH7")
    listening.send(MENU + b"k")
    # A pty has no BREAK: a command in raw mode reads a NUL instead.
    check_got(listening, b"\x1bJ\x1bE\x1bP\x1bQ\x1bR\x1bS\x1bW\n\x1bH7\0")


def test_another_escape_key(games: Games) -> None:
    screen = h19(games, "--escape", "^a", "--", sys.executable, "-c", GOT_KEYS)
    screen.wait_for("got .", "^A menu")
    screen.send(b"\x1d\x01\x01")
    check_got(screen, b"\x1d\x01")
    screen.send(b"\x01q")
    assert screen.exit_status() == 0


def test_reset_clears(games: Games) -> None:
    screen = around(games, r"printf '\033x1\033pshown\033x5'")
    screen.wait_for("shown", "REVERSE")
    screen.send(MENU + b"R")
    screen.wait_for_value(lambda: screen.text().count("shown"), 0)
    screen.wait_for_value(lambda: "REVERSE" in status(screen), False)


def test_off_line(listening: OnPty[Window]) -> None:
    listening.send(MENU + b"o")
    listening.wait_for("OFF LINE  ")
    listening.send(b"typed")
    listening.wait_until(lambda: "typed" in listening.screen.rows()[0], "the keys' own characters")
    listening.send(MENU + b"o")
    listening.wait_for_value(lambda: "OFF LINE" in status(listening), False)
    listening.send(b"z")
    check_got(listening, b"z")


def test_hold_screen_and_scroll(games: Games) -> None:
    screen = around(games, r"printf '\033[>3h\033x3'; seq 1 40; echo end", "--ascii")
    screen.wait_for("HOLD")
    assert "40" not in screen.text()
    for _ in range(2):
        screen.send(MENU + b"S")
    screen.wait_for("end")


def test_caps_lock(listening: OnPty[Window]) -> None:
    listening.send(MENU + b"c")
    listening.wait_for("CAPS LOCK")
    listening.send(b"shout")
    check_got(listening, b"SHOUT")


# The end


def test_q_leaves_and_the_command_is_hung_up(games: Games, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    screen = around(games, f"echo $$ >{pid}; echo ready")
    screen.wait_for("ready")
    leave(screen)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


@pytest.mark.parametrize(("script", "expected"), [("true", 0), ("exit 42", 42), ("kill -TERM $$", 143)])
def test_the_commands_exit_status_is_its_own(games: Games, script: str, expected: int) -> None:
    screen = h19(games, "--", "/bin/sh", "-c", script)
    assert screen.exit_status() == expected
    check_window_is_as_found(screen)
    assert last_words(screen) == []


def test_a_listing_stays_until_a_key(games: Games, tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    screen = h19(games, "--", "ls", str(tmp_path))
    screen.wait_for("notes", "ls: exit status 0. Press a key.")
    screen.send(b"x")
    assert screen.exit_status() == 0
    check_window_is_as_found(screen)


@pytest.mark.parametrize(
    ("name", "expected", "said"),
    [
        ("no-such-command", 127, "h19: no-such-command: command not found"),
        ("/etc/passwd", 126, "h19: /etc/passwd: not an executable file"),
    ],
)
def test_a_command_that_cant_be_run(games: Games, name: str, expected: int, said: str) -> None:
    screen = h19(games, "--", name)
    assert screen.exit_status() == expected
    assert bytes(screen.received) == said.encode() + b"\r\n"
    assert screen.tty_modes() == found_modes()


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal(games: Games, number: signal.Signals, expected: int) -> None:
    screen = around(games, "echo ready")
    screen.wait_for("ready")
    screen.signal(number)
    assert screen.exit_status() == expected
    check_window_is_as_found(screen)
    assert last_words(screen) == []


def test_a_terminal_that_hangs_up(games: Games, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    screen = around(games, f"echo $$ >{pid}; echo ready")
    screen.wait_for("ready")
    screen.hang_up()
    # The kernel decides whether the end of the input or the signal comes first.
    assert screen.program.returncode in (1, 129)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


@pytest.mark.parametrize("words", [(), ("--log", "log")])
def test_a_flood_can_be_left(games: Games, tmp_path: Path, words: tuple[str, ...]) -> None:
    files = [str(tmp_path / word) if word == "log" else word for word in words]
    screen = h19(games, *files, "--", "yes")
    screen.wait_until(lambda: screen.screen.rows()[22].rstrip() == "y", "a screen full")
    leave(screen)


def test_a_flood_can_be_interrupted(games: Games) -> None:
    screen = h19(games, "--", "/bin/sh", "-c", "trap : INT; yes; echo; echo over; read x")
    screen.wait_until(lambda: screen.screen.rows()[22].rstrip() == "y", "a screen full")
    screen.send(b"\x03")
    screen.wait_for("over")
    leave(screen)


def test_all_that_arrived_is_shown_before_the_end(games: Games, tmp_path: Path) -> None:
    snapshot = tmp_path / "screen.txt"
    script = "seq 1 400; printf 'the end'; exit 9"
    screen = h19(games, "--snapshot", str(snapshot), "--", "/bin/sh", "-c", script)
    assert screen.exit_status() == 9
    assert snapshot.read_text().split() == [*map(str, range(378, 401)), "the", "end"]


# Lines


def test_a_serial_line(games: Games, line: tuple[FarEnd[H19Screen], FileIO, str]) -> None:
    far, end, name = line
    screen = h19(games, "--line", name, "--baud", "19200")
    screen.wait_for(f"{name}  19200 baud")
    far.send(b"\x1bEHello, \x1bpH19\x1bq\r\n")
    screen.wait_for("Hello, H19")
    assert screen.screen.reverse()[0].startswith(".......###.")
    screen.send(b"typed\r\x1bOP")
    far.wait_until(lambda: bytes(far.received) == b"typed\r\x1bS", "what was typed")
    far.send(b"\x1bZ")
    far.wait_until(lambda: bytes(far.received).endswith(b"\x1b/K"), "who it is")
    far.send(b" to the end")
    screen.wait_for("to the end")
    leave(screen)
    assert not end.closed


def test_a_serial_line_that_goes_away(games: Games, line: tuple[FarEnd[H19Screen], FileIO, str]) -> None:
    far, end, name = line
    screen = h19(games, "--line", name)
    screen.wait_for("baud")
    far.send(b"ready")
    screen.wait_for("ready")
    end.close()
    assert screen.exit_status() == 1
    check_window_is_as_found(screen)
    (said,) = last_words(screen)
    assert said.startswith("h19: ")


def test_a_line_that_isnt_there(games: Games, tmp_path: Path) -> None:
    screen = h19(games, "--line", str(tmp_path / "tty"))
    assert screen.exit_status() == 1
    assert re.fullmatch(rb"h19: [^\r\n]+\r\n", bytes(screen.received))


def test_callers(games: Games) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    screen = h19(games, "--listen", str(port))
    screen.wait_for(f"waiting at 127.0.0.1:{port}")
    for name in (b"first", b"second"):
        with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as caller:
            caller.sendall(b"\x1bEthe " + name)
            screen.wait_for(f"the {name.decode()}")
            screen.wait_for_value(lambda: "waiting" in status(screen), False)
            screen.send(b"answer\r")
            far = FarEnd(caller.fileno(), H19Screen())
            far.wait_until(lambda far=far: bytes(far.received) == b"answer\r", "the answer")  # type: ignore[misc]
        screen.wait_for("waiting at")
        assert f"the {name.decode()}" in screen.text()
    leave(screen)
