"""The first seconds of a call: what a host prints, and what callers see by each way in, with and without a banner.

Time is simulated, except for ssh. The golden file has, for each way in, the bytes that are sent and when; commands
of telnet and control characters are written in words.
"""

from __future__ import annotations

import asyncio
import re
import select
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("asyncssh")

import asyncssh

from h89yahtzee.apps.host.calls import Calls
from h89yahtzee.apps.host.host import AT_A_LINE, IN_THE_CLEAR, OPEN
from h89yahtzee.apps.host.host_options import parse_host_options
from h89yahtzee.apps.host.notice_board import NoticeBoard
from h89yahtzee.apps.host.ssh_port import open_ssh
from h89yahtzee.apps.host.ways_in import CallersLine, Port, open_ports
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.lobby import Lobby, Supplies
from h89yahtzee.host.register import People
from h89yahtzee.screen.banner import read_banner
from h89yahtzee.transport.switchboard import WatchedTransport
from h89yahtzee.transport.transport import TransportClosed
from tests.host.hosts import MemoryRegister
from tests.transport.memory import memory_pair

BANNER = read_banner("▒▒ \x1b[33mTHE DICE\x1b[m ▒▒\n".encode())
STEP = 0.1
SECONDS = 5.0
Script = Sequence[tuple[float, bytes]]

NEGOTIATES = b"\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f"
TYPE = b"\xff\xfa\x18\x00XTERM\xff\xf0"
PERSON: Script = [(1.0, b"\r"), (1.4, b"\r")]
CLIENTS: dict[str, Script] = {
    "raw bytes, no key": [],
    "raw bytes of a VT100": [*PERSON, (3.2, b"\x1b[?1;2c")],
    "an H19 behind a modem": [*PERSON, (3.1, b"\x1b/K"), (3.3, b"\x1bY! ")],
    "telnet(1), which waits for the host": [*PERSON, (1.6, b"\xff\xfd\x01" + NEGOTIATES), (1.8, TYPE)],
    "a client that begins to negotiate": [(0.1, NEGOTIATES), (0.3, TYPE)],
    "a list's program": [(0.2, b"MSSP-REQUEST\r\n")],
}
LINES: dict[str, tuple[str | None, Script]] = {
    "a line whose terminal is known": ("h19", PERSON),
    "a line that asks its terminal": (None, [*PERSON, (1.6, b"\x1b/K"), (1.8, b"\x1bY! ")]),
    "a line where nobody sits": ("h19", []),
}

VERBS = {0xFB: "WILL", 0xFC: "WONT", 0xFD: "DO", 0xFE: "DONT"}
OPTIONS = {0: "BINARY", 1: "ECHO", 3: "SGA", 24: "TTYPE", 25: "EOR", 31: "NAWS", 39: "NEW-ENVIRON", 70: "MSSP"}
CONTROLS = {0x1B: "ESC", 0x0D: "CR", 0x0A: "LF", 0x09: "TAB"}


def in_words(data: bytes) -> str:
    """Return bytes as text, with telnet commands and control characters in words, such as "<DO ECHO>" or "<CR>"."""

    def command(found: re.Match[bytes]) -> bytes:
        body = found[0]
        if body[1] == 0xFA:
            return f"<SB {OPTIONS[body[2]]} {body[3:-2].hex(' ')}>".encode()
        return f"<{VERBS[body[1]]} {OPTIONS[body[2]]}>".encode()

    told = re.sub(rb"\xff(?:\xfa.*?\xff\xf0|[\xfb-\xfe].)", command, data, flags=re.DOTALL).decode("utf-8")
    return "".join(char if char.isprintable() else f"<{CONTROLS[ord(char)]}>" for char in told)


async def first_seconds_by_ssh(port: int) -> list[str]:
    """Call by asyncssh's client without a key; return, in words, what the host sends up to its first question."""
    seen: list[str] = []

    class Client(asyncssh.SSHClient):
        def auth_banner_received(self, msg: str, lang: str) -> None:  # noqa: ARG002
            seen.extend(f"  login   {in_words(line.encode())}" for line in msg.splitlines(keepends=True))

        def kbdint_auth_requested(self) -> str:
            return ""

    unknown = {"known_hosts": None, "client_keys": None, "config": None, "agent_path": None}
    async with asyncssh.connect("127.0.0.1", port, username="ann", client_factory=Client, **unknown) as connection:
        process = await connection.create_process(term_type="vt100", term_size=(80, 24), encoding=None)
        said = await process.stdout.readuntil(b"another name: ")
    return seen + [f"  host    {in_words(line)}" for line in said.splitlines(keepends=True)]


