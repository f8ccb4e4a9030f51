"""A TCP port that one caller at a time may dial in to.

The bytes are the line's and nothing else: telnet's negotiation is neither sent nor understood, so IAC (255) is a
byte like any other, and a telnet client that negotiates shows as noise. Calling out is `serial_line`'s socket://.
"""

import contextlib
import errno
import os
import re
import socket

from h89yahtzee.transport.medium import Medium
from h89yahtzee.transport.transport import TransportClosed

DEFAULT_HOST = "127.0.0.1"

_READ_SIZE = 4096
_BACKLOG = 5
_EXPECTED = "expected [HOST:]PORT, an IPv6 host in brackets, the port from 0 to 65535"
_BUSY = b"busy\r\n"

# Seconds until the first question whether a silent caller is still there, between two, and how many.
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}

_REASONS = {
    errno.EADDRINUSE: "in use by another program",
    errno.EADDRNOTAVAIL: "not an address of this machine",
    errno.EACCES: "not permitted",
}


class TcpTransport(Medium):
    """A caller's connection; its name is the caller's HOST:PORT."""

    _loss = "the connection was lost"
    _end = "the caller hung up"

    def __init__(self, connection: socket.socket, name: str) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _KEEPALIVE.items():
            if hasattr(socket, option):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        super().__init__(name)
        self._connection = connection

    def fileno(self) -> int | None:
        return None if self._gone else self._connection.fileno()

    def close(self) -> None:
        super().close()
        self._connection.close()

    def _read(self) -> bytes:
        return self._connection.recv(_READ_SIZE)

    def _write(self, data: bytes) -> int:
        return self._connection.send(data)


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
                caller.send(_BUSY)
            return None
        self._caller = caller
        return caller

    def close(self) -> None:
        """Take no more calls; the caller that was accepted stays. A second call does nothing."""
        self._port.close()


def listen(host: str, port: int) -> Listener:
    """Open `port` (0: any free one) on the first address of `host`; TransportClosed if that fails."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = addresses[0]
        # create_server sets SO_REUSEADDR where that does not let two programs listen at once.
        return Listener(socket.create_server(address, family=family, backlog=_BACKLOG))
    except OSError as error:
        raise TransportClosed(f"{_name((host, port))}: {_reason(error)}") from error


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
    number = error.errno or 0
    if isinstance(error, socket.gaierror):
        return str(error.strerror).lower()
    return _REASONS.get(number, os.strerror(number).lower())
