"""Callers by ssh at a host: OpenSSH's client, PuTTY's and asyncssh's, each on a terminal of its own."""

from __future__ import annotations

import pty
import re
import subprocess
import sys
import termios
from collections.abc import Callable, Iterable
from io import FileIO
from pathlib import Path

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import ROOT, AtHost, Hosts
from tests.apps.screens import Screen
from tests.programs import run, start_on_terminal
from tests.screen.painter.emulators import EMULATORS

ASYNCSSH = """
import asyncio, asyncssh, sys, tty
port, key, user, command = sys.argv[1:]
async def call():
    keys = [key] if key else None
    client = type("Client", (asyncssh.SSHClient,), {"kbdint_auth_requested": lambda self: ""})
    async with asyncssh.connect(
        "127.0.0.1", int(port), username=user, client_keys=keys, known_hosts=None, agent_path=None, config=None,
        client_factory=client,
    ) as connection:
        process = await connection.create_process(
            command or None, term_type="xterm-256color", term_size=(80, 24), stdin=sys.stdin, stdout=sys.stdout
        )
        await process.wait_closed()
tty.setraw(0)
asyncio.run(call())
"""


class SshHosts(Hosts):
    """A host with a port for ssh as well; `fingerprint` is that of its key, as the host prints it."""

    def __init__(self, games: Games, *words: str) -> None:
        self.games = games
        self.keys = games.home / "keys"
        self.keys.mkdir(mode=0o700)
        super().__init__(games, "--ssh", "0", *words)

    def start(self) -> None:
        super().start()
        assert self.program.stdout is not None
        pattern = r"127\.0\.0\.1:(\d+): open for callers: ssh -p \1 localhost\n"
        opened = re.match(pattern, self.program.stdout.readline())
        told = re.match(r".*: the key of this host is (\S+)\n", self.program.stdout.readline())
        assert opened is not None
        assert told is not None
        self.ssh_port, self.fingerprint = int(opened[1]), told[1]

    def key(self, name: str) -> Path:
        """The file of somebody's private key."""
        path = self.keys / name
        if not path.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            run(command, check=True, timeout=LIMIT)
        return path

    def by_openssh(self, user: str, key: str = "", *words: str) -> list[str]:
        """The command of a call; the host's key is checked against the fingerprint by the other clients alone."""
        with_key = (
            ["-i", str(self.key(key)), "-o", "IdentitiesOnly=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        )
        unknown = ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.keys / 'known_hosts'}"]
        return [
            "ssh",
            "-F",
            "none",
            "-e",
            "none",
            *unknown,
            *with_key,
            "-p",
            str(self.ssh_port),
            f"{user}@127.0.0.1",
            *words,
        ]

    def by_plink(self, user: str, key: str = "", *words: str) -> list[str]:
        with_key = []
        if key:
            converted = self.keys / f"{key}.ppk"
            run(["puttygen", str(self.key(key)), "-O", "private", "-o", str(converted)], check=True, timeout=LIMIT)
            with_key = ["-i", str(converted)]
        known = ["-hostkey", self.fingerprint, "-noagent", "-no-antispoof"]
        return ["plink", "-ssh", *known, *with_key, "-P", str(self.ssh_port), f"{user}@127.0.0.1", *words]

    def by_asyncssh(self, user: str, key: str = "", *words: str) -> list[str]:
        path = str(self.key(key)) if key else ""
        return [sys.executable, "-c", ASYNCSSH, str(self.ssh_port), path, user, " ".join(words)]

    def call_by(self, command: Iterable[str], columns: int = 80, rows: int = 24) -> OverSsh:
        """Somebody calls by a command, on a terminal that is an xterm."""
        far, near = pty.openpty()
        with FileIO(near):
            termios.tcsetwinsize(near, (rows, columns))
            environment = {**self.games.environment, "TERM": "xterm-256color"}
            program = start_on_terminal([*command], near, cwd=ROOT, env=environment)
        caller = OverSsh(FileIO(far, "r+"), EMULATORS["vt100"].screen(), program)
        self._running.callback(caller.hang_up)
        return caller


class OverSsh(AtHost):
    """A caller by ssh; `program` is the client."""

    def __init__(self, terminal: FileIO, screen: Screen, program: subprocess.Popen[bytes]) -> None:
        super().__init__(terminal, screen)
        self.program = program

    def drop(self) -> None:
        """Lose the connection without a word."""
        self.program.kill()
        self.program.wait(LIMIT)

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.fileno, (rows, columns))

    def hang_up(self) -> None:
        self.drop()
        super().hang_up()


Command = Callable[..., list[str]]
CLIENTS: dict[str, Callable[[SshHosts], Command]] = {
    "ssh": lambda host: host.by_openssh,
    "plink": lambda host: host.by_plink,
    "asyncssh": lambda host: host.by_asyncssh,
}
