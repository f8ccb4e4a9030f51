"""Callers on a TCP port."""

import contextlib
import socket
import struct
import time
from collections.abc import Iterator

import pytest

from h89yahtzee.transport import sockets
from h89yahtzee.transport.sockets import call_tcp, parse_listen
from h89yahtzee.transport.switchboard import CallLimits, Switchboard
from h89yahtzee.transport.transport import HungUp, Medium, TransportClosed
from tests.naming import each
from tests.rest import wait_until_readable

LIMIT = 120.0


def listen(host: str, port: int) -> Switchboard:
    """Return a switchboard at a port, for one caller at a time."""
    return sockets.listen(host, port, CallLimits(in_all=1), time.monotonic, is_trusted=True)


@pytest.fixture
def listener() -> Iterator[Switchboard]:
    listener = listen("127.0.0.1", 0)
    yield listener
    listener.close()


def call(listener: Switchboard) -> socket.socket:
    host, _, port = listener.name.rpartition(":")
    return socket.create_connection((host.strip("[]"), int(port)), timeout=LIMIT)


def accept(listener: Switchboard) -> Medium:
    wait_until_readable(listener.fileno())
    caller = listener.accept()
    assert caller is not None
    return caller


def test_a_connection_that_breaks(listener: Switchboard) -> None:
    with call(listener) as far:
        caller = accept(listener)
        far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until_readable(caller.fileno())
    with pytest.raises(TransportClosed, match=f"^{caller.name}: the connection was lost$"):
        caller.receive()
    caller.close()


def test_bytes_are_sent_at_once_and_a_silent_caller_is_asked_for(listener: Switchboard) -> None:
    with call(listener):
        caller = accept(listener)
        fd = caller.fileno()
        assert fd is not None
        with socket.socket(fileno=fd) as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 60
            connection.detach()
        caller.close()


def test_a_caller_stays_when_the_port_is_closed(listener: Switchboard) -> None:
    with call(listener) as far:
        caller = accept(listener)
        listener.close()
        listener.close()
        assert listener.fileno() is None
        far.sendall(b"still here")
        wait_until_readable(caller.fileno())
        assert caller.receive() == b"still here"
        caller.close()
    assert listener.accept() is None


def test_a_port_is_free_again_at_once(listener: Switchboard) -> None:
    port = int(listener.name.split(":")[1])
    with call(listener) as far:
        accept(listener).close()  # the end that closes first stays in TIME_WAIT
        assert far.recv(1) == b""
    listener.close()
    listen("127.0.0.1", port).close()


def test_a_port_in_use(listener: Switchboard) -> None:
    with pytest.raises(TransportClosed, match=f"^{listener.name}: in use by another program$"):
        listen("127.0.0.1", int(listener.name.split(":")[1]))


def test_calling_out(listener: Switchboard) -> None:
    host, _, port = listener.name.rpartition(":")
    far = call_tcp(host, int(port))
    caller = accept(listener)
    assert far.send(b"hello") == 5
    wait_until_readable(caller.fileno())
    assert caller.receive() == b"hello"
    caller.close()
    wait_until_readable(far.fileno())
    with pytest.raises(HungUp, match=f"^{listener.name}: hung up$"):
        far.receive()
    far.close()
    listener.close()
    with pytest.raises(TransportClosed, match=f"^{listener.name}: connection refused$"):
        call_tcp(host, int(port))


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that find the queue of waiting calls full get no answer, as from a machine that isn't there."""
    monkeypatch.setattr(sockets, "_ANSWER_TIME", 0.1)
    with contextlib.ExitStack() as waiting, socket.create_server(("127.0.0.1", 0), backlog=1) as full:
        host, port = full.getsockname()

        def call_many() -> None:
            for _ in range(20):
                waiting.enter_context(contextlib.closing(call_tcp(host, port)))

        with pytest.raises(TransportClosed, match=f"^{host}:{port}: nobody answered$"):
            call_many()


def test_an_address_of_another_machine() -> None:
    with pytest.raises(TransportClosed, match=r"^192\.0\.2\.1:2323: not an address of this machine$"):
        listen("192.0.2.1", 2323)  # an address reserved for documentation, RFC 5737


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_ipv6() -> None:
    try:
        listener = listen("::1", 0)
    except TransportClosed:
        pytest.skip("no IPv6 loopback")
    assert listener.name.startswith("[::1]:")
    with call(listener) as far:
        caller = accept(listener)
        assert caller.name == f"[::1]:{far.getsockname()[1]}"
        caller.close()
    listener.close()


@each(
    ("text", "address"),
    [
        *(("2323", ("127.0.0.1", 2323)), ("0", ("127.0.0.1", 0)), ("65535", ("127.0.0.1", 65535))),
        *(("localhost:23", ("localhost", 23)), ("0.0.0.0:2323", ("0.0.0.0", 2323))),
        *(("[::1]:2323", ("::1", 2323)), ("[fe80::1%eth0]:2323", ("fe80::1%eth0", 2323))),
    ],
)
def test_an_address_to_listen_at(text: str, address: tuple[str, int]) -> None:
    assert parse_listen(text) == address


@each(
    "text",
    [
        *("", ":", ":23", "host", "host:", "host:telnet", "host:-1", "host:99999", "host:1:2", "a b:23"),
        *("::1", "::1:23", "[]:23", "[::1]", "[::1]23", "65536", " 23", "23\n", "\u0662\u0663"),
    ],
)
def test_a_malformed_address(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected \[HOST:\]PORT"):
        parse_listen(text)
