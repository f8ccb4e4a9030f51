"""The process from which bots are launched: a warm Python that forks itself for each, see `fork_server`.

The fork confines itself, then becomes the program or hosts the bot in Python. The process reads nothing of what a
fork is told, so that a bot finds nothing of others in its memory.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import struct
import sys
import time
import traceback
from contextlib import suppress
from typing import NamedTuple, NoReturn

from h89yahtzee.arena.sandbox import bot_host
from h89yahtzee.arena.sandbox.confinement import Confinement

BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from h89yahtzee.arena.sandbox.launch import serve; serve(int(sys.argv[2]))"
)

REQUEST = struct.Struct("!id")
"""0 and the size of a launch asks for a process with the three descriptors that come along; a process and seconds
ask how it has ended."""
REPLY = struct.Struct("!i")
"""A process, 0 if there can be none now; or how one has ended."""
RUNNING = 1 << 16
"""The reply for a process that hasn't ended."""

NOT_RUNNABLE = 126
_NAP = 0.002


class Launch(NamedTuple):
    """A bot to launch: in `command` a program and its arguments, or, if `hosted`, the file of a bot in Python."""

    confinement: Confinement
    command: tuple[str, ...]
    hosted: bool
    environment: dict[str, str]

    def format(self) -> bytes:
        return json.dumps(self).encode("ascii")

    @classmethod
    def parse(cls, text: bytes) -> Launch:
        confinement, command, hosted, environment = json.loads(text)
        return cls(Confinement(*confinement), tuple(command), hosted, environment)

    def run(self) -> None:
        os.chdir(self.confinement.own)
        os.environ.clear()
        os.environ.update(self.environment)
        self.confinement.enter()
        if self.hosted:
            bot_host.run(self.command[0])
            return
        try:
            os.execv(self.command[0], self.command)
        except OSError as error:
            sys.stderr.write(f"{self.command[0]}: {os.strerror(error.errno or 0).lower()}\n")
            sys.exit(NOT_RUNNABLE)


def serve(descriptor: int) -> None:
    """Launch bots as asked over this socket, until it is closed."""
    control = socket.socket(fileno=descriptor)
    gc.freeze()
    with suppress(ConnectionError):
        while _served(control):
            pass


def _served(control: socket.socket) -> bool:
    """Do what is asked for next; False if nothing will be."""
    request, descriptors, _, _ = socket.recv_fds(control, REQUEST.size, 3)
    if len(request) < REQUEST.size:
        return False
    process, value = REQUEST.unpack(request)
    control.sendall(REPLY.pack(_end(process, value) if process else _forked(descriptors, int(value))))
    for each in descriptors:
        os.close(each)
    return True


def _forked(descriptors: list[int], size: int) -> int:
    """The number of a new process that becomes a bot, 0 if the system has none left."""
    try:
        process = os.fork()
    except OSError:
        return 0
    if not process:
        _become(descriptors, size)
    return process


def _end(process: int, seconds: float) -> int:
    """How a process has ended, its exit status or minus a signal; RUNNING if it hasn't within these seconds."""
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return RUNNING
        time.sleep(_NAP)


def _told(size: int) -> bytes:
    """So many bytes of standard input; SystemExit if who was to send them is gone."""
    text = b""
    while len(text) < size:
        more = os.read(0, size - len(text))
        if not more:
            sys.exit(1)
        text += more
    return text


def _become(descriptors: list[int], size: int) -> NoReturn:
    """Become the bot whose launch comes first on standard input."""
    status = 1
    try:
        for place, each in enumerate(descriptors):
            os.dup2(each, place)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.setsid()
        Launch.parse(_told(size)).run()
        status = 0
    except SystemExit as end:
        status = bot_host.exit_status(end)
    except BaseException:  # noqa: BLE001 - nothing may go back to the loop of the process that was forked
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
