"""Transports over TCP connections and local (Unix) sockets, for callers of this program and for its own calls.

Bytes pass unchanged: telnet's negotiation is neither sent nor understood here, so IAC (255) is a byte like any
other. A TCP port that stands for a serial line is opened by `serial_line` instead, with a URL socket://host:port.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
import stat
from collections.abc import Callable
from pathlib import Path

from h89yahtzee.transport.switchboard import CallLimits, Switchboard
from h89yahtzee.transport.transport import Medium, TransportClosed

_READ_SIZE = 4096


class StreamSocket(Medium):
    """A transport over a connected socket. `name` is the name of the other end, which is a caller or a host that
    this program has called. When the other end closes the connection, HungUp is raised with the reason `end`."""

    _loss = "the connection was lost"

    def __init__(self, connection: socket.socket, name: str, end: str = "the caller hung up") -> None:
        connection.setblocking(False)
        super().__init__(name)
        self._connection = connection
        self._end = end

    def _descriptor(self) -> int:
        return self._connection.fileno()

    def close(self) -> None:
        super().close()
        self._connection.close()

    def end_output(self) -> None:
        """Tell the other end that nothing more will be sent."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_WR)

    def _read(self) -> bytes:
        return self._connection.recv(_READ_SIZE)

    def _write(self, data: bytes) -> int:
        return self._connection.send(data)


DEFAULT_HOST = "127.0.0.1"
_CALLED_END = "hung up"
"""The reason in HungUp when a host that this program has called closes the connection."""

_BACKLOG = 1024
"""The most calls that wait to be accepted; the system drops further ones."""
_RECEIVE_BUFFER = 4096
_ANSWER_TIME = 20.0
"""Seconds until a call counts as not answered."""
_EXPECTED = "expected [HOST:]PORT, an IPv6 host in brackets, the port from 0 to 65535"

_OPTIONS = {
    # Seconds until the first probe of a silent caller, seconds between two probes, and the number of probes.
    "TCP_KEEPIDLE": 60,
    "TCP_KEEPINTVL": 15,
    "TCP_KEEPCNT": 4,
    # Milliseconds for which bytes to a caller may stay unacknowledged or unsent.
    "TCP_USER_TIMEOUT": 120_000,
    # The bytes that the system keeps unsent for a slow caller: few, so that the screen is up to date.
    "TCP_NOTSENT_LOWAT": 2048,
}

_REASONS = {
    errno.EADDRINUSE: "in use by another program",
    errno.EADDRNOTAVAIL: "not an address of this machine",
    errno.EACCES: "not permitted",
}


class TcpTransport(StreamSocket):
    """A caller's TCP connection, named after the caller's HOST:PORT."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _OPTIONS.items():
            if hasattr(socket, option):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        super().__init__(connection, name)


def listen(
    host: str,
    port: int,
    limits: CallLimits,
    clock: Callable[[], float],
    is_trusted: bool = False,
    connect: Callable[[socket.socket, str], TcpTransport] = TcpTransport,
) -> Switchboard:
    """Return a switchboard that accepts callers at `port` (0: any free port) on the first address of `host`, within
    `limits`; TransportClosed if the program can't listen there.

    `connect` takes a caller's connection and HOST:PORT, and returns the caller's transport. With `is_trusted` the
    limits for each address don't apply. The switchboard is named HOST:PORT, with the port that the system chose.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = addresses[0]
        # create_server sets SO_REUSEADDR, except on systems where this option lets two programs listen at one port.
        opened = socket.create_server(address, family=family, backlog=_BACKLOG)
    except OSError as error:
        raise TransportClosed(f"{_name((host, port))}: {_reason(error)}") from error

    def connected(connection: socket.socket, address: object) -> TcpTransport:
        assert isinstance(address, tuple)
        return connect(connection, _name(address))

    return Switchboard(opened, _name(opened.getsockname()), connected, limits, clock, is_trusted)


