"""The server's end of ssh, one caller at a time: refused callers, broken connections, output that is held back."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial

import pytest

pytest.importorskip("asyncssh")

from h89yahtzee.transport import ssh
from h89yahtzee.transport.sockets import listen
from h89yahtzee.transport.ssh import SshCaller, SshServer, fingerprint, new_host_key
from h89yahtzee.transport.switchboard import CallLimits, Switchboard
from h89yahtzee.transport.transport import HungUp
from tests.rest import wait_until_readable

LIMIT = 60.0


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def host_key() -> bytes:
    return new_host_key()


class Board:
    """A switchboard at a port, where callers by ssh are answered."""

    def __init__(self, stack: ExitStack, host_key: bytes, limits: CallLimits | None = None) -> None:
        self._stack = stack
        self.server = SshServer(host_key)
        stack.callback(self.server.close)
        self.switchboard: Switchboard = stack.enter_context(
            closing(
                listen(
                    "127.0.0.1", 0, limits or CallLimits(), time.monotonic, connect=partial(SshCaller, self.server)
                )
            )
        )
        self.port = int(self.switchboard.name.rpartition(":")[2])

    def connect(self) -> socket.socket:
        return self._stack.enter_context(socket.create_connection(("127.0.0.1", self.port), LIMIT))

    def accept(self) -> SshCaller | None:
        wait_until_readable(self.switchboard.fileno())
        caller = self.switchboard.accept()
        if caller is not None:
            assert isinstance(caller, SshCaller)
            self._stack.callback(caller.close)
            caller.answer()
        return caller

    def accepted(self) -> SshCaller:
        caller = self.accept()
        assert caller is not None
        return caller


def ending(caller: SshCaller) -> str:
    """Receive to the end, and return the reason why there is nothing more to receive."""
    try:
        while True:
            wait_until_readable(caller.fileno())
            caller.receive()
    except HungUp as end:
        return str(end).rpartition(": ")[2]


def test_who_never_has_a_session_is_hung_up_on(
    stack: ExitStack, host_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssh, "HANDSHAKE_TIME", 0.2)
    board = Board(stack, host_key)
    connection = board.connect()
    caller = board.accepted()
    assert ending(caller) == "no session in time"
    assert connection.recv(100).startswith(b"SSH-2.0-h89yahtzee\r\n")
    assert connection.recv(100) == b""
    assert not caller.is_open


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client here")
def test_who_is_turned_away_is_told_by_the_client(stack: ExitStack, host_key: bytes) -> None:
    board = Board(stack, host_key, CallLimits(per_address=1))
    board.connect()
    board.accepted()
    command = ["ssh", "-F", "none", "-p", str(board.port), "127.0.0.1"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as client:
        assert board.accept() is None
        assert client.stderr is not None
        assert "Too many callers from your address: call again when one of them has left." in client.stderr.read()


def test_one_without_a_session_is_told_why_it_has_to_go(stack: ExitStack, host_key: bytes) -> None:
    """The packet with the reason can be read by the test, since keys haven't been exchanged yet."""
    board = Board(stack, host_key)
    connection = board.connect()
    caller = board.accepted()
    assert connection.recv(100) == b"SSH-2.0-h89yahtzee\r\n"
    caller.send(b"All lines are taken.\r\n")
    caller.close()
    said = b""
    while part := connection.recv(1000):
        said += part
    assert re.search(rb"\x01\0\0\0\x0c\0\0\0\x14All lines are taken\.", said)


def test_keys_are_exchanged_by_elliptic_curves_alone(stack: ExitStack, host_key: bytes) -> None:
    """The names of methods are listed in the message that begins the exchange of keys (RFC 4253, 7.1)."""
    board = Board(stack, host_key)
    connection = board.connect()
    caller = board.accepted()
    connection.send(b"SSH-2.0-x\r\n")
    said = b""
    while b"aes" not in said:
        more = connection.recv(10_000)
        assert more, said
        said += more
    start = said.index(b"\r\n") + 24  # behind the lengths of packet and padding, the message number and a cookie
    length = int.from_bytes(said[start : start + 4])
    names = said[start + 4 : start + 4 + length].decode("ascii").split(",")
    curves = {"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256"}
    assert {"curve25519-sha256", "ecdh-sha2-nistp256"} <= set(names)
    assert set(names) <= curves | {"ext-info-s", "kex-strict-s-v00@openssh.com"}
    caller.close()


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\n\r\n", b"SSH-1.5-old\r\n", b"x" * 9000])
def test_who_speaks_no_ssh_is_hung_up_on(stack: ExitStack, host_key: bytes, sent: bytes) -> None:
    board = Board(stack, host_key)
    board.connect().send(sent)
    assert ending(board.accepted())


def test_a_caller_who_is_cut_off_while_the_server_closes(
    stack: ExitStack, host_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the server checks whether all calls have ended, this one has, but its socket is still open."""
    board = Board(stack, host_key)
    client = board.connect()
    call = board.accepted()._call
    assert call is not None
    end_all = SshServer._end_all

    async def cut_off_and_end_all(server: SshServer) -> None:
        call.end("cut off")
        await end_all(server)

    monkeypatch.setattr(SshServer, "_end_all", cut_off_and_end_all)
    assert client.recv(100) == b"SSH-2.0-h89yahtzee\r\n"
    board.server.close()
    assert client.recv(100) == b""


def test_what_is_no_key_is_told() -> None:
    with pytest.raises(ValueError, match="key"):
        fingerprint(b"no key")
