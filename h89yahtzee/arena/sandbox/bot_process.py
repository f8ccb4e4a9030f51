"""A bot as a process of its own: started, asked for lines, logged, ended.

Nothing here knows what the lines say. The process confines itself, see `launch`; from here it gets a session, an
environment and a folder of its own, and no open files but the three standard ones.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.limits import Limits
from h89yahtzee.arena.protocol import shown
from h89yahtzee.arena.referee import Foul
from h89yahtzee.arena.sandbox.confinement import Confinement
from h89yahtzee.arena.sandbox.launch import BOOT, Launch

_ROOT = str(Path(__file__).resolve().parents[3])
"""Where the package is found."""

_READ_SIZE = 65536

_EXIT_WAIT = 1.0
"""Seconds that a process may take to end once it has closed its output, or was killed."""


class BotProcess:
    """The process of an entrant whose files are `located`; it runs until `close`, whatever it does."""

    def __init__(
        self, entrant: Entrant, limits: Limits, folder: Path, log: Path | None, hidden: Sequence[str] = ()
    ) -> None:
        """Start it in `folder`; what it says on standard error is appended to `log`.

        If the system can prevent it, it can't write elsewhere and can't read what is `hidden`.
        """
        self._line_limit = limits.line
        self._log = log
        self._log_limit = limits.log
        self._process = _started(entrant, limits, folder, hidden)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        self._error = self._process.stderr.fileno()
        for end in (self._input, self._output, self._error):
            os.set_blocking(end, False)
        self._heard = b""
        self._error_ended = False
        self._room = select.poll()
        self._room.register(self._input, select.POLLOUT)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._error, select.POLLIN)

    def ask(self, message: bytes, seconds: float, rule: str) -> tuple[bytes, float]:
        """Read a line as a `Channel` does, without its end."""
        started = time.monotonic()
        self._send(message, started + seconds)
        line = self._line(started + seconds, rule)
        return line, time.monotonic() - started

    def _send(self, message: bytes, deadline: float) -> None:
        """Send what can be sent in time; if that isn't all, there will be no answer."""
        while message:
            try:
                message = message[os.write(self._input, message) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0 or not self._room.poll(left * 1000):
                    return
            except BrokenPipeError:
                return

    def _line(self, deadline: float, rule: str) -> bytes:
        while b"\n" not in self._heard:
            self._check_length(self._heard)
            left = deadline - time.monotonic()
            if left <= 0:
                raise Foul(shown(self._heard), rule)
            for end, _ in self._poll.poll(left * 1000 + 1):
                self._hear_error() if end == self._error else self._hear()
        line, _, more = self._heard.partition(b"\n")
        self._check_length(line)
        if more:
            raise Foul(shown(self._heard), "a message is answered by one line")
        self._heard = b""
        return line

    def _check_length(self, line: bytes) -> None:
        if len(line) > self._line_limit:
            raise Foul(shown(line), f"a line has at most {self._line_limit} bytes")

    def _hear(self) -> None:
        heard = os.read(self._output, _READ_SIZE)
        self._heard += heard
        if not heard:
            raise Foul(shown(self._heard), self._end())

    def _end(self) -> str:
        """The rule that the process broke by ending, once its output has ended."""
        try:
            status = self._process.wait(_EXIT_WAIT)
        except subprocess.TimeoutExpired:
            return "a bot has its standard output open until it is told that it's over"
        if status == -signal.SIGSYS:
            return "a bot is one process and starts no other"
        if status < 0:
            return f"a bot doesn't end in a game: it was killed by {signal.Signals(-status).name}"
        return f"a bot doesn't end in a game: it ended with exit status {status}"

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
                with self._log.open("ab") as log:
                    log.write(said[: max(0, self._log_limit - log.tell())])

    def dismiss(self, message: bytes) -> None:
        """Send its last message; `close` it afterwards."""
        self._send(message, time.monotonic())
        assert self._process.stdin is not None
        self._process.stdin.close()

    def close(self, patience: float = 0.0) -> None:
        """End it and all that it has started, after `patience` seconds in which it may end by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        # If it has ended, its number isn't that of another group yet: the system gives numbers out in turn.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_WAIT)
        self._hear_error()
        for end in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert end is not None
            end.close()


def _started(entrant: Entrant, limits: Limits, folder: Path, hidden: Sequence[str]) -> subprocess.Popen[bytes]:
    confinement = Confinement(os.getpid(), limits.memory, str(folder), hidden)
    hosted = entrant.kind is Kind.PYTHON
    launch = Launch(confinement, entrant.command, hosted)
    # Bots in Python may import installed packages, but nothing from the current folder or the user's own.
    options = ["-P", "-s"] if hosted else ["-P", "-s", "-S"]
    return subprocess.Popen(
        [sys.executable, *options, "-c", BOOT, _ROOT, launch.format()],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment(folder),
        start_new_session=True,
    )


def environment(folder: Path) -> dict[str, str]:
    """The environment of a bot: of the user's only PATH, and Python's sets in the same order every time."""
    return {
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "TMPDIR": str(folder),
    }
