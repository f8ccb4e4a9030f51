"""Callers who come to a host by ssh: clients of OpenSSH, PuTTY and asyncssh, each on a pty of its own."""

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
    """A host with a port for ssh as well; `fingerprint` is that of the host's key, as the host prints it."""

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
        """Return the file of the private key called `name`; the key is generated if there is none yet."""
        path = self.keys / name
        if not path.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            run(command, check=True, timeout=LIMIT)
        return path

    def by_openssh(self, user: str, key: str = "", *words: str) -> list[str]:
        """Return the command of a call by OpenSSH, which accepts any key of the host."""
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
        """Start the command of an ssh client on a terminal for which TERM is xterm-256color; return the caller."""
        far, near = pty.openpty()
        with FileIO(near):
            termios.tcsetwinsize(near, (rows, columns))
            environment = {**self.games.environment, "TERM": "xterm-256color"}
            program = start_on_terminal([*command], near, cwd=ROOT, env=environment)
        caller = OverSsh(FileIO(far, "r+"), EMULATORS["vt100"].screen(), program)
        self._running.callback(caller.hang_up)
        return caller


class OverSsh(AtHost):
    """A caller by ssh; `program` is the process of the ssh client."""

    def __init__(self, terminal: FileIO, screen: Screen, program: subprocess.Popen[bytes]) -> None:
        super().__init__(terminal, screen)
        self.program = program

    def drop(self) -> None:
        """Kill the ssh client, so that the connection is lost without a goodbye."""
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