def call_tcp(host: str, port: int) -> StreamSocket:
    """Connect to `port` of `host`, which may take seconds; TransportClosed if that fails."""
    name = _name((host, port))
    try:
        connection = socket.create_connection((host, port), _ANSWER_TIME)
        # A small buffer keeps a slow terminal's screen up to date.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return StreamSocket(connection, name, _CALLED_END)
    except OSError as error:
        raise TransportClosed(f"{name}: {_reason(error)}") from error


def parse_listen(text: str) -> tuple[str, int]:
    """Parse [HOST:]PORT into host and port: "2323" is (`DEFAULT_HOST`, 2323), "[::1]:2323" is ("::1", 2323).

    Raises ValueError for other text.
    """
    parts = re.fullmatch(r"(?:(?:\[(?P<ipv6>[^\[\]\s]+)\]|(?P<host>[^:\[\]\s]+)):)?(?P<port>[0-9]{1,5})", text)
    if parts is None or int(parts["port"]) > 65535:
        raise ValueError(f"{text!r}: {_EXPECTED}")
    return parts["ipv6"] or parts["host"] or DEFAULT_HOST, int(parts["port"])


def _name(address: tuple[str, int] | tuple[str, int, int, int]) -> str:
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _reason(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return str(error.strerror).lower()
    if error.errno is None:
        return "nobody answered" if isinstance(error, TimeoutError) else str(error)
    return _REASONS.get(error.errno, os.strerror(error.errno).lower())


_SEND_BUFFER = 4096
"""The size of the send buffer in bytes: small, so that a slow caller's screen is up to date."""
_OWNER_ONLY = 0o177
"""The umask with which only the owner can use a new socket."""


def listen_local(path: str, limits: CallLimits, clock: Callable[[], float]) -> Switchboard:
    """Return a switchboard that accepts callers within `limits` at a new local socket, `path`, which only this
    user's programs can call; TransportClosed if the program can't listen there.

    An existing socket at `path` is replaced, unless a program still answers at this socket.
    """
    port = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _remove_stale(path)
        previous = os.umask(_OWNER_ONLY)
        try:
            port.bind(path)
        finally:
            os.umask(previous)
        port.listen(_BACKLOG)
    except OSError as error:
        port.close()
        raise TransportClosed(f"{path}: {_reason(error)}") from error
    return _LocalSwitchboard(port, path, limits, clock)


def call_local(path: str) -> StreamSocket:
    """Connect to the program that listens at the local socket `path`; TransportClosed if none does."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
    except OSError as error:
        connection.close()
        raise TransportClosed(f"{path}: {_reason(error)}") from error
    return StreamSocket(connection, path, _CALLED_END)


class _LocalSwitchboard(Switchboard):
    """A switchboard whose `close` removes its socket, unless another socket has replaced it."""

    def __init__(self, port: socket.socket, path: str, limits: CallLimits, clock: Callable[[], float]) -> None:
        super().__init__(port, path, self._connected, limits, clock, is_trusted=True)
        self._found = Path(path).stat()

    def _connected(self, connection: socket.socket, _: object) -> StreamSocket:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        return StreamSocket(connection, self.name)

    def close(self) -> None:
        super().close()
        with contextlib.suppress(OSError):
            if os.path.samestat(Path(self.name).stat(), self._found):
                Path(self.name).unlink()


def _remove_stale(path: str) -> None:
    """Remove the socket at `path` if no program answers there; do nothing if there is no file. OSError if a program
    answers, or if the file isn't a socket."""
    try:
        is_socket = stat.S_ISSOCK(os.lstat(path).st_mode)
    except FileNotFoundError:
        return
    if not is_socket:
        raise FileExistsError("expected no file there, or a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            asking.connect(path)
        except ConnectionRefusedError:
            Path(path).unlink()
            return
    raise BlockingIOError("in use by another program")
