"""A bot's process: start it, send it messages and read its answers, watch its use of the system, log its errors,
and end it.

`arena.protocol` defines the messages and answers, which are lines of JSON. The process restricts its own rights,
see `launch`; this module gives the process a session, an environment and a folder of its own, and no open files but
the three standard ones. `ForkServer` is the connection to the process that launches bots.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import MEBIBYTE, Limits, shown
from h89yahtzee.arena.referee import Foul
from h89yahtzee.arena.sandbox.bot_files import PACKAGE, advice
from h89yahtzee.arena.sandbox.confinement import Confinement
from h89yahtzee.arena.sandbox.launch import BOOT, REPLY, REQUEST, RUNNING, Launch
from h89yahtzee.arena.sandbox.own_folder import OwnFolder
from h89yahtzee.arena.sandbox.usage import FILES, THREADS, SpentTime, threads_and_memory

_TRIES, _PAUSE = 50, 0.1
"""How often to try to start a process if the system refuses a further one, and the seconds between two tries."""


class ForkServer:
    """The referee's end of the connection to the fork server, a process that launches bots (see `launch`). The fork
    server ends when the referee's process ends, and all bots end when the fork server ends."""

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

    def start(self, launch: Launch, streams: tuple[int, int, int], to_input: int) -> int:
        """Start the process that `launch` describes, and return its number.

        `streams` are the descriptors of the process's standard input, output and error. The standard input must be
        a pipe whose other end is the descriptor `to_input`: `launch` is written to it as text.
        """
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
                text = text[os.write(to_input, text) :]
        return process

    def status(self, process: int, seconds: float = 0.0) -> int | None:
        """Return a process's exit status, or minus the signal that killed it; None if it still runs after
        `seconds`.

        Don't use the number of the process after its status was returned, since the system may give the number to
        another process.
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
    """Return the environment variables of a bot whose own folder is `folder`. Only PATH is taken from the user's
    variables; the hash seed of Python is fixed, so that sets have the same order in each game."""
    return {
        "HOME": folder,
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "TMPDIR": folder,
    }


_SLACK = 64 * MEBIBYTE
"""Bytes of memory that a bot may use beside its data, as for stacks, page tables and shared libraries."""

_READ_SIZE = 65536

_EXIT_WAIT = 1.0
"""Seconds in which a process must end after it closed its output or was killed."""

_TICK = 0.05
"""Seconds between two checks of a bot that hasn't answered yet."""
_BACKSTOP = 30
"""The most wall-clock time for an answer, as a multiple of its time limit.

The time limit itself doesn't count waits for a processor, so on a busy machine an answer may take longer.
"""


