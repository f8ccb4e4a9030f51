"""The referee's end of the connection to the fork server, a process that launches bots, see `launch`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from threading import Lock

from h89yahtzee.arena.sandbox.bot_files import PACKAGE
from h89yahtzee.arena.sandbox.launch import BOOT, REPLY, REQUEST, RUNNING, Launch

_TRIES, _PAUSE = 50, 0.1
"""How often to try to start a process if the system refuses a further one, and the seconds between two tries."""


class ForkServer:
    """A process that launches bots. It ends with the process of the referee, and all bots end with this server."""

    def __init__(self) -> None:
        self._control, other = socket.socketpair()
        self._lock = Lock()
        # Bots in Python may import installed packages, but no modules of the current folder or of the user.
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
        """The process number of the fork server itself."""
        return self._process.pid

    def start(self, launch: Launch, streams: tuple[int, int, int], commands: int) -> int:
        """Start a process with these standard streams, and return its number; `commands` is the descriptor that
        writes to its standard input, where it first reads `launch`."""
        text = launch.format()
        with self._lock:
            for _ in range(_TRIES):
                socket.send_fds(self._control, [REQUEST.pack(0, len(text))], streams)
                if process := self._reply():
                    break
                time.sleep(_PAUSE)
            else:
                raise OSError("the system has no process left for a bot")
        # Send `launch` to the new process alone, so that no other bot finds it in the fork server's memory.
        with suppress(BrokenPipeError):
            while text:
                text = text[os.write(commands, text) :]
        return process

    def status(self, process: int, seconds: float = 0.0) -> int | None:
        """Return a process's exit status, or minus the signal that killed it; None if it still runs after
        `seconds`.

        Once a status was returned, the number may belong to another process.
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
    """Return a bot's environment variables: only PATH is the user's, and Python's sets have the same order
    always."""
    return {
        "HOME": folder,
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "TMPDIR": folder,
    }
