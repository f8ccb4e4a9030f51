"""A connected stream socket as a medium."""

import socket

from h89yahtzee.transport.medium import Medium

_READ_SIZE = 4096


class StreamSocket(Medium):
    """A caller's connection under the caller's name."""

    _loss = "the connection was lost"
    _end = "the caller hung up"

    def __init__(self, connection: socket.socket, name: str) -> None:
        connection.setblocking(False)
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


class CallOut(StreamSocket):
    """A connection that this program made, under the name of whom it called."""

    _end = "hung up"
