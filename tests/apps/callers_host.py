"""A host that a program calls; the test sends and reads what a host would."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

from tests.apps.far_end import LIMIT


class Host:
    """A TCP port or, with `path`, a Unix socket there; after `answer` also the connection of the caller."""

    def __init__(self, path: Path | None = None) -> None:
        self._open = ExitStack()
        if path is None:
            self._port = self._open.enter_context(socket.create_server(("127.0.0.1", 0)))
            self.place = f"127.0.0.1:{self._port.getsockname()[1]}"
        else:
            self._port = self._open.enter_context(socket.socket(socket.AF_UNIX))
            self._port.bind(str(path))
            self._port.listen()
            self.place = str(path)
        self._port.settimeout(LIMIT)

    def answer(self) -> None:
        caller, _ = self._port.accept()
        caller.settimeout(LIMIT)
        self.caller = self._open.enter_context(caller)

    def hears(self, expected: bytes) -> None:
        got = b""
        while len(got) < len(expected) and (more := self.caller.recv(len(expected) - len(got))):
            got += more
        assert got == expected

    def says(self, data: bytes) -> None:
        self.caller.sendall(data)

    def hangs_up(self) -> None:
        self.caller.shutdown(socket.SHUT_RDWR)
        self.caller.close()

    def close(self) -> None:
        self._open.close()
