"""Games as processes of their own: on a pty, on a line whose far end the test holds, or on pipes."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Sequence
from contextlib import ExitStack
from fcntl import ioctl
from io import FileIO
from pathlib import Path
from typing import NamedTuple, TypeVar

from tests.apps.far_end import LIMIT, QUIET, FarEnd
from tests.apps.screens import H19Screen, Screen, Window
from tests.programs import Popen, on_terminal, run

ROOT = Path(__file__).resolve().parents[2]
YAHTZEE = (sys.executable, "-m", "h89yahtzee")
SOLVE = (sys.executable, "-c", "import sys; from h89yahtzee.apps.solve.solve import main; sys.exit(main())")
ARENA = (sys.executable, "-c", "import sys; from h89yahtzee.apps.arena.compete import main; sys.exit(main())")

_S = TypeVar("_S", bound=Screen)

TtyModes = list[int | list[bytes | int]]


class Result(NamedTuple):
    """The exit status of a program and what it wrote to standard output and standard error."""

    status: int
    output: str
    errors: str


class OnPty(FarEnd[_S]):
    """A program with a pty of its own, which has the modes `found_modes()` when the program starts."""

    def __init__(
        self, command: Sequence[str], environment: dict[str, str], columns: int, rows: int, screen: _S
    ) -> None:
        far, near = pty.openpty()
        self._far = FileIO(far, "r+")
        with FileIO(near):
            termios.tcsetwinsize(near, (rows, columns))
            _set_found_modes(near)
            self._near = os.ttyname(near)
            self.program = on_terminal(command, near, cwd=ROOT, env=environment)
        super().__init__(far, screen)

    def tty_modes(self) -> TtyModes:
        return termios.tcgetattr(self.fileno)

    def wait_for_end(self) -> None:
        """Wait until the program has ended too: until then no other program can continue its game."""
        super().wait_for_end()
        self.program.wait(LIMIT)

    def exit_status(self) -> int | None:
        """Wait for the end of the program and return its exit status; None if a signal killed it."""
        self.wait_for_end()
        status = self.program.wait(LIMIT)
        return None if status < 0 else status

    def signal(self, number: signal.Signals) -> None:
        self.program.send_signal(number)

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.fileno, (rows, columns))

    def wait_until_read(self) -> None:
        """Wait until the program has read all that was typed: the system delivers it a moment after it was sent."""
        with FileIO(os.open(self._near, os.O_RDONLY | os.O_NOCTTY)) as near:
            for _ in range(round(LIMIT / QUIET)):
                self.wait_for_silence()
                if not int.from_bytes(ioctl(near, termios.FIONREAD, bytes(4)), sys.byteorder):
                    return
        raise AssertionError(self._report("what was typed isn't read"))

    def hang_up(self) -> None:
        """Close the terminal's end and wait for the program."""
        self._far.close()
        self.program.wait(LIMIT)

    def close(self) -> None:
        self.program.kill()
        self.program.wait(LIMIT)
        self._far.close()


class OnLine(FarEnd[H19Screen]):
    """A game played over a line; its standard output and standard error are pipes.

    `near` is the end of a pty pair that the game opens; the test keeps it open until the game has sent something.
    """

    def __init__(
        self, line: FileIO | socket.socket, program: subprocess.Popen[str], near: FileIO | None = None
    ) -> None:
        super().__init__(line.fileno(), H19Screen())
        self._line = line
        self._near = near
        self.program = program

    def hang_up(self) -> None:
        self._line.close()

    def _receive(self) -> None:
        super()._receive()
        if self._near is not None:
            self._near.close()

    def wait_for_end(self) -> None:
        """Wait until the program has ended too: until then no other program can continue its game."""
        super().wait_for_end()
        self.program.wait(LIMIT)

    def result(self) -> Result:
        """Wait for the end of the program; return its exit status and what it wrote to the pipes."""
        output, errors = self.program.communicate(timeout=LIMIT)
        return Result(self.program.returncode, output, errors)


