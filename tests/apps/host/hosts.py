"""A host as a program of its own, and callers at it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from h89yahtzee.game.record import Record
from h89yahtzee.store.history import History
from tests.apps.far_end import LIMIT, FarEnd
from tests.apps.games import Games
from tests.apps.screens import H19Screen, Screen
from tests.programs import Popen

ROOT = Path(__file__).resolve().parents[3]
HOST = (sys.executable, "-c", "import sys; from h89yahtzee.apps.host.serve import main; sys.exit(main())")

_S = TypeVar("_S", bound=Screen)


class AtHost(FarEnd[_S]):
    """A caller's terminal on a connection to a host."""

    def __init__(self, connection: socket.socket, screen: _S) -> None:
        super().__init__(connection.fileno(), screen)
        self._connection = connection

    def hang_up(self) -> None:
        self._connection.close()

    def _receive(self) -> None:
        """An H19 answers what it is asked."""
        super()._receive()
        if isinstance(self.screen, H19Screen) and (answer := self.screen.terminal.data_to_send()):
            self.send(answer)

    def knock(self) -> None:
        self.send(b"\r\r")

    def introduce(self, name: str) -> str:
        """Come for the first time; the code."""
        self.wait_for("Your name")
        self.send(f"{name}\r".encode())
        self.wait_for(f"{name} is new here.")
        self.send(b"\r")
        self.wait_until(lambda: re.search(r"Your code is \d{4}", self.text()) is not None, "a code")
        found = re.search(r"Your code is (\d{4})", self.text())
        assert found is not None
        self.send(b"\r")
        return found[1]

    def come_back(self, name: str, code: str) -> None:
        self.wait_for("Your name")
        self.send(f"{name}\r".encode())
        self.wait_for(f"Code of {name}")
        self.send(f"{code}\r".encode())


class Hosts:
    """Starts a host in a clean environment, again after it was stopped, and connects callers to it."""

    def __init__(self, games: Games, *words: str) -> None:
        self.data = games.home / "host"
        self.log = games.home / "calls.log"
        self._games = games
        self._words = words
        self._running = ExitStack()
        self.start()

    def start(self) -> None:
        words = ["--telnet", "0", "--data", str(self.data), "--log", str(self.log), *self._words]
        self.program = Popen(
            [*HOST, *words],
            cwd=ROOT,
            env={**self._games.environment, "TERM": "dumb"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._running.enter_context(self.program)
        self._running.callback(self.program.kill)
        assert self.program.stdout is not None
        opened = re.match(r"127\.0\.0\.1:(\d+): open for callers\n", self.program.stdout.readline())
        assert opened is not None, self.program.communicate(timeout=LIMIT)
        self.port = int(opened[1])

    def kill(self) -> None:
        self.program.kill()
        self.program.wait(LIMIT)

    def close(self) -> None:
        self._running.close()

    def call(self, screen: _S) -> AtHost[_S]:
        """Somebody dials in and presses RETURN twice; the bytes are the terminal's and nothing else."""
        caller = self.connect(screen)
        caller.knock()
        return caller

    def connect(self, screen: _S) -> AtHost[_S]:
        connection = socket.create_connection(("127.0.0.1", self.port), LIMIT)
        self._running.callback(connection.close)
        return AtHost(connection, screen)

    def records(self) -> Sequence[Record]:
        """The games in the journal, the oldest first."""
        with closing(History(self.data / "journal.sqlite3")) as history:
            return [history.record(game) for game in reversed(list(history.games()))]

    def logged(self) -> list[str]:
        """What the log says, without times and addresses."""
        lines = self.log.read_text("ascii").splitlines()
        return [re.sub(r"^[-\d]+ [:\d]+ (\S+) [^ ]+:", r"\1:", line) for line in lines]
