"""A command on a pty of its own, as a login on a serial line would run it.

It knows nothing of the terminal: TERM is in the environment that the caller passes. It handles no signals: while a
background process of the command still holds the pty, `fileno()` does not tell that the command has ended, but any
`receive` does. A caller who waits for nothing else selects on SIGCHLD too.
"""

import contextlib
import fcntl
import os
import select
import shutil
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from h89yahtzee.transport.flow_control import XOFF, XON, is_stopped_after
from h89yahtzee.transport.line_speed import speed_for
from h89yahtzee.transport.medium import Medium
from h89yahtzee.transport.transport import TransportClosed

_READ_SIZE = 4096

_REST = 65536
"""The most bytes received after the command's exit, more than a pty holds: the rest is a background process's."""

_WAIT_STEP = 0.005
"""Seconds between two looks whether the command has ended."""

_KILL_WAIT = 1.0
"""Seconds to wait for a killed command: one that hangs in a device is not gone even then."""

NOT_FOUND = 127
NOT_RUNNABLE = 126

_INPUT_MODES = termios.BRKINT | termios.ICRNL | termios.IXON | termios.IMAXBEL
_OUTPUT_MODES = termios.OPOST | termios.ONLCR
_CONTROL_MODES = termios.CS8 | termios.CREAD | termios.HUPCL
_ECHO_MODES = termios.ECHO | termios.ECHOE | termios.ECHOK | termios.ECHOCTL | termios.ECHOKE
_LOCAL_MODES = termios.ISIG | termios.ICANON | termios.IEXTEN | _ECHO_MODES


class SpawnFailed(TransportClosed):
    """Raised if the command can't be run. `exit_status` is a shell's: 127 if it was not found, else 126."""

    def __init__(self, message: str, exit_status: int) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class PtyTransport(Medium):
    """A command started by `spawn`.

    While the terminal's XOFF holds the output, `receive` gives nothing, whatever the pty holds already, and
    `fileno` is None. A serial driver stops at once; the kernel's pty only stops taking more.
    """

    def __init__(self, name: str, pid: int, master: int) -> None:
        super().__init__(name)
        self._pid = pid
        self._master = master
        self._exit_code: int | None = None
        self._stopped = False
        self._hung_up = False
        self._rest = _REST

    @classmethod
    def spawn(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        rows: int = 24,
        columns: int = 80,
        baud: int = 9600,
    ) -> "PtyTransport":
        """Run `command`, looked for in the PATH of `environment`, with cooked modes and all signals at default.

        SpawnFailed if it can't be run; ValueError unless `baud` is positive. In many programs LINES and COLUMNS in
        `environment` would overrule `rows` and `columns`.
        """
        name = command[0]
        speed = speed_for(baud)
        path = _executable(name, environment)
        with contextlib.ExitStack() as opened:
            try:
                master, slave = os.openpty()
                opened.callback(os.close, master)
                with os.fdopen(slave, "rb", buffering=0):
                    _set_modes(slave, speed)
                    _set_size(slave, rows, columns)
                    os.set_blocking(master, False)
                    pid = _spawn(path, command, environment, os.ttyname(slave))
            except OSError as error:
                raise SpawnFailed(f"{name}: {os.strerror(error.errno or 0).lower()}", NOT_RUNNABLE) from error
            opened.pop_all()
        return cls(name, pid, master)

    @property
    def exit_status(self) -> int | None:
        """The exit status as a shell has it: 0 to 255, or 128 + n after signal n; None while the command runs."""
        if not self._has_exited():
            return None
        assert self._exit_code is not None
        return 128 - self._exit_code if self._exit_code < 0 else self._exit_code

    def fileno(self) -> int | None:
        """The descriptor; None also while XOFF holds the output, and once nobody has the pty open: then poll.

        A pty that nobody has open is always ready, and the command may live on, or not yet have ended.
        """
        return None if self._gone or self._hung_up or self._is_held() else self._master

    def receive(self) -> bytes:
        """At most 4 KiB of output; once that was received, TransportClosed says how the command ended."""
        self._check()
        if self._is_held():
            return b""
        # In this order the last words before the exit are not missed.
        exited = self._has_exited()
        received = self._read() if self._rest > 0 else b""
        if exited:
            self._rest -= len(received)
            if not received:
                raise self._ended()
        return received

    def send(self, data: bytes) -> int:
        """Send as in the contract; what is sent after the command's exit goes nowhere.

        A pty in canonical mode takes any number of bytes of one line and keeps 4095 (Linux).
        """
        self._check()
        if not self._has_exited():
            taken = self._write(data)
        elif self._has_output():
            taken = len(data)
        else:
            raise self._ended()
        self._stopped = is_stopped_after(data[:taken], self._stopped, termios.tcgetattr(self._master))
        return taken

    def resize(self, rows: int, columns: int) -> None:
        """Set the window size; the foreground programs get SIGWINCH if it changes."""
        self._check()
        _set_size(self._master, rows, columns)

    def send_break(self) -> bool:
        """Do what a BREAK does on a line, which a pty lacks; True: it was taken.

        That depends on the modes that the command set: nothing with IGNBRK, SIGINT to the foreground programs with
        BRKINT, else a NUL. Nothing is flushed, so no escape sequence is torn.
        """
        self._check()
        iflag: int = termios.tcgetattr(self._master)[0]
        if iflag & termios.IGNBRK:
            return True
        if not iflag & termios.BRKINT:
            return self.send(b"\0") == 1
        # Gone meanwhile, or another user's (sudo).
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if (foreground := os.tcgetpgrp(self._master)) > 0:
                os.killpg(foreground, signal.SIGINT)
        return True

    def close(self, patience: float = 0.5) -> None:
        """Hang up as a lost carrier does; kill the command if it is still there after `patience` seconds.

        A program that ignores SIGHUP in a process group of its own lives on, as nohup wants it.
        """
        if self._master < 0:
            return
        super().close()
        os.close(self._master)
        self._master = -1
        if not self._exits_within(patience):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
            self._exits_within(_KILL_WAIT)

    def _read(self) -> bytes:
        try:
            received = os.read(self._master, _READ_SIZE)
        except BlockingIOError:
            received = b""
        except OSError:
            # EIO: nobody has the pty open. The command may open it again as /dev/tty.
            self._hung_up = True
            return b""
        self._hung_up = False
        return received

    def _write(self, data: bytes) -> int:
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    def _is_held(self) -> bool:
        return self._stopped and is_stopped_after(b"", True, termios.tcgetattr(self._master))

    def _has_output(self) -> bool:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return any(events & select.POLLIN for _, events in poll.poll(0))

    def _has_exited(self) -> bool:
        if self._exit_code is None:
            try:
                pid, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:
                # If SIGCHLD is ignored, nobody can tell its status; subprocess takes 0 too.
                self._exit_code = 0
            else:
                self._exit_code = os.waitstatus_to_exitcode(status) if pid else None
        return self._exit_code is not None

    def _exits_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not self._has_exited():
            if time.monotonic() >= deadline:
                return False
            time.sleep(_WAIT_STEP)
        return True

    def _ended(self) -> TransportClosed:
        code = self._exit_code
        assert code is not None
        return self._lost(f"killed by signal {-code}" if code < 0 else f"exit status {code}")


