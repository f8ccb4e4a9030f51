"""The promises of the `Transport` contract, tested with every medium."""

import os
import select
import signal
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from typing import Protocol

import pytest
from serial.urlhandler import protocol_loop

from h89yahtzee.transport.descriptors import TtyTransport
from h89yahtzee.transport.pty import PtyTransport
from h89yahtzee.transport.serial_line import open_serial
from h89yahtzee.transport.sockets import listen
from h89yahtzee.transport.switchboard import CallLimits, Switchboard
from h89yahtzee.transport.transport import Transport, TransportClosed
from tests.transport.memory import MemoryTransport, memory_pair
from tests.transport.rfc2217_server import serve

LIMIT = 120.0
POLL = 0.01
POLLS = 500
MORE_THAN_ANY_BUFFER = 64_000_000
XON_XOFF = b"\x11\x13"
SIGNAL_KEYS = b"\x03\x1a\x1c"
PATTERN = bytes(range(256)) * 16


class Peer(Protocol):
    """The other end of a medium, driven without the code under test."""

    def write(self, data: bytes) -> None: ...

    def read(self, count: int) -> bytes:
        """Return exactly `count` bytes, or those that came within the time limit."""

    def close(self) -> None: ...


@dataclass
class Medium:
    transport: Transport
    peer: Peer
    name: str
    kept: bytes = b""
    """Bytes that the medium acts on instead of delivering."""


class StreamPeer:
    def __init__(self, stream: socket.socket | FileIO) -> None:
        self.stream = stream

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.stream.fileno(), data) :]

    def read(self, count: int) -> bytes:
        got = bytearray()
        while len(got) < count and select.select([self.stream], [], [], LIMIT)[0]:
            got += os.read(self.stream.fileno(), count - len(got))
        return bytes(got)

    def close(self) -> None:
        self.stream.close()


class CommandPeer(StreamPeer):
    """The terminal of a command that sleeps until it is killed; the test reads and writes the terminal instead."""

    def __init__(self, path: str, pid: int) -> None:
        super().__init__(FileIO(os.open(path, os.O_RDWR | os.O_NOCTTY), "r+"))
        self.pid = pid

    def close(self) -> None:
        super().close()
        os.kill(self.pid, signal.SIGKILL)


class MemoryPeer:
    def __init__(self, end: MemoryTransport) -> None:
        self.end = end

    def write(self, data: bytes) -> None:
        assert self.end.send(data) == len(data)

    def read(self, count: int) -> bytes:
        got = self.end.receive()
        assert len(got) <= count
        return got

    def close(self) -> None:
        self.end.close()


@pytest.fixture
def memory() -> Medium:
    near, far = memory_pair()
    return Medium(near, MemoryPeer(far), "memory")


@pytest.fixture
def device(pty_pair: tuple[FileIO, int]) -> Medium:
    far, near = pty_pair
    path = os.ttyname(near)
    return Medium(open_serial(path, 9600), StreamPeer(far), path, kept=XON_XOFF)


@pytest.fixture
def terminal(pty_pair: tuple[FileIO, int]) -> Medium:
    far, near = pty_pair
    transport = TtyTransport(near, near)
    transport.enter()
    return Medium(transport, StreamPeer(far), os.ttyname(near), kept=XON_XOFF + SIGNAL_KEYS)


@pytest.fixture
def tcp() -> Iterator[Medium]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(LIMIT)
        url = f"socket://127.0.0.1:{listener.getsockname()[1]}"
        transport = open_serial(url, 9600)
        accepted, _ = listener.accept()
        with accepted:
            yield Medium(transport, StreamPeer(accepted), url)


@pytest.fixture
def command() -> Iterator[Medium]:
    """A command on a pty in raw mode that sleeps; the test reads and writes the pty in its place."""
    script = "stty raw -echo; tty; echo $$; exec sleep 60"
    transport = PtyTransport.spawn(["sh", "-c", script], {"PATH": os.environ["PATH"]})
    said = b""
    while said.count(b"\n") < 2:
        wait_for_input(transport)
        said += transport.receive()
    path, pid = said.split()
    peer = CommandPeer(path.decode(), int(pid))
    with peer.stream:
        yield Medium(transport, peer, "sh")


@pytest.fixture
def caller() -> Iterator[Medium]:
    listener = listen("127.0.0.1", 0, CallLimits(), time.monotonic)
    with socket.create_connection(("127.0.0.1", int(listener.name.split(":")[1]))) as far:
        wait_for_input(listener)
        transport = listener.accept()
        assert transport is not None
        yield Medium(transport, StreamPeer(far), transport.name)
    listener.close()


@pytest.fixture
def remote() -> Iterator[Medium]:
    near, far = socket.socketpair()
    with socket.create_server(("127.0.0.1", 0)) as listener, near, far:
        listener.settimeout(LIMIT)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        url = f"rfc2217://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=serve, args=(listener, near, protocol_loop.Serial("loop://")))
        thread.start()
        transport = open_serial(url, 9600)
        yield Medium(transport, StreamPeer(far), url)
        transport.close()
        far.close()
        thread.join(LIMIT)
        assert not thread.is_alive()


