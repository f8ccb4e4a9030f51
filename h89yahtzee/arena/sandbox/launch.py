"""The fork server: a process that has loaded Python already and forks itself for each bot, see
`bot_process.ForkServer`.

The forked process reads a `Launch`, the description of its bot, from its standard input. Then it restricts its own
rights, and becomes the bot's program or runs the bot in Python. The fork server itself never reads a `Launch`,
since forks inherit its memory: a bot could find descriptions of other bots there.
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
from h89yahtzee.arena.sandbox.namespaces import Forks
from h89yahtzee.arena.sandbox.seccomp import system_calls

BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from h89yahtzee.arena.sandbox.launch import serve; serve(int(sys.argv[2]))"
)

REQUEST = struct.Struct("!id")
"""A request, which is two numbers: either to start a process, or to wait for the end of a process.

A request to start has 0 and the size of a `Launch` in bytes; three descriptors for the standard streams are sent
along with it. A request to wait has the number of the process, and the most seconds to wait for its exit status.
"""
REPLY = struct.Struct("!i")
"""The reply to a request. To a request to start, it is the number of the new process, or 0 if the system refuses to
start it; to a request to wait, it is the exit status, or `RUNNING`."""
RUNNING = 1 << 16
"""The reply for a process that is still running, in place of an exit status."""

NOT_RUNNABLE = 126
_NAP = 0.002


class Launch(NamedTuple):
    """The description of a bot to launch; `command` is a program with its arguments.

    If the bot is in Python (`hosted`), `command` is its file and its folder; the folder is "" for a bot that is a
    single file.
    """

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
            bot_host.run(*self.command)
            return
        try:
            os.execv(self.command[0], self.command)
        except OSError as error:
            sys.stderr.write(f"{self.command[0]}: {os.strerror(error.errno or 0).lower()}\n")
            sys.exit(NOT_RUNNABLE)


def serve(descriptor: int) -> None:
    """Launch bots as requested over the socket `descriptor`, until the socket is closed."""
    control = socket.socket(fileno=descriptor)
    # Call this cached function once here, so that no fork has to compute its result.
    system_calls(os.uname().machine)
    # Exempt all present objects from garbage collection. A fork shares their memory with this process, and a
    # collection in the fork would write to that memory and so copy it.
    gc.freeze()
    forks = Forks()
    with suppress(ConnectionError):
        while _served(control, forks):
            pass


def _served(control: socket.socket, forks: Forks) -> bool:
    """Answer the next request from the socket `control`; return False if the socket was closed instead."""
    request, descriptors, _, _ = socket.recv_fds(control, REQUEST.size, 3)
    if len(request) < REQUEST.size:
        return False
    process, value = REQUEST.unpack(request)
    control.sendall(REPLY.pack(_end(forks, process, value) if process else _forked(forks, descriptors, int(value))))
    for each in descriptors:
        os.close(each)
    return True


def _forked(forks: Forks, streams: list[int], size: int) -> int:
    """Fork a process that becomes a bot; return the process's number, 0 if the system refuses a further process.

    `streams` are the descriptors of the bot's standard input, output and error. The first `size` bytes that the
    process reads from its standard input are its `Launch` as text.
    """
    try:
        process = forks.fork()
    except OSError:
        return 0
    if not process:
        _become(forks, streams, size)
    return process


def _end(forks: Forks, process: int, seconds: float) -> int:
    """Return a process's exit status, or minus the signal that killed it; RUNNING if it still runs after
    `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            forks.bury(process)
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return RUNNING
        time.sleep(_NAP)


def _read_input(size: int) -> bytes:
    """Return the next `size` bytes of standard input; SystemExit if the input ends before them."""
    text = b""
    while len(text) < size:
        more = os.read(0, size - len(text))
        if not more:
            sys.exit(1)
        text += more
    return text


def _become(forks: Forks, streams: list[int], size: int) -> NoReturn:
    """Turn this process into a bot, and end it when the bot ends; for `streams` and `size` see `_forked`."""
    status = 1
    try:
        for place, each in enumerate(streams):
            os.dup2(each, place)
        # Close this fork's copies of the server's socket and of `streams`, which are now descriptors 0 to 2.
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.setsid()
        launch = Launch.parse(_read_input(size))
        forks.furnish(launch.confinement.own, launch.confinement.files)
        launch.run()
        status = 0
    except SystemExit as end:
        status = bot_host.exit_status(end)
    except BaseException:  # noqa: BLE001 - a fork must not return to the loop of the server
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