class BotProcess:
    """A bot's process, which runs until `close`; the paths in the bot's command must be absolute."""

    def __init__(
        self,
        entrant: Entrant,
        limits: Limits,
        folder: OwnFolder,
        log: Path | None,
        server: ForkServer,
        readable: Sequence[str],
    ) -> None:
        """Start the process in `folder`; append its standard error to `log`.

        As far as the system can prevent it, the process can't write elsewhere and can't read files that aren't
        `readable`.
        """
        self._limits = limits
        self._log = log
        self._entrant = entrant
        self.folder = folder
        self._server = server
        confinement = Confinement(server.number, limits.memory, limits.files, str(folder.path), readable)
        hosted = entrant.kind is Kind.PYTHON
        command = (*entrant.command, entrant.folder) if hosted else entrant.command
        launch = Launch(confinement, command, hosted, environment(str(folder.path)))
        self._process, self._input, self._output, self._error = _started(server, launch)
        self.memory = 0
        """The bytes of memory that the bot used at the last call of `watch`."""
        self._status: int | None = None
        self._ending = Lock()
        self._excess = ""
        self._spent = SpentTime(self._process)
        self._is_asked = False
        self.rests = False
        """Whether the process is suspended until the next message to it."""
        self._heard = b""
        self._error_ended = False
        self._room = select.poll()
        self._room.register(self._input, select.POLLOUT)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._error, select.POLLIN)

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        """Send `message`; return the bot's answer without newline and the seconds charged for it. Raise Foul as
        `Channel.ask` does."""
        self._check_silent()
        self._go_on()
        self._is_asked = True
        self._spent.begin()
        self._send(message, seconds)
        line = self._line(seconds, rule)
        self._is_asked = False
        return line, self._spent.settle()

    def _check_silent(self) -> None:
        """Raise Foul if the bot has written anything since its last answer. Call this before the next message is
        sent."""
        if any(source == self._output for source, _ in self._poll.poll(0)):
            self._hear()
        if self._heard:
            raise Foul(shown(self._heard), "a bot writes nothing before it is asked")

    def rest(self) -> None:
        """Suspend the process until the next message to it, so that it uses no processor meanwhile. Until then also
        close its folder to all bots."""
        if not self.rests:
            self.rests = True
            self._signal(signal.SIGSTOP)
            self.folder.shut()

    def _go_on(self) -> None:
        if self.rests:
            self.rests = False
            self.folder.open()
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the process unless it is known to have ended, since its number may then be reused."""
        with self._ending, suppress(ProcessLookupError):
            if self._status is None:
                os.kill(self._process, number)

    def _send(self, message: bytes, seconds: float) -> None:
        """Send as much of `message` as the bot reads within `seconds`; drop the rest, since a bot that doesn't read
        won't answer in time either."""
        while message:
            try:
                message = message[os.write(self._input, message) :]
            except BlockingIOError:
                if not self._room.poll(seconds * 1000):
                    return
            except BrokenPipeError:
                return

    def _line(self, seconds: float, rule: str) -> bytes:
        last = time.monotonic() + _BACKSTOP * seconds
        pause = min(_TICK, seconds)
        while not self._hear_within(pause):
            pause = min(_TICK, seconds - self._spent.seconds(), last - time.monotonic())
            if pause <= 0:
                raise Foul(shown(self._heard), self._excess or rule)
        line, _, more = self._heard.partition(b"\n")
        # Any bytes after the line came unasked: the bot wrote them before the next message was sent to it.
        if more:
            raise Foul(shown(self._heard), "a message is answered by one line")
        self._heard = b""
        return line

    def _hear_within(self, seconds: float) -> bool:
        """Read the bot's output for at most `seconds`; return whether a whole line has been read."""
        end = time.monotonic() + seconds
        while b"\n" not in self._heard:
            ready = self._poll.poll(max(0.0, end - time.monotonic()) * 1000 + 1)
            for source, _ in ready:
                self._hear_error() if source == self._error else self._hear()
            line, is_whole, _ = self._heard.partition(b"\n")
            self._check_length(line)
            # A bot that writes on and on without a newline must not keep this loop running.
            if not is_whole and (not ready or time.monotonic() > end):
                self._spent.rest(seconds)
                return False
        return True

    def _check_length(self, line: bytes) -> None:
        if len(line) > self._limits.line:
            raise Foul(shown(line), f"a line has at most {self._limits.line} bytes")

    def _hear(self) -> None:
        # The output that poll announced may be gone, since a bot can read its own output in /proc.
        with suppress(BlockingIOError):
            heard = os.read(self._output, _READ_SIZE)
            self._heard += heard
            if not heard:
                raise Foul(shown(self._heard), self._end())

    def _end(self) -> str:
        """Return a sentence with the rule that the bot broke when its process ended or closed its output; call this
        method when there is no more output to read."""
        status = self._wait(_EXIT_WAIT)
        rule = self._excess or _rule_of_end(status)
        hint = advice(self._entrant)
        return f"{rule}; {hint}" if hint else rule

    def _wait(self, seconds: float) -> int | None:
        """Wait up to `seconds` for the process to end; return its status as `ForkServer.status` does."""
        with self._ending:
            if self._status is None:
                self._status = self._server.status(self._process, seconds)
            return self._status

    def watch(self) -> None:
        """Kill a bot that uses too much memory, files or threads, or that computes although it hasn't been asked.
        Any thread may call this method."""
        threads, self.memory = threads_and_memory(self._process)
        found = _excess(threads, self.memory, self._process, self.folder, self._limits)
        if not found and not self._is_asked and self._spent.unasked() > self._limits.move_time:
            found = f"a bot computes when it is asked, or at most {self._limits.move_time:g} s"
        if found:
            with self._ending:
                self._excess = self._excess or found
                self._kill()

    def _kill(self) -> None:
        """Kill the process and all processes that it started. Do nothing if the process is known to have ended,
        since its number may then be reused."""
        if self._status is None:
            # Kill the process itself, too: if it has just been forked, it has no process group of its own yet.
            for kill in (os.killpg, os.kill):
                with suppress(ProcessLookupError, PermissionError):
                    kill(self._process, signal.SIGKILL)

    def _hear_error(self) -> None:
        """Append the bot's standard error to the log, up to the log's limit."""
        if self._error_ended:
            return
        with suppress(BlockingIOError):
            said = os.read(self._error, _READ_SIZE)
            if not said:
                self._error_ended = True
                self._poll.unregister(self._error)
            elif self._log is not None:
                _append(self._log, said, self._limits.log)

    def dismiss(self, message: bytes) -> None:
        """Send the bot its last `message` and close its standard input; the caller must call `close` afterwards."""
        self._go_on()
        self._send(message, 0.0)
        self._room.unregister(self._input)
        os.close(self._input)
        self._input = -1

    def close(self, patience: float = 0.0) -> None:
        """Wait `patience` seconds for the process to end by itself, then kill it and all processes that it
        started."""
        self._wait(patience)
        with self._ending:
            self._kill()
        self._wait(_EXIT_WAIT)
        self._hear_error()
        for end in (self._input, self._output, self._error):
            if end >= 0:
                os.close(end)


