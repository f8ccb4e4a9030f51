"""A socket of this machine by its path, for callers who have logged in to it by other means."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

from h89yahtzee.transport.network.stream_socket import CallOut, StreamSocket
from h89yahtzee.transport.network.switchboard import CallLimits, Switchboard
from h89yahtzee.transport.transport import TransportClosed

_BACKLOG = 64
_SEND_BUFFER = 4096
"""The bytes that wait for a slow caller: what is seen is to be new."""
_OWNER_ONLY = 0o177
"""The umask under which a socket is its owner's alone."""


def listen_local(path: str, limits: CallLimits, clock: Callable[[], float]) -> Switchboard:
    """Open a socket at `path` for callers of the same user; TransportClosed if that fails.

    One that a program which is gone has left there is replaced; one where somebody answers is not.
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
    """Call whoever listens at `path`; TransportClosed if nobody does."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
    except OSError as error:
        connection.close()
        raise TransportClosed(f"{path}: {_reason(error)}") from error
    return CallOut(connection, path)


class _LocalSwitchboard(Switchboard):
    """Takes its socket away when it is closed, unless another one stands there."""

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
    """Remove a socket that nobody answers at; OSError if there is something else, or somebody answers."""
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


def _reason(error: OSError) -> str:
    return str(error.strerror or error).lower()
