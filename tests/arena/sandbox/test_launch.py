"""The process that launches bots, when its referee is killed at the worst time."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from h89yahtzee.arena.sandbox.launch import BOOT, REPLY, REQUEST

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0


@pytest.fixture
def control() -> Iterator[socket.socket]:
    """The referee's end of the socket that leads to the process that launches bots."""
    ours, its = socket.socketpair()
    command = [sys.executable, "-c", BOOT, str(ROOT), str(its.fileno())]
    with subprocess.Popen(command, pass_fds=[its.fileno()]) as server:
        its.close()
        yield ours
        ours.close()
        assert server.wait(PATIENCE) == 0


def answer(control: socket.socket) -> int:
    [number] = REPLY.unpack(control.recv(REPLY.size, socket.MSG_WAITALL))
    return int(number)


def test_bot_that_is_never_told_what_to_be_ends(control: socket.socket) -> None:
    """The referee has asked for a bot, and is gone before it has told the new process which program to run."""
    read, write = os.pipe()
    with Path(os.devnull).open("wb") as nothing:
        socket.send_fds(control, [REQUEST.pack(0, 1000)], [read, nothing.fileno(), nothing.fileno()])
        process = answer(control)
    os.close(read)
    os.write(write, b"[")
    os.close(write)
    control.sendall(REQUEST.pack(process, PATIENCE))
    assert answer(control) == 1


def test_process_ends_with_its_referee(control: socket.socket) -> None:
    """The process ends even if the referee is gone in the middle of a request."""
    control.sendall(REQUEST.pack(1, 0.0)[:3])
