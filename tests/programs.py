"""Programs that tests start: `Popen` and `run` in place of subprocess's, `on_terminal` in place of pexpect.spawn.

    finished = run([sys.executable, "-m", "h89yahtzee", "--version"], text=True)
    with Popen[bytes]([sys.executable, "-c", code], stdout=PIPE) as program: ...
    program = on_terminal(command, near)    # the near end of a pty becomes its controlling terminal

They take and return what their namesakes do. But `[sys.executable, "-m", ...]` and `[sys.executable, "-c", ...]`
are not started: a Python that has already imported the package forks, which takes an eighth of the time.
`tests.fork_server` says how a forked program differs from a started one. Programs that can't be forked are started:
other commands, and those with options or variables of Python or with another path or encoding. Tests of what is
imported and of how Python starts, and a few tests of each command, use `subprocess`.

Each test process has a fork server of its own from the first use on; the server ends with that process, however the
process ends.
"""

import array
import ctypes
import fcntl
import json
import os
import socket
import subprocess
import sys
import termios
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import DEVNULL
from types import FunctionType
from typing import TYPE_CHECKING, AnyStr, cast

ROOT = Path(__file__).resolve().parent.parent
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""


class ForkServer:
    """The asking side of `tests.fork_server`."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def fork(self, request: Mapping[str, object], streams: Sequence[int]) -> int:
        """Fork a new child of this process; return the child's process ID."""
        text = json.dumps(request).encode()
        with self._one_at_a_time:
            control = self._control or self._start()
            _become_parent_of_orphans(True)
            try:
                socket.send_fds(control, [array.array("I", [len(text)]).tobytes()], streams)
                control.sendall(text)
                answer = control.recv(5, socket.MSG_WAITALL)
            finally:
                _become_parent_of_orphans(False)
        return array.array("i", answer[:4])[0]

    def _start(self) -> socket.socket:
        self._control, far = socket.socketpair()
        variables = {"LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}
        with far:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.fork_server", str(far.fileno())],
                cwd=ROOT,
                env=_without_python(os.environ) | variables,
                stdin=DEVNULL,
                pass_fds=[far.fileno()],
                start_new_session=True,
            )
        return self._control

    def close(self) -> None:
        if self._control is not None and self._process is not None:
            self._control.close()
            self._process.wait()
            self._control = self._process = None


SERVER = ForkServer()


def _become_parent_of_orphans(whether: bool) -> None:
    """Have this process adopt descendants whose parents have ended, or no longer if `whether` is false."""
    ctypes.CDLL(None).prctl(_SUBREAPER, int(whether), 0, 0, 0)


def _without_python(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith("PYTHON")}


def can_be_forked(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a program that the server forks is the same as one started with this command and environment."""
    encoding = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    path = environment.get("PYTHONPATH", str(ROOT))
    variables = {name for name in environment if name.startswith("PYTHON")} - {"PYTHONPATH"}
    return (
        sys.platform == "linux"
        and len(command) > 2
        and command[0] == sys.executable
        and (command[1] in ("-c", "-m"))
        and path == str(ROOT)
        and encoding in ("C.UTF-8", "")
        and not variables
    )


class Popen(subprocess.Popen[AnyStr]):
    """A subprocess.Popen whose child is forked by the server if `can_be_forked` allows it."""

    terminal = False
    """Whether the standard input becomes the controlling terminal."""

    def _execute_child(
        self,
        args: Sequence[str | Path],
        executable: object,
        preexec_fn: object,
        close_fds: bool,
        pass_fds: Sequence[int],
        cwd: str | Path | None,
        env: Mapping[str, str] | None,
        *rest: object,
    ) -> None:
        """Replace the fork and exec of the base class, whose method has had these arguments since Python 3.11."""
        environment = os.environ if env is None else env
        command = [] if isinstance(args, str) else [str(word) for word in args]
        usual = executable is None and preexec_fn is None and not pass_fds and close_fds
        if not usual or not can_be_forked(command, environment):
            _START(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest)
            return
        pipes = cast(tuple[int, ...], rest[3:9])
        request = {
            "argv": command,
            "environment": {**environment},
            "cwd": str(cwd or Path.cwd()),
            "session": rest[-2],
            "terminal": self.terminal,
        }
        ends = (pipes[0], pipes[3], pipes[5])
        self.pid = SERVER.fork(request, [number if end == -1 else end for number, end in enumerate(ends)])
        _CLOSE_ENDS(self, *pipes)


_START = vars(subprocess.Popen)["_execute_child"]
_CLOSE_ENDS = vars(subprocess.Popen)["_close_pipe_fds"]


class _OnTerminal(Popen[bytes]):
    terminal = True


def on_terminal(
    command: Sequence[str], near: int, *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Run a program in a new session; the near end of a pty is its terminal and its three standard streams."""
    if can_be_forked(command, os.environ if env is None else env):
        return _OnTerminal(command, stdin=near, stdout=near, stderr=near, cwd=cwd, env=env, start_new_session=True)
    return start_on_terminal(command, near, cwd=cwd, env=env)


def start_on_terminal(
    command: Sequence[str], near: int, *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Do the same as `on_terminal`, but always start the program, never fork it."""
    return subprocess.Popen(
        command,
        stdin=near,
        stdout=near,
        stderr=near,
        cwd=cwd,
        env=env,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )


if TYPE_CHECKING:
    from subprocess import run
else:
    # The function subprocess.run, but using the class `Popen` above.
    run = FunctionType(subprocess.run.__code__, {**vars(subprocess), "Popen": Popen})
    run.__kwdefaults__ = subprocess.run.__kwdefaults__

__all__ = ["Popen", "on_terminal", "run"]
