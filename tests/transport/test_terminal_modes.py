"""XON/XOFF, compared with how the kernel's own ptys obey it, and the speeds of terminal modes."""

import contextlib
import os
import select
import termios
from collections.abc import Iterator
from io import FileIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.transport.terminal_modes import baud_rate, is_stopped_after, obeying_xon_xoff, speed_for
from tests.naming import each

LIMIT = 120.0
CHARACTERS = st.sampled_from([0x00, 0x03, 0x11, 0x13, 0x1A, 0x1C, 0x41, 0x53])


@contextlib.contextmanager
def new_pty() -> Iterator[tuple[FileIO, int]]:
    """Provide the master and the slave of a new pty; the slave doesn't block."""
    master, slave = os.openpty()
    os.set_blocking(slave, False)
    with FileIO(master, "r+") as far, FileIO(slave):
        yield far, slave


@pytest.fixture
def modes() -> list[int | list[bytes | int]]:
    with new_pty() as (_, slave):
        return termios.tcgetattr(slave)


def kernel_is_stopped(far: FileIO, slave: int, sent: bytes) -> bool:
    """Return whether the pty takes no output after `sent` was typed on it.

    A byte 255 is typed after `sent`; when it can be read, the kernel has processed `sent`.
    """
    far.write(sent + b"\xff")
    got = b""
    while not got.endswith(b"\xff"):
        assert select.select([slave], [], [], LIMIT)[0]
        got += os.read(slave, 4096)
    try:
        return os.write(slave, b"o") == 0
    except BlockingIOError:
        return True


@given(
    typed=st.binary(max_size=6) | st.lists(CHARACTERS, max_size=6).map(bytes),
    ixon=st.sampled_from([termios.IXON, termios.IXON, 0]),
    isig=st.booleans(),
    stop=st.sampled_from([b"\x13", b"\x13", b"S", b"\0"]),
)
def test_output_is_stopped_when_the_kernel_stops_it(typed: bytes, ixon: int, isig: bool, stop: bytes) -> None:
    typed = typed.replace(b"\xff", b"")
    with new_pty() as (far, slave):
        modes = termios.tcgetattr(slave)
        modes[0], modes[1], modes[3] = ixon, 0, termios.ISIG if isig else 0
        modes[6][termios.VSTOP] = stop
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        predicted = is_stopped_after(typed, False, termios.tcgetattr(far.fileno()))
        assert predicted == kernel_is_stopped(far, slave, typed)


def test_whole_is_as_byte_by_byte(modes: list[int | list[bytes | int]]) -> None:
    for typed in (b"\x13A\x11", b"A\x13", b"\x13\x03", b"\x11\x13"):
        stopped = False
        for value in typed:
            stopped = is_stopped_after(bytes((value,)), stopped, modes)
        assert stopped == is_stopped_after(typed, False, modes)


def test_any_byte_resumes_with_ixany(modes: list[int | list[bytes | int]]) -> None:
    iflag = modes[0]
    assert isinstance(iflag, int)
    modes[0] = iflag | termios.IXANY
    assert not is_stopped_after(b"A", True, modes)
    assert is_stopped_after(b"\x13", True, modes)
    modes[0] = obeying_xon_xoff(iflag | termios.IXANY)
    assert is_stopped_after(b"A", True, modes)


@each(
    ("baud", "speed"),
    [
        (110, termios.B110),
        (9600, termios.B9600),
        (19200, termios.B19200),
        (2000, termios.B2400),
        (3600, termios.B4800),
        (7200, getattr(termios, "B7200", termios.B9600)),  # glibc has it since 2.42
        (1, termios.B50),
    ],
)
def test_the_speed_for_a_rate(baud: int, speed: int) -> None:
    assert speed_for(baud) == speed


def test_a_rate_above_all_has_the_highest_speed() -> None:
    assert baud_rate(speed_for(10**9)) >= 115200


def test_speeds_name_their_rates() -> None:
    assert baud_rate(termios.B9600) == 9600
    assert baud_rate(-1) == 0


@pytest.mark.parametrize("baud", [0, -9600])
def test_a_malformed_rate(baud: int) -> None:
    with pytest.raises(ValueError, match=f"baud rate {baud}: expected a positive number"):
        speed_for(baud)
