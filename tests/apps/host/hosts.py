"""A host as a process of its own, and callers of it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from io import FileIO
from pathlib import Path

from h89yahtzee.game.record import Record
from h89yahtzee.store.history import History
from tests.apps.far_end import LIMIT, QUIET, FarEnd
from tests.apps.games import Games
from tests.apps.screens import H19Screen, Screen, Window
from tests.programs import Popen
from tests.screen.painter.emulators import EMULATORS

ROOT = Path(__file__).resolve().parents[3]
HOST = (sys.executable, "-c", "import sys; from h89yahtzee.apps.host.serve import main; sys.exit(main())")
MOVES = "{name}'s move: 2 rolls left."


class TelnetScreen:
    """A simple telnet client in front of a screen: it tells its terminal's type, and refuses all other options."""

    def __init__(self, screen: Screen, terminal_type: str) -> None:
        self._screen = screen
        self._type = terminal_type.encode()
        self._held = b""
        self.answers = b""

    def feed(self, data: bytes) -> None:
        data = self._held + data
        whole = re.sub(rb"\xff(?:\xfa.*?\xff\xf0|[\xfb-\xfe].)", self._answer, data, flags=re.DOTALL)
        at = whole.find(b"\xff")
        self._held = whole[at:] if at >= 0 else b""
        self._screen.feed(whole[:at] if at >= 0 else whole)

    def _answer(self, command: re.Match[bytes]) -> bytes:
        if command[0] == b"\xff\xfd\x18":
            self.answers += b"\xff\xfb\x18"
        elif command[0] == b"\xff\xfa\x18\x01\xff\xf0":
            self.answers += b"\xff\xfa\x18\x00" + self._type + b"\xff\xf0"
        elif command[0][:2] == b"\xff\xfd":
            self.answers += b"\xff\xfc" + command[0][2:]
        return b""

    def rows(self) -> list[str]:
        return self._screen.rows()

    def reverse(self) -> list[str]:
        return self._screen.reverse()


class AtHost(FarEnd[Screen]):
    """A caller's terminal, on a connection to a host or at the end of one of the host's serial lines."""

    def __init__(self, connection: socket.socket | FileIO, screen: Screen) -> None:
        super().__init__(connection.fileno(), screen)
        self._connection = connection

    def hang_up(self) -> None:
        self._connection.close()

    def knock(self) -> None:
        self.send(b"\r\r")

    def knock_until_heard(self) -> None:
        """Knock (press RETURN twice) again and again until the host answers: its line may be open only after a
        second or two."""
        for _ in range(round(LIMIT / QUIET)):
            self.knock()
            if self.wait_for_silence() and "Your name" in self.text():
                return

    def introduce(self, name: str) -> str:
        """Come for the first time as `name`; return the code that the host gives."""
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
        self.wait_for(f"Code of {name.lower()}")
        self.send(f"{code}\r".encode())

    def open_table(self, seats: int = 2) -> None:
        self.wait_for("TABLE", "RULES")
        self.send(b"n")
        self.wait_for("WHO PLAYS")
        self.send(b"a" * (seats - 2) + b"\r")
        self.wait_for(f"Waiting for {seats - 1} more.")

    def sit(self) -> None:
        self.wait_for("TABLE", "RULES")
        self.send(b"\r")

    def wait_for_turn(self, name: str) -> None:
        """Wait until the screen says that it is the turn of `name`, who has rolled once."""
        self.wait_for(MOVES.format(name=name))

    def post(self, name: str) -> None:
        """Post the dice of `name` in the selected row, even for 0 points, and wait for the end of the turn."""
        is_over = self._changes_from(MOVES.format(name=name))
        self.post_here()
        self.wait_until(is_over, "the end of the turn")

    def _changes_from(self, moves: str) -> Callable[[], bool]:
        return lambda: moves not in self.text()

    def _receive(self) -> None:
        """Receive, and send what the terminal answers to the host's queries."""
        super()._receive()
        if isinstance(self.screen, H19Screen):
            self.send(self.screen.terminal.data_to_send())
        elif isinstance(self.screen, TelnetScreen):
            answers, self.screen.answers = self.screen.answers, b""
            self.send(answers)


class ByLines(AtHost):
    """A caller in text mode; `text` returns all that the host has sent since the caller last posted."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection, TelnetScreen(Window(80, 24), "DUMB"))
        self._posted = 0
        self._open_rows = [*range(1, 14)]

    def text(self) -> str:
        return self.received[self._posted :].decode("ascii", "replace").replace("\r\n", "\n")

    def wait_for_turn(self, name: str) -> None:
        self.wait_for(f"{name} rolls")

    def sit(self) -> None:
        self.wait_for("Table 1:")
        self.send(b"s 1\r")

    def post(self, name: str) -> None:
        self.wait_for("dice to re-roll?")
        self.send(b"s %d\r" % self._open_rows.pop(0))
        self.wait_until(lambda: f"{name} scores" in self.text() or "(y/n)" in self.text(), "the end of the turn")
        if "(y/n)" in self.text():
            self.send(b"y\r")
            self.wait_for(f"{name} scores")
        self._posted = self.received.rfind(f"{name} scores".encode()) + len(name) + 1


class Hosts:
    """Starts a host in a clean environment, also again after it was stopped, and connects callers to it."""

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
        opened = re.match(
            r"127\.0\.0\.1:(\d+): open for callers: telnet localhost \1, then RETURN twice\n",
            self.program.stdout.readline(),
        )
        assert opened is not None, self.program.communicate(timeout=LIMIT)
        self.port = int(opened[1])

    def kill(self) -> None:
        self.program.kill()
        self.program.wait(LIMIT)

    def close(self) -> None:
        self._running.close()

    def call(self, screen: Screen) -> AtHost:
        """Connect a caller with that screen, who presses RETURN twice; return the caller."""
        caller = AtHost(self.connect(), screen)
        caller.knock()
        return caller

    def call_by_lines(self) -> ByLines:
        caller = ByLines(self.connect())
        caller.knock()
        return caller

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), LIMIT)
        self._running.callback(connection.close)
        return connection

    def records(self) -> Sequence[Record]:
        """Return the games in the host's journal, the oldest first."""
        with closing(History(self.data / "journal.sqlite3")) as history:
            return [history.record(game) for game in reversed(list(history.games()))]

    def logged(self) -> list[str]:
        """Return the text lines of the host's log without times and addresses."""
        lines = self.log.read_text("ascii").splitlines()
        return [re.sub(r"^[-\d]+ [:\d]+ (\S+) [^ ]+:", r"\1:", line) for line in lines]


def vt100() -> TelnetScreen:
    """Return a VT100 behind a telnet client that tells the host its type."""
    return TelnetScreen(EMULATORS["vt100"].screen(), "VT100")


def h19() -> TelnetScreen:
    """Return an H19 behind a telnet client that tells the host its type; otherwise the host would query the
    terminal for some seconds."""
    return TelnetScreen(H19Screen(), "h19")
