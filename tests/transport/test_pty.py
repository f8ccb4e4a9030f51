"""Commands on a pty: the terminal they see, how they end, and how the caller is protected from them."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from io import FileIO
from pathlib import Path

import pytest

from h89yahtzee.transport.pty import PtyTransport, SpawnFailed
from h89yahtzee.transport.transport import TransportClosed

LIMIT = 120.0
QUIET = 0.2
"""Seconds without output after which no more output is expected."""
POLL = 0.01
POLLS = 500
ENVIRONMENT = {"PATH": os.environ["PATH"], "TERM": "h19"}
Spawn = Callable[..., PtyTransport]


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """A function that runs a command, and hangs up on it after the test."""
    running: list[PtyTransport] = []

    def run(
        *command: str,
        environment: Mapping[str, str] = ENVIRONMENT,
        rows: int = 24,
        columns: int = 80,
        baud: int = 9600,
    ) -> PtyTransport:
        running.append(PtyTransport.spawn(command, environment, rows, columns, baud))
        return running[-1]

    yield run
    for transport in running:
        transport.close()


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[FileIO]:
    """The reading end of a FIFO at tmp_path / "alive"; it is at its end once no process holds the writing end."""
    path = tmp_path / "alive"
    os.mkfifo(path)
    with FileIO(os.open(path, os.O_RDONLY | os.O_NONBLOCK)) as reader:
        yield reader


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A FIFO: a command's `read go <gate` waits until the test has opened and closed it."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def wait(transport: PtyTransport) -> None:
    fd = transport.fileno()
    if fd is None:
        select.select([], [], [], POLL)
    else:
        assert select.select([fd], [], [], LIMIT)[0], "nothing arrived"


def wait_for_exit(transport: PtyTransport) -> None:
    for _ in range(POLLS):
        if transport.exit_status is not None:
            return
        select.select([], [], [], POLL)
    pytest.fail("the command has not ended")


def receive_until(transport: PtyTransport, end: bytes) -> bytes:
    got = b""
    for _ in range(POLLS):
        if end in got:
            return got
        wait(transport)
        got += transport.receive()
    pytest.fail(f"{end!r} is not in {got!r}")


def receive_all(transport: PtyTransport) -> tuple[bytes, str]:
    """Return the output up to the command's end, and the message that tells of the end."""
    got = b""
    for _ in range(100 * POLLS):
        wait(transport)
        try:
            got += transport.receive()
        except TransportClosed as ended:
            return got, str(ended)
    pytest.fail(f"the command has not ended: {got[-80:]!r}")


def is_silent(transport: PtyTransport) -> bool:
    """Return whether nothing is received for a while, neither by selecting nor by polling."""
    fd = transport.fileno()
    if fd is not None and select.select([fd], [], [], QUIET)[0]:
        return False
    if fd is None:
        select.select([], [], [], QUIET)
    return transport.receive() == b""


def wait_for_end(alive: FileIO) -> None:
    assert select.select([alive], [], [], LIMIT)[0], "a process lives on"
    assert alive.read(1) == b""


def outputs(transport: PtyTransport) -> bytes:
    return receive_all(transport)[0]


def test_the_child_sees_its_terminal(spawn: Spawn) -> None:
    transport = spawn("sh", "-c", 'stty size; stty speed; echo "$TERM"; tty <&2', rows=25, columns=77, baud=4800)
    size, speed, term, tty = outputs(transport).decode().split("\r\n")[:-1]
    assert (size, speed, term) == ("25 77", "4800", "h19")
    assert Path(tty).is_relative_to("/dev")


def test_it_is_the_controlling_terminal_of_a_session_of_its_own(spawn: Spawn) -> None:
    told = "import os; print(os.getpid(), os.getpgrp(), os.getsid(0), os.tcgetpgrp(0))"
    transport = spawn("sh", "-c", 'echo $$; echo heard >/dev/tty; exec "$0" -c "$1"', sys.executable, told)
    pid, heard, numbers = outputs(transport).decode().splitlines()
    assert numbers.split() == [pid] * 4
    assert int(pid) != os.getsid(0)
    assert heard == "heard"


