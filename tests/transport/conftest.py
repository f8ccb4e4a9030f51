"""Fixtures: a pty pair for the media that need a terminal, and shorter waits in pyserial."""

import os
import pty
import time
from collections.abc import Iterator
from io import FileIO
from types import SimpleNamespace

import pytest
from serial import rfc2217
from serial.urlhandler import protocol_socket


@pytest.fixture
def pty_pair() -> Iterator[tuple[FileIO, int]]:
    """The far end of a pty, which a test may close, and the descriptor of the end that a transport is given."""
    far, near = pty.openpty()
    with FileIO(far, "r+") as far_end:
        yield far_end, near
        os.close(near)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pyserial wait in steps of 1 ms; its own, for answers and after closing a socket, are 0.05 to 0.3 s."""
    for module in (rfc2217, protocol_socket):
        monkeypatch.setattr(module, "time", SimpleNamespace(sleep=lambda _: time.sleep(0.001)))