def _excess(threads: int, memory: int, process: int, folder: OwnFolder, limits: Limits) -> str:
    """Return the rule that a bot breaks by its use of threads, memory or files, "" if it breaks none."""
    if threads > THREADS:
        return f"a bot has at most {THREADS} threads"
    if memory > limits.memory + _SLACK:
        return f"a bot has at most {limits.memory // MEBIBYTE} MiB of memory"
    if folder.holds_more(limits.files, process):
        return f"a bot has at most {limits.files // MEBIBYTE} MiB of files, and {FILES} of them"
    return ""


def _started(server: ForkServer, launch: Launch) -> tuple[int, int, int, int]:
    """Start a process with pipes for its standard input, output and error. Return its number, then the descriptors
    of the referee's ends of these pipes in the same order; the ends don't block."""
    (its_input, our_input), (our_output, its_output), (our_error, its_error) = (os.pipe() for _ in range(3))
    theirs, ours = (its_input, its_output, its_error), (our_input, our_output, our_error)
    try:
        process = server.start(launch, theirs, our_input)
    finally:
        for end in theirs:
            os.close(end)
    for end in ours:
        os.set_blocking(end, False)
    return process, *ours


_WITHOUT_MEMORY = (signal.SIGABRT, signal.SIGTRAP)
"""The signals by which interpreters, such as that of node, end themselves when they get no memory."""
_MAY_LACK_MEMORY = " (with too little memory for it? --memory gives more)"


def _rule_of_end(status: int | None) -> str:
    if status is None:
        return "a bot has its standard output open until it is told that it's over"
    if status == -signal.SIGSYS:
        return "a bot is one process and starts no other"
    if status < 0:
        hint = _MAY_LACK_MEMORY if -status in _WITHOUT_MEMORY else ""
        return f"a bot doesn't end in a game: it was killed by {_name(-status)}{hint}"
    return f"a bot doesn't end in a game: it ended with exit status {status}"


def _name(number: int) -> str:
    """Return the name of a signal, or `signal N` for a number without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _append(log: Path, said: bytes, limit: int) -> None:
    """Append `said` to a log of at most `limit` bytes; on a full disk, drop the rest of `said`."""
    with suppress(OSError):
        _write_up_to(log, said, limit)


def _write_up_to(log: Path, said: bytes, limit: int) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, said[: max(0, limit - os.fstat(descriptor).st_size)])
    finally:
        os.close(descriptor)
