"""The referee's side of the process that launches its bots, see `launch`: start one, and ask how it has ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from threading import Lock

from h89yahtzee.arena.sandbox.launch import BOOT, REPLY, REQUEST, RUNNING, Launch
from h89yahtzee.arena.sandbox.needed_files import PACKAGE

_TRIES, _PAUSE = 50, 0.1
"""How often a process is asked for where the system has none left, and seconds between."""


class ForkServer:
    """A process that launches bots; they end with it, and it ends with this one."""

    def __init__(self) -> None:
        self._control, other = socket.socketpair()
        self._lock = Lock()
        # Bots in Python may import installed packages, but nothing from the current folder or the user's own.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-c", BOOT, str(PACKAGE.parent), str(other.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[other.fileno()],
            cwd="/",
            env=environment(os.devnull),
            start_new_session=True,
        )
        other.close()

    @property
    def number(self) -> int:
        """Its own number as a process."""
        return self._process.pid

    def start(self, launch: Launch, streams: tuple[int, int, int], commands: int) -> int:
        """The number of a new process with these standard streams; `commands` is the other end of its input."""
        text = launch.format()
        with self._lock:
            for _ in range(_TRIES):
                socket.send_fds(self._control, [REQUEST.pack(0, len(text))], streams)
                if process := self._reply():
                    break
                time.sleep(_PAUSE)
            else:
                raise OSError("the system has no process left for a bot")
        with suppress(BrokenPipeError):
            while text:
                text = text[os.write(commands, text) :]
        return process

    def status(self, process: int, seconds: float = 0.0) -> int | None:
        """Its exit status, or minus the signal that killed it; None if it hasn't ended within these seconds.

        Once it has been told, the number isn't that of the process any more.
        """
        with self._lock:
            self._control.sendall(REQUEST.pack(process, seconds))
            reply = self._reply()
        return None if reply == RUNNING else reply

    def _reply(self) -> int:
        reply = self._control.recv(REPLY.size, socket.MSG_WAITALL)
        if len(reply) < REPLY.size:
            raise ConnectionError("the process that starts bots has ended by itself")
        [number] = REPLY.unpack(reply)
        return int(number)

    def close(self) -> None:
        self._control.close()
        self._process.wait()


def environment(folder: str) -> dict[str, str]:
    """The environment of a bot: of the user's only PATH, and Python's sets in the same order every time."""
    return {
        "HOME": folder,
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "TMPDIR": folder,
    }
