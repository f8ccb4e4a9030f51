"""A gateway by which simulated callers call a host by ssh: for each connection to the gateway it makes one by ssh.

    python -m scripts.benchmarks.ssh_gateway PORT

calls the host at PORT, and writes the number of the gateway's own port. The gateway calls from the address from
which it was called, without a key, as an H19.
"""

from __future__ import annotations

import asyncio
import sys

import asyncssh

_SIZE = 80, 24
_MOST = 65536


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""


async def _call(port: int, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
    connection = await asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(back.get_extra_info("peername")[0], 0),
        username="*",  # no caller has this name, so the host asks for a name
        known_hosts=None,
        client_keys=None,
        config=None,
        agent_path=None,
        client_factory=_Client,
    )
    async with connection, connection.create_process(term_type="h19", term_size=_SIZE, encoding=None) as process:
        typing = asyncio.create_task(_pass_on(near, process.stdin))
        while shown := await process.stdout.read(_MOST):
            back.write(shown)
            await back.drain()
        typing.cancel()
    back.close()


async def _pass_on(typed: asyncio.StreamReader, to: asyncssh.SSHWriter[bytes]) -> None:
    while keys := await typed.read(_MOST):
        to.write(keys)
    to.write_eof()


async def _main(port: int) -> None:
    server = await asyncio.start_server(lambda near, back: _call(port, near, back), "127.0.0.1")
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))
