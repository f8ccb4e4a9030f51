"""Programs and devices that people call with, at a port where they are received: Debian's telnet, socat, a Zimodem,
and the client of telnetlib3, which is another implementation of the protocol."""

import asyncio
import contextlib
import os
import pty
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import cast

import pytest

from h89yahtzee.apps.host.calls import CALLER_TERMINALS
from h89yahtzee.host.doorway import Doorway
from h89yahtzee.host.reception import Arrival, Reception
from h89yahtzee.host.register import People
from h89yahtzee.transport.sockets import listen
from h89yahtzee.transport.switchboard import CallLimits
from h89yahtzee.transport.telnet import TelnetTransport
from h89yahtzee.transport.transport import Transport
from tests.host.hosts import MemoryRegister
from tests.rest import wait_until_readable
from tests.transport.memory import MemoryTransport, memory_pair

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 120.0


class Desk:
    """A reception for the caller at the other end of `transport`."""

    def __init__(self, transport: Transport, clock: Callable[[], float] = time.monotonic) -> None:
        self.telnet = TelnetTransport(transport)
        people = People(MemoryRegister({"Ann": "4711"}), lambda n: 815 % n)
        self._clock = clock
        door = Doorway(clock(), CALLER_TERMINALS, self.telnet)
        self.reception = Reception(people, door, "here", clock())

    def serve(self) -> None:
        now = self._clock()
        self.reception.receive(self.telnet.receive(), now)
        self.reception.advance(now)
        self.telnet.send(self.reception.data_to_send())

    @property
    def arrival(self) -> Arrival | None:
        return self.reception.arrival


class WriterEnd:
    """The part of asyncio's transport that a TelnetWriter uses."""

    def __init__(self, line: MemoryTransport) -> None:
        self.line = line

    def write(self, data: bytes) -> None:
        self.line.send(data)

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: object = None) -> object:  # noqa: ARG002
        return default


def test_another_implementation() -> None:
    near, far = memory_pair()
    desk = Desk(near)
    writer = pytest.importorskip("telnetlib3.stream_writer").TelnetWriter
    client = writer(cast(asyncio.Transport, WriterEnd(far)), None, client=True)
    client.set_ext_send_callback(b"\x18", lambda: "VT52")
    client.set_ext_send_callback(b"\x1f", lambda: (24, 80))
    client.write(b"\r\0")
    client.write(b"\r\0")
    shown = b""
    for _ in range(10):
        desk.serve()
        shown += b"".join(bytes([byte]) for byte in far.receive() if client.feed_byte(bytes([byte])))
    assert (desk.telnet.terminal_types, desk.telnet.window) == (["vt52"], (24, 80))
    assert client.mode == "kludge"  # it sends characters one by one, and the host echoes
    assert shown.strip().startswith(b"H89 YAHTZEE. Your terminal: vt52.\r\n")


def documented(program: str) -> list[str]:
    """Return the words of the command with which docs/calling.md calls a host by `program`."""
    page = (ROOT / "docs" / "calling.md").read_text("utf-8")
    [command] = re.findall(rf"^{program} .*$", page, re.MULTILINE)
    return str(command).replace("board.example", "127.0.0.1").replace("2323", "{port}").split()


@contextlib.contextmanager
def called(*command: str, term: str = "vt52") -> Iterator[tuple[Desk, FileIO, Callable[[bytes], bytes]]]:
    """Run a command that calls, on a pty: provide the desk, the pty's end, and a function that waits for a text."""
    with contextlib.closing(listen("127.0.0.1", 0, CallLimits(), time.monotonic)) as board:
        far, near = pty.openpty()
        words = [word.format(port=board.name.rpartition(":")[2]) for word in command]
        environment = {"PATH": os.environ["PATH"], "TERM": term, "HOME": "/nonexistent"}
        with (
            FileIO(far, "r+") as terminal,
            FileIO(near) as end,
            subprocess.Popen(words, stdin=end, stdout=end, stderr=end, env=environment) as program,
        ):
            wait_until_readable(board.fileno())
            caller = board.accept()
            assert caller is not None
            desk = Desk(caller, lambda: 10 * time.monotonic())

            def wait_for(text: bytes) -> bytes:
                shown, deadline = b"", time.monotonic() + LIMIT
                while text not in shown:
                    assert time.monotonic() < deadline, shown
                    if select.select([terminal], [], [], 0.02)[0]:
                        shown += terminal.read(4096)
                    desk.serve()
                return shown

            yield desk, terminal, wait_for
            program.kill()
            caller.close()


@pytest.mark.skipif(shutil.which("telnet") is None, reason="there is no telnet here")
@pytest.mark.parametrize(("term", "told"), [("vt52", b"vt52"), ("xterm-256color", b"vt100"), ("h19", b"h19")])
def test_debians_telnet(term: str, told: bytes) -> None:
    with called(*documented("telnet"), term=term) as (desk, terminal, wait_for):
        wait_for(b"Escape character")
        terminal.write(b"\r")
        terminal.write(b"\r")
        shown = wait_for(b"Your name")
        assert b"Your terminal: " + told + b"." in shown
        assert desk.telnet.is_telnet
        assert not desk.telnet.refuses_echo
        terminal.write(b"Bob\r")
        assert wait_for(b"another name: ").count(b"Bob") == 2  # its echo, and the question
        terminal.write(b"\r")
        wait_for(b"0815")
        terminal.write(b"\r")
        while desk.arrival is None:
            desk.serve()
        assert desk.arrival.person.name == "Bob"


@pytest.mark.skipif(shutil.which("plink") is None, reason="there is no plink here")
def test_putty_negotiates_and_need_not_knock() -> None:
    with called("plink", "-telnet", "-batch", "-P", "{port}", "127.0.0.1", term="xterm") as (desk, _, wait_for):
        wait_for(b"Your terminal: vt100.")
        assert desk.telnet.terminal_types == ["xterm"]
        assert desk.reception.is_silent


@pytest.mark.skipif(shutil.which("socat") is None, reason="there is no socat here")
def test_socat_is_a_raw_terminal() -> None:
    with called(*documented("socat")) as (desk, terminal, wait_for):
        terminal.write(b"\x1b\x1b")
        wait_for(b"\x1bZ")
        terminal.write(b"\x1b[?1;2c")
        assert b"Your terminal: vt100." in wait_for(b"Your name")
        assert not desk.telnet.is_telnet
