"""The modes of the terminal that the program was started from."""

import fcntl
import os
import termios
from io import FileIO
from pathlib import Path

import pytest

from h89yahtzee.transport.descriptors import TtyTransport
from h89yahtzee.transport.transport import TransportClosed


def modes_of(fd: int) -> list[object]:
    modes: list[object] = termios.tcgetattr(fd)
    return modes


def input_modes_set(fd: int, flags: int) -> None:
    modes = termios.tcgetattr(fd)
    modes[0] |= flags
    termios.tcsetattr(fd, termios.TCSANOW, modes)


@pytest.mark.parametrize("leave", ["exit", "close"])
def test_leaving_restores_the_modes_exactly(leave: str, pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    input_modes_set(near, termios.IXANY | termios.IXOFF | termios.ISTRIP)
    found = modes_of(near)
    transport = TtyTransport(near, near)
    assert modes_of(near) == found
    transport.enter()
    assert modes_of(near) != found
    getattr(transport, leave)()
    assert modes_of(near) == found


def test_entering_after_the_shell_changed_the_modes_remembers_the_first(pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    found = termios.tcgetattr(near)
    transport = TtyTransport(near, near)
    transport.enter()
    entered = modes_of(near)
    of_the_shell = [*found[:3], found[3] & ~termios.ECHO, *found[4:]]
    termios.tcsetattr(near, termios.TCSANOW, of_the_shell)
    transport.enter()
    assert modes_of(near) == entered
    transport.exit()
    assert modes_of(near) == found


def test_the_modes_while_entered(pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    input_modes_set(near, termios.IXANY | termios.IXOFF | termios.ISTRIP | termios.INLCR)
    found = termios.tcgetattr(near)
    found[0] &= ~termios.IXON
    found[3] &= ~termios.ISIG
    found[6][termios.VSTART], found[6][termios.VSTOP] = b"\x00", b"A"
    termios.tcsetattr(near, termios.TCSANOW, found)
    character_size = termios.CSIZE | termios.PARENB | termios.PARODD
    TtyTransport(near, near).enter()
    iflag, oflag, cflag, lflag, _, _, control = termios.tcgetattr(near)
    assert iflag & termios.IXON
    assert not iflag & (termios.IXANY | termios.IXOFF | termios.ICRNL | termios.INLCR)
    assert iflag & termios.ISTRIP
    assert not oflag & termios.OPOST
    assert lflag & termios.ISIG
    assert lflag & termios.NOFLSH
    assert not lflag & (termios.ECHO | termios.ICANON | termios.IEXTEN)
    assert cflag & character_size == found[2] & character_size
    assert (control[termios.VSTART], control[termios.VSTOP]) == (b"\x11", b"\x13")


def test_the_shared_open_file_stays_blocking(pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    transport = TtyTransport(near, near)
    transport.enter()
    found = fcntl.fcntl(near, fcntl.F_GETFL)
    assert not found & os.O_NONBLOCK
    assert transport.receive() == b""
    while transport.send(b"x" * 4096):
        pass
    assert fcntl.fcntl(near, fcntl.F_GETFL) == found


@pytest.mark.parametrize("rate", [300, 9600, 19200])
def test_the_baud_rate_is_what_the_modes_name(rate: int, pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    modes = termios.tcgetattr(near)
    modes[4] = modes[5] = {300: termios.B300, 9600: termios.B9600, 19200: termios.B19200}[rate]
    termios.tcsetattr(near, termios.TCSANOW, modes)
    assert TtyTransport(near, near).baud_rate == rate


def test_a_file_is_no_terminal(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+b") as file:
        transport = TtyTransport(file.fileno(), file.fileno())
        assert transport.baud_rate == 0
        with pytest.raises(TransportClosed, match=r"^the terminal: not a terminal$"):
            transport.enter()
        transport.exit()
