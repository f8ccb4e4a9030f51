"""Serial lines: the state of a device that was opened, and the messages of failures."""

import fcntl
import os
import socket
import struct
import sys
import termios
import threading
from io import FileIO
from pathlib import Path

import pytest
from serial import SerialException, rfc2217
from serial.urlhandler import protocol_loop

from h89yahtzee.transport.serial_line import open_serial
from h89yahtzee.transport.transport import TransportClosed
from tests.naming import each
from tests.transport.rfc2217_server import serve

LIMIT = 120.0
TCGETS2 = 0x802C542A
"""The ioctl that reads a terminal's modes and speeds, as on most of Linux's processors.

The speeds are the last two words of the structure.
"""


def test_the_modes_are_mended_where_pyserial_leaves_traps(pty_pair: tuple[FileIO, int]) -> None:
    near = pty_pair[1]
    modes = termios.tcgetattr(near)
    modes[0] |= termios.IXANY | termios.BRKINT
    modes[6][termios.VSTOP] = b"\x00"
    termios.tcsetattr(near, termios.TCSANOW, modes)
    line = open_serial(os.ttyname(near), 19200)
    iflag, _, _, _, _, speed, control = termios.tcgetattr(near)
    assert iflag & termios.IXON
    assert not iflag & (termios.IXANY | termios.IXOFF | termios.BRKINT)
    assert control[termios.VSTART] == b"\x11"
    assert control[termios.VSTOP] == b"\x13"
    assert speed == termios.B19200
    line.close()
    restored: list[object] = termios.tcgetattr(near)
    assert restored == modes


def test_a_device_is_opened_once(pty_pair: tuple[FileIO, int]) -> None:
    path = os.ttyname(pty_pair[1])
    line = open_serial(path, 9600)
    with pytest.raises(TransportClosed, match=f"^{path}: in use by another program$"):
        open_serial(path, 9600)
    line.close()
    open_serial(path, 9600).close()


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the speed")
@pytest.mark.parametrize("baud", [300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600, 19200])
def test_a_device_gets_every_speed_of_the_game(baud: int, pty_pair: tuple[FileIO, int]) -> None:
    """Since termios2, Linux can set speeds that have no name in the terminal modes."""
    near = pty_pair[1]
    line = open_serial(os.ttyname(near), baud)
    modes = fcntl.ioctl(near, TCGETS2, bytes(44))
    assert struct.unpack("II", modes[36:]) == (baud, baud)
    line.close()


def test_a_device_obeys_xon_xoff_and_a_socket_has_neither_that_nor_a_break(pty_pair: tuple[FileIO, int]) -> None:
    device = open_serial(os.ttyname(pty_pair[1]), 9600)
    assert device.honours_xon_xoff
    device.close()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        tcp = open_serial(f"socket://127.0.0.1:{listener.getsockname()[1]}", 9600)
        assert not tcp.honours_xon_xoff
        assert not tcp.send_break(LIMIT)
        tcp.close()


def test_a_device_has_a_break_and_goes_on(pty_pair: tuple[FileIO, int]) -> None:
    far, near = pty_pair
    line = open_serial(os.ttyname(near), 9600)
    assert line.send_break(0.01)
    assert line.send(b"A") == 1
    assert far.read(1) == b"A"
    line.close()
    with pytest.raises(TransportClosed):
        line.send_break(0.01)


class RemotePort(protocol_loop.Serial):
    """A server's serial port that notes in `breaks` when a break begins (True) and ends (False)."""

    breaks: list[bool]

    def _update_break_state(self) -> None:
        self.breaks.append(self.break_condition)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\) is deprecated:DeprecationWarning")
def test_a_break_at_a_remote_port() -> None:
    port = RemotePort("loop://")
    port.breaks = []
    near, far = socket.socketpair()
    with socket.create_server(("127.0.0.1", 0)) as listener, near, far:
        thread = threading.Thread(target=serve, args=(listener, near, port))
        thread.start()
        line = open_serial(f"rfc2217://127.0.0.1:{listener.getsockname()[1]}", 9600)
        assert line.send_break(0.01)
        assert port.breaks == [True, False]
        line.close()
        far.close()
        thread.join(LIMIT)
    assert not thread.is_alive()


def test_a_missing_device() -> None:
    with pytest.raises(TransportClosed, match=r"^/dev/ttyUSB_none: no such device$"):
        open_serial("/dev/ttyUSB_none", 9600)


def test_a_file_is_no_serial_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(TransportClosed, match=f"^{path}: not a serial line$"):
        open_serial(str(path), 9600)


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_port_where_nobody_listens(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(TransportClosed, match=f"^{url}: connection refused$"):
        open_serial(url, 9600)


def test_a_failure_in_the_words_of_pyserial_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """pyserial reports a server's silence, after some seconds, by a message without an error of the system."""

    def silent(*_: object, **__: object) -> None:
        raise SerialException("Remote does not seem to answer [or so]")

    monkeypatch.setattr(rfc2217, "Serial", silent)
    with pytest.raises(TransportClosed, match=r"^rfc2217://127.0.0.1:23: Remote does not seem to answer$"):
        open_serial("rfc2217://127.0.0.1:23", 9600)


@each(
    "url",
    [
        *("", "telnet://127.0.0.1:23", "loop://", "rfc2217://127.0.0.1"),
        *(f"socket://{place}" for place in ("127.0.0.1", ":23", "127.0.0.1:tty", "127.0.0.1:65536", "[::1:23")),
        *("rfc2217://127.0.0.1:23/ttyS0", "rfc2217://127.0.0.1:23?unheard_of"),
    ],
)
def test_a_malformed_url(url: str) -> None:
    with pytest.raises(ValueError, match="expected a device, socket://host:port or rfc2217://host:port"):
        open_serial(url, 9600)


@pytest.mark.parametrize("baud", [0, -9600])
def test_a_malformed_rate(baud: int, pty_pair: tuple[FileIO, int]) -> None:
    with pytest.raises(ValueError, match=f"baud rate {baud}: expected a positive number"):
        open_serial(os.ttyname(pty_pair[1]), baud)


def test_the_speed_may_change_and_flow_control_stays(pty_pair: tuple[FileIO, int]) -> None:
    _, near = pty_pair
    line = open_serial(os.ttyname(near), 9600)
    line.set_baud_rate(1200)
    iflag, *_, speed, _ = termios.tcgetattr(near)
    assert speed == termios.B1200
    assert iflag & termios.IXON
    assert not iflag & (termios.IXOFF | termios.IXANY)
    line.close()
