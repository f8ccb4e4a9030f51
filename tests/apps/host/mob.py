"""Hostile callers by telnet: scanners, floods, endless negotiation, callers who say little, control sequences.

    python -m tests.apps.host.mob PORT COUNT SECONDS

makes COUNT calls from many addresses of this machine, a hundred at a time, each for at most SECONDS.
"""

from __future__ import annotations

import errno
import random
import selectors
import socket
import sys
from contextlib import suppress
from time import monotonic

AT_ONCE = 100

SPEECHES = (
    b"",
    b"\r",
    b"GET / HTTP/1.1\r\nHost: you\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"\xff\xfd\x18\xff\xfb\x18" * 2000,
    b"\xff\xfa\x18\x00" + b"x" * 60_000,
    b"\xff" * 30_001,
    b"\r\rroot\r\nadmin\r\nenable\r\nshell\r\nsh\r\n/bin/busybox\r\n" * 50,
    b"\r\r\x1b[2J\x1b]0;owned\x07\x9b31m\x00\x7f\r\r\r",
    b"\x1b\x1b\x1b/Klines\rmallory\r\r\rn" + b"\r" * 900,
    random.Random(3).randbytes(5000),
)


class Mob:
    def __init__(self, port: int, count: int, longest: float) -> None:
        self._port = port
        self._left = count
        self._longest = longest
        self._chance = random.Random(4)
        self._calls = selectors.DefaultSelector()
        self._since: dict[socket.socket, float] = {}

    def run(self) -> None:
        while self._left or self._since:
            while self._left and len(self._since) < AT_ONCE:
                self._call()
            for key, events in self._calls.select(0.05):
                assert isinstance(key.fileobj, socket.socket)
                self._attend(key.fileobj, key.data, bool(events & selectors.EVENT_WRITE))
            for call in [call for call, since in self._since.items() if monotonic() > since + self._longest]:
                self._drop(call)

    def _call(self) -> None:
        self._left -= 1
        call = socket.socket()
        call.setblocking(False)
        call.bind((f"127.{self._chance.randrange(1, 255)}.0.{self._chance.randrange(1, 255)}", 0))
        if call.connect_ex(("127.0.0.1", self._port)) not in (0, errno.EINPROGRESS):
            call.close()
            return
        self._since[call] = monotonic() - self._chance.choice((0, 0, self._longest / 3, self._longest))
        speech = bytearray(self._chance.choice(SPEECHES))
        self._calls.register(call, selectors.EVENT_READ | selectors.EVENT_WRITE, speech)

    def _attend(self, call: socket.socket, speech: bytearray, may_write: bool) -> None:
        try:
            if may_write and speech:
                del speech[: call.send(speech)]
            elif may_write:
                self._calls.modify(call, selectors.EVENT_READ, speech)
            elif not call.recv(4096):
                self._drop(call)
        except OSError:
            self._drop(call)

    def _drop(self, call: socket.socket) -> None:
        """Hang up, in three of ten cases by a reset of the TCP connection."""
        del self._since[call]
        self._calls.unregister(call)
        if self._chance.random() < 0.3:
            with suppress(OSError):
                call.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        call.close()


if __name__ == "__main__":
    Mob(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])).run()
