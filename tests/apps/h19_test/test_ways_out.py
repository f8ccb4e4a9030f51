"""How `h19-test` ends: by signals, if a line can't be opened or goes away, or if a file can't be written."""

import os
import signal
import socket
import sys
import termios
import threading
import tty
from contextlib import closing
from pathlib import Path
from select import select
from subprocess import PIPE

import pytest

from h89yahtzee.h19.terminal import Terminal
from tests.parameters import few_fast
from tests.programs import Popen, on_terminal, run

CODE = """
import sys
from h89yahtzee.apps.h19_test import h19_test, screen_checks, terminal_under_test

# The emulator at the far end sends its answers whole.
terminal_under_test.ANSWER_TIME = screen_checks._QUIET = 0.3
sys.exit(h19_test.main())
"""
COMMAND = [sys.executable, "-c", CODE]
LIMIT = 60.0
RESET = b"\x1bz"
IDENTIFIED = 60
"""The number of bytes from `h19-test` after which it knows the kind of the terminal."""


def serve(fileno: int, enough: int, h19: Terminal) -> bytes:
    """Be an H19 at this end of a line until `enough` bytes have come or the line is closed; return the bytes."""
    got = b""
    while len(got) < enough and select([fileno], [], [], LIMIT)[0]:
        try:
            data = os.read(fileno, 4096)
        except OSError:
            break
        if not data:
            break
        got += data
        h19.feed(data)
        os.write(fileno, h19.data_to_send())
    return got


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (["--line", "/dev/no-such-line"], 1, "h19-test: /dev/no-such-line: no such device\n"),
        (["--line", "ftp://a"], 2, "h19-test: --line: 'ftp://a': expected a device, socket://host:port"),
        (["--line", "socket://localhost"], 2, "h19-test: --line: 'socket://localhost': expected a device"),
        (["--listen", "x"], 2, "h19-test: --listen: 'x': expected [HOST:]PORT"),
        (["--pty", "--json", "/no/such/folder/report"], 1, "h19-test: /no/such/folder/report: No such file"),
        (["--pty", "--html", "/"], 1, "h19-test: /: Is a directory\n"),
        (["--line", "/dev/null"], 1, "h19-test: /dev/null: not a serial line\n"),
        ([], 2, "h19-test: expected a terminal: --line, --listen or --pty"),
    ],
)
def test_a_test_that_cant_begin_is_refused_in_one_line(options: list[str], status: int, told: str) -> None:
    done = run([*COMMAND, *options], capture_output=True, text=True, timeout=LIMIT)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("bytes_before", "number", "status"),
    few_fast(
        1,
        [
            (IDENTIFIED, signal.SIGINT, 130),
            (1, signal.SIGINT, 130),
            (1, signal.SIGTERM, 143),
            (3000, signal.SIGINT, 130),
            (3000, signal.SIGHUP, 129),
        ],
    ),
)
def test_a_signal_leaves_the_terminal_reset_and_its_modes_restored(
    bytes_before: int, number: int, status: int
) -> None:
    far, near = os.openpty()
    try:
        tty.setraw(near)
        found = termios.tcgetattr(near)
        with on_terminal([*COMMAND, "--line", "-"], near) as program:
            h19 = Terminal()
            serve(far, bytes_before, h19)
            program.send_signal(number)
            sent = b""
            while not sent.endswith(RESET) and select([far], [], [], LIMIT)[0]:
                sent += os.read(far, 4096)
            assert program.wait(LIMIT) == status
        assert sent.endswith(RESET)
        assert termios.tcgetattr(near) == found
        assert not select([far], [], [], 0)[0]
    finally:
        os.close(far)
        os.close(near)


def test_a_pty_that_is_hung_up_ends_the_test_with_what_is_known() -> None:
    with Popen[str]([*COMMAND, "--pty"], stdout=PIPE, stderr=PIPE, text=True) as program:
        assert program.stdout is not None
        near = os.open(program.stdout.readline().strip(), os.O_RDWR | os.O_NOCTTY)
        try:
            serve(near, IDENTIFIED, Terminal())
        finally:
            os.close(near)
        printed, errors = program.communicate(timeout=LIMIT)
    assert (program.returncode, errors) == (1, "")
    assert "The line went away: " in printed
    assert "Not judged: " in printed


@pytest.mark.parametrize("is_caller", few_fast(1, [False, True]))
def test_a_connection_that_is_closed_ends_the_test_with_what_is_known(is_caller: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if is_caller:
            server.close()
        way = ["--listen", str(port)] if is_caller else ["--line", f"socket://127.0.0.1:{port}"]
        with Popen[str]([*COMMAND, *way], stdout=PIPE, stderr=PIPE, text=True) as program:
            assert program.stdout is not None
            if is_caller:
                assert program.stdout.readline().startswith("waiting for an emulator to call ")
            connection = socket.create_connection(("127.0.0.1", port)) if is_caller else server.accept()[0]
            with closing(connection):
                serve(connection.fileno(), IDENTIFIED, Terminal())
            printed, errors = program.communicate(timeout=LIMIT)
    assert (program.returncode, errors) == (1, "")
    assert "The line went away: " in printed


def test_one_case_through_a_socket_and_its_reports(tmp_path: Path) -> None:
    files = [tmp_path / "report.json", tmp_path / "report.html"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        words = ["--line", url, "--case", "heath-cr", "--json", str(files[0]), "--html", str(files[1])]
        with Popen[str]([*COMMAND, *words], stdout=PIPE, stderr=PIPE, text=True) as program:
            connection = server.accept()[0]
            with closing(connection):
                emulator = threading.Thread(target=serve, args=(connection.fileno(), sys.maxsize, Terminal()))
                emulator.start()
                printed, errors = program.communicate(timeout=LIMIT)
                emulator.join(LIMIT)
    assert (program.returncode, errors) == (0, "")
    assert printed.endswith("\n1 of 1 as the firmware of the H19.\n")
    assert all(path.stat().st_size > 100 for path in files)