def test_the_modes_are_sane_as_stty_has_it(spawn: Spawn) -> None:
    # The H19's BACK SPACE sends ^H.
    script = "stty -a; stty sane; stty 9600 erase '^H'; stty -a"
    lines = outputs(spawn("sh", "-c", script)).decode().splitlines()
    settings = [line for line in lines if "hupcl" not in line]
    before, after = settings[: len(settings) // 2], settings[len(settings) // 2 :]
    assert before == after
    assert " ixon " in "\n".join(before)
    assert " -ixany " in "\n".join(before)


def test_the_environment_is_the_one_given_and_no_other(spawn: Spawn) -> None:
    assert outputs(spawn("/usr/bin/env", environment={"TERM": "h19-a"})) == b"TERM=h19-a\r\n"


def test_nothing_is_inherited_but_the_terminal(spawn: Spawn) -> None:
    def inheritable() -> set[str]:
        """Return the open files that the test itself was started with, and leaves to any command."""
        listed = subprocess.run(["ls", "-l", "/proc/self/fd"], close_fds=False, stdout=subprocess.PIPE, check=True)
        return targets(listed.stdout)

    def targets(listed: bytes) -> set[str]:
        names = {line.split(" -> ")[1].strip("'") for line in listed.decode().splitlines() if " -> " in line}
        return {name for name in names if not name.endswith("/fd")}  # the directory that ls reads

    other = spawn("cat")
    terminal = targets(outputs(spawn("ls", "-l", "/proc/self/fd"))) - inheritable()
    assert len(terminal) == 1
    assert terminal.pop().startswith("/dev/pts/")
    assert other.exit_status is None


def test_signals_are_at_their_defaults(spawn: Spawn) -> None:
    """Python ignores SIGPIPE; a command that inherited this would run on in a pipeline whose reader has ended."""
    handler = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    try:
        status = outputs(spawn("grep", "-E", "^Sig(Ign|Blk)", "/proc/self/status")).decode()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGHUP, handler)
    ignored, blocked = sorted(int(line.split(":")[1], 16) for line in status.splitlines())
    assert [number for number in signal.valid_signals() if (ignored | blocked) >> (number - 1) & 1] == []


@pytest.mark.parametrize(
    ("script", "message", "status"),
    [
        ("exit 0", "sh: exit status 0", 0),
        ("exit 3", "sh: exit status 3", 3),
        ("kill -KILL $$", "sh: killed by signal 9", 137),
        ("kill -HUP $$", "sh: killed by signal 1", 129),
    ],
)
def test_how_a_command_ended(script: str, message: str, status: int, spawn: Spawn) -> None:
    transport = spawn("sh", "-c", f"echo last words; {script}")
    assert receive_all(transport) == (b"last words\r\n", message)
    assert transport.exit_status == status
    transport.close()
    with pytest.raises(TransportClosed, match=f"^{message}$"):
        transport.receive()
    assert transport.exit_status == status


def test_output_before_the_end_is_received_whole(spawn: Spawn) -> None:
    expected = "".join(f"{number}\r\n" for number in range(1, 30001)).encode()
    assert receive_all(spawn("seq", "30000")) == (expected, "seq: exit status 0")


def test_sending_to_a_command_that_ended_leaves_its_last_words(spawn: Spawn) -> None:
    transport = spawn("sh", "-c", "echo last words")
    wait_for_exit(transport)
    assert transport.send(b"too late") == 8
    assert receive_all(transport) == (b"last words\r\n", "sh: exit status 0")


def test_a_background_process_does_not_keep_the_command_alive(
    spawn: Spawn, tmp_path: Path, alive: FileIO, gate: Path
) -> None:
    transport = spawn("sh", "-c", f"trap '' HUP; (echo started; read go <{gate}) 3>{tmp_path}/alive &")
    with gate.open("wb"):  # waits for the background process
        assert receive_until(transport, b"started\r\n") == b"started\r\n"
        wait_for_exit(transport)
        with pytest.raises(TransportClosed, match=r"^sh: exit status 0$"):
            transport.receive()
        assert not select.select([alive], [], [], 0)[0]
    wait_for_end(alive)


def test_a_command_that_closes_the_terminal_has_not_ended(spawn: Spawn, gate: Path) -> None:
    transport = spawn("sh", "-c", f"exec <&- >&- 2>&-; read go <{gate}; exit 7")
    with gate.open("wb"):
        assert transport.receive() == b""
        assert transport.fileno() is None
        assert transport.exit_status is None
    assert receive_all(transport) == (b"", "sh: exit status 7")


