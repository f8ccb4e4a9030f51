"""A pty pair for the media that need a terminal."""

import os
import pty
from collections.abc import Iterator
from io import FileIO

import pytest


@pytest.fixture
def pty_pair() -> Iterator[tuple[FileIO, int]]:
    """The far end, which a test may close, and the descriptor of the end that a transport is given."""
    far, near = pty.openpty()
    with FileIO(far, "r+") as far_end:
        yield far_end, near
        os.close(near)