@pytest.fixture(params=["memory", "device", "terminal", "tcp", "remote", "command", "caller"])
def medium(request: pytest.FixtureRequest) -> Iterator[Medium]:
    medium: Medium = request.getfixturevalue(request.param)
    yield medium
    medium.transport.close()


# pyserial 3.5's RFC 2217 client calls Thread.setDaemon and setName.
pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\) is deprecated:DeprecationWarning")


def wait_for_input(transport: Transport | Switchboard) -> None:
    """Wait until the descriptor is readable, or, as the contract says to poll if there is none, for a moment."""
    fd = transport.fileno()
    if fd is None:
        select.select([], [], [], POLL)
    else:
        assert select.select([fd], [], [], LIMIT)[0], "nothing arrived"


def receive(transport: Transport, count: int) -> bytes:
    got = transport.receive()
    for _ in range(POLLS):
        if len(got) >= count:
            break
        wait_for_input(transport)
        got += transport.receive()
    return got


def send(medium: Medium, data: bytes) -> bytes:
    """Send all of `data` while the peer reads the bytes taken, to make room; return the bytes the peer got."""
    got = b""
    for _ in range(POLLS):
        taken = medium.transport.send(data)
        data = data[taken:]
        got += medium.peer.read(taken)
        if not data:
            break
    return got


def receive_to_the_end(transport: Transport) -> None:
    for _ in range(POLLS):
        wait_for_input(transport)
        transport.receive()


def send_to_the_end(transport: Transport) -> None:
    """Send bytes until an error is raised; a TCP peer's refusal comes some time after the byte that it refuses."""
    for _ in range(POLLS):
        transport.send(b"A")
        select.select([], [], [], POLL)


def wait_until_closed(transport: Transport) -> None:
    with pytest.raises(TransportClosed):
        receive_to_the_end(transport)


def test_every_byte_value_arrives_unchanged(medium: Medium) -> None:
    data = bytes(value for value in range(256) if value not in medium.kept)
    medium.peer.write(data)
    assert receive(medium.transport, len(data)) == data


def test_every_byte_value_is_sent_unchanged(medium: Medium) -> None:
    data = bytes(range(256))
    assert medium.transport.send(data) == len(data)
    assert medium.peer.read(len(data)) == data


def test_more_than_the_medium_holds_is_sent_in_parts(medium: Medium) -> None:
    data = PATTERN * 16
    assert send(medium, data) == data


def test_a_full_medium_takes_nothing_and_loses_nothing(medium: Medium) -> None:
    sent = 0
    while sent < MORE_THAN_ANY_BUFFER:
        offset = sent % 256
        taken = medium.transport.send(PATTERN[offset:])
        if taken == 0:
            break
        sent += taken
    assert 0 < sent < MORE_THAN_ANY_BUFFER
    got = medium.peer.read(sent)
    assert got == (PATTERN * (sent // len(PATTERN) + 1))[:sent]
    assert send(medium, b"again") == b"again"


def test_nothing_is_received_from_an_idle_medium(medium: Medium) -> None:
    assert medium.transport.receive() == b""
    medium.peer.write(b"A")
    assert receive(medium.transport, 1) == b"A"
    assert medium.transport.receive() == b""


def test_sending_nothing_takes_nothing(medium: Medium) -> None:
    assert medium.transport.send(b"") == 0


@pytest.mark.parametrize("reads", [True, False])
def test_send_tells_that_the_peer_closed(medium: Medium, reads: bool) -> None:
    medium.peer.close()
    if reads:
        wait_until_closed(medium.transport)
    with pytest.raises(TransportClosed):
        send_to_the_end(medium.transport)


def test_the_error_is_one_line_that_names_the_medium(medium: Medium) -> None:
    medium.peer.close()
    wait_until_closed(medium.transport)
    with pytest.raises(TransportClosed) as closed:
        medium.transport.receive()
    assert str(closed.value).startswith(f"{medium.name}: ")
    assert "\n" not in str(closed.value)
    medium.transport.close()  # the fixture closes it once more


def test_a_closed_transport_takes_and_gives_nothing(medium: Medium) -> None:
    medium.peer.write(b"unread")
    medium.transport.close()
    with pytest.raises(TransportClosed):
        medium.transport.receive()
    with pytest.raises(TransportClosed):
        medium.transport.send(b"A")
    assert medium.transport.fileno() is None


@pytest.mark.parametrize("name", ["device", "terminal"])
def test_the_kernel_stops_at_xoff_and_resumes_at_xon_only(name: str, request: pytest.FixtureRequest) -> None:
    medium: Medium = request.getfixturevalue(name)
    medium.peer.write(b"\x13A")
    assert receive(medium.transport, 1) == b"A"  # the kernel has processed the XOFF, and A does not resume
    assert medium.transport.send(b"stopped") == 0
    medium.peer.write(b"\x11B")
    assert receive(medium.transport, 1) == b"B"
    assert medium.transport.send(b"resumed") == 7
    assert medium.peer.read(7) == b"resumed"
    medium.transport.close()