def _executable(name: str, environment: Mapping[str, str]) -> str:
    path = shutil.which(name, path=environment.get("PATH", os.defpath))
    if path is not None:
        return path
    if "/" in name and Path(name).exists():
        raise SpawnFailed(f"{name}: not an executable file", NOT_RUNNABLE)
    raise SpawnFailed(f"{name}: command not found", NOT_FOUND)


def _spawn(path: str, command: Sequence[str], environment: Mapping[str, str], terminal: str) -> int:
    """Start `command` as the leader of a session, on `terminal`.

    The first terminal that a session leader opens becomes its controlling one (Linux, macOS), so no Python runs
    between fork and exec, where threads of this program could have left locks held.
    """
    return os.posix_spawn(
        path,
        list(command),
        dict(environment),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ],
        setsid=True,
        setsigmask=(),
        setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
    )


_BACKSPACE = b"\b"
"""The code of the erase key on most terminals of the time, the H19 among them."""


def _set_modes(slave: int, speed: int) -> None:
    """Set the modes of a login, spelled out because systems differ in what a new pty has."""
    control: list[bytes | int] = list(termios.tcgetattr(slave)[6])
    control[termios.VSTART], control[termios.VSTOP] = XON, XOFF
    control[termios.VERASE] = _BACKSPACE
    modes: list[int | list[bytes | int]] = [_INPUT_MODES, _OUTPUT_MODES, _CONTROL_MODES, _LOCAL_MODES]
    termios.tcsetattr(slave, termios.TCSANOW, [*modes, speed, speed, control])


def _set_size(fd: int, rows: int, columns: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