def test_a_command_that_opens_the_terminal_again(spawn: Spawn, gate: Path) -> None:
    transport = spawn("sh", "-c", f"exec <&- >&- 2>&-; read go <{gate}; echo back >/dev/tty")
    with gate.open("wb"):
        assert transport.receive() == b""
    assert receive_all(transport) == (b"back\r\n", "sh: exit status 0")


@pytest.mark.parametrize("name", ["no-such-command", "./no-such-command", "/no/such/command"])
def test_a_command_that_is_not_found(name: str) -> None:
    with pytest.raises(SpawnFailed, match=f"^{name}: command not found$") as failed:
        PtyTransport.spawn([name, "-x"], ENVIRONMENT)
    assert (
        failed.value.exit_status == subprocess.run(["sh", "-c", name], check=False, capture_output=True).returncode
    )


def test_the_path_is_the_one_given(tmp_path: Path, spawn: Spawn) -> None:
    command = tmp_path / "greet"
    command.write_text("#!/bin/sh\necho hello\n")
    command.chmod(0o755)
    assert outputs(spawn("greet", environment={"PATH": str(tmp_path)})) == b"hello\r\n"


@pytest.mark.parametrize(
    ("text", "mode", "reason"),
    [("#!/bin/sh\n", 0o644, "not an executable file"), ("garbage\n", 0o755, "exec format error")],
)
def test_a_file_that_can_not_be_run(text: str, mode: int, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    path.chmod(mode)
    descriptors = os.listdir("/proc/self/fd")  # noqa: PTH208  (Path.iterdir would open one itself)
    with pytest.raises(SpawnFailed, match=f"^{path}: {reason}$") as failed:
        PtyTransport.spawn([str(path)], ENVIRONMENT)
    assert failed.value.exit_status == 126
    assert os.listdir("/proc/self/fd") == descriptors  # noqa: PTH208


def test_a_malformed_rate() -> None:
    with pytest.raises(ValueError, match="baud rate 0: expected a positive number"):
        PtyTransport.spawn(["true"], ENVIRONMENT, baud=0)


def test_a_flooding_command_leaves_the_caller_in_control(spawn: Spawn) -> None:
    transport = spawn("yes", "flood")
    for _ in range(1000):
        wait(transport)
        assert len(transport.receive()) <= 4096
    assert transport.send(b"\x03") == 1
    assert receive_all(transport)[1] == "yes: killed by signal 2"


def test_a_flooding_background_process_does_not_keep_the_line_open(
    spawn: Spawn, tmp_path: Path, alive: FileIO
) -> None:
    transport = spawn("sh", "-c", f"trap '' HUP; (exec yes) 3>{tmp_path}/alive & exit 0")
    output, message = receive_all(transport)
    assert message == "sh: exit status 0"
    assert set(output.split()) <= {b"y"}
    transport.close()
    wait_for_end(alive)


def test_a_command_that_does_not_read_takes_no_more_and_loses_nothing(spawn: Spawn, gate: Path) -> None:
    """This holds in canonical mode as long as no text line is longer than a pty can keep."""
    transport = spawn("sh", "-c", f"stty -echo; echo ready; read go <{gate}; exec cat")
    receive_until(transport, b"ready\r\n")
    line = b"0123456789ABCDE\n"
    sent = 0
    with gate.open("wb"):
        while (taken := transport.send((line * 256)[sent % 16 :])) > 0:
            sent += taken
            assert sent < 1_000_000
    assert sent > 0
    whole = line * (sent // 16)
    got = b""
    while len(got) < len(whole) + sent // 16:
        wait(transport)
        got += transport.receive()
    assert got == whole.replace(b"\n", b"\r\n")


def test_xoff_stops_the_output_until_xon(spawn: Spawn) -> None:
    transport = spawn("yes")
    wait(transport)
    assert transport.receive()
    assert transport.send(b"\x13") == 1
    assert transport.receive() == b""
    assert transport.fileno() is None
    assert is_silent(transport)
    assert transport.send(b"A") == 1  # only XON resumes
    assert is_silent(transport)
    assert transport.send(b"\x11") == 1
    receive_until(transport, b"y\r\n")


def test_xoff_stops_the_command_itself(spawn: Spawn, tmp_path: Path) -> None:
    done = tmp_path / "done"
    transport = spawn("sh", "-c", f"read line; echo said; echo done >{done}")
    assert transport.send(b"\x13go\r") == 4
    assert is_silent(transport)
    assert not done.exists()
    assert transport.send(b"\x11") == 1
    assert b"said\r\n" in receive_all(transport)[0]  # the echo may come after it
    assert done.exists()


def test_a_command_without_ixon_gets_xoff_as_a_byte(spawn: Spawn) -> None:
    transport = spawn("sh", "-c", "stty raw -echo; echo ready; exec cat")
    receive_until(transport, b"ready\n")
    assert transport.send(b"\x13A") == 2
    assert receive_until(transport, b"A") == b"\x13A"


def test_taking_ixon_away_resumes_the_output(spawn: Spawn, gate: Path) -> None:
    transport = spawn("sh", "-c", f"read go <{gate}; stty -ixon; echo on")
    with gate.open("wb"):
        transport.send(b"\x13")
        assert transport.fileno() is None
    receive_until(transport, b"on\r\n")  # maybe with ^S, if the tty processed it after stty


def test_the_last_words_wait_for_xon(spawn: Spawn, gate: Path) -> None:
    transport = spawn("sh", "-c", f"echo last words; read go <{gate}")
    with gate.open("wb"):  # the command waits for this, so its words are in the pty
        transport.send(b"\x13")
    wait_for_exit(transport)
    assert transport.exit_status == 1
    assert transport.receive() == b""
    assert transport.send(b"\x11") == 1
    assert receive_all(transport) == (b"last words\r\n", "sh: exit status 1")


def raw_cat(spawn: Spawn, modes: str) -> PtyTransport:
    transport = spawn("sh", "-c", f"stty raw -echo {modes}; echo ready; exec cat")
    receive_until(transport, b"ready\n")
    return transport


def test_break_interrupts_with_brkint(spawn: Spawn) -> None:
    transport = raw_cat(spawn, "brkint -ignbrk")
    assert transport.send_break()
    assert receive_all(transport) == (b"", "sh: killed by signal 2")


@pytest.mark.parametrize(("modes", "output"), [("brkint ignbrk", b"A"), ("-brkint -ignbrk", b"\0A")])
def test_break_does_nothing_or_is_a_nul_in_other_modes(modes: str, output: bytes, spawn: Spawn) -> None:
    transport = raw_cat(spawn, modes)
    assert transport.send_break()
    transport.send(b"A")
    assert receive_until(transport, b"A") == output


@pytest.mark.parametrize("ignoring", ["", "trap '' HUP;"])
def test_hanging_up_leaves_no_process_behind(ignoring: str, spawn: Spawn, tmp_path: Path, alive: FileIO) -> None:
    transport = spawn("sh", "-c", f"exec 3>{tmp_path}/alive; {ignoring} echo $$ ready; sleep 60; :")
    pid, *_ = receive_until(transport, b"ready\r\n").split()
    transport.close(patience=0.05)
    assert transport.exit_status == (137 if ignoring else 129)
    wait_for_end(alive)
    with pytest.raises(ChildProcessError):
        os.waitpid(int(pid), os.WNOHANG)
    transport.close()


def test_a_stopped_command_is_hung_up_too(spawn: Spawn) -> None:
    transport = spawn("sh", "-c", "echo ready; kill -STOP $$")
    receive_until(transport, b"ready\r\n")
    transport.close()
    assert transport.exit_status == 129


def test_a_command_may_tidy_up_when_hung_up(spawn: Spawn, tmp_path: Path) -> None:
    script = f"trap 'echo tidy >{tmp_path}/tidy; exit 5' HUP; echo ready; while :; do read line; done"
    transport = spawn("sh", "-c", script)
    receive_until(transport, b"ready\r\n")
    transport.close(patience=LIMIT)
    assert transport.exit_status == 5
    assert (tmp_path / "tidy").exists()


def test_nothing_can_be_done_to_a_closed_pty(spawn: Spawn) -> None:
    transport = spawn("cat")
    transport.close()
    with pytest.raises(TransportClosed, match=r"^cat: closed$"):
        transport.send_break()
