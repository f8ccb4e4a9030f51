"""Hostile callers by ssh: in each round one caller of each kind, all at once, each from an address of its own.

    python -m tests.apps.host.hostile_ssh PORT ROUNDS

writes a text line of JSON: for each kind, what became of its last caller.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from logging import CRITICAL, getLogger

import asyncssh

LIMIT = 60.0
"""Seconds after which a hostile caller gives up."""
PATIENCE = 3.0
"""Seconds for which hostile callers stay who only wait or send slowly."""

_numbers = count(1)


class Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""


class Hostile:
    def __init__(self, port: int) -> None:
        self._port = port
        number = next(_numbers)
        self._address = f"127.9.{number // 250}.{number % 250 + 1}"

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))

    async def connection(self, **options: object) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            self._port,
            local_addr=(self._address, 0),
            username="mallory",
            known_hosts=None,
            client_keys=None,
            config=None,
            agent_path=None,
            client_factory=Client,
            **options,
        )

    # The kinds of hostile callers: each method is one caller, and returns what became of the call.

    async def says_nothing(self) -> str:
        _, writer = await self.raw()
        await asyncio.sleep(PATIENCE)
        writer.close()
        return "waited"

    async def shakes_hands_slowly(self) -> str:
        _, writer = await self.raw()
        for byte in b"SSH-2.0-slow" * 2:
            writer.write(bytes([byte]))
            await asyncio.sleep(PATIENCE / 24)
        writer.close()
        return "waited"

    async def opens_a_thousand_channels(self) -> str:
        connection = await self.connection()
        opened = await asyncio.gather(
            *(connection.create_session(asyncssh.SSHClientSession) for _ in range(1000)), return_exceptions=True
        )
        return f"{sum(isinstance(one, tuple) for one in opened)} opened"

    async def forwards(self) -> str:
        connection = await self.connection()
        done = []
        for _ in range(20):
            with suppress(asyncssh.Error, asyncssh.ChannelListenError, OSError):
                await connection.open_connection("127.0.0.1", 22)
                done.append("out")
            with suppress(asyncssh.Error, asyncssh.ChannelListenError, OSError):
                await connection.open_unix_connection("/tmp/any")
                done.append("to a socket")
            with suppress(asyncssh.Error, asyncssh.ChannelListenError, OSError):
                await connection.forward_remote_port("", 0, "127.0.0.1", 22)
                done.append("back")
        return " ".join(done)

    async def runs_commands(self) -> str:
        connection = await self.connection()
        done = []
        for command in ("sh", "watch 1; sh", "watch -1", "watch 1\nsh", "x" * 30_000):
            with suppress(asyncssh.Error):
                await connection.create_process(command)
                done.append(command)
        return " ".join(done)

    async def wants_files(self) -> str:
        connection = await self.connection()
        with suppress(asyncssh.Error):
            await connection.start_sftp_client()
            return "files"
        return ""

    async def sets_variables(self) -> str:
        connection = await self.connection()
        variables = {f"V{number}": "x" * 200 for number in range(10_000)}
        await connection.create_process(term_type="vt100", env=variables)
        return "set"

    async def has_a_huge_terminal(self) -> str:
        connection = await self.connection()
        size = (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
        process = await connection.create_process(term_type="\x1b[2J" + "x" * 20_000, term_size=size, encoding=None)
        for number in range(300):
            process.change_terminal_size(number * 10_000_000, 0xFFFFFFFF - number)
        await process.stdout.read(1)
        return "sized"

    async def tries_passwords(self) -> str:
        class Guessing(asyncssh.SSHClient):
            tries = 0

            def password_auth_requested(self) -> str:
                self.tries += 1
                return f"{self.tries}"

            def public_key_auth_requested(self) -> asyncssh.SSHKey | None:
                self.tries += 1
                return KEY.convert_to_public() if self.tries < 10_000 else None

        await asyncssh.connect(
            "127.0.0.1",
            self._port,
            local_addr=(self._address, 0),
            username="mallory",
            known_hosts=None,
            config=None,
            agent_path=None,
            client_factory=Guessing,
            preferred_auth="password,publickey",
        )
        return "let in"

    async def leaves_packets_unfinished(self) -> str:
        reader, writer = await self.raw()
        writer.write(b"SSH-2.0-half\r\n" + (30_000).to_bytes(4, "big") + b"\x04\x14" + bytes(10_000))
        await asyncio.sleep(PATIENCE)
        writer.write((0xFFFFFFFF).to_bytes(4, "big") * 5000)
        with suppress(OSError):
            while await reader.read(4096):
                pass
        writer.close()
        return "hung up on"

    async def asks_and_reads_nothing(self) -> str:
        """Send many requests that the host answers, and read none of the answers."""
        connection = await self.connection()
        await connection.create_process(term_type="vt100", encoding=None)
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        for _ in range(20_000):
            connection.send_packet(80, b"\0\0\0\x15keepalive@openssh.com\x01")
            await asyncio.sleep(0)
            if transport.is_closing():
                return "hung up on"
        await asyncio.sleep(PATIENCE)
        return "ignored"


KEY = asyncssh.generate_private_key("ssh-ed25519")
KINDS: tuple[Callable[[Hostile], Awaitable[str]], ...] = (
    Hostile.says_nothing,
    Hostile.shakes_hands_slowly,
    Hostile.opens_a_thousand_channels,
    Hostile.forwards,
    Hostile.runs_commands,
    Hostile.wants_files,
    Hostile.sets_variables,
    Hostile.has_a_huge_terminal,
    Hostile.tries_passwords,
    Hostile.leaves_packets_unfinished,
    Hostile.asks_and_reads_nothing,
)


async def attempt(kind: Callable[[Hostile], Awaitable[str]], port: int) -> str:
    try:
        return await asyncio.wait_for(kind(Hostile(port)), LIMIT)
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError, EOFError) as error:
        return f"{type(error).__name__}: {error}"[:80]
    except TimeoutError:
        return "nothing"


async def main(port: int, rounds: int) -> None:
    outcomes: list[str] = []
    for _ in range(rounds):
        outcomes = list(await asyncio.gather(*(attempt(kind, port) for kind in KINDS)))
    became = {kind.__name__: outcome for kind, outcome in zip(KINDS, outcomes, strict=True)}
    sys.stdout.write(json.dumps(became) + "\n")


if __name__ == "__main__":
    getLogger("asyncio").setLevel(CRITICAL)
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