class Games:
    """Starts games in a clean environment; `close` ends those that still run."""

    def __init__(self, home: Path) -> None:
        self.home = home
        directories = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "H89YAHTZEE_COMMAND": "yahtzee",
            **directories,
        }
        self._running = ExitStack()

    def close(self) -> None:
        self._running.close()

    def on_h19(
        self, *words: str, term: str = "h19", switches: int = 0, command: Sequence[str] = YAHTZEE
    ) -> OnPty[H19Screen]:
        """Start a program in a login session on an H19 with those option switches."""
        return self.on_terminal(H19Screen(switches), term, *words, command=command)

    def on_terminal(self, screen: _S, term: str, *words: str, command: Sequence[str] = YAHTZEE) -> OnPty[_S]:
        """Start a program in a login session on a terminal of 24 rows, for which TERM is `term`."""
        environment = {**self.environment, "TERM": term}
        return self._on_pty(OnPty([*command, *words], environment, 80, 24, screen))

    def in_window(
        self,
        *words: str,
        columns: int = 80,
        rows: int = 25,
        command: Sequence[str] = YAHTZEE,
        **variables: str,
    ) -> OnPty[Window]:
        """Start a program in a window of a modern terminal emulator; `variables` are environment variables."""
        environment = {**self.environment, "TERM": "xterm-256color", **variables}
        return self._on_pty(OnPty([*command, *words], environment, columns, rows, Window(columns, rows)))

    def _on_pty(self, game: OnPty[_S]) -> OnPty[_S]:
        self._running.callback(game.close)
        return game

    def on_serial_line(self, *words: str) -> OnLine:
        """Start a game with `--line`, on a pty pair at the H19's highest speed."""
        far, near = (FileIO(end, "r+") for end in pty.openpty())
        self._running.callback(far.close)
        self._running.callback(near.close)
        return OnLine(far, self._on_line(os.ttyname(near.fileno()), *words), near)

    def on_socket(self, *words: str) -> OnLine:
        """Start a game with `--line socket://...`, which sends at the H19's highest speed over a TCP connection."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(LIMIT)
            program = self._on_line(f"socket://127.0.0.1:{listener.getsockname()[1]}", *words)
            connection, _ = listener.accept()
        self._running.callback(connection.close)
        return OnLine(connection, program)

    def _on_line(self, url: str, *words: str) -> subprocess.Popen[str]:
        program = Popen(
            [*YAHTZEE, "--line", url, "--baud", "19200", *words],
            cwd=ROOT,
            env={**self.environment, "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._running.enter_context(program)
        self._running.callback(program.kill)
        return program

    def by_lines(
        self, *words: str, answers: str = "", command: Sequence[str] = YAHTZEE, **variables: str
    ) -> Result:
        """Run a program on pipes until it ends, with `answers` as standard input and environment `variables`."""
        program = run(
            [*command, *words],
            cwd=ROOT,
            env={**self.environment, **variables},
            input=answers,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        return Result(program.returncode, program.stdout, program.stderr)


def found_modes() -> TtyModes:
    """Return the terminal modes that an `OnPty` program finds on its pty."""
    far, near = pty.openpty()
    try:
        _set_found_modes(near)
        return termios.tcgetattr(near)
    finally:
        os.close(near)
        os.close(far)


def _set_found_modes(fileno: int) -> None:
    """Set modes that no program sets by chance, so that a test notices a program that restores the usual modes
    rather than those that it found."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, control = termios.tcgetattr(fileno)
    control[termios.VSTART] = control[termios.VSTOP] = b"\0"
    control[termios.VERASE], control[termios.VMIN], control[termios.VTIME] = b"\x08", b"\x03", b"\x07"
    iflag |= termios.IXON | termios.IXANY
    termios.tcsetattr(fileno, termios.TCSANOW, [iflag, oflag, cflag, lflag, ispeed, ospeed, control])
