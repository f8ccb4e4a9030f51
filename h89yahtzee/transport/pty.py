"""A command on a pty of its own, run in the same way as by a login on a serial line.

The terminal's type is unknown here: the caller passes it as TERM in the environment. This module catches no
signals. The end of the command doesn't make `fileno()` ready while a background process of the command still has
the pty open; but the next `receive` notices the end. So a caller that only waits for `fileno()` should also wake up
on SIGCHLD.
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

from h89yahtzee.transport.terminal_modes import XOFF, XON, is_stopped_after, speed_for
from h89yahtzee.transport.transport import Medium, TransportClosed

_READ_SIZE = 4096

_REST = 65536
"""The most bytes that are received after the command's exit. A pty holds fewer bytes, so any further ones come from
a background process."""

_WAIT_STEP = 0.005
"""Seconds between two checks whether the command has ended."""

_KILL_WAIT = 1.0
"""Seconds to wait for the end of a killed command. A command that is blocked in a device driver may live longer."""

NOT_FOUND = 127
NOT_RUNNABLE = 126

_INPUT_MODES = termios.BRKINT | termios.ICRNL | termios.IXON | termios.IMAXBEL
_OUTPUT_MODES = termios.OPOST | termios.ONLCR
_CONTROL_MODES = termios.CS8 | termios.CREAD | termios.HUPCL
_ECHO_MODES = termios.ECHO | termios.ECHOE | termios.ECHOK | termios.ECHOCTL | termios.ECHOKE
_LOCAL_MODES = termios.ISIG | termios.ICANON | termios.IEXTEN | _ECHO_MODES


class SpawnFailed(TransportClosed):
    """Raised if a command can't be run; `exit_status` is a shell's: 127 for a command not found, else 126."""

    def __init__(self, message: str, exit_status: int) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class PtyTransport(Medium):
    """A command started by `spawn`, on a pty.

    After an XOFF from the terminal `receive` returns b"", even if the pty holds bytes already, and `fileno()` is
    None. So the output stops at once, as it does with a serial driver. The kernel alone would stop only the
    command's writing, and let the bytes through that the pty holds already.
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
        pixels: tuple[int, int] = (0, 0),
    ) -> "PtyTransport":
        """Run `command`, found by the PATH in `environment`, on a pty with cooked modes; signals have their default
        actions.

        `pixels` are the width and the height of the terminal's picture, 0 if unknown. In many programs LINES and
        COLUMNS in `environment` would overrule `rows` and `columns`. Raises SpawnFailed if `command` can't run,
        ValueError unless `baud` is positive.
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
                    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, *pixels))
                    os.set_blocking(master, False)
                    pid = _spawn(path, command, environment, os.ttyname(slave))
            except OSError as error:
                raise SpawnFailed(f"{name}: {os.strerror(error.errno or 0).lower()}", NOT_RUNNABLE) from error
            opened.pop_all()
        return cls(name, pid, master)

    def tell_pixels(self, rows: int, columns: int, pixels: tuple[int, int]) -> None:
        """Set the terminal's size in characters and in pixels; the command gets SIGWINCH if the size changes."""
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, *pixels))

    @property
    def exit_status(self) -> int | None:
        """The command's exit status as in a shell: 0 to 255, or 128 + n after signal n; None while the command
        runs."""
        if not self._has_exited():
            return None
        assert self._exit_code is not None
        return 128 - self._exit_code if self._exit_code < 0 else self._exit_code

    def fileno(self) -> int | None:
        """Return the descriptor to select on; None when closed, after XOFF, and while no process has the pty open.

        After XOFF, and while no process has the pty open, the caller has to call `receive` at intervals. Without
        any such process the descriptor would always be ready, although the command may still run.
        """
        return None if self._hung_up or self._is_held() else super().fileno()

    def _descriptor(self) -> int:
        return self._master

    def receive(self) -> bytes:
        """Return at most 4 KiB of the command's output. When the command has ended and all output was returned,
        raise TransportClosed, whose text tells how the command ended."""
        self._check()
        if self._is_held():
            return b""
        # The check for the exit comes before the read, so that output right before the exit isn't missed.
        exited = self._has_exited()
        received = self._read() if self._rest > 0 else b""
        if exited:
            self._rest -= len(received)
            if not received:
                raise self._ended()
        return received

    def send(self, data: bytes) -> int:
        """Send `data` as `Transport.send` does. After the command's exit, bytes are dropped while there is still
        output to receive; after that, raise TransportClosed.

        On Linux a pty in canonical mode accepts a text line of any length, but discards all beyond 4095 bytes.
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

    def send_break(self) -> bool:
        """Do what a BREAK does on a serial line, since a pty has no BREAK; return False if a NUL could not be sent.

        The effect depends on the modes that the command has set. With IGNBRK nothing happens, with BRKINT the
        foreground programs get SIGINT, otherwise a NUL is sent. Queued output isn't thrown away, since that could
        cut an escape sequence in two.
        """
        self._check()
        iflag: int = termios.tcgetattr(self._master)[0]
        if iflag & termios.IGNBRK:
            return True
        if not iflag & termios.BRKINT:
            return self.send(b"\0") == 1
        # The foreground programs may have ended meanwhile, or belong to another user (sudo).
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if (foreground := os.tcgetpgrp(self._master)) > 0:
                os.killpg(foreground, signal.SIGINT)
        return True

    def close(self, patience: float = 0.5) -> None:
        """Close the pty, which hangs up on the command; kill the command if it still runs after `patience` seconds.

        A program that ignores SIGHUP and has a process group of its own lives on, as after nohup.
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
            # EIO: no process has the pty open now, but the command may open it again as /dev/tty.
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
                # If SIGCHLD is ignored, the status is lost; the module subprocess assumes 0 then, too.
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
    """Start the program at `path` with the arguments `command` as the leader of a session, on the terminal device
    with the path `terminal`; return the process id.

    The first terminal that a session leader opens becomes its controlling terminal (Linux, macOS), so that
    posix_spawn suffices. With fork and exec, Python code would run between the two, in a process that lacks this
    program's other threads, but may have inherited locks that they held.
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
"""The code of the erase key on most terminals of the H19's time, the H19 included."""


def _set_modes(slave: int, speed: int) -> None:
    """Set all terminal modes of the pty `slave` to those of a login, because the modes of new ptys differ from
    system to system."""
    control: list[bytes | int] = list(termios.tcgetattr(slave)[6])
    control[termios.VSTART], control[termios.VSTOP] = XON, XOFF
    control[termios.VERASE] = _BACKSPACE
    modes: list[int | list[bytes | int]] = [_INPUT_MODES, _OUTPUT_MODES, _CONTROL_MODES, _LOCAL_MODES]
    termios.tcsetattr(slave, termios.TCSANOW, [*modes, speed, speed, control])
