"""A pty pair for the media that need a terminal, and a client of RFC 2217 that doesn't take its time."""

import os
import pty
import time
from collections.abc import Iterator
from io import FileIO
from types import SimpleNamespace

import pytest
from serial import rfc2217


@pytest.fixture
def pty_pair() -> Iterator[tuple[FileIO, int]]:
    """The far end, which a test may close, and the descriptor of the end that a transport is given."""
    far, near = pty.openpty()
    with FileIO(far, "r+") as far_end:
        yield far_end, near
        os.close(near)


@pytest.fixture
def hurried_rfc2217(monkeypatch: pytest.MonkeyPatch) -> None:
    """pyserial's client waits by steps of 0.05 to 0.3 s, for answers and when it is closed; here by less."""
    monkeypatch.setattr(rfc2217, "time", SimpleNamespace(sleep=lambda _: time.sleep(0.001)))
