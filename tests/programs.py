"""Programs that tests start: `Popen` and `run` in place of subprocess's, `on_terminal` in place of pexpect.spawn.

    finished = run([sys.executable, "-m", "h89yahtzee", "--version"], text=True)
    with Popen[bytes]([sys.executable, "-c", code], stdout=PIPE) as program: ...
    program = on_terminal(command, near)    # the near end of a pty becomes its controlling terminal

They take and give what their namesakes do. But `[sys.executable, "-m", ...]` and `[sys.executable, "-c", ...]` are
not started: a warm Python forks, which takes an eighth of the time. `tests.fork_server` says how that differs from
a start. What it can't stand for is started all the same: another command, options or variables of Python, another
path or encoding. Tests of what is imported and of how Python starts, and a few of each command, use `subprocess`.

Each test process has a server of its own from the first use on; it ends with that process, however that ends.
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
        """The number of a new child of this process."""
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
    """Adopt, or no longer adopt, the processes that those below this one leave behind."""
    ctypes.CDLL(None).prctl(_SUBREAPER, int(whether), 0, 0, 0)


def _without_python(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith("PYTHON")}


def can_be_forked(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether the server can stand for a Python that is started so."""
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
    """A subprocess.Popen whose child comes from the server where that can stand for a start."""

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
        """Stands for the fork and the exec of the base class, which has had these arguments since 3.11."""
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
    """A program in a session of its own, with the near end of a pty for a terminal and its standard streams."""
    if can_be_forked(command, os.environ if env is None else env):
        return _OnTerminal(command, stdin=near, stdout=near, stderr=near, cwd=cwd, env=env, start_new_session=True)
    return start_on_terminal(command, near, cwd=cwd, env=env)


def start_on_terminal(
    command: Sequence[str], near: int, *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program on a terminal, never fork it."""
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
    # The function of the library, but with the class above for its own.
    run = FunctionType(subprocess.run.__code__, {**vars(subprocess), "Popen": Popen})
    run.__kwdefaults__ = subprocess.run.__kwdefaults__

__all__ = ["Popen", "on_terminal", "run"]
