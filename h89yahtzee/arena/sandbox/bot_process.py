"""A bot as a process of its own: started, asked for lines, watched, logged, ended.

Nothing here knows what the lines say. The process confines itself, see `launch`; from here it gets a session, an
environment and a folder of its own, and no open files but the three standard ones.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.protocol import shown
from h89yahtzee.arena.referee import Foul
from h89yahtzee.arena.sandbox.confinement import Confinement
from h89yahtzee.arena.sandbox.fork_server import ForkServer, environment
from h89yahtzee.arena.sandbox.launch import Launch
from h89yahtzee.arena.sandbox.needed_files import shim_of
from h89yahtzee.arena.sandbox.own_folder import OwnFolder
from h89yahtzee.arena.sandbox.usage import SpentTime, excess, threads_and_memory

_READ_SIZE = 65536

_EXIT_WAIT = 1.0
"""Seconds that a process may take to end once it has closed its output, or was killed."""

_TICK = 0.05
"""Seconds between two looks at a bot that has not answered yet."""
_BACKSTOP = 30
"""How many times its limit an answer may take by the clock on the wall, if the bot waits for a processor."""


class BotProcess:
    """The process of an entrant whose files are `located`; it runs until `close`, whatever it does."""

    def __init__(
        self,
        entrant: Entrant,
        limits: Limits,
        folder: OwnFolder,
        log: Path | None,
        server: ForkServer,
        readable: Sequence[str],
    ) -> None:
        """Start it in `folder`; what it says on standard error is appended to `log`.

        If the system can prevent it, it can't write elsewhere and can't read what isn't `readable`.
        """
        self._limits = limits
        self._log = log
        self._entrant = entrant
        self._folder = folder
        self._server = server
        confinement = Confinement(server.number, limits.memory, str(folder.path), readable)
        hosted = entrant.kind is Kind.PYTHON
        launch = Launch(confinement, entrant.command, hosted, environment(str(folder.path)))
        self._process, self._input, self._output, self._error = _started(server, launch)
        self.memory = 0
        """The bytes that it had when it was last watched."""
        self._status: int | None = None
        self._ending = Lock()
        self._excess = ""
        self._spent = SpentTime(self._process)
        self._is_asked = False
        self._heard = b""
        self._error_ended = False
        self._room = select.poll()
        self._room.register(self._input, select.POLLOUT)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._error, select.POLLIN)

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        """Read a line as a `Channel` does, without its end."""
        self._is_asked = True
        self._spent.begin()
        self._send(message, seconds)
        line = self._line(seconds, rule)
        self._is_asked = False
        return line, self._spent.settle()

    def _send(self, message: bytes, seconds: float) -> None:
        """Send what can be sent in time; if that isn't all, there will be no answer."""
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
        if more:
            raise Foul(shown(self._heard), "a message is answered by one line")
        self._heard = b""
        return line

    def _hear_within(self, seconds: float) -> bool:
        """Whether there is a line, after at most so long a wait; it counts as such however much is said in it."""
        end = time.monotonic() + seconds
        while b"\n" not in self._heard:
            ready = self._poll.poll(max(0.0, end - time.monotonic()) * 1000 + 1)
            for source, _ in ready:
                self._hear_error() if source == self._error else self._hear()
            line, is_whole, _ = self._heard.partition(b"\n")
            self._check_length(line)
            if not is_whole and (not ready or time.monotonic() > end):
                self._spent.rest(seconds)
                return False
        return True

    def _check_length(self, line: bytes) -> None:
        if len(line) > self._limits.line:
            raise Foul(shown(line), f"a line has at most {self._limits.line} bytes")

    def _hear(self) -> None:
        # What was there a moment ago may be gone: a bot can read its own output in /proc.
        with suppress(BlockingIOError):
            heard = os.read(self._output, _READ_SIZE)
            self._heard += heard
            if not heard:
                raise Foul(shown(self._heard), self._end())

    def _end(self) -> str:
        """The rule that the process broke by ending, once its output has ended."""
        status = self._wait(_EXIT_WAIT)
        rule = self._excess or _rule_of_end(status)
        shim = shim_of(self._entrant)
        return rule if shim is None else f"{rule}; {shim} is a script that starts another program: name that"

    def _wait(self, seconds: float) -> int | None:
        """How it has ended; None if it hasn't within these seconds."""
        with self._ending:
            if self._status is None:
                self._status = self._server.status(self._process, seconds)
            return self._status

    def watch(self) -> None:
        """End it if it has too much of something, or computes while it isn't asked; called from any thread."""
        threads, self.memory = threads_and_memory(self._process)
        found = excess(threads, self.memory, self._process, self._folder, self._limits)
        if not found and not self._is_asked and self._spent.unasked() > self._limits.move_time:
            found = f"a bot computes when it is asked, or at most {self._limits.move_time:g} s"
        if found:
            with self._ending:
                self._excess = self._excess or found
                self._kill()

    def _kill(self) -> None:
        """Kill it and all that it has started, unless its number isn't its own any more."""
        if self._status is None:
            for kill in (os.killpg, os.kill):  # it may not have a group yet
                with suppress(ProcessLookupError, PermissionError):
                    kill(self._process, signal.SIGKILL)

    def _hear_error(self) -> None:
        """Log what it says on standard error, as far as the log may grow."""
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
        """Send its last message; `close` it afterwards."""
        self._send(message, 0.0)
        self._room.unregister(self._input)
        os.close(self._input)
        self._input = -1

    def close(self, patience: float = 0.0) -> None:
        """End it and all that it has started, after `patience` seconds in which it may end by itself."""
        self._wait(patience)
        with self._ending:
            self._kill()
        self._wait(_EXIT_WAIT)
        self._hear_error()
        for end in (self._input, self._output, self._error):
            if end >= 0:
                os.close(end)


def _started(server: ForkServer, launch: Launch) -> tuple[int, int, int, int]:
    """A process, and our ends of its standard input, output and error, which never block."""
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


def _rule_of_end(status: int | None) -> str:
    if status is None:
        return "a bot has its standard output open until it is told that it's over"
    if status == -signal.SIGSYS:
        return "a bot is one process and starts no other"
    if status < 0:
        return f"a bot doesn't end in a game: it was killed by {_name(-status)}"
    return f"a bot doesn't end in a game: it ended with exit status {status}"


def _name(number: int) -> str:
    """The name of a signal; those for programs' own purposes have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _append(log: Path, said: bytes, limit: int) -> None:
    """Append to a log; where a disk is full, less is kept."""
    with suppress(OSError):
        _write_up_to(log, said, limit)


def _write_up_to(log: Path, said: bytes, limit: int) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.write(descriptor, said[: max(0, limit - os.fstat(descriptor).st_size)])
    finally:
        os.close(descriptor)