class Desk:
    """A host with a port for telnet and a socket, in simulated time. If `has_banner`, it shows a banner at the port
    for telnet."""

    def __init__(self, ends: ExitStack, path: Path, has_banner: bool) -> None:
        self.now = 1000.0
        register = MemoryRegister()
        people = People(register, lambda _: 42)
        lobby = Lobby(people, register, Supplies(lambda _: 7))
        self.sources: list[Source] = []
        self.calls = Calls(people, Guide(lobby), self.sources, lambda *_: None, 1800.0, lambda: self.now)
        options = parse_host_options(["--telnet", "0", "--socket", str(path)])
        board = NoticeBoard(options, path / "none", lobby, 1_700_000_000)
        board.ports = [2323]
        boards = board.signboards(BANNER if has_banner else None)
        self.ports = open_ports(options, self.calls.greet, lambda *_: None, lambda: self.now, boards)
        for port in self.ports:
            ends.callback(port.switchboard.close)

    def call(self, port: Port, script: Script) -> Iterator[str]:
        return self.watched(lambda near: port.receive(near, "192.0.2.1:4711"), script)

    def line(self, term: str | None, script: Script) -> Iterator[str]:
        """Yield what is seen at a serial line of 9600 baud; `term` is the line's terminal, None if it is asked."""
        return self.watched(
            lambda near: self.calls.greet(
                CallersLine(
                    *("line /dev/ttyUSB0", "/dev/ttyUSB0", WatchedTransport(near, lambda: self.now)),
                    term=term,
                    bytes_per_second=960.0,
                    is_fixed=True,
                )
            ),
            script,
        )

    def by_ssh(self, folder: Path, banner: Path | None) -> Iterator[str]:
        """Yield what the host prints about its port for ssh and what a caller sees there, in real time."""
        words = ["--ssh", "0", *(["--banner", str(banner)] if banner else [])]
        options = parse_host_options(words)
        service = open_ssh(options, folder, self.calls.greet, lambda *_: None, self.sources, lambda: self.now)
        [port] = service.ports
        self.sources.append(port)
        number = port.address[1]
        with ThreadPoolExecutor(1) as threads:
            seen = threads.submit(asyncio.run, first_seconds_by_ssh(number))
            while not seen.done() or self.sources != [port]:  # and until the host has hung up the call
                select.select([fd for source in self.sources if (fd := source.fileno()) is not None], [], [], STEP)
                for source in list(self.sources):
                    source.take_input()
        self.sources.clear()
        port.switchboard.close()
        service.server.close()
        yield "  " + OPEN.format(name=port.name, how=port.how_to_call).replace(str(number), "2222")
        yield from seen.result()

    def watched(self, greet: Callable[..., None], script: Script) -> Iterator[str]:
        """Give one end of a new connection to `greet`; yield what both sides send in the first seconds."""
        near, far = memory_pair(1 << 16)
        began, rest = self.now, list(script)
        greet(near)
        for _ in range(round(SECONDS / STEP) + 1):
            after = self.now - began
            while rest and rest[0][0] <= after + STEP / 2:
                yield f"  {after:.1f} caller  {in_words(rest[0][1])}"
                far.send(rest.pop(0)[1])
            for source in list(self.sources):
                source.take_input()
            try:
                said = far.receive()
            except TransportClosed:
                yield f"  {after:.1f} the host hangs up"
                break
            for shown in said.splitlines(keepends=True) if b"\n" in said else [said] * bool(said):
                yield f"  {after:.1f} host    {in_words(shown)}"
            self.now += STEP
        self.sources.clear()


def test_the_first_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_golden: Callable[[str, str], None]
) -> None:
    told = ["THE HOST PRINTS"]
    monkeypatch.chdir(tmp_path)
    with ExitStack() as ends:
        desks = {name: Desk(ends, Path(name), name == "banner") for name in ("plain", "banner")}
        for desk in desks.values():
            monkeypatch.setattr(time, "monotonic", lambda desk=desk: desk.now)
        for port in desks["plain"].ports:
            how = OPEN.format(name=port.name, how=port.how_to_call)
            told.append("  " + how.replace(str(port.number), "2323"))
        told.append("  " + OPEN.format(name="/dev/ttyUSB0", how=AT_A_LINE))
        told.append("  " + IN_THE_CLEAR.format(name="0.0.0.0:2323", kind="telnet"))
        for title, script in CLIENTS.items():
            for name, desk in desks.items():
                told += ["", f"{title}, {'a banner' if name == 'banner' else 'no banner'}".upper()]
                told += desk.call(desk.ports[0], script)
        told += ["", "YAHTZEE --JOIN AT THE SOCKET"]
        told += desks["banner"].call(desks["banner"].ports[1], [(0.1, NEGOTIATES), (0.2, TYPE)])
        (banner := tmp_path / "banner.ans").write_text("▒▒ \x1b[33mTHE DICE\x1b[m ▒▒\n", encoding="utf-8")
        for name, desk in desks.items():
            told += ["", f"BY SSH, {'A BANNER' if name == 'banner' else 'NO BANNER'}"]
            told += desk.by_ssh(tmp_path, banner if name == "banner" else None)
        for title, (term, script) in LINES.items():
            told += ["", title.upper(), *desks["banner"].line(term, script)]
    check_golden("first-contact.txt", "\n".join([*told, ""]))
