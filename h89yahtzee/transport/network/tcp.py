"""A TCP port that callers dial in to, one at a time or many.

The bytes are the line's and nothing else: telnet's negotiation is neither sent nor understood here, so IAC (255) is
a byte like any other. Calling out as a line is `serial_line`'s socket://.
"""

import contextlib
import errno
import os
import re
import socket
from collections.abc import Callable

from h89yahtzee.transport.network.stream_socket import CallOut, StreamSocket
from h89yahtzee.transport.network.switchboard import BUSY, CallLimits, Switchboard
from h89yahtzee.transport.transport import TransportClosed

DEFAULT_HOST = "127.0.0.1"

_BACKLOG = 5
_LONG_BACKLOG = 128
_RECEIVE_BUFFER = 4096
_ANSWER_TIME = 20.0
"""Seconds until a call counts as not answered."""
_EXPECTED = "expected [HOST:]PORT, an IPv6 host in brackets, the port from 0 to 65535"

_OPTIONS = {
    # Seconds until the first question whether a silent caller is still there, between two, and how many.
    "TCP_KEEPIDLE": 60,
    "TCP_KEEPINTVL": 15,
    "TCP_KEEPCNT": 4,
    # Milliseconds that something may be on the way to a caller whom nothing reaches, or who takes nothing.
    "TCP_USER_TIMEOUT": 120_000,
    # The bytes that wait here for a slow caller: what is seen is to be new.
    "TCP_NOTSENT_LOWAT": 2048,
}

_REASONS = {
    errno.EADDRINUSE: "in use by another program",
    errno.EADDRNOTAVAIL: "not an address of this machine",
    errno.EACCES: "not permitted",
}


class TcpTransport(StreamSocket):
    """A caller's connection; its name is the caller's HOST:PORT."""

    def __init__(self, connection: socket.socket, name: str) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _OPTIONS.items():
            if hasattr(socket, option):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        super().__init__(connection, name)


class Listener:
    """An open port. A caller's turn ends when its transport was closed or raised TransportClosed."""

    def __init__(self, port: socket.socket) -> None:
        port.setblocking(False)
        self._port = port
        self.name = _name(port.getsockname())
        """HOST:PORT; if port 0 was asked for, the one that the system chose."""
        self._caller: TcpTransport | None = None

    def fileno(self) -> int | None:
        """The descriptor to select on for callers; None when closed."""
        fd = self._port.fileno()
        return None if fd < 0 else fd

    def accept(self) -> TcpTransport | None:
        """The next caller, None if there is none; TransportClosed if no one can be accepted any more.

        While a caller's turn lasts, each call tells one other caller that the line is busy, and hangs up.
        """
        try:
            connection, address = self._port.accept()
        except (BlockingIOError, ConnectionError):
            # Nobody, or somebody who hung up before the call was answered.
            return None
        except OSError as error:
            raise TransportClosed(f"{self.name}: {_reason(error)}") from error
        caller = TcpTransport(connection, _name(address))
        if self._caller is not None and self._caller.fileno() is not None:
            with contextlib.suppress(TransportClosed), contextlib.closing(caller):
                caller.send(BUSY)
            return None
        self._caller = caller
        return caller

    def close(self) -> None:
        """Take no more calls; the caller that was accepted stays. A second call does nothing."""
        self._port.close()


def listen(host: str, port: int) -> Listener:
    """Open `port` (0: any free one) on the first address of `host`; TransportClosed if that fails."""
    return Listener(_open(host, port, _BACKLOG))


def listen_for_many(host: str, port: int, limits: CallLimits, clock: Callable[[], float]) -> Switchboard:
    """Open `port` as `listen` does, for many callers within `limits`."""
    opened = _open(host, port, _LONG_BACKLOG)
    return Switchboard(opened, _name(opened.getsockname()), _connected, limits, clock)


def call_tcp(host: str, port: int) -> StreamSocket:
    """Call `port` of `host`, which may take seconds; TransportClosed if nobody answers."""
    name = _name((host, port))
    try:
        connection = socket.create_connection((host, port), _ANSWER_TIME)
        # A slow terminal is to see what is new, not what waits here.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return CallOut(connection, name)
    except OSError as error:
        raise TransportClosed(f"{name}: {_reason(error)}") from error


def _open(host: str, port: int, backlog: int) -> socket.socket:
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = addresses[0]
        # create_server sets SO_REUSEADDR where that does not let two programs listen at once.
        return socket.create_server(address, family=family, backlog=backlog)
    except OSError as error:
        raise TransportClosed(f"{_name((host, port))}: {_reason(error)}") from error


def _connected(connection: socket.socket, address: object) -> TcpTransport:
    assert isinstance(address, tuple)
    return TcpTransport(connection, _name(address))


def parse_listen(text: str) -> tuple[str, int]:
    """[HOST:]PORT as host and port; "2323" is (`DEFAULT_HOST`, 2323), "[::1]:2323" ("::1", 2323)."""
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
    if error.errno is None:  # the time is up
        return "nobody answered"
    return _REASONS.get(error.errno, os.strerror(error.errno).lower())
